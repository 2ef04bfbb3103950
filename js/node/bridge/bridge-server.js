// SPDX-License-Identifier: Apache-2.0
// The engine server: accepts connections, runs one engine process for each client, and leaves none when it closes.

import { createServer } from 'node:http'
import { availableParallelism } from 'node:os'
import { argumentError, chessError } from '../../core/errors.js'
import { deadline } from '../../core/waiting.js'
import { Access, tokenFault, tokenWarning } from '../../net/access.js'
import { Addresses } from '../../net/addresses.js'
import { Client, GOING_AWAY } from '../../net/client.js'
import { Failures } from '../../net/failures.js'
import { NOTHING_HERE, refuseUpgrade } from '../../net/http-answers.js'
import { localUrl } from '../../net/server-options.js'
import { SummedLog } from '../../net/summed-log.js'
import { Turns } from '../../net/turns.js'
import { UnknownSockets } from '../../net/unknown-sockets.js'
import { UCI_PROTOCOL } from '../../uci/text/bridge-protocol.js'
import { startProgram } from '../transports/process-transport.js'
import { BridgeSession } from './bridge-session.js'
import { CommandFilter } from './command-filter.js'
import { answer, isForSocket, NO_WEB_SOCKET, tooManyFailures, WRONG_TOKEN } from './http-answers.js'
import { StartQueue } from './start-queue.js'
import { programFault } from './try-program.js'

/** @import { IncomingMessage } from 'node:http' */
/** @import { AddressInfo, Socket } from 'node:net' */
/** @import { EngineServerLogEntry, ServeSettings } from './serve-options.js' */

/** A connection must send its request within this time, in milliseconds. */
const REQUEST_TIME = 10_000
/** Between two checks of that, in milliseconds. */
const CHECK_INTERVAL = 1000
/** The program's trial may take at least this long, in milliseconds: nothing of it is in memory yet. */
const SHORTEST_TRIAL = 5000
/** Of a message. */
const MOST_FRAGMENTS = 1024
/** close() waits this long for closing handshakes, in milliseconds. */
const CLOSE_TIME = 500

/** Lines that may be dropped for a slow client. */
const INFO_LINE = /^\s*info\b/

/** The server that clients of the bridge connect to. Users see it as an EngineServer. */
export class BridgeServer {
  #settings
  /** @type {SummedLog<EngineServerLogEntry['event']>} */
  #log
  #access
  #addresses
  #failures = new Failures()
  #unknown
  #http
  #upgrades
  #turns = new Turns()
  #starts = new StartQueue(availableParallelism())
  /** @type {Set<Socket>} all of them, upgraded or not */
  #sockets = new Set()
  /** @type {Map<Client, BridgeSession>} until the socket is closed and the engine is dead */
  #sessions = new Map()
  #lastNumber = 0
  #startTime = performance.now()
  /** @type {AddressInfo | undefined} */
  #address
  /** @type {Promise<void> | undefined} */
  #closing

  static {
    // Its public name; minifiers rename it.
    Object.defineProperty(BridgeServer, 'name', { value: 'EngineServer', configurable: true })
  }

  /**
   * @param {ServeSettings} settings
   * @param {typeof import('ws').WebSocketServer} WebSocketServer
   */
  constructor(settings, WebSocketServer) {
    this.#settings = settings
    this.#log = new SummedLog(settings.log)
    this.#addresses = new Addresses(settings.proxies)
    this.#unknown = new UnknownSockets(
      address => this.#addresses.limitedNetwork(address),
      address =>
        this.#log.sum({ event: 'rejected', address, reason: 'too many connections without a request' }),
    )
    this.#access = new Access(settings.token, settings.origins)
    this.#upgrades = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: settings.limits.messageBytes,
      maxFragments: MOST_FRAGMENTS,
      handleProtocols: offered => (offered.has(UCI_PROTOCOL) ? UCI_PROTOCOL : false),
    })
    this.#http = createServer({
      headersTimeout: REQUEST_TIME,
      requestTimeout: REQUEST_TIME,
      connectionsCheckingInterval: CHECK_INTERVAL,
    })
    this.#http.on('connection', socket => {
      this.#sockets.add(socket)
      socket.once('close', () => {
        this.#sockets.delete(socket)
        this.#unknown.delete(socket)
      })
      this.#unknown.add(socket)
    })
    this.#http.on('request', (request, response) => {
      this.#unknown.hear(request.socket)
      answer(request, response, () => this.#health())
    })
    this.#http.on('upgrade', (request, socket, head) =>
      this.#upgrade(request, /** @type {Socket} */ (socket), head),
    )
    this.#http.on('clientError', (_, socket) => refuseUpgrade(socket, 400, 'this is not HTTP'))
  }

  /** The host that it was configured with. */
  get host() {
    return this.#settings.host
  }

  /** The port that it listens at. */
  get port() {
    return this.#address?.port ?? 0
  }

  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  get url() {
    return localUrl('ws', this.#settings.host, this.port)
  }

  /** Number of clients now; each counts until its engine has ended. */
  get clients() {
    return this.#sessions.size
  }

  /**
   * @returns {Promise<void>}
   * @throws {Error} of the system, if it cannot listen at the address
   * @throws {ChessError} ERR_ARGUMENT if the program is no UCI engine, or a name resolves to an address that requires a
   *   token
   */
  async listen() {
    const { host, port, token } = this.#settings
    await this.#tryProgram()
    await new Promise((resolve, reject) => {
      this.#http.once('error', reject)
      this.#http.listen({ host, port }, () => resolve(this.#http.off('error', reject)))
    })
    // Such as EMFILE; open connections are not affected.
    this.#http.on('error', error => this.#log.sum({ event: 'rejected', reason: error.message }))
    this.#address = /** @type {AddressInfo} */ (this.#http.address())
    const { address } = this.#address
    const fault = tokenFault(address, token)
    if (fault !== undefined) {
      await this.close()
      throw argumentError(`${host} is ${address}: ${fault}`)
    }
    this.#log.write({ event: 'listening', url: this.url })
    const warning = tokenWarning(token)
    if (warning !== undefined) this.#log.write({ event: 'warning', reason: warning })
  }

  async #tryProgram() {
    const { command, limits } = this.#settings
    const fault = await programFault(() => this.#startEngine(), Math.max(limits.startTimeout, SHORTEST_TRIAL))
    if (fault !== undefined)
      throw chessError('ERR_ARGUMENT', `'${command}' does not start as a UCI engine: ${fault}`, {
        input: command,
      })
  }

  #startEngine() {
    const { command, args } = this.#settings
    return startProgram(command, args, { env: engineEnvironment(), background: true })
  }

  /**
   * Disconnects all clients and ends their engines.
   * @returns {Promise<void>} when nothing is left; it never rejects
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
    const closed = new Promise(resolve => this.#http.close(resolve))
    const sessions = [...this.#sessions]
    for (const [client] of sessions) client.close(GOING_AWAY, 'the server stops')
    await Promise.all(sessions.map(([, session]) => session.end()))
    this.#http.closeIdleConnections()
    await deadline(closed, CLOSE_TIME)
    for (const socket of this.#sockets) socket.destroy()
    await closed
    this.#sessions.clear() // the last sockets may not have emitted 'close' yet
    this.#log.close()
    if (this.#address) this.#log.write({ event: 'closed' })
  }

  /**
   * @param {IncomingMessage} request
   * @param {Socket} socket
   * @param {Buffer} head
   */
  #upgrade(request, socket, head) {
    const address = this.#addresses.of(request)
    const [status, reason, headers] = this.#objection(request, address)
    if (status !== 0) {
      this.#log.sum({ event: 'rejected', address, status, reason })
      return refuseUpgrade(socket, status, reason, headers)
    }
    this.#unknown.delete(socket)
    Client.accept(this.#upgrades, request, socket, head, this.#turns, (webSocket, stream) =>
      this.#serve(webSocket, stream, address),
    )
  }

  /**
   * @param {IncomingMessage} request
   * @param {string} address
   * @returns {import('../../net/http-answers.js').Objection} status 0 for none
   */
  #objection(request, address) {
    if (!isForSocket(request)) return NOTHING_HERE
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return NO_WEB_SOCKET
    if (!this.#access.allowsOrigin(request)) return [403, 'pages of this origin may not connect']
    const wait = this.#failures.wait(address)
    if (wait > 0) return tooManyFailures(wait)
    const token = this.#access.checkToken(request)
    if (token === 'wrong') this.#failures.add(address)
    if (token !== 'allowed') return WRONG_TOKEN
    if (this.#closing) return [503, 'the server stops']
    if (this.#sessions.size >= this.#settings.maxClients)
      return [503, 'the server has no room for another client', { 'Retry-After': '5' }]
    return [0, '']
  }

  /**
   * @param {import('ws').WebSocket} webSocket
   * @param {import('../../net/metered-socket.js').MeteredSocket} stream
   * @param {string} address
   */
  #serve(webSocket, stream, address) {
    const { limits, allowOptions } = this.#settings
    const number = ++this.#lastNumber
    const log = (/** @type {any} */ event, details = {}) =>
      this.#log.write({ event, client: number, address, ...details })
    const logRefusal = (/** @type {object} */ details) =>
      this.#log.sum({ event: 'refused', client: number, address, ...details })
    let closed = () => {}
    const socketClosed = /** @type {Promise<void>} */ (new Promise(resolve => (closed = resolve)))
    const client = new Client(webSocket, stream, this.#turns, limits, {
      onMessage: text => session.receive(text),
      isBusy: () => session.isBusy,
      mayDrop: line => INFO_LINE.test(line),
      onEnd: async (code, reason) => {
        log('disconnected', { code, reason, ...(client.dropped > 0 && { dropped: client.dropped }) })
        await Promise.all([session.end(), socketClosed])
        this.#sessions.delete(client)
      },
      onClosed: closed,
    })
    log('connected')
    const session = new BridgeSession({
      client,
      filter: new CommandFilter(limits, allowOptions),
      limits,
      starts: this.#starts,
      startEngine: () => this.#startEngine(),
      log,
      logRefusal,
    })
    this.#sessions.set(client, session)
  }

  /** @returns {import('./http-answers.js').Health} */
  #health() {
    const uptime = Math.round((performance.now() - this.#startTime) / 1000)
    return { status: 'ok', clients: this.clients, maxClients: this.#settings.maxClients, uptime }
  }
}

// Where that symbol is missing, the method above is named 'undefined'.
if (!Symbol.asyncDispose) Reflect.deleteProperty(BridgeServer.prototype, 'undefined')

/** @returns {NodeJS.ProcessEnv} this process's, without the token of the command line */
function engineEnvironment() {
  const { BINBO_TOKEN: _, ...rest } = process.env
  return rest
}
