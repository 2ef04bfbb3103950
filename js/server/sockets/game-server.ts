// SPDX-License-Identifier: Apache-2.0
// The game server: a host of games for the users that connect to it. It stops without losing a command.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { deadline } from '../../core/waiting.js'
import type { Objection } from '../../net/http-answers.js'
import { jsonReport } from '../../net/http-answers.js'
import { SocketServer } from '../../net/socket-server.js'
import type { SessionEvent } from '../../session/commands.js'
import { CLOSE_LATER, CLOSE_POLICY, CLOSE_RESTART, STORE_AWAY } from '../../session/protocol.js'
import { isIntegerWithin, isShortText } from '../../session/setup.js'
import type { SessionState } from '../../session/state.js'
import type { GameRecord } from '../archive/archive.js'
import { GameHost } from '../host/game-host.js'
import { MACHINE } from '../host/machine.js'
import { MemoryStore } from '../stores/memory-store.js'
import type { SessionStore } from '../stores/session-store.js'
import { AddressLimits } from './address-limits.js'
import type { GameServerSettings, RevokeOptions } from './game-server-options.js'
import { LIFETIME } from './identity.js'
import { ListFeed } from './list-feed.js'
import { Metrics } from './metrics.js'
import { Peer } from './peer.js'
import { Rooms } from './rooms.js'
import { StoreWatch } from './store-watch.js'
import { Users } from './users.js'

/** The most fragments of a message. */
const MOST_FRAGMENTS = 16
/** This many characters of a message cost as much as one more message. */
const CHARACTERS = 1024
/** Characters of running games that a client which watches them gets in a second, in the long run. */
const PLAYING_CHARACTERS = 8192
/** Connections without a request, in all: after a node's death all of its clients come at once. */
const MOST_UNKNOWN = 4096
/** close() waits this long for commands in progress and for closing handshakes, in milliseconds. */
const DRAIN_TIME = 5000
const CLOSE_TIME = 1500
/** The longest time of close(), including archiving, in milliseconds: the process must end within ten seconds. */
const LONGEST_CLOSE = 9500
/** Other nodes read every second who is revoked; in milliseconds. */
const SHORTEST_REVOCATION = 5000
/** Clients of a stopping server reconnect at a random time within this, in milliseconds. */
const LATEST_RETURN = 2000

export class GameServerNode {
  #settings: GameServerSettings
  #store: SessionStore
  #metrics = new Metrics()
  #host: GameHost
  #rooms: Rooms
  #feeds: { lobby: ListFeed; playing: ListFeed }
  #users
  #addressLimits: AddressLimits
  #storeWatch: StoreWatch
  #server: SocketServer<Peer>
  #services
  /** the peers with messages to send */
  #dirty: Peer[] = []

  static {
    // The public name, which minifiers would change.
    Object.defineProperty(GameServerNode, 'name', { value: 'GameServer', configurable: true })
  }

  /** @throws {ChessError} ERR_ARGUMENT if another game server has this path of a shared server */
  constructor(settings: GameServerSettings, WebSocketServer: typeof import('ws').WebSocketServer) {
    const { limits, archive, metrics } = settings
    const { messageBytes, messagesPerSecond, workPerClient, connections, connectionsPerAddress } = limits
    this.#settings = settings
    this.#server = new SocketServer(settings, {
      WebSocketServer,
      messageBytes,
      fragments: MOST_FRAGMENTS,
      clientLimits: {
        messagesPerSecond,
        workPerClient,
        characters: CHARACTERS,
        silence: limits.idle,
        slowBacklog: limits.spectatorBacklog,
        backlog: limits.backlog,
        slowCode: CLOSE_LATER,
        binaryCode: CLOSE_POLICY,
      },
      connections,
      connectionsPerAddress,
      meterLimits: limits,
      unknown: { ofAddress: connectionsPerAddress, all: MOST_UNKNOWN },
      purpose: 'a game server',
      reports: {
        '/health': () => {
          const { clients, games } = this
          return jsonReport({ status: 'ok', clients, games, uptime: this.#server.uptime })
        },
        '/ready': () => this.#readiness(),
        ...(metrics && { '/metrics': () => this.#report() }),
      },
      serve: (webSocket, socket, request, origin) =>
        new Peer(webSocket, socket, request, origin, this.#services),
      onRound: () => {
        this.#rooms.publish()
        for (const feed of Object.values(this.#feeds)) feed.publish()
        this.#users.dismissRevoked()
      },
      drain: () => this.#drain(),
      stopCode: CLOSE_RESTART,
      stopTime: CLOSE_TIME,
      end: begin => this.#end(begin),
    })
    const { log } = this.#server
    this.#store = settings.store ?? new MemoryStore()
    this.#addressLimits = new AddressLimits(limits, this.#store)
    this.#host = new GameHost(
      {
        store: this.#store,
        archive:
          archive &&
          Object.assign(
            async (record: GameRecord) => {
              await archive(record)
              this.#metrics.archived()
            },
            { forget: archive.forget },
          ),
        before: settings.before,
        adjudicate: settings.adjudicate,
        archiveAfter: settings.archiveAfter,
        onStarted: settings.onStarted,
        onEnded: settings.onEnded,
        limits: { listedPerPlace: limits.listedPerAddress },
        log: entry => log.sum(entry as Parameters<typeof log.sum>[0]),
      },
      {
        ...MACHINE,
        meter: this.#metrics,
        gameId: (user, command) => this.#users.gameId(user, command),
        onEvent: (state, event) => this.#onEvent(state, event),
      },
    )
    this.#users = new Users(settings, entry => log.sum(entry), this.#store, this.#host.listings)
    this.#storeWatch = new StoreWatch(this.#store, {
      onLost: () => this.#users.onStoreLost(),
      onGivenUp: since => this.#sendPlayersAway(since),
      onBack: () => {
        this.#users.onStoreBack()
        this.#host.serveWaiting()
      },
    })
    this.#rooms = new Rooms(this.#host, limits.spectators)
    this.#feeds = {
      lobby: new ListFeed('lobby', () => this.#host.lobby()),
      playing: new ListFeed('playing', () => this.#host.playing(), PLAYING_CHARACTERS),
    }
    this.#services = {
      server: this.#server,
      host: this.#host,
      rooms: this.#rooms,
      feeds: this.#feeds,
      limits,
      metrics: this.#metrics,
      users: this.#users,
      store: this.#store,
      addressLimits: this.#addressLimits,
      onExcess: this.#onExcess.bind(this),
      onDirty: this.#onDirty.bind(this),
      onEnd: this.#onEnd.bind(this),
    }
  }

  /** The path of the WebSocket. */
  get path() {
    return this.#settings.path
  }

  /** The host that it was configured with. */
  get host() {
    return this.#settings.host
  }

  /** The port that it listens at; 0 if it does not. */
  get port() {
    return this.#server.port
  }

  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  get url() {
    return this.#server.url
  }

  /** Number of clients now. */
  get clients() {
    return this.#server.guests.size
  }

  /** Number of games that these clients watch. */
  get games() {
    return this.#rooms.size
  }

  /** @throws {Error} of the system, if it cannot listen at the address */
  async listen(): Promise<void> {
    const { secrets, authenticate, archive } = this.#settings
    await this.#server.listen()
    this.#storeWatch.begin()
    if (secrets.length === 0 && authenticate === undefined)
      this.#server.warn(
        'there is no secret: identities end with this process, and are valid on this node only. All nodes need the same secret',
      )
    if (archive === undefined)
      this.#server.warn('there is no archive: games are lost ten minutes after their end')
  }

  /**
   * Answers GET /health, /ready and, unless that is switched off, /metrics.
   * @returns false for any other request, which it does not answer
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    return this.#server.answer(request, response)
  }

  get #isReady() {
    return !this.#server.isClosing && this.#store.ready !== false
  }

  #readiness(): Objection {
    if (this.#isReady)
      return [200, this.#store.full ? 'ready; the store is full: no games are made' : 'ready']
    return [503, this.#server.isClosing ? 'the server stops' : 'the store is away']
  }

  #report(): Objection {
    const text = this.#metrics.text(() => ({
      connections: this.clients,
      games: this.games,
      ready: this.#isReady,
      full: this.#store.full === true,
    }))
    return [200, text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }]
  }

  /**
   * Forgets a user, as GameHost.forget().
   * @returns the number of games and records that were changed
   */
  forget(userId: string): Promise<number> {
    return this.#host.forget(userId)
  }

  /**
   * Refuses a user on all nodes from now on: the connections are closed, within two seconds on other nodes, and the user's
   * tokens are refused, also those of `authenticate`, for 180 days, as long as a token is good, or for the given time.
   * @param user an id
   * @returns resolves when the store has recorded it
   * @throws {ChessError} ERR_ARGUMENT; of the store: call it again then
   */
  async revoke(user: string, options?: RevokeOptions): Promise<void> {
    if (!isShortText(user)) throw argumentError('revoke() needs the id of a user', user)
    const { for: milliseconds = LIFETIME } = checkOptions(options, ['for'])
    if (!isIntegerWithin(milliseconds, SHORTEST_REVOCATION, LIFETIME))
      throw argumentError('for is a whole number of milliseconds, 5,000 to 180 days', milliseconds)
    await this.#users.revoke(user, milliseconds)
  }

  /**
   * Ends revoke(): the user's tokens are accepted again, on all nodes.
   * @param user an id
   * @returns resolves when the store has recorded it
   * @throws {ChessError} ERR_ARGUMENT; of the store: call it again then
   */
  async restore(user: string): Promise<void> {
    if (!isShortText(user)) throw argumentError('restore() needs the id of a user', user)
    await this.#host.listings.restore(user)
  }

  /**
   * Stops: new connections are refused, commands in progress are finished and answered, and all clients are asked to
   * connect elsewhere. It never rejects.
   */
  close(): Promise<void> {
    return this.#server.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /**
   * Sends players to other nodes, where their clocks may run. Players who came after the store was lost have tried those.
   * @param since when the store was lost, as performance.now() counts
   */
  #sendPlayersAway(since: number) {
    if (this.#server.isClosing) return
    const players = [...this.#server.guests].filter(peer => peer.hasPlayedSince(since))
    this.#server.log.write({ event: 'store-lost', clients: players.length })
    for (const peer of players) peer.close(CLOSE_LATER, STORE_AWAY)
  }

  async #drain() {
    if (this.#server.isServing) this.#server.log.write({ event: 'draining', clients: this.clients })
    for (const peer of this.#server.guests) {
      if (!peer.isOpen) continue
      const retry = Math.round(Math.random() * LATEST_RETURN)
      peer.send(JSON.stringify({ type: 'bye', reason: 'the server stops', retry }))
    }
    await deadline(this.#host.stop(), DRAIN_TIME)
    // The answers are sent in microtasks after the last append.
    await new Promise(resolve => setImmediate(resolve))
  }

  /** @param begin when close() began */
  async #end(begin: number) {
    this.#storeWatch.end()
    const { log } = this.#server
    const within = LONGEST_CLOSE - (performance.now() - begin)
    await this.#host.archiveRest(within, entry => log.write(entry))
    if (this.#settings.store === undefined) await this.#store.close()
    this.#metrics.close()
  }

  #onEvent(state: SessionState, event: SessionEvent) {
    this.#rooms.touch(state.id)
    if (event.type === 'created' || event.type === 'joined' || event.type === 'ended')
      this.#users.count(state)
    if (state.status !== 'waiting') this.#addressLimits.forget(state.id)
  }

  #onExcess({ address }: Peer, limit: string) {
    this.#metrics.limited(limit)
    this.#server.log.sum({ event: 'limited', address, reason: limit })
  }

  #onDirty(peer: Peer) {
    if (this.#dirty.length === 0) setImmediate(() => this.#flush())
    this.#dirty.push(peer)
  }

  #flush() {
    const dirty = this.#dirty
    this.#dirty = []
    for (const peer of dirty) {
      const { client } = peer
      if (!client.isClosed) client.send(...peer.takeTexts())
    }
  }

  #onEnd(peer: Peer, code: number, reason: string, isOwn: boolean) {
    this.#users.leave(peer)
    if (!isOwn || (code !== CLOSE_POLICY && code !== CLOSE_LATER)) return
    this.#metrics.closed(reason)
    if (reason === STORE_AWAY) return
    this.#server.log.sum({ event: 'closed-client', address: peer.address, code, reason })
  }
}

// Where that symbol is missing, the method above is named 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(GameServerNode.prototype, 'undefined')
