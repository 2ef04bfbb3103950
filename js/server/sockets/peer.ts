// SPDX-License-Identifier: Apache-2.0
// One user of a game server: its hello, its commands and their answers, and the games that it watches.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { isObject } from '../../core/objects.js'
import type { ClientOwner } from '../../net/client-socket.js'
import { Client } from '../../net/client-socket.js'
import { BURST } from '../../net/input.js'
import { RateLimit } from '../../net/rate-limit.js'
import type { Origin, SocketServer } from '../../net/socket-server.js'
import type { CommandMessage } from '../../session/protocol.js'
import {
  CLOSE_IDENTITY,
  CLOSE_LATER,
  CLOSE_POLICY,
  CLOSE_RESTART,
  REVOKED,
  STORE_AWAY,
} from '../../session/protocol.js'
import { isShortText, TEXT_FORM } from '../../session/setup.js'
import type { GameSummary } from '../../session/summary.js'
import { readPlaying } from '../../session/summary.js'
import type { Answer, User } from '../host/answers.js'
import type { GameHost } from '../host/game-host.js'
import type { SessionStore } from '../stores/session-store.js'
import type { AddressLimits } from './address-limits.js'
import type { ServerLimits } from './game-server-options.js'
import type { ListFeed } from './list-feed.js'
import type { Metrics } from './metrics.js'
import type { Rooms } from './rooms.js'
import { Subscriptions } from './subscriptions.js'
import type { Users } from './users.js'

/** The parts of the server that a connection uses. */
type PeerServices = {
  server: SocketServer<Peer>
  host: GameHost
  rooms: Rooms
  feeds: { lobby: ListFeed; playing: ListFeed }
  limits: ServerLimits
  metrics: Metrics
  users: Users
  store: SessionStore
  addressLimits: AddressLimits
  /** a limit on games forbids its request */
  onExcess: (peer: Peer, limit: string) => void
  /** it has messages to send: they are taken and sent in the same turn */
  onDirty: (peer: Peer) => void
  /** once: the server has closed it, or it is gone */
  onEnd: (peer: Peer, code: number, reason: string, isOwn: boolean) => void
}

/** This many bytes of a list, or of a game's first message, cost as much as a message of the client. */
const BYTES_A_MESSAGE = 8192
/** The number of games, each read from its log, that cost as much as one message. */
const GAMES_A_MESSAGE = 2
const MINUTE = 60
const BAD_ID = `id ${TEXT_FORM}`
/** The fields of `create` that the server sets. */
const OWN_FIELDS = ['game', 'by']
/** The reason of a close because a client could not be identified now; it tries again later. */
const UNCHECKED = 'identities cannot be checked now'

/** A message of a client, parsed from JSON. */
type Message = Record<string, unknown>

export class Peer implements ClientOwner {
  #services: PeerServices
  #origin: Origin
  /** until the hello */
  #request: IncomingMessage | undefined
  #user: User | undefined
  #games: Subscriptions | undefined
  // A new array for each write: an empty one that is kept would survive many garbage collections.
  #answers: { re: string; game: string | undefined; answer: Answer }[] | undefined
  /** other messages to send */
  #texts: string[] | undefined
  #isDirty = false
  #refusals: RateLimit | undefined
  #begin = performance.now()
  /** the user's games, while they are read */
  #ownGames: Promise<GameSummary[]> | undefined

  declare client: Client

  /**
   * @param webSocket just opened
   * @param socket the TCP socket below it
   * @param origin the origin of the client
   */
  constructor(
    webSocket: WebSocket,
    socket: Socket,
    request: IncomingMessage,
    origin: Origin,
    services: PeerServices,
  ) {
    this.#request = request
    this.#origin = origin
    this.#services = services
    this.client = new Client(webSocket, socket, services.server.clientLimits, this, origin.meter?.work)
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
   * @param time as performance.now() counts
   * @returns whether it connected before that time and plays a game
   */
  hasPlayedSince(time: number): boolean {
    return this.#begin < time && this.isOpen && this.#games?.isPlaying === true
  }

  /** @param text a message, sent in this turn */
  send(text: string) {
    if (this.client.isClosed) return
    this.#texts ??= []
    this.#texts.push(text)
    this.#markDirty()
  }

  /**
   * Closes the connection; unless the code is CLOSE_POLICY or CLOSE_LATER, pending messages are sent first.
   * @param reason text for the client
   */
  close(code: number, reason: string) {
    if (this.#isDirty && code !== CLOSE_POLICY && code !== CLOSE_LATER) this.client.send(...this.takeTexts())
    this.client.close(code, reason)
  }

  // Called by its games.

  onNews() {
    this.#markDirty()
  }

  onUnknown() {
    this.close(CLOSE_RESTART, 'a newer server has played on')
  }

  /** @param bytes the size of a game's first message */
  onFirst(bytes: number) {
    this.client.charge(Math.floor(bytes / BYTES_A_MESSAGE))
  }

  #markDirty() {
    if (this.#isDirty || this.client.isClosed) return
    this.#isDirty = true
    this.#services.onDirty(this)
  }

  /** Removes and returns the messages to send. */
  takeTexts(): string[] {
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

  // Called by its client.

  onTick(now: number) {
    if (this.#user !== undefined || now - this.#begin <= this.#services.limits.helloTime) return
    if (this.#request !== undefined) this.client.refuse('no hello')
    else this.close(CLOSE_LATER, UNCHECKED)
  }

  onSlow(isSlow: boolean) {
    if (isSlow) this.#games?.suspend()
    else this.#games?.resume()
  }

  onEnd(code: number, reason: string, isOwn: boolean) {
    this.#texts = undefined
    this.#answers = undefined
    this.#request = undefined
    this.#games?.closeAll()
    for (const feed of Object.values(this.#services.feeds)) feed.unwatch(this)
    this.#services.onEnd(this, code, reason, isOwn)
  }

  onClosed() {
    this.#services.server.remove(this)
  }

  onMessage(text: string) {
    this.#services.metrics.received(text.length)
    const message = parse(text)
    if (message.type === 'hello') return this.#hello(message)
    const user = this.#user
    if (user === undefined) return this.client.refuse('say hello first')
    switch (message.type) {
      case 'open': {
        const refusal = this.#games?.open(message)
        if (refusal !== undefined) this.#refuse(refusal)
        return
      }
      case 'close':
        return this.#games?.close(message.game)
      case 'lobby':
        return this.#listAll(message, this.#services.feeds.lobby)
      case 'playing':
        return this.#listRunning(message)
      case 'games':
        return this.#listGames(user, message)
      case 'ping': {
        const { t } = message
        return this.send(
          JSON.stringify({ type: 'pong', ...(typeof t === 'number' && { t }), now: this.#services.host.now }),
        )
      }
      default:
        this.#command(user, message)
    }
  }

  async #hello(hello: Message) {
    const request = this.#request
    if (request === undefined) return this.#refuseBad(hello, 'hello is the first message, and comes once')
    this.#request = undefined
    this.client.hold()
    const identified = await this.#services.users.identify(
      request,
      hello,
      this.#services.host.now,
      this.#origin.network,
    )
    if (identified === 'unknown' || identified === 'revoked') this.#origin.meter?.refuse()
    // Many players behind one address may try again every second.
    else if (typeof identified === 'string') this.#origin.meter?.excuse()
    if (this.client.isClosed) return
    if (identified === 'unknown') return this.close(CLOSE_IDENTITY, 'the identity is refused')
    if (identified === 'revoked') return this.close(CLOSE_IDENTITY, REVOKED)
    if (identified === 'away') return this.close(CLOSE_LATER, STORE_AWAY)
    if (identified === 'failed') return this.close(CLOSE_LATER, UNCHECKED)
    this.#welcome(identified)
    this.client.release()
  }

  #welcome({ user, token }: { user: User; token?: string }) {
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

  /** @param feed of the list that the message requests */
  async #listAll(message: Message, feed: ListFeed) {
    const { id, watch } = message
    if (id !== undefined && !isShortText(id)) return this.#refuseBad(message, BAD_ID)
    if (watch !== undefined && typeof watch !== 'boolean')
      return this.#refuseBad(message, 'watch is true or false')
    if (watch === true) feed.watch(this)
    else if (watch === false) feed.unwatch(this)
    try {
      const text = await feed.text()
      if (this.client.isClosed) return
      feed.note(this, text)
      this.#list(id, text)
    } catch {
      this.send(refusalText(message, 'unavailable'))
    }
  }

  async #listRunning(message: Message) {
    const { id, watch, tag, limit } = message
    if (tag === undefined && limit === undefined) return this.#listAll(message, this.#services.feeds.playing)
    const options = readPlaying(message)
    if (typeof options === 'string') return this.#refuseBad(message, options)
    if (!isShortText(id)) return this.#refuseBad(message, BAD_ID)
    if (watch !== undefined) return this.#refuseBad(message, 'watch is for the list without tag and limit')
    try {
      const playing = await this.#services.host.playing(options)
      this.client.charge(Math.floor(playing.length / GAMES_A_MESSAGE))
      this.#list(id, JSON.stringify({ playing }))
    } catch {
      this.send(refusalText(message, 'unavailable'))
    }
  }

  async #listGames(user: User, message: Message) {
    const { id } = message
    if (!isShortText(id)) return this.#refuseBad(message, BAD_ID)
    try {
      this.#ownGames ??= this.#services.host.gamesOf(user)
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
   * @param id the id of the request
   * @param text a list, as a message
   */
  #list(id: string | undefined, text: string) {
    this.client.charge(Math.floor(text.length / BYTES_A_MESSAGE))
    this.send(id === undefined ? text : `{"re":${JSON.stringify(id)},"ok":true,${text.slice(1)}`)
  }

  async #command(user: User, message: Message) {
    if (!isCommand(message)) {
      const why = message === NO_JSON ? 'a message is an object in JSON' : BAD_ID
      return this.#refuseBad(message, isShortText(message.id) ? 'type is the name of a command' : why)
    }
    const { type } = message
    const { server, users } = this.#services
    // The client sends it again, with the same id, to the next node.
    if (server.isClosing) return
    const isCreating = type === 'create'
    // A client cannot put another user into a game.
    if (isCreating && message.opponent !== undefined) return this.#refuse(refusalText(message, 'notAllowed'))
    const own = isCreating && OWN_FIELDS.find(name => message[name] !== undefined)
    if (own) return this.#refuseBad(message, `the server sets '${own}'`)
    if (isCreating || type === 'join') {
      if (users.isFull(user)) await users.recount(user)
      if (this.client.isClosed) return
      const excess = users.excess(user, type)
      if (excess !== undefined) return this.#refuseAs(message, excess)
    }
    if (isCreating) return this.#create(user, message)
    this.#answer(user, message, typeof message.game === 'string' ? message.game : '')
  }

  async #create(user: User, message: CommandMessage) {
    const { addressLimits, host, users } = this.#services
    const creation = await addressLimits.begin(this.#origin.network, message.listed === true)
    if ('limit' in creation) return this.#refuseAs(message, creation)
    if (this.client.isClosed) return creation.end(undefined)
    const answer = await this.#answer(user, message, undefined)
    if (!answer.ok && answer.code === 'refused') users.excuse(user)
    const { game } = answer
    creation.end(host.stateOf(game ?? '')?.status === 'waiting' ? game : undefined)
  }

  /** @param message a message that a limit forbids */
  #refuseAs(message: Message, excess: { limit: string; ms?: number }) {
    const { limit } = excess
    this.#services.onExcess(this, limit)
    this.#refuse(refusalText(message, 'tooFast', excess))
  }

  /**
   * Executes a command and answers it.
   * @param game undefined to create one
   * @returns the answer
   */
  async #answer(user: User, message: CommandMessage, game: string | undefined): Promise<Answer> {
    const { id, type } = message
    // The server measures the lag: clients could claim any.
    const { lag } = this.client
    message.lag = type === 'move' && lag !== undefined ? Math.round(lag) : undefined
    if (type === 'move') this.client.pingWithNext()
    const { host } = this.#services
    const answer = await host.command(game, user, message)
    // Otherwise players who never open the game, or left while it waited, would never count as away.
    if (answer.ok && type === 'join' && game !== undefined) host.expectPlayers(game)
    // The client is not to blame for a store that does not answer.
    const isRefused = !answer.ok && answer.code !== 'unavailable'
    if (this.client.isClosed || (isRefused && this.#isTooMuch())) return answer
    this.#answers ??= []
    this.#answers.push({ re: id, game, answer })
    this.#markDirty()
    return answer
  }

  #refuse(text: string) {
    if (!this.#isTooMuch()) this.send(text)
  }

  #refuseBad(message: Message, why: string) {
    this.#refuse(refusalText(message, 'badCommand', { why }))
  }

  /** Counts a refusal. Returns whether it is one too many; the connection is then closed. */
  #isTooMuch(): boolean {
    const { refusalsPerMinute } = this.#services.limits
    this.#origin.meter?.refuse()
    const now = performance.now()
    this.#refusals ??= new RateLimit(refusalsPerMinute / MINUTE, refusalsPerMinute, now)
    if (this.#refusals.take(now, 1) === 0) return false
    this.client.refuse('too many refused messages')
    return true
  }
}

const NO_JSON: Message = {}

/** @returns an empty message if the text is none: it is then refused as a command without an id */
function parse(text: string): Message {
  try {
    const message: unknown = JSON.parse(text)
    return isObject(message) && !Array.isArray(message) ? message : {}
  } catch {
    return NO_JSON
  }
}

const isCommand = (message: Message): message is CommandMessage =>
  isShortText(message.id) && typeof message.type === 'string'

function refusalText(message: Message, code: string, details?: object) {
  const re = message.id
  return JSON.stringify({ ...(isShortText(re) && { re }), ok: false, code, ...details })
}
