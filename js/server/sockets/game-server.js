// SPDX-License-Identifier: Apache-2.0
// The game server: accepts connections, knows who they are, and stops without losing a command.

import { createServer } from 'node:http'
import { argumentError } from '../../core/errors.js'
import { deadline } from '../../core/waiting.js'
import { Access, originOf } from '../../net/access.js'
import { Addresses } from '../../net/addresses.js'
import { Failures } from '../../net/failures.js'
import { end, NOTHING_HERE, pathOf, refuseUpgrade } from '../../net/http-answers.js'
import { localUrl } from '../../net/server-options.js'
import { SummedLog } from '../../net/summed-log.js'
import { UnknownSockets } from '../../net/unknown-sockets.js'
import { CLOSE_LATER, CLOSE_POLICY, CLOSE_RESTART } from '../../session/protocol.js'
import { recordOf } from '../archive/archive.js'
import { GameHost } from '../host/game-host.js'
import { Lobby } from '../host/lobby.js'
import { MACHINE } from '../host/machine.js'
import { MemoryStore } from '../stores/memory-store.js'
import { Metrics } from './metrics.js'
import { Peer } from './peer.js'
import { Rooms } from './rooms.js'
import { Users } from './users.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { AddressInfo, Socket } from 'node:net' */
/** @import { GameServerSettings } from './game-server-options.js' */
/** @import { Objection } from '../../net/http-answers.js' */

/** A connection must send its request within this time, in milliseconds. */
const REQUEST_TIME = 5000
const CHECK_INTERVAL = 1000
/** Of a message. */
const MOST_FRAGMENTS = 16
/** Between two rounds of housekeeping, in milliseconds. */
const ROUND = 1000
/** Connections without a request, in all: after a node's death all of its clients come at once. */
const MOST_UNKNOWN = 4096
/** As many may wait to be accepted; Linux takes the smaller one of this and net.core.somaxconn. One that is turned away
 * tries again after 1, 3 and 7 seconds. */
const BACKLOG = 65_535
/** close() waits this long for commands in progress and for closing handshakes, in milliseconds. */
const DRAIN_TIME = 5000
const CLOSE_TIME = 1500
/** All of close(), with the archive of a store that ends with it, in milliseconds: the process ends within ten seconds. */
const LONGEST_CLOSE = 9500
/** Clients of a server that stops come back within this time, in milliseconds, at random. */
const LATEST_RETURN = 2000

/** @satisfies {Objection} */
const NO_WEB_SOCKET = /** @type {const} */ ([
  426,
  'this is a game server behind a WebSocket',
  { Upgrade: 'websocket' },
])

/** @type {WeakMap<object, Set<GameServerNode>>} */
const sharing = new WeakMap()

/**
 * @param {object} server an http.Server
 * @returns {Set<GameServerNode>} all that share it
 */
function sharersOf(server) {
  const nodes = sharing.get(server) ?? new Set()
  sharing.set(server, nodes)
  return nodes
}

/**
 * @param {GameServerSettings} settings
 * @throws {ChessError} ERR_ARGUMENT
 */
function checkPath({ server, path }) {
  if (server !== undefined && [...sharersOf(server)].some(node => node.path === path))
    throw argumentError('The server has a game server at this path already:', path)
}

export class GameServerNode {
  #settings
  #store
  #ownsStore
  /** @type {SummedLog<string>} */
  #log
  #metrics = new Metrics()
  #host
  #rooms
  #lobby
  #users
  #access
  #addresses
  #failures = new Failures()
  #unknown
  /** @type {import('node:http').Server} */
  #http
  #upgrades
  /** One listener for all sockets: a function of its own takes 250 bytes of each. */
  #onSocketClose
  /** @type {Set<Socket>} all of its own HTTP server, upgraded or not */
  #sockets = new Set()
  /** @type {Set<Peer>} until the socket is gone */
  #peers = new Set()
  /** @type {Map<string, number>} connections by network */
  #ofNetwork = new Map()
  /** @type {Map<Socket, string>} networks that count it */
  #networks = new Map()
  /** @type {Map<Peer, (value?: unknown) => void>} called when the socket is gone */
  #onGone = new Map()
  /** @type {Peer[]} with something to write */
  #dirty = []
  #services
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #round
  #startTime = performance.now()
  /** @type {AddressInfo | undefined} */
  #address
  #onUpgrade = (
    /** @type {IncomingMessage} */ request,
    /** @type {any} */ socket,
    /** @type {Buffer} */ head,
  ) => this.#upgrade(request, socket, head)
  /** @type {Promise<void> | undefined} */
  #closing

  static {
    // Its public name; minifiers rename it.
    Object.defineProperty(GameServerNode, 'name', { value: 'GameServer', configurable: true })
  }

  /**
   * @param {GameServerSettings} settings
   * @param {typeof import('ws').WebSocketServer} WebSocketServer
   * @throws {ChessError} ERR_ARGUMENT for a path of a shared server that is taken
   */
  constructor(settings, WebSocketServer) {
    const { limits } = settings
    checkPath(settings)
    this.#settings = settings
    this.#ownsStore = settings.store === undefined
    this.#store = settings.store ?? new MemoryStore()
    this.#log = new SummedLog(settings.log)
    this.#users = new Users(settings, this.#failures, entry => this.#log.sum(entry), this.#store)
    this.#addresses = new Addresses(settings.proxies)
    this.#access = new Access(undefined, settings.origins)
    this.#unknown = new UnknownSockets(
      address => this.#addresses.limitedNetwork(address),
      address => this.#reject(address, 'too many connections without a request'),
      { ofAddress: limits.connectionsPerAddress, all: MOST_UNKNOWN },
    )
    const archive = settings.archive
    this.#host = new GameHost(
      {
        store: this.#store,
        archive:
          archive &&
          (async record => {
            await archive(record)
            this.#metrics.archived()
          }),
        log: entry => this.#log.sum(/** @type {any} */ (entry)),
      },
      {
        ...MACHINE,
        meter: this.#metrics,
        gameId: (user, command) => this.#users.gameId(user, command),
        onEvent: (state, event) => this.#onEvent(state, event),
      },
    )
    this.#rooms = new Rooms(this.#host, limits.spectators)
    this.#lobby = new Lobby(this.#host)
    this.#upgrades = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      // One frame of a client in a turn of the event loop: a flood of frames waits for its turns.
      allowSynchronousEvents: false,
      maxPayload: limits.messageBytes,
      maxFragments: MOST_FRAGMENTS,
    })
    this.#services = {
      host: this.#host,
      rooms: this.#rooms,
      lobby: this.#lobby,
      limits,
      metrics: this.#metrics,
      users: this.#users,
      isStopping: () => this.#closing !== undefined,
      onDirty: this.#onDirty.bind(this),
      onEnd: this.#onEnd.bind(this),
      onClosed: this.#onClosed.bind(this),
    }
    const onSocketClose = this.#forget.bind(this)
    this.#onSocketClose = /** @this {Socket} */ function () {
      onSocketClose(this)
    }
    this.#http = settings.server
      ? /** @type {import('node:http').Server} */ (settings.server)
      : this.#ownServer()
    this.#http.on('upgrade', this.#onUpgrade)
    if (settings.server !== undefined) sharersOf(settings.server).add(this)
  }

  /** Of the WebSocket. */
  get path() {
    return this.#settings.path
  }

  /** The host that it was configured with. */
  get host() {
    return this.#settings.host
  }

  /** The port that it listens at; 0 if it does not. */
  get port() {
    const address = this.#address ?? this.#http.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  get url() {
    const { path, server } = this.#settings
    const scheme = server && 'setSecureContext' in server ? 'wss' : 'ws'
    return `${localUrl(scheme, this.host, this.port)}${path === '/' ? '' : path}`
  }

  /** Number of clients now. */
  get clients() {
    return this.#peers.size
  }

  /** Number of games that they watch. */
  get games() {
    return this.#rooms.size
  }

  /**
   * @returns {Promise<void>}
   * @throws {Error} of the system, if it cannot listen at the address
   */
  async listen() {
    const { host, port, server, secret, authenticate, archive } = this.#settings
    this.#round = setInterval(() => this.#makeRound(), ROUND)
    // A shared server keeps the process running as it likes.
    if (server) this.#round.unref()
    else {
      try {
        await new Promise((resolve, reject) => {
          this.#http.once('error', reject)
          this.#http.listen({ host, port, backlog: BACKLOG }, () => resolve(this.#http.off('error', reject)))
        })
      } catch (error) {
        await this.close()
        throw error
      }
      // Such as EMFILE; open connections are not affected.
      this.#http.on('error', error => this.#reject(undefined, error.message))
      this.#address = /** @type {AddressInfo} */ (this.#http.address())
      this.#log.write({ event: 'listening', url: this.url })
    }
    if (secret === undefined && authenticate === undefined)
      this.#warn('there is no secret: identities end with this process, and are good on this node only')
    if (archive === undefined) this.#warn('there is no archive: games are lost ten minutes after their end')
  }

  /**
   * Stops: new connections are refused, commands in progress are finished and answered, all clients are sent away to
   * come back elsewhere.
   * @returns {Promise<void>} it never rejects
   */
  close() {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** @returns {Promise<void>} */
  [Symbol.asyncDispose]() {
    return this.close()
  }

  async #close() {
    const begin = performance.now()
    if (this.#address) this.#log.write({ event: 'draining', clients: this.clients })
    for (const peer of this.#peers) {
      if (!peer.isOpen) continue
      const retry = Math.round(Math.random() * LATEST_RETURN)
      peer.send(JSON.stringify({ type: 'bye', reason: 'the server stops', retry }))
    }
    await deadline(this.#host.drain(), DRAIN_TIME)
    // The answers are in the microtasks after the last append.
    await new Promise(resolve => setImmediate(resolve))
    const gone = Array.from(this.#peers, peer => new Promise(resolve => this.#onGone.set(peer, resolve)))
    for (const peer of [...this.#peers]) peer.close(CLOSE_RESTART, 'the server stops')
    await deadline(Promise.all(gone), CLOSE_TIME)
    for (const peer of this.#peers) peer.terminate()
    clearInterval(this.#round)
    this.#http.off('upgrade', this.#onUpgrade)
    sharersOf(this.#http).delete(this)
    if (this.#settings.server === undefined) await this.#closeHttp()
    if (this.#ownsStore) await this.#closeStore(begin)
    this.#metrics.close()
    this.#log.close()
    if (this.#address) this.#log.write({ event: 'closed' })
  }

  async #closeHttp() {
    const closed = new Promise(resolve => this.#http.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /**
   * The games of this process's memory end with it: they go to the archive, unfinished ones as such.
   * @param {number} begin of close()
   */
  async #closeStore(begin) {
    const { archive } = this.#settings
    const store = /** @type {MemoryStore} */ (this.#store)
    if (archive) {
      const left = new Set(store.games())
      const kept = [...left].map(async game => {
        try {
          const events = await store.read(game)
          if (events.some(event => event.type === 'moved')) await archive(recordOf(events))
        } catch (error) {
          this.#logUnkept(game, String(/** @type {any} */ (error)?.message ?? error))
        }
        left.delete(game)
      })
      await deadline(Promise.all(kept), LONGEST_CLOSE - (performance.now() - begin))
      for (const game of left) this.#logUnkept(game, 'the archive does not answer')
    }
    await store.close()
  }

  /**
   * @param {string} game
   * @param {string} reason
   */
  #logUnkept(game, reason) {
    this.#log.write({ event: 'archive-failed', game, reason })
  }

  // Connections.

  #ownServer() {
    const server = createServer({
      headersTimeout: REQUEST_TIME,
      requestTimeout: REQUEST_TIME,
      connectionsCheckingInterval: CHECK_INTERVAL,
    })
    server.on('connection', socket => {
      this.#sockets.add(socket)
      socket.on('close', this.#onSocketClose)
      this.#unknown.add(socket)
    })
    server.on('request', (request, response) => {
      this.#unknown.hear(request.socket)
      if (!this.answer(request, response)) this.#answerRest(request, response)
    })
    server.on('clientError', (_, socket) => refuseUpgrade(socket, 400, 'this is not HTTP'))
    return server
  }

  /**
   * @param {IncomingMessage} request
   * @param {Socket} socket
   * @param {Buffer} head
   */
  #upgrade(request, socket, head) {
    if (!this.#isMine(pathOf(request))) return
    const address = this.#addresses.of(request)
    const [status, reason, headers] = this.#objection(request, address)
    if (status !== 0) {
      this.#reject(address, reason, status)
      return refuseUpgrade(socket, status, reason, headers)
    }
    this.#unknown.delete(socket)
    const network = this.#addresses.limitedNetwork(address)
    if (network !== undefined) {
      this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1)
      this.#networks.set(socket, network)
      if (this.#settings.server) socket.on('close', this.#onSocketClose)
    }
    socket.setTimeout(0)
    socket.setNoDelay()
    this.#upgrades.handleUpgrade(request, socket, head, webSocket => {
      if (this.#closing) return webSocket.close(CLOSE_RESTART, 'the server stops')
      this.#peers.add(new Peer(webSocket, socket, request, address, this.#services))
    })
  }

  /** @param {Socket} socket closed */
  #forget(socket) {
    this.#sockets.delete(socket)
    this.#unknown.delete(socket)
    const network = this.#networks.get(socket)
    if (network === undefined) return
    this.#networks.delete(socket)
    const left = (this.#ofNetwork.get(network) ?? 1) - 1
    if (left > 0) this.#ofNetwork.set(network, left)
    else this.#ofNetwork.delete(network)
  }

  /**
   * @param {string} path of an upgrade
   * @returns {boolean} whether this one must answer it. Other paths of a shared server are other listeners' business; if
   *   these are all game servers, the first one refuses
   */
  #isMine(path) {
    const { server } = this.#settings
    if (server === undefined || path === this.#settings.path) return true
    const nodes = [...sharersOf(server)]
    if (this.#http.listenerCount('upgrade') > nodes.length) return false
    return nodes[0] === this && nodes.every(node => node.path !== path)
  }

  /**
   * @param {IncomingMessage} request
   * @param {string} address
   * @returns {Objection} status 0 for none
   */
  #objection(request, address) {
    const { limits, path } = this.#settings
    if (pathOf(request) !== path) return NOTHING_HERE
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return NO_WEB_SOCKET
    if (!this.#access.allowsOrigin(request) && !this.#isSamePage(request))
      return [403, 'pages of this origin may not connect']
    if (this.#closing) return [503, 'the server stops', { 'Retry-After': '2' }]
    const wait = this.#failures.wait(address)
    if (wait > 0)
      return [
        429,
        'too many wrong identities came from this address',
        { 'Retry-After': String(Math.ceil(wait / 1000)) },
      ]
    const network = this.#addresses.limitedNetwork(address)
    if (network !== undefined && (this.#ofNetwork.get(network) ?? 0) >= limits.connectionsPerAddress)
      return [429, 'too many connections came from this address', { 'Retry-After': '5' }]
    if (this.#peers.size >= limits.connections)
      return [503, 'the server has no room for another client', { 'Retry-After': '5' }]
    return [0, '']
  }

  /**
   * @param {IncomingMessage} request
   * @returns {boolean} whether it comes from a page of the server that is shared
   */
  #isSamePage({ headers: { origin, host } }) {
    if (this.#settings.server === undefined || origin === undefined || host === undefined) return false
    const normalised = originOf(origin)
    return (
      normalised !== undefined &&
      /^https?:/.test(normalised) &&
      new URL(normalised).host === host.toLowerCase()
    )
  }

  /**
   * Answers GET /health, /ready and, unless the option says no, /metrics.
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   * @returns {boolean} false if it asks for something else: it is not answered then
   */
  answer(request, response) {
    const asked = pathOf(request)
    if (asked !== '/health' && asked !== '/ready' && !(this.#settings.metrics && asked === '/metrics'))
      return false
    if (!isRead(request, response)) end(response, 405, 'GET only', { Allow: 'GET, HEAD' })
    else if (asked === '/health') {
      const uptime = Math.round((performance.now() - this.#startTime) / 1000)
      const health = { status: 'ok', clients: this.clients, games: this.games, uptime }
      end(response, 200, JSON.stringify(health), { 'Content-Type': 'application/json' })
    } else if (asked === '/metrics') {
      const facts = { connections: this.clients, games: this.games, ready: this.#isReady }
      const type = 'text/plain; version=0.0.4; charset=utf-8'
      end(response, 200, this.#metrics.text(facts), { 'Content-Type': type })
    } else if (this.#isReady) end(response, 200, 'ready')
    else end(response, 503, this.#closing ? 'the server stops' : 'the store is away')
    return true
  }

  /**
   * Answers what is neither a WebSocket nor a report.
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  #answerRest(request, response) {
    const isKnown = pathOf(request) === this.#settings.path
    if (!isRead(request, response) && isKnown) return end(response, 405, 'GET only', { Allow: 'GET, HEAD' })
    if (!isKnown) return end(response, ...NOTHING_HERE)
    const [status, reason, headers] = NO_WEB_SOCKET
    end(response, status, reason, { ...headers, Connection: 'Upgrade' })
  }

  get #isReady() {
    return this.#closing === undefined && this.#store.ready !== false
  }

  /**
   * @param {import('../../session/state.js').SessionState} state
   * @param {import('../../session/commands.js').SessionEvent} event
   */
  #onEvent(state, event) {
    this.#rooms.touch(state.id)
    if (event.type === 'created' || event.type === 'joined' || event.type === 'ended')
      this.#users.count(state)
  }

  // Housekeeping.

  /** @param {Peer} peer */
  #onDirty(peer) {
    if (this.#dirty.length === 0) setImmediate(() => this.#flush())
    this.#dirty.push(peer)
  }

  #flush() {
    const dirty = this.#dirty
    this.#dirty = []
    for (const peer of dirty) peer.flush()
  }

  /**
   * @param {Peer} peer
   * @param {number} code
   * @param {string} reason
   */
  #onEnd(peer, code, reason) {
    this.#users.leave(peer)
    if (code !== CLOSE_POLICY && code !== CLOSE_LATER) return
    this.#metrics.closed(reason)
    this.#log.sum({ event: 'closed-client', address: peer.address, code, reason })
  }

  /** @param {Peer} peer */
  #onClosed(peer) {
    this.#peers.delete(peer)
    this.#onGone.get(peer)?.()
    this.#onGone.delete(peer)
  }

  #makeRound() {
    const now = performance.now()
    for (const peer of this.#peers) peer.tick(now)
    this.#rooms.publish()
    this.#lobby.publish()
  }

  /**
   * @param {string | undefined} address
   * @param {string} reason
   * @param {number} [status]
   */
  #reject(address, reason, status) {
    this.#log.sum({ event: 'rejected', address, status, reason })
  }

  /** @param {string} reason */
  #warn(reason) {
    this.#log.write({ event: 'warning', reason })
  }
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @returns {boolean} whether the method is GET or HEAD; the body of another one is not waited for
 */
function isRead({ method }, response) {
  if (method === 'GET' || method === 'HEAD') return true
  response.shouldKeepAlive = false
  return false
}

// Where that symbol is missing, the method above is named 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(GameServerNode.prototype, 'undefined')
