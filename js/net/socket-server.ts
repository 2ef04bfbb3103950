// SPDX-License-Identifier: Apache-2.0
// A server of WebSockets: it listens, admits connections, counts clients, and stops. The engine bridge and game servers are
// built on it and serve the clients.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { argumentError, chessError } from '../core/errors.js'
import { packageFailure } from '../core/optional-package.js'
import { deadline } from '../core/waiting.js'
import { Access, readOrigin } from './access.js'
import type { AddressMeter, MeterLimits } from './address-meters.js'
import { AddressMeters } from './address-meters.js'
import { Addresses } from './addresses.js'
import { withRequire } from './bundled-package.js'
import type { Client, ClientLimits, ClientOwner } from './client-socket.js'
import type { Objection, Reports } from './http-answers.js'
import {
  answerReport,
  answerRest,
  NOTHING_HERE,
  pathOf,
  refuseRequest,
  refuseUpgrade,
  tooManyRequests,
} from './http-answers.js'
import { HttpSockets } from './http-sockets.js'
import type { ServerSettings } from './server-options.js'
import { SummedLog } from './summed-log.js'
import { UnknownSockets } from './unknown-sockets.js'
import { WaitingLine } from './waiting-line.js'

/** The user of one client; it counts until it is removed. */
type Guest = ClientOwner & { client: Client; close: (code: number, reason: string) => void }

/** The endpoint: a host and port, or a path of a shared server. */
type SocketSettings = ServerSettings & {
  token?: string | undefined
  path?: string
  server?: object | undefined
}

/** The origin of a client. */
export type Origin = {
  address: string
  /** the network by which limits count; undefined: no limits */
  network: string | undefined
  /** the meter of the network */
  meter: AddressMeter | undefined
}

/** What a kind of server does for its clients, and their limits. */
type ServerRole = {
  WebSocketServer: typeof WebSocketServer
  /** the longest message */
  messageBytes: number
  /** the most fragments of a message */
  fragments: number
  /** the subprotocol that it speaks */
  protocol?: string
  clientLimits: ClientLimits
  /** the most connections */
  connections: number
  /** whether clients wait for a moment until a connection is free */
  waits?: boolean
  connectionsPerAddress?: number
  meterLimits: MeterLimits
  /** the most connections without a request */
  unknown?: { ofAddress: number; all: number }
  /** what is behind the WebSocket, for messages */
  purpose: string
  reports: Reports
  serve: (webSocket: WebSocket, socket: Socket, request: IncomingMessage, origin: Origin) => Guest
  /** returns why it must not listen at an address, if so */
  addressFault?: (address: string) => string | undefined
  /** called once a second, after the clients' ticks */
  onRound?: () => void
  /** called before all clients are sent away */
  drain?: () => Promise<void>
  /** the close code with which they are sent away */
  stopCode: number
  /** the time for closing handshakes, in milliseconds */
  stopTime: number
  /** called when they are gone; `begin`: when close() was called */
  end?: (begin: number) => Promise<void>
}

/** A connection must send its request within this time, in milliseconds. */
const REQUEST_TIME = 5000
const CHECK_INTERVAL = 1000
/** The interval of housekeeping, in milliseconds. */
const ROUND = 1000
/** The most connections that wait to be accepted; Linux takes the minimum of this and net.core.somaxconn. Refused ones
 * try again after 1, 3 and 7 seconds. */
const BACKLOG = 65_535

/** Milliseconds after which a client may try again when the server has too many connections. */
const FULL_WAIT = 5000
const NO_ROOM: Objection = [503, 'the server has no room for another client', { 'Retry-After': '5' }]

const sharing: WeakMap<object, Set<SocketServer>> = new WeakMap()

/**
 * @param server an http.Server
 * @returns the servers that share it
 */
function sharersOf(server: object): Set<SocketServer> {
  const nodes = sharing.get(server) ?? new Set()
  sharing.set(server, nodes)
  return nodes
}

/** @throws {ChessError} ERR_ARGUMENT */
export async function loadWebSocketServer(caller: string): Promise<typeof WebSocketServer> {
  try {
    return (await withRequire(() => import('ws'))).WebSocketServer
  } catch (cause) {
    throw chessError('ERR_ARGUMENT', `${caller}() ${packageFailure(cause, 'ws')}`, { cause })
  }
}

export class SocketServer<T extends Guest = Guest> {
  #settings: SocketSettings
  #role: ServerRole
  #path: string
  log: SummedLog<string>
  access
  #addresses: Addresses
  #meters: AddressMeters
  #requests = new HttpSockets()
  #unknown: UnknownSockets
  #line = new WaitingLine()
  #http: Server
  #upgrades: WebSocketServer
  /** all sockets of its own HTTP server, upgraded or not */
  #sockets: Set<Socket> = new Set()
  guests: Set<T> = new Set()
  #onEmpty = () => {}
  /** connections by network */
  #ofNetwork: Map<string, number> = new Map()
  /** the network that counts a connection */
  #networks: Map<Socket, string> = new Map()
  #round: ReturnType<typeof setInterval> | undefined
  #startTime = performance.now()
  #address: AddressInfo | undefined
  #closing: Promise<void> | undefined

  /** @throws {ChessError} ERR_ARGUMENT for a path of a shared server that is in use */
  constructor(settings: SocketSettings, role: ServerRole) {
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
        handleProtocols: (offered: Set<string>) => (offered.has(protocol) ? protocol : false),
      }),
    })
    // One listener for all sockets: a function of its own takes 250 bytes of each.
    const forget = this.#forget.bind(this)
    this.#onSocketClose = function (this: Socket) {
      forget(this)
    }
    this.#http = server ? (server as Server) : this.#ownServer()
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
   * @throws {Error} of the system, if it cannot listen at the address
   * @throws {ChessError} ERR_ARGUMENT if it must not listen there
   */
  async listen(): Promise<void> {
    const { host, port, server } = this.#settings
    this.#round = setInterval(() => this.#makeRound(), ROUND)
    // Whether the process keeps running is up to the shared server.
    if (server !== undefined) return void this.#round.unref()
    let address: AddressInfo
    try {
      await new Promise((resolve, reject) => {
        this.#http.once('error', reject)
        this.#http.listen({ host, port, backlog: BACKLOG }, () => resolve(this.#http.off('error', reject)))
      })
      address = this.#http.address() as AddressInfo
      const fault = this.#role.addressFault?.(address.address)
      if (fault !== undefined) throw argumentError(`${host} is ${address.address}: ${fault}`)
    } catch (error) {
      await this.close()
      throw error
    }
    // Such as EMFILE; open connections are not affected.
    this.#http.on('error', error => this.#reject(undefined, error.message))
    this.#address = address
    this.log.write({ event: 'listening', url: this.url })
  }

  warn(reason: string) {
    this.log.write({ event: 'warning', reason })
  }

  /** @param guest a guest whose socket is closed: it no longer counts */
  remove(guest: T) {
    this.guests.delete(guest)
    this.#line.advance()
    if (this.guests.size === 0) this.#onEmpty()
  }

  /**
   * Answers a request for a report.
   * @returns false for another request, which is not answered
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { reports } = this.#role
    if (!Object.hasOwn(reports, pathOf(request))) return false
    if (this.#mayAnswer(request, response)) answerReport(request, response, reports)
    return true
  }

  /** @returns false if the address has sent too many requests: this one is then refused */
  #mayAnswer(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#requests.begin(request.socket, response)) return false
    const { address, meter } = this.#originOf(request)
    const ms = meter?.requests.take(performance.now(), 1) ?? 0
    if (ms === 0) return true
    const objection = tooManyRequests('many requests', ms)
    this.#reject(address, objection[1], objection[0])
    refuseRequest(response, objection)
    return false
  }

  #originOf(request: IncomingMessage): Origin {
    const address = this.#addresses.of(request)
    const network = this.#addresses.limitedNetwork(address)
    return { address, network, meter: this.#meters.of(network) }
  }

  /**
   * Stops: new connections are refused, and all clients are sent away.
   * @returns resolves when nothing is left; it never rejects
   */
  close(): Promise<void> {
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
    this.guests.clear() // the last sockets may not yet have emitted 'close'
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
    const onRequest = (request: IncomingMessage, response: ServerResponse) => {
      this.#unknown.hear(request.socket)
      if (!this.#mayAnswer(request, response)) return
      const { reports } = this.#role
      if (!answerReport(request, response, reports))
        answerRest(request, response, this.#path, this.#noWebSocket)
    }
    server.on('request', onRequest)
    server.on('checkExpectation', onRequest) // Node would answer these as well
    server.on('clientError', (_, socket) => {
      if (socket.writable) refuseUpgrade(socket as Socket, 400, 'this is not HTTP')
    })
    return server
  }

  #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    this.#upgrade(request, socket as Socket, head)

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer) {
    if (!this.#isMine(pathOf(request))) return
    const first = this.#requests.endOf(socket, head)
    if (this.#requests.isAnswering(socket)) return void socket.destroy()
    const origin = this.#originOf(request)
    const admit = () => this.#admit(request, socket, first, origin)
    const refuse = (objection: Objection) => {
      this.#reject(origin.address, objection[1], objection[0])
      refuseUpgrade(socket, ...objection)
    }
    const objection = this.#objection(request, origin)
    if (objection === NO_ROOM && this.#role.waits && this.#line.join(socket, admit, () => refuse(NO_ROOM)))
      return this.#unknown.hear(socket)
    if (objection[0] !== 0) return refuse(objection)
    admit()
  }

  #admit(request: IncomingMessage, socket: Socket, head: Buffer, origin: Origin) {
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
      this.guests.add(this.#role.serve(webSocket, socket, request, origin) as T)
    })
  }

  #onSocketClose: (this: Socket) => void

  /** @param socket a closed socket */
  #forget(socket: Socket) {
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
   * @param path the path of an upgrade
   * @returns whether this server must answer it. Other paths of a shared server belong to other listeners; if all listeners
   *   are game servers, the first one refuses the path
   */
  #isMine(path: string): boolean {
    const { server } = this.#settings
    if (server === undefined || path === this.#path) return true
    const nodes = [...sharersOf(server)]
    if (this.#http.listenerCount('upgrade') > nodes.length) return false
    return nodes[0] === this && nodes.every(node => node.path !== path)
  }

  /** @returns status 0 for none */
  #objection(request: IncomingMessage, { network, meter }: Origin): Objection {
    const { connections, connectionsPerAddress = Infinity } = this.#role
    if (pathOf(request) !== this.#path) return NOTHING_HERE
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return this.#noWebSocket
    if (!this.access.allowsOrigin(request) && !this.#isSamePage(request))
      return [403, 'pages of this origin may not connect']
    const wait = this.access.wait(network)
    if (wait > 0) return tooManyRequests('many wrong tokens', wait)
    const token = this.access.checkToken(request)
    if (token === 'wrong') this.access.addFailure(network)
    if (token !== 'allowed') return [401, 'the token is missing or wrong', { 'WWW-Authenticate': 'Bearer' }]
    if (this.isClosing) return [503, 'the server stops', { 'Retry-After': '2' }]
    if (network !== undefined && (this.#ofNetwork.get(network) ?? 0) >= connectionsPerAddress)
      return tooManyRequests('many connections', FULL_WAIT)
    const excess = meter?.connect()
    if (excess !== undefined) return tooManyRequests(excess.excess, excess.ms)
    if (this.guests.size >= connections) return NO_ROOM
    return [0, '']
  }

  get #noWebSocket(): Objection {
    return [426, `this is ${this.#role.purpose} behind a WebSocket`, { Upgrade: 'websocket' }]
  }

  /**
   * @returns whether it comes from a page of the shared server, and no origins are listed. A page of another site whose name
   *   was rebound to this address (DNS rebinding) also passes
   */
  #isSamePage({ headers: { origin, host } }: IncomingMessage): boolean {
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

  #reject(address: string | undefined, reason: string, status?: number) {
    this.log.sum({ event: 'rejected', address, status, reason })
  }
}
