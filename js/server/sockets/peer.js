// SPDX-License-Identifier: Apache-2.0
// One user of a game server: its hello, its commands and their answers, and the games that it watches.

import { Client } from '../../net/client-socket.js'
import { BURST } from '../../net/input.js'
import { RateLimit } from '../../net/rate-limit.js'
import {
  CLOSE_IDENTITY,
  CLOSE_LATER,
  CLOSE_POLICY,
  CLOSE_RESTART,
  STORE_AWAY,
} from '../../session/protocol.js'
import { isShortText } from '../../session/setup.js'
import { Subscriptions } from './subscriptions.js'

/** @import { IncomingMessage } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { WebSocket } from 'ws' */
/** @import { ClientOwner } from '../../net/client-socket.js' */
/** @import { Origin, SocketServer } from '../../net/socket-server.js' */
/** @import { Answer, User } from '../host/answers.js' */

/**
 * What a connection takes from its server.
 * @typedef {object} PeerServices
 * @property {SocketServer<Peer>} server
 * @property {import('../host/game-host.js').GameHost} host
 * @property {import('./rooms.js').Rooms} rooms
 * @property {import('./lobby.js').Lobby} lobby
 * @property {import('./game-server-options.js').ServerLimits} limits
 * @property {import('./metrics.js').Metrics} metrics
 * @property {import('./users.js').Users} users
 * @property {import('../stores/session-store.js').SessionStore} store
 * @property {import('./address-limits.js').AddressLimits} addressLimits
 * @property {(peer: Peer, limit: string) => void} onExcess a limit of games forbids what it asks for
 * @property {(peer: Peer) => void} onDirty it has something to write: its texts are taken and sent in the same turn
 * @property {(peer: Peer, code: number, reason: string, isOwn: boolean) => void} onEnd once: the server has closed it, or
 *   it is gone
 */

/** A first message of this many bytes costs as much as a message of the client. */
const BYTES_A_MESSAGE = 8192
/** Games that are read for one message, each from its log, cost as much as one message in so many. */
const GAMES_A_MESSAGE = 2
const MINUTE = 60
/** The site or the store does not answer who a client is: the client comes back later. */
const UNCHECKED = 'identities cannot be checked now'

/** @implements {ClientOwner} */
export class Peer {
  #services
  #origin
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
  /** @type {RateLimit | undefined} */
  #refusals
  #begin = performance.now()
  #watchesLobby = false
  /** @type {Promise<import('../../session/summary.js').GameSummary[]> | undefined} the user's games, while they are read */
  #ownGames

  /**
   * @param {WebSocket} webSocket just opened
   * @param {Socket} socket below it
   * @param {IncomingMessage} request
   * @param {Origin} origin of the client
   * @param {PeerServices} services
   */
  constructor(webSocket, socket, request, origin, services) {
    this.#request = request
    this.#origin = origin
    this.#services = services
    this.client = new Client(webSocket, socket, services.server, this, origin.meter?.work)
  }

  get address() {
    return this.#origin.address
  }

  get user() {
    return this.#user
  }

  /** Whether it has said hello and is not closed. */
  get isOpen() {
    return this.#user !== undefined && !this.client.isClosed
  }

  /**
   * @param {number} time as performance.now() counts
   * @returns {boolean} whether it was there before, and plays a game
   */
  hasPlayedSince(time) {
    return this.#begin < time && this.isOpen && this.#games?.isPlaying === true
  }

  /** @param {string} text a message, sent in this turn */
  send(text) {
    if (this.client.isClosed) return
    this.#texts ??= []
    this.#texts.push(text)
    this.#markDirty()
  }

  /**
   * Closes the connection, after what there is to write.
   * @param {number} code
   * @param {string} reason for the client
   */
  close(code, reason) {
    if (this.#isDirty && code !== CLOSE_POLICY && code !== CLOSE_LATER) this.client.send(...this.takeTexts())
    this.client.close(code, reason)
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
    this.client.charge(Math.floor(bytes / BYTES_A_MESSAGE))
  }

  #markDirty() {
    if (this.#isDirty || this.client.isClosed) return
    this.#isDirty = true
    this.#services.onDirty(this)
  }

  /** @returns {string[]} the messages to be sent; there are none then, until onDirty is called again */
  takeTexts() {
    const { metrics } = this.#services
    const texts = this.#texts ?? []
    const answers = this.#answers
    this.#isDirty = false
    this.#texts = undefined
    this.#answers = undefined
    const games = this.#games
    if (games) {
      if (answers) for (const { re, game, answer } of answers) games.answer(re, game, answer, texts)
      games.write(texts)
    }
    for (const { length } of texts) metrics.sent(length)
    return texts
  }

  // What its client reports.

  /** @param {number} now */
  onTick(now) {
    if (this.#user !== undefined || now - this.#begin <= this.#services.limits.helloTime) return
    if (this.#request !== undefined) this.client.refuse('no hello')
    else this.close(CLOSE_LATER, UNCHECKED)
  }

  /** @param {boolean} isSlow */
  onSlow(isSlow) {
    if (isSlow) this.#games?.suspend()
    else this.#games?.resume()
  }

  /**
   * @param {number} code
   * @param {string} reason
   * @param {boolean} isOwn
   */
  onEnd(code, reason, isOwn) {
    this.#texts = undefined
    this.#answers = undefined
    this.#request = undefined
    this.#games?.closeAll()
    this.#services.lobby.unwatch(this)
    this.#services.onEnd(this, code, reason, isOwn)
  }

  onClosed() {
    this.#services.server.remove(this)
  }

  /** @param {string} text */
  onMessage(text) {
    this.#services.metrics.received(text.length)
    const message = parse(text)
    const type = message?.type
    if (this.#user === undefined && type !== 'hello') return this.client.refuse('say hello first')
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
    this.client.hold()
    const identified = await this.#services.users.identify(
      request,
      hello,
      this.#services.host.now,
      this.#origin.network,
    )
    if (identified === 'unknown') this.#origin.meter?.refuse()
    // Behind one address, many players come again every second.
    else if (typeof identified === 'string') this.#origin.meter?.excuse()
    if (this.client.isClosed) return
    if (identified === 'unknown') return this.close(CLOSE_IDENTITY, 'the identity is refused')
    if (identified === 'away') return this.close(CLOSE_LATER, STORE_AWAY)
    if (identified === 'failed') return this.close(CLOSE_LATER, UNCHECKED)
    this.#welcome(identified)
    this.client.release()
  }

  /** @param {{ user: User, token?: string }} identified */
  #welcome({ user, token }) {
    const { host, limits, users } = this.#services
    if (!users.enter(this, user)) return this.client.refuse('this user has too many connections')
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
    this.client.pingWithNext()
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
      if (this.client.isClosed) return
      if (this.#watchesLobby) lobby.watch(this, text)
      this.#list(id, text)
    } catch {
      this.send(refusalText(message, 'unavailable'))
    }
  }

  /** @param {any} message */
  async #listGames(message) {
    const { id } = message
    if (!isShortText(id)) return this.#refuse(refusalText(message, 'badCommand'))
    try {
      this.#ownGames ??= this.#services.host.gamesOf(/** @type {User} */ (this.#user))
      const games = await this.#ownGames
      this.client.charge(Math.floor(games.length / GAMES_A_MESSAGE))
      this.#list(id, JSON.stringify({ games }))
    } catch {
      this.send(refusalText(message, 'unavailable'))
    } finally {
      this.#ownGames = undefined
    }
  }

  /**
   * @param {string | undefined} id of the request
   * @param {string} text a list, as a message
   */
  #list(id, text) {
    this.client.charge(Math.floor(text.length / BYTES_A_MESSAGE))
    this.send(id === undefined ? text : `{"re":${JSON.stringify(id)},"ok":true,${text.slice(1)}`)
  }

  /** @param {any} message */
  async #command(message) {
    const user = /** @type {User} */ (this.#user)
    if (message === undefined || !isShortText(message.id) || typeof message.type !== 'string')
      return this.#refuse(refusalText(message, 'badCommand'))
    const { type } = message
    const { server, users } = this.#services
    // The client sends it again, with the same id, to the node that it finds next.
    if (server.isClosing) return
    const isCreating = type === 'create'
    // A client cannot put another user into a game.
    if (isCreating && message.opponent !== undefined) return this.#refuse(refusalText(message, 'notAllowed'))
    if (isCreating || type === 'join') {
      if (users.isFull(user)) await users.recount(user)
      if (this.client.isClosed) return
      const excess = users.excess(user, type)
      if (excess !== undefined) return this.#refuseAs(message, excess)
    }
    if (isCreating) return this.#create(message)
    this.#answer(message, typeof message.game === 'string' ? message.game : '')
  }

  /** @param {any} message */
  async #create(message) {
    const { addressLimits, host } = this.#services
    const creation = await addressLimits.begin(this.#origin.network, message.listed === true)
    if ('limit' in creation) return this.#refuseAs(message, creation)
    if (this.client.isClosed) return creation.end(undefined)
    const game = await this.#answer(message, undefined)
    creation.end(host.stateOf(game ?? '')?.status === 'waiting' ? game : undefined)
  }

  /**
   * @param {any} message that a limit forbids
   * @param {{ limit: string, ms?: number }} excess
   */
  #refuseAs(message, excess) {
    const { limit } = excess
    this.#services.onExcess(this, limit)
    this.#refuse(refusalText(message, 'tooFast', excess))
  }

  /**
   * Has a command executed, and answers it.
   * @param {any} message
   * @param {string | undefined} game undefined to create one
   * @returns {Promise<string | undefined>} the game that was made
   */
  async #answer(message, game) {
    const user = /** @type {User} */ (this.#user)
    const { id, type } = message
    // What the client says about its lag is not read.
    const { lag } = this.client
    message.lag = type === 'move' && lag !== undefined ? Math.round(lag) : undefined
    if (type === 'move') this.client.pingWithNext()
    const { host } = this.#services
    const answer = await host.command(game, user, message)
    // Else one who never opens the game, or has left it while it waited, would never be away.
    if (answer.ok && type === 'join' && game !== undefined) host.expectPlayers(game)
    // What the store does not answer is not the client's fault.
    const isRefused = !answer.ok && answer.code !== 'unavailable'
    if (this.client.isClosed || (isRefused && this.#isTooMuch())) return answer.game
    this.#answers ??= []
    this.#answers.push({ re: id, game, answer })
    this.#markDirty()
    return answer.game
  }

  /** @param {string} text */
  #refuse(text) {
    if (!this.#isTooMuch()) this.send(text)
  }

  /** @returns {boolean} whether this refusal was one too many; the connection is closed then */
  #isTooMuch() {
    const { refusalsPerMinute } = this.#services.limits
    this.#origin.meter?.refuse()
    const now = performance.now()
    this.#refusals ??= new RateLimit(refusalsPerMinute / MINUTE, refusalsPerMinute, now)
    if (this.#refusals.take(now, 1) === 0) return false
    this.client.refuse('too many refused messages')
    return true
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
 * @param {object} [details]
 */
function refusalText(message, code, details) {
  const re = message?.id
  return JSON.stringify({ ...(isShortText(re) && { re }), ok: false, code, ...details })
}
