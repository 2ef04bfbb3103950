// SPDX-License-Identifier: Apache-2.0
// A server of WebSockets: it listens, admits connections, counts their clients, and stops. The engine bridge and game
// servers are built on it, and decide what to do for a client.

import { createServer } from 'node:http'
import { argumentError, chessError } from '../core/errors.js'
import { packageFailure } from '../core/optional-package.js'
import { deadline } from '../core/waiting.js'
import { Access, readOrigin } from './access.js'
import { AddressMeters } from './address-meters.js'
import { Addresses } from './addresses.js'
import { withRequire } from './bundled-package.js'
import {
  answerReport,
  answerRest,
  NOTHING_HERE,
  pathOf,
  refuseRequest,
  refuseUpgrade,
  tooMuch,
} from './http-answers.js'
import { HttpSockets } from './http-sockets.js'
import { Turns } from './rate-limit.js'
import { SummedLog } from './summed-log.js'
import { UnknownSockets } from './unknown-sockets.js'
import { WaitingLine } from './waiting-line.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { AddressInfo, Socket } from 'node:net' */
/** @import { WebSocket } from 'ws' */
/** @import { AddressMeter, MeterLimits } from './address-meters.js' */
/** @import { Client, ClientLimits, ClientOwner } from './client-socket.js' */
/** @import { Objection, Reports } from './http-answers.js' */
/** @import { ServerSettings } from './server-options.js' */

/**
 * What uses one client, and counts until it is removed.
 * @typedef {ClientOwner & { client: Client, close: (code: number, reason: string) => void }} Guest
 */

/**
 * Where it listens: at a host and port, or at the path of a server that others use, too.
 * @typedef {ServerSettings & { token?: string | undefined, path?: string, server?: object | undefined }} SocketSettings
 */

/**
 * Where a client comes from.
 * @typedef {object} Origin
 * @property {string} address
 * @property {string | undefined} network by which limits of the address count, if it has any
 * @property {AddressMeter | undefined} meter of the network
 */

/**
 * What a server does for its clients, and how many it takes.
 * @typedef {object} ServerRole
 * @property {typeof import('ws').WebSocketServer} WebSocketServer
 * @property {number} messageBytes of the longest message
 * @property {number} fragments of a message, at most
 * @property {string} [protocol] the subprotocol that it speaks
 * @property {ClientLimits} clientLimits
 * @property {number} connections at most
 * @property {boolean} [waits] whether clients wait for a moment for one of these to be free
 * @property {number} [connectionsPerAddress]
 * @property {MeterLimits} meterLimits
 * @property {{ ofAddress: number, all: number }} [unknown] connections without a request
 * @property {string} purpose what stands behind the WebSocket
 * @property {Reports} reports
 * @property {(webSocket: WebSocket, socket: Socket, request: IncomingMessage, origin: Origin) => Guest} serve
 * @property {(address: string) => string | undefined} [addressFault] why it must not listen there
 * @property {() => void} [onRound] called once a second, after the clients' ticks
 * @property {() => Promise<void>} [drain] called before all clients are sent away
 * @property {number} stopCode the close code then
 * @property {number} stopTime for closing handshakes, in milliseconds
 * @property {(begin: number) => Promise<void>} [end] called when they are gone; `begin` of close()
 */

/** A connection must send its request within this time, in milliseconds. */
const REQUEST_TIME = 5000
const CHECK_INTERVAL = 1000
/** Between two rounds of housekeeping, in milliseconds. */
const ROUND = 1000
/** As many connections may wait to be accepted; Linux takes the smaller one of this and net.core.somaxconn. One that is
 * turned away tries again after 1, 3 and 7 seconds. */
const BACKLOG = 65_535

/** After which a client may try again when there are too many connections, in milliseconds. */
const FULL_WAIT = 5000
/** @type {Objection} */
const NO_ROOM = [503, 'the server has no room for another client', { 'Retry-After': '5' }]

/** @type {WeakMap<object, Set<SocketServer>>} */
const sharing = new WeakMap()

/**
 * @param {object} server an http.Server
 * @returns {Set<SocketServer>} all that share it
 */
function sharersOf(server) {
  const nodes = sharing.get(server) ?? new Set()
  sharing.set(server, nodes)
  return nodes
}

/** @param {string} caller @returns {Promise<typeof import('ws').WebSocketServer>} @throws {ChessError} ERR_ARGUMENT */
export async function loadWebSocketServer(caller) {
  // Its listeners of a socket, which ./input.js replaces, are not those of the package.
  if (process.versions.bun !== undefined)
    throw chessError('ERR_ARGUMENT', `${caller}() needs Node or Deno: Bun has a ws of its own`)
  try {
    return (await withRequire(() => import('ws'))).WebSocketServer
  } catch (cause) {
    throw chessError('ERR_ARGUMENT', `${caller}() ${packageFailure(cause, 'ws')}`, { cause })
  }
}

/** @template {Guest} [T=Guest] */
export class SocketServer {
  #settings
  #role
  #path
  /** @type {SummedLog<string>} */
  log
  access
  turns = new Turns()
  #addresses
  #meters
  #requests = new HttpSockets()
  #unknown
  #line = new WaitingLine()
  /** @type {import('node:http').Server} */
  #http
  #upgrades
  /** @type {Set<Socket>} all of its own HTTP server, upgraded or not */
  #sockets = new Set()
  /** @type {Set<T>} */
  guests = new Set()
  #onEmpty = () => {}
  /** @type {Map<string, number>} connections by network */
  #ofNetwork = new Map()
  /** @type {Map<Socket, string>} networks that count it */
  #networks = new Map()
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #round
  #startTime = performance.now()
  /** @type {AddressInfo | undefined} */
  #address
  /** @type {Promise<void> | undefined} */
  #closing

  /**
   * @param {SocketSettings} settings
   * @param {ServerRole} role
   * @throws {ChessError} ERR_ARGUMENT for a path of a shared server that is taken
   */
  constructor(settings, role) {
    const { path = '/', server, log, proxies, token, origins } = settings
    if (server !== undefined && [...sharersOf(server)].some(node => node.path === path))
      throw argumentError('The server has a game server at this path already:', path)
    this.#settings = settings
    this.#role = role
    this.#path = path
    this.log = new SummedLog(log)
    this.access = new Access(token, origins)
    this.#addresses = new Addresses(proxies)
    this.#meters = new AddressMeters(role.meterLimits)
    this.#unknown = new UnknownSockets(
      address => this.#addresses.limitedNetwork(address),
      address => this.#reject(address, 'too many connections without a request'),
      role.unknown,
    )
    const { protocol, messageBytes, fragments } = role
    this.#upgrades = new role.WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: messageBytes,
      maxFragments: fragments,
      ...(protocol !== undefined && {
        handleProtocols: (/** @type {Set<string>} */ offered) => (offered.has(protocol) ? protocol : false),
      }),
    })
    // One listener for all sockets: a function of its own takes 250 bytes of each.
    const forget = this.#forget.bind(this)
    this.#onSocketClose = /** @this {Socket} */ function () {
      forget(this)
    }
    this.#http = server ? /** @type {import('node:http').Server} */ (server) : this.#ownServer()
    this.#http.on('upgrade', this.#onUpgrade)
    if (server !== undefined) sharersOf(server).add(this)
  }

  get clientLimits() {
    return this.#role.clientLimits
  }

  /** The path of the WebSocket. */
  get path() {
    return this.#path
  }

  /** The port that it listens at; 0 if it does not. */
  get port() {
    const address = this.#address ?? this.#http.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  get url() {
    const { server, host } = this.#settings
    const scheme = server && 'setSecureContext' in server ? 'wss' : 'ws'
    const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
    const name = reachable.includes(':') ? `[${reachable}]` : reachable
    return `${scheme}://${name}:${this.port}${this.#path === '/' ? '' : this.#path}`
  }

  /** How long it has run, in seconds. */
  get uptime() {
    return Math.round((performance.now() - this.#startTime) / 1000)
  }

  /** Whether it has clients to serve: it shares a server, or listens at an address of its own. */
  get isServing() {
    return this.#settings.server !== undefined || this.#address !== undefined
  }

  get isClosing() {
    return this.#closing !== undefined
  }

  /**
   * @returns {Promise<void>}
   * @throws {Error} of the system, if it cannot listen at the address
   * @throws {ChessError} ERR_ARGUMENT if it must not
   */
  async listen() {
    const { host, port, server } = this.#settings
    this.#round = setInterval(() => this.#makeRound(), ROUND)
    // A shared server keeps the process running as it likes.
    if (server !== undefined) return void this.#round.unref()
    try {
      await new Promise((resolve, reject) => {
        this.#http.once('error', reject)
        this.#http.listen({ host, port, backlog: BACKLOG }, () => resolve(this.#http.off('error', reject)))
      })
      const { address } = /** @type {AddressInfo} */ (this.#http.address())
      const fault = this.#role.addressFault?.(address)
      if (fault !== undefined) throw argumentError(`${host} is ${address}: ${fault}`)
    } catch (error) {
      await this.close()
      throw error
    }
    // Such as EMFILE; open connections are not affected.
    this.#http.on('error', error => this.#reject(undefined, error.message))
    this.#address = /** @type {AddressInfo} */ (this.#http.address())
    this.log.write({ event: 'listening', url: this.url })
  }

  /** @param {string} reason */
  warn(reason) {
    this.log.write({ event: 'warning', reason })
  }

  /** @param {T} guest that does not count any more: its socket is gone */
  remove(guest) {
    this.guests.delete(guest)
    this.#line.advance()
    if (this.guests.size === 0) this.#onEmpty()
  }

  /**
   * Answers a request for a report.
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   * @returns {boolean} false if it asks for something else: it is not answered then
   */
  answer(request, response) {
    const { reports } = this.#role
    if (!Object.hasOwn(reports, pathOf(request))) return false
    if (this.#mayAnswer(request, response)) answerReport(request, response, reports)
    return true
  }

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   * @returns {boolean} false: it was too much, and is over
   */
  #mayAnswer(request, response) {
    if (!this.#requests.begin(request.socket, response)) return false
    const { address, meter } = this.#originOf(request)
    const ms = meter?.requests.take(performance.now(), 1) ?? 0
    if (ms === 0) return true
    const objection = tooMuch('many requests', ms)
    this.#reject(address, objection[1], objection[0])
    refuseRequest(response, objection)
    return false
  }

  /** @param {IncomingMessage} request @returns {Origin} */
  #originOf(request) {
    const address = this.#addresses.of(request)
    const network = this.#addresses.limitedNetwork(address)
    return { address, network, meter: this.#meters.of(network) }
  }

  /**
   * Stops: new connections are refused, and all clients are sent away.
   * @returns {Promise<void>} when nothing is left; it never rejects
   */
  close() {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close() {
    const { drain, end, stopCode, stopTime } = this.#role
    const begin = performance.now()
    this.#line.close()
    await drain?.()
    const empty = new Promise(resolve => (this.#onEmpty = () => resolve(undefined)))
    for (const guest of [...this.guests]) guest.close(stopCode, 'the server stops')
    if (this.guests.size > 0) await deadline(empty, stopTime)
    for (const { client } of this.guests) client.terminate()
    clearInterval(this.#round)
    this.#http.off('upgrade', this.#onUpgrade)
    sharersOf(this.#http).delete(this)
    if (this.#settings.server === undefined) {
      const closed = new Promise(resolve => this.#http.close(resolve))
      for (const socket of this.#sockets) socket.destroy()
      await closed
    }
    await end?.(begin)
    this.guests.clear() // the last sockets may not have emitted 'close' yet
    this.log.close()
    if (this.isServing) this.log.write({ event: 'closed' })
  }

  // Connections.

  #ownServer() {
    const server = createServer({
      headersTimeout: REQUEST_TIME,
      requestTimeout: REQUEST_TIME,
      connectionsCheckingInterval: CHECK_INTERVAL,
      requireHostHeader: false, // Node would answer these by itself, without a limit
    })
    server.on('connection', socket => {
      this.#sockets.add(socket)
      socket.on('close', this.#onSocketClose)
      this.#unknown.add(socket)
      this.#requests.read(socket)
    })
    const onRequest = (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
      this.#unknown.hear(request.socket)
      if (!this.#mayAnswer(request, response)) return
      const { reports } = this.#role
      if (!answerReport(request, response, reports))
        answerRest(request, response, this.#path, this.#noWebSocket)
    }
    server.on('request', onRequest)
    server.on('checkExpectation', onRequest) // Node would answer these, too
    server.on('clientError', (_, socket) => {
      if (socket.writable) refuseUpgrade(/** @type {Socket} */ (socket), 400, 'this is not HTTP')
    })
    return server
  }

  #onUpgrade = (
    /** @type {IncomingMessage} */ request,
    /** @type {any} */ socket,
    /** @type {Buffer} */ head,
  ) => this.#upgrade(request, socket, head)

  /**
   * @param {IncomingMessage} request
   * @param {Socket} socket
   * @param {Buffer} head
   */
  #upgrade(request, socket, head) {
    if (!this.#isMine(pathOf(request))) return
    const first = this.#requests.endOf(socket, head)
    if (this.#requests.isAnswering(socket)) return void socket.destroy()
    const origin = this.#originOf(request)
    const admit = () => this.#admit(request, socket, first, origin)
    const refuse = (/** @type {Objection} */ objection) => {
      this.#reject(origin.address, objection[1], objection[0])
      refuseUpgrade(socket, ...objection)
    }
    const objection = this.#objection(request, origin)
    if (objection === NO_ROOM && this.#role.waits && this.#line.join(socket, admit, () => refuse(NO_ROOM)))
      return this.#unknown.hear(socket)
    if (objection[0] !== 0) return refuse(objection)
    admit()
  }

  /**
   * @param {IncomingMessage} request
   * @param {Socket} socket
   * @param {Buffer} head
   * @param {Origin} origin
   */
  #admit(request, socket, head, origin) {
    const { network } = origin
    this.#unknown.delete(socket)
    if (network !== undefined) {
      this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1)
      this.#networks.set(socket, network)
      if (this.#settings.server) socket.on('close', this.#onSocketClose)
    }
    socket.setTimeout(0)
    socket.setNoDelay()
    this.#upgrades.handleUpgrade(request, socket, head, webSocket => {
      if (this.isClosing) return webSocket.close(this.#role.stopCode, 'the server stops')
      this.guests.add(/** @type {T} */ (this.#role.serve(webSocket, socket, request, origin)))
    })
  }

  /** @type {(this: Socket) => void} */
  #onSocketClose

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
    if (server === undefined || path === this.#path) return true
    const nodes = [...sharersOf(server)]
    if (this.#http.listenerCount('upgrade') > nodes.length) return false
    return nodes[0] === this && nodes.every(node => node.path !== path)
  }

  /**
   * @param {IncomingMessage} request
   * @param {Origin} origin
   * @returns {Objection} status 0 for none
   */
  #objection(request, { network, meter }) {
    const { connections, connectionsPerAddress = Infinity } = this.#role
    if (pathOf(request) !== this.#path) return NOTHING_HERE
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return this.#noWebSocket
    if (!this.access.allowsOrigin(request) && !this.#isSamePage(request))
      return [403, 'pages of this origin may not connect']
    const wait = this.access.wait(network)
    if (wait > 0) return tooMuch('many wrong tokens', wait)
    const token = this.access.checkToken(request)
    if (token === 'wrong') this.access.addFailure(network)
    if (token !== 'allowed') return [401, 'the token is missing or wrong', { 'WWW-Authenticate': 'Bearer' }]
    if (this.isClosing) return [503, 'the server stops', { 'Retry-After': '2' }]
    if (network !== undefined && (this.#ofNetwork.get(network) ?? 0) >= connectionsPerAddress)
      return tooMuch('many connections', FULL_WAIT)
    const excess = meter?.connect()
    if (excess !== undefined) return tooMuch(excess.excess, excess.ms)
    if (this.guests.size >= connections) return NO_ROOM
    return [0, '']
  }

  /** @returns {Objection} */
  get #noWebSocket() {
    return [426, `this is ${this.#role.purpose} behind a WebSocket`, { Upgrade: 'websocket' }]
  }

  /**
   * @param {IncomingMessage} request
   * @returns {boolean} whether it comes from a page of the server that is shared, and no origins are listed. A page that
   *   has rebound its name to this address (DNS rebinding) comes with its own Host
   */
  #isSamePage({ headers: { origin, host } }) {
    const { server, origins } = this.#settings
    if (server === undefined || origins !== undefined || origin === undefined || host === undefined)
      return false
    const normalised = readOrigin(origin)
    return (
      normalised !== undefined &&
      /^https?:/.test(normalised) &&
      new URL(normalised).host === host.toLowerCase()
    )
  }

  #makeRound() {
    const now = performance.now()
    for (const { client } of this.guests) client.tick(now)
    this.#requests.tick(now)
    this.#role.onRound?.()
  }

  /**
   * @param {string | undefined} address
   * @param {string} reason
   * @param {number} [status]
   */
  #reject(address, reason, status) {
    this.log.sum({ event: 'rejected', address, status, reason })
  }
}
