// SPDX-License-Identifier: Apache-2.0
// One connection of a game server: its hello, its commands and their answers, the games that it watches, and the limits
// that keep it from taking time and memory from others.

import { POLICY, plainText } from '../../net/client.js'
import { RateLimit } from '../../net/rate-limit.js'
import { CLOSE_IDENTITY, CLOSE_LATER, CLOSE_RESTART } from '../../session/protocol.js'
import { isShortText } from '../../session/setup.js'
import { Subscriptions } from './subscriptions.js'

/** @import { IncomingMessage } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { WebSocket } from 'ws' */
/** @import { Answer, User } from '../host/game-host.js' */

/**
 * What a connection takes from its server.
 * @typedef {object} PeerServices
 * @property {import('../host/game-host.js').GameHost} host
 * @property {import('./rooms.js').Rooms} rooms
 * @property {import('../host/lobby.js').Lobby} lobby
 * @property {import('./game-server-options.js').ServerLimits} limits
 * @property {import('./metrics.js').Metrics} metrics
 * @property {import('./users.js').Users} users
 * @property {() => boolean} isStopping has the server said that it stops?
 * @property {(peer: Peer) => void} onDirty it has something to write: flush() is called in the same turn
 * @property {(peer: Peer, code: number, reason: string) => void} onEnd once: the server has closed it, or it is gone
 * @property {(peer: Peer) => void} onClosed once, after onEnd: the socket is gone
 */

/** Messages at once, in seconds of the steady rate. */
const BURST = 2
/** A client may be too fast for this time, in milliseconds. */
const LONGEST_EXCESS = 10_000
/** Messages that wait because the client is too fast: nothing more is read, and above the second number it is closed. */
const BACKLOG = 64
const MOST_WAITING = 512
/** Frames after the end that are still read. */
const MOST_IGNORED = 64
/** WebSocket pings and pongs a second, together. */
const PINGS = 20
/** A first message of this many bytes costs as much as a message of the client. */
const BYTES_A_MESSAGE = 8192
/** Games that are read for one message, each from its log, cost as much as one message in so many. */
const GAMES_A_MESSAGE = 2
/** Weight of a new sample of the round trip. */
const NEW_SAMPLE = 0.1
/** A ping that is not answered in this time is forgotten, in milliseconds. */
const LONGEST_ROUND_TRIP = 10_000
/** The longest closing handshake, in milliseconds. */
const CLOSE_TIME = 1000
const LONGEST_REASON = 123
const ABNORMAL = 1006
const MINUTE = 60

/** Of a WebSocket: its Peer. */
const PEER = Symbol('peer')
/** @typedef {WebSocket & { [PEER]: Peer }} PeerSocket */

export class Peer {
  #socket
  #stream
  #services
  #address
  /** @type {IncomingMessage | undefined} until the hello */
  #request
  /** @type {User | undefined} */
  #user
  /** @type {Subscriptions | undefined} */
  #games
  // Made anew for each write: an empty array that waits for the next one would survive many collections of garbage.
  /** @type {{ re: string, game: string | undefined, answer: Answer }[] | undefined} */
  #answers
  /** @type {string[] | undefined} other messages that are not written yet */
  #texts
  #isDirty = false
  #rate
  /** @type {RateLimit | undefined} */
  #refusals
  /** @type {RateLimit | undefined} */
  #pings
  /** @type {string[]} messages that came too fast, or before the hello was answered */
  #waiting = []
  #isHeld = false
  #isPaused = false
  /** @type {number | undefined} */
  #fastSince
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm
  #begin = performance.now()
  #heardAt = performance.now()
  /** When a ping was sent that is not answered yet; 0 for none. */
  #pingedAt = 0
  /** Whether the next message takes a ping along: a write of its own costs as much as the message. */
  #pingsNext = false
  /** @type {number | undefined} mean round trip in milliseconds */
  #lag
  #isSlow = false
  #watchesLobby = false
  /** @type {Promise<import('../../session/summary.js').GameSummary[]> | undefined} the user's games, while they are read */
  #ownGames
  /** @type {number | undefined} when it was closed */
  #closedAt
  #ignored = 0

  /**
   * @param {WebSocket} socket open
   * @param {Socket} stream below it
   * @param {IncomingMessage} request
   * @param {string} address of the client
   * @param {PeerServices} services
   */
  constructor(socket, stream, request, address, services) {
    const { messagesPerSecond } = services.limits
    this.#socket = socket
    this.#stream = stream
    this.#request = request
    this.#address = address
    this.#services = services
    this.#rate = new RateLimit(messagesPerSecond, messagesPerSecond * BURST, this.#begin)
    const known = /** @type {PeerSocket} */ (socket)
    known[PEER] = this
    for (const [name, listener] of Peer.#LISTENERS) socket.on(name, listener)
  }

  /**
   * The same functions for all sockets: five of its own, with what they remember, take 330 bytes of each.
   * @type {[name: string, listener: (this: any, ...args: any[]) => void][]}
   */
  static #LISTENERS = Object.entries({
    /** @this {PeerSocket} @param {Buffer} data @param {boolean} isBinary */
    message(data, isBinary) {
      this[PEER].#receive(data, isBinary)
    },
    /** @this {PeerSocket} @param {Buffer} data */
    ping(data) {
      this[PEER].#onPing(data)
    },
    /** @this {PeerSocket} @param {Buffer} data */
    pong(data) {
      this[PEER].#onPong(data)
    },
    /** @this {PeerSocket} @param {Error} error after a frame that is too large or breaks the protocol; ws then closes
     *   the socket with the right code */
    error(error) {
      this[PEER].#end(ABNORMAL, error.message)
    },
    /** @this {PeerSocket} @param {number} code */
    close(code) {
      this[PEER].#onClose(code)
    },
  })

  get address() {
    return this.#address
  }

  get user() {
    return this.#user
  }

  /** Whether it has said hello and is not closed. */
  get isOpen() {
    return this.#user !== undefined && this.#closedAt === undefined
  }

  /** Whether it has much to read. */
  get isSlow() {
    return this.#isSlow
  }

  /** @param {string} text a message, sent in this turn */
  send(text) {
    if (this.#closedAt !== undefined) return
    this.#texts ??= []
    this.#texts.push(text)
    this.#markDirty()
  }

  // What its games say.

  onNews() {
    this.#markDirty()
  }

  onUnknown() {
    this.close(CLOSE_RESTART, 'a newer server has played on')
  }

  /** @param {number} bytes of a game's first message */
  onFirst(bytes) {
    this.#rate.spend(performance.now(), Math.floor(bytes / BYTES_A_MESSAGE))
  }

  /** Writes what there is, at once. */
  flush() {
    this.#isDirty = false
    if (this.#closedAt !== undefined) return
    const out = this.#texts ?? []
    const answers = this.#answers
    this.#texts = undefined
    this.#answers = undefined
    const games = this.#games
    if (games) {
      if (answers) for (const { re, game, answer } of answers) games.answer(re, game, answer, out)
      games.write(out)
    }
    this.#write(out)
    this.#watchBacklog()
  }

  /**
   * Closes the connection. Only the first call has an effect.
   * @param {number} code
   * @param {string} reason for the client
   */
  close(code, reason) {
    if (this.#closedAt !== undefined) return
    if (this.#isDirty && code !== POLICY && code !== CLOSE_LATER) this.flush()
    const text = plainText(reason, LONGEST_REASON)
    this.#socket.close(code, text)
    this.#end(code, text)
  }

  /** Ends the connection without a closing handshake. */
  terminate() {
    this.#socket.terminate()
  }

  /**
   * To be called about once a second.
   * @param {number} now as performance.now()
   */
  tick(now) {
    const { helloTime, idle } = this.#services.limits
    if (this.#closedAt !== undefined) {
      if (now - this.#closedAt > CLOSE_TIME) this.terminate()
      return
    }
    if (this.#user === undefined && now - this.#begin > helloTime) return this.close(POLICY, 'no hello')
    const silence = now - this.#heardAt
    if (silence > idle) {
      this.#end(ABNORMAL, 'no answer to a ping')
      return this.terminate()
    }
    if (silence > idle / 2) this.#ping(now)
    if (this.#isSlow) this.#watchBacklog()
  }

  // What comes in.

  /**
   * @param {Buffer} data
   * @param {boolean} isBinary
   */
  #receive(data, isBinary) {
    if (this.#closedAt !== undefined) return this.#ignore()
    const now = performance.now()
    this.#heardAt = now
    this.#services.metrics.received(data.length)
    if (isBinary) return this.close(POLICY, 'messages are text')
    const text = data.toString()
    if (this.#waiting.length === 0 && !this.#isHeld) {
      const wait = this.#rate.take(now, 1)
      if (wait === 0) {
        this.#fastSince = undefined
        return this.#handle(text)
      }
      this.#pause(now, wait)
    }
    this.#waiting.push(text)
    if (this.#waiting.length > MOST_WAITING) return this.close(POLICY, 'too many messages at once')
    if (this.#waiting.length < BACKLOG || this.#isPaused) return
    this.#isPaused = true
    this.#socket.pause()
  }

  /** A frame after the end. Of a client that goes on sending nothing more is read, not even the end of the handshake. */
  #ignore() {
    if (++this.#ignored > MOST_IGNORED) this.#stream.pause()
  }

  /**
   * @param {number} now
   * @param {number} wait in milliseconds
   */
  #pause(now, wait) {
    if (this.#alarm !== undefined) return
    this.#fastSince ??= now
    if (now - this.#fastSince > LONGEST_EXCESS) return this.close(POLICY, 'too many messages a second')
    this.#alarm = setTimeout(() => {
      this.#alarm = undefined
      this.#handleWaiting()
    }, wait)
  }

  #handleWaiting() {
    while (this.#waiting.length > 0 && !this.#isHeld && this.#closedAt === undefined) {
      const now = performance.now()
      const wait = this.#rate.take(now, 1)
      if (wait > 0) return this.#pause(now, wait)
      this.#handle(/** @type {string} */ (this.#waiting.shift()))
    }
    if (this.#waiting.length > 0 || !this.#isPaused) return
    this.#isPaused = false
    this.#socket.resume()
  }

  /** @param {string} text */
  #handle(text) {
    const message = parse(text)
    const type = message?.type
    if (this.#user === undefined && type !== 'hello') return this.close(POLICY, 'say hello first')
    switch (type) {
      case 'hello':
        return this.#hello(message)
      case 'open': {
        const refusal = this.#games?.open(message)
        if (refusal !== undefined) this.#refuse(refusal)
        return
      }
      case 'close':
        return this.#games?.close(message.game)
      case 'lobby':
        return this.#lobby(message)
      case 'games':
        return this.#listGames(message)
      case 'ping': {
        const { t } = message
        return this.send(
          JSON.stringify({ type: 'pong', ...(typeof t === 'number' && { t }), now: this.#services.host.now }),
        )
      }
      default:
        this.#command(message)
    }
  }

  /** @param {any} hello */
  async #hello(hello) {
    const request = this.#request
    if (request === undefined) return this.#refuse(refusalText(hello, 'badCommand'))
    this.#request = undefined
    this.#isHeld = true
    const identified = await this.#services.users.identify(
      request,
      hello,
      this.#services.host.now,
      this.#address,
    )
    if (this.#closedAt !== undefined) return
    if (identified === 'unknown') return this.close(CLOSE_IDENTITY, 'the identity is refused')
    if (identified === 'failed') return this.close(CLOSE_LATER, 'identities cannot be checked now')
    this.#welcome(identified)
    this.#isHeld = false
    this.#handleWaiting()
  }

  /** @param {{ user: User, token?: string }} identified */
  #welcome({ user, token }) {
    const { host, limits, users } = this.#services
    if (!users.enter(this, user)) return this.close(POLICY, 'this user has too many connections')
    this.#user = user
    this.#games = new Subscriptions(user, this.#services, this)
    const { messageBytes, messagesPerSecond, openGames } = limits
    this.send(
      JSON.stringify({
        type: 'welcome',
        user: { id: user.id, name: user.name },
        token,
        now: host.now,
        limits: { messageBytes, messagesPerSecond, burst: messagesPerSecond * BURST, openGames },
      }),
    )
    this.#pingsNext = true
  }

  /** @param {any} message */
  async #lobby(message) {
    const { id, watch } = message
    if ((id !== undefined && !isShortText(id)) || (watch !== undefined && typeof watch !== 'boolean'))
      return this.#refuse(refusalText(message, 'badCommand'))
    const { lobby } = this.#services
    this.#watchesLobby = watch ?? this.#watchesLobby
    if (!this.#watchesLobby) lobby.unwatch(this)
    try {
      const text = await lobby.text()
      if (this.#closedAt !== undefined) return
      if (this.#watchesLobby) lobby.watch(this, text)
      this.#list(id, text)
    } catch {
      this.#refuse(refusalText(message, 'unavailable'))
    }
  }

  /** @param {any} message */
  async #listGames(message) {
    const { id } = message
    if (!isShortText(id)) return this.#refuse(refusalText(message, 'badCommand'))
    try {
      this.#ownGames ??= this.#services.host.gamesOf(/** @type {User} */ (this.#user))
      const games = await this.#ownGames
      this.#rate.spend(performance.now(), Math.floor(games.length / GAMES_A_MESSAGE))
      this.#list(id, JSON.stringify({ games }))
    } catch {
      this.#refuse(refusalText(message, 'unavailable'))
    } finally {
      this.#ownGames = undefined
    }
  }

  /**
   * @param {string | undefined} id of the request
   * @param {string} text a list, as a message
   */
  #list(id, text) {
    this.#rate.spend(performance.now(), Math.floor(text.length / BYTES_A_MESSAGE))
    this.send(id === undefined ? text : `{"re":${JSON.stringify(id)},"ok":true,${text.slice(1)}`)
  }

  /** @param {any} message */
  async #command(message) {
    const user = /** @type {User} */ (this.#user)
    if (message === undefined || !isShortText(message.id) || typeof message.type !== 'string')
      return this.#refuse(refusalText(message, 'badCommand'))
    const { id, type } = message
    const { host, users, isStopping } = this.#services
    // The client sends it again, with the same id, to the node that it finds next.
    if (isStopping()) return
    const isCreating = type === 'create'
    // A client cannot put another user into a game.
    if (isCreating && message.opponent !== undefined) return this.#refuse(refusalText(message, 'notAllowed'))
    if (isCreating || type === 'join') {
      if (users.isFull(user)) await users.recount(user)
      if (this.#closedAt !== undefined) return
      if (!users.mayBegin(user, type)) return this.#refuse(refusalText(message, 'tooFast'))
    }
    const game = isCreating ? undefined : typeof message.game === 'string' ? message.game : ''
    // What the client says about its lag is not read.
    message.lag = type === 'move' && this.#lag !== undefined ? Math.round(this.#lag) : undefined
    if (type === 'move') this.#pingsNext = true
    const answer = await host.command(game, user, message)
    if (this.#closedAt !== undefined) return
    if (!answer.ok && this.#isTooMuch()) return
    this.#answers ??= []
    this.#answers.push({ re: id, game, answer })
    this.#markDirty()
  }

  /** @param {string} text */
  #refuse(text) {
    if (!this.#isTooMuch()) this.send(text)
  }

  /** @returns {boolean} whether this refusal was one too many; the connection is closed then */
  #isTooMuch() {
    const { refusalsPerMinute } = this.#services.limits
    const now = performance.now()
    this.#refusals ??= new RateLimit(refusalsPerMinute / MINUTE, refusalsPerMinute, now)
    if (this.#refusals.take(now, 1) === 0) return false
    this.close(POLICY, 'too many refused messages')
    return true
  }

  // The round trip, by pings that carry this process's clock.

  /** @param {number} now */
  #ping(now) {
    if (this.#pingedAt > 0 && now - this.#pingedAt < LONGEST_ROUND_TRIP) return
    this.#pingedAt = now
    const clock = Buffer.allocUnsafe(8)
    clock.writeDoubleBE(now)
    this.#socket.ping(clock)
  }

  /** @param {Buffer} data */
  #onPong(data) {
    if (this.#countPing()) return
    if (data.length !== 8 || this.#pingedAt === 0 || data.readDoubleBE() !== this.#pingedAt) return
    const sample = performance.now() - this.#pingedAt
    this.#pingedAt = 0
    this.#lag = this.#lag === undefined ? sample : this.#lag + NEW_SAMPLE * (sample - this.#lag)
  }

  /** @param {Buffer} data */
  #onPing(data) {
    if (this.#countPing()) return
    // A client that pings and does not read would fill the memory.
    if (!this.#isSlow) this.#socket.pong(data)
  }

  /** @returns {boolean} whether the connection is closed */
  #countPing() {
    if (this.#closedAt !== undefined) {
      this.#ignore()
      return true
    }
    const now = performance.now()
    this.#heardAt = now
    this.#pings ??= new RateLimit(PINGS, PINGS * BURST, now)
    if (this.#pings.take(now, 1) === 0) return false
    this.close(POLICY, 'too many pings a second')
    return true
  }

  // What goes out.

  #markDirty() {
    if (this.#isDirty || this.#closedAt !== undefined) return
    this.#isDirty = true
    this.#services.onDirty(this)
  }

  /** @param {string[]} texts */
  #write(texts) {
    if (texts.length === 0) return
    const { metrics } = this.#services
    const isMany = texts.length > 1 || this.#pingsNext
    if (isMany) this.#stream.cork()
    for (const text of texts) {
      metrics.sent(text.length)
      this.#socket.send(text)
    }
    if (this.#pingsNext) {
      this.#pingsNext = false
      this.#ping(performance.now())
    }
    if (isMany) this.#stream.uncork()
  }

  #watchBacklog() {
    const { spectatorBacklog, backlog } = this.#services.limits
    const waiting = this.#stream.writableLength
    if (waiting > backlog) return this.close(CLOSE_LATER, 'the client reads too slowly')
    if (waiting > spectatorBacklog) {
      if (!this.#isSlow) this.#stream.once('drain', () => this.#watchBacklog())
      this.#isSlow = true
      this.#games?.suspend()
    } else if (this.#isSlow && waiting <= spectatorBacklog / 2) {
      this.#isSlow = false
      if (this.#closedAt === undefined) this.#games?.resume()
    }
  }

  /** @param {number} code */
  #onClose(code) {
    this.#end(code, 'the client has closed')
    this.#services.onClosed(this)
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #end(code, reason) {
    if (this.#closedAt !== undefined) return
    this.#closedAt = performance.now()
    clearTimeout(this.#alarm)
    this.#waiting = []
    this.#texts = undefined
    this.#answers = undefined
    this.#request = undefined
    this.#games?.closeAll()
    this.#services.lobby.unwatch(this)
    // The closing handshake must be read.
    if (this.#isPaused) this.#socket.resume()
    this.#services.onEnd(this, code, reason)
  }
}

/**
 * @param {string} text
 * @returns {any} the message; undefined if it is none
 */
function parse(text) {
  try {
    const message = JSON.parse(text)
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {any} message
 * @param {string} code
 */
function refusalText(message, code) {
  const re = message?.id
  return JSON.stringify({ ...(isShortText(re) && { re }), ok: false, code })
}
