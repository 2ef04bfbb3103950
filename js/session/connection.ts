// SPDX-License-Identifier: Apache-2.0
// One connection to a game server, which reconnects whenever it breaks: addresses, pauses between attempts, the server's
// clock, and requests that are resent until they are answered. It knows nothing about games.

import type { ChessError } from '../core/errors.js'
import { argumentError, chessError } from '../core/errors.js'
import { alarm } from '../core/waiting.js'
import type { WebSocketLike } from '../core/web-socket.js'
import { sessionError } from './errors.js'
import type { ClientMessage, HelloMessage } from './protocol.js'
import {
  CLOSE_IDENTITY,
  CLOSE_LATER,
  CLOSE_POLICY,
  COMMAND_PATIENCE,
  REVOKED,
  STORE_AWAY,
} from './protocol.js'
import {
  CLOSED_HERE,
  cannotOpen,
  closeReason,
  LOGGED_OUT,
  LOST,
  noToken,
  REFUSED,
  RESTARTED,
  SILENT,
  STORELESS,
  UNREACHABLE,
  UNREADABLE,
} from './reasons.js'
import type { Received, ServerFields } from './server-messages.js'
import { isAnswerTo, readServerMessage } from './server-messages.js'

/**
 * 'open': commands are answered. 'waiting': for `milliseconds`, until the next attempt. 'closed': by close(), the signal,
 * or a server that refuses the token; it does not open again.
 */
export type ConnectionStatus = {
  state: 'connecting' | 'open' | 'waiting' | 'closed'
  /** Of the server. */
  url?: string
  /** Until the next attempt. */
  milliseconds?: number
  /** The reason why there is no connection: a sentence for users, without its full stop. */
  reason?: string
}

/**
 * A token, or a function that returns one. The function is called before each connection; without a token it returns
 * undefined, and the connection gets the token that the server has issued before, or a new identity.
 */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>)

type RequestMessage = ClientMessage & { id: string; game?: string }

type ConnectionUser = {
  /** The server has accepted the identity. Requests made before are resent after this call. */
  onOpen: () => void
  onMessage: (message: ServerFields, request: Request | undefined) => void
  onStatus: (status: ConnectionStatus) => void
}

/** An unanswered request is resent after this time, in milliseconds. */
const RESEND = 1500
/** The server could not execute it: the first and the longest pause before it is resent. */
const FIRST_RETRY = 200
const LONGEST_RETRY = 2000
/** The first and the longest pause between two connections. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 5000
/** The longest pause while a command waits for its answer: the player's clock may run. */
const LONGEST_PAUSE_OF_COMMAND = 500
/** The longest pause before leaving a node without its store: all its clients leave at once. */
const LONGEST_SPREAD = 100
/** After a connection that lasted this long, the next pause is the shortest again. */
const GOOD_AFTER = 1000
/** From the start of an attempt until `welcome`. */
const CONNECT_PATIENCE = 5000
/** The interval of the pings, and the longest wait for an answer, in milliseconds. */
const PING_EVERY = 10_000
const PING_PATIENCE = 5000
/** Until the answer of a ping when a request is not answered either: the server may be frozen. */
const URGENT_PATIENCE = 1500
/** After `welcome`, for a second sample of the server's clock. */
const FIRST_PING = 500
/** After this time a clock sample with a longer round trip replaces a better one. */
const SAMPLE_AGE = 120_000
/** Some implementations emit 'error' without 'close': wait this long for 'close'. */
const CLOSE_AFTER_ERROR = 250
/** Until the server's answer to a close, in milliseconds. */
const CLOSE_PATIENCE = 1000
const OPEN = 1

/** A message that is resent until it is answered, always with the same id. */
export class Request {
  #connection: Connection
  #tries = 0
  #isPausing = false
  #cancelResend = () => {}
  #cancelPatience = () => {}

  declare message: RequestMessage
  declare settle: (answer: ServerFields | null) => void
  /** Whether it is a command, for whose answer a player waits. */
  declare isCommand: boolean

  /**
   * @param patience milliseconds after which it is given up
   * @param settle called once, with null if it was given up: then it is unknown whether the server has executed it
   */
  constructor(
    connection: Connection,
    message: RequestMessage,
    patience: number,
    settle: (answer: ServerFields | null) => void,
  ) {
    this.#connection = connection
    this.message = message
    this.settle = settle
    this.isCommand = patience !== Number.POSITIVE_INFINITY
    this.#cancelPatience = alarm(patience, () => this.#end(null))
  }

  /** Sends it if there is a connection. */
  send() {
    this.#cancelResend()
    this.#isPausing = false
    if (!this.#connection.send(this.message)) return
    this.#cancelResend = alarm(RESEND, () => {
      this.#connection.checkAlive()
      this.send()
    })
  }

  /** Whether the server has answered that it cannot execute it now. */
  get isUnavailable() {
    return this.#tries > 0
  }

  answer(answer: ServerFields) {
    if (answer.code !== 'unavailable' || answer.why !== undefined) return this.#end(answer)
    this.#cancelResend()
    const pause = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#tries++)
    if (this.#connection.leaveNodeWithoutStore(this.#tries)) return
    this.#isPausing = true
    this.#cancelResend = alarm(jittered(pause), () => this.send())
  }

  /** Resends it at once if it waits to be resent: the server can execute commands again. */
  resendNow() {
    if (this.#isPausing) this.send()
  }

  /** Gives it up. */
  cancel() {
    this.#end(null)
  }

  #end(answer: ServerFields | null) {
    this.#cancelResend()
    this.#cancelPatience()
    if (this.#connection.forget(this)) this.settle(answer)
  }
}

export class Connection {
  #addresses: string[]
  #WebSocket
  #user: ConnectionUser
  #askToken: Exclude<TokenSource, string> | undefined
  /** of the latest connection */
  #token: string | undefined
  /** the token that the server has issued */
  #issued: string | undefined
  /** Whether the server has refused the latest token, and the next one is tried. */
  #isRefused = false
  /** The index of the address in use. */
  #at = 0
  #failures = 0
  /** How many nodes in a row have reported that their store is away; 0 once a game goes on. */
  #nodesWithoutStore = 0
  #socket: WebSocketLike | undefined
  #isWelcome = false
  /** Whether an urgent ping waits for its answer. */
  #isPingUrgent = false
  /** The code of the error of later requests; undefined until it is closed. */
  #end: 'ERR_SESSION_REFUSED' | 'ERR_SESSION_CLOSED' | undefined
  /** The latest reason why there was no connection. */
  #trouble = SILENT
  #openedAt = 0
  #heardAt = 0
  #helloAt = 0
  /** The server wants no connection before this local time. */
  #notBefore = 0
  /** The server's clock minus performance.now(), the round trip of the measurement, and its time. */
  #clock = { offset: 0, trip: Number.POSITIVE_INFINITY, at: 0 }
  #cancelTimer = () => {}
  #cancelPing = () => {}
  /** by id, in the order of creation */
  #requests: Map<string, Request> = new Map()
  #status: ConnectionStatus = { state: 'connecting' }

  /** @param addresses at least one */
  constructor(
    addresses: string[],
    WebSocket: new (url: string) => WebSocketLike,
    token: TokenSource | undefined,
    user: ConnectionUser,
  ) {
    this.#addresses = addresses
    this.#WebSocket = WebSocket
    if (typeof token === 'function') this.#askToken = token
    else this.#token = token
    this.#user = user
    this.#clock.offset = Date.now() - performance.now()
  }

  identity: { id: string; name?: string } | null = null

  get token() {
    return this.#token
  }

  get status() {
    return this.#status
  }

  /** The server that is connected or tried. */
  get address() {
    return this.#addresses[this.#at]
  }

  get isOpen() {
    return this.#isWelcome
  }

  /** @returns the server's time in whole milliseconds; before it is known, the local time */
  now(): number {
    return Math.round(performance.now() + this.#clock.offset)
  }

  /** Whether it is closed because the server refuses the token. */
  get isRefused() {
    return this.#end === 'ERR_SESSION_REFUSED'
  }

  /** @returns the error of a request that was given up, or that a closed client did not send */
  givenUp(request?: Request): ChessError {
    if (this.#end) return sessionError(this.#end, this.#status.reason ?? '')
    const seconds = COMMAND_PATIENCE / 1000
    const fault = request?.isUnavailable
      ? `has answered 'unavailable' for ${seconds} s: its log has the cause`
      : `has not answered for ${seconds} s`
    const why = this.#isWelcome
      ? `The game server ${this.address} ${fault}`
      : `No connection to the game server ${this.#addresses.join(', ')} for ${seconds} s: ${this.#trouble}`
    return chessError('ERR_STORE_AWAY', '', {}, why)
  }

  /** Starts to connect. */
  connect() {
    if (this.#end) return
    this.#setStatus({ state: 'connecting', url: this.address })
    if (this.#askToken === undefined) this.#openSocket()
    else void this.#connectWithToken(this.#askToken)
  }

  /** @returns never rejects */
  async #connectWithToken(ask: Exclude<TokenSource, string>) {
    try {
      const token: unknown = await ask()
      if (token !== undefined && typeof token !== 'string')
        throw argumentError('token() returns a string, or undefined')
      this.#token = token ?? this.#issued
    } catch (error) {
      return this.#pause(noToken(error))
    }
    this.#openSocket()
  }

  #openSocket() {
    if (this.#end) return // closed by a listener, or meanwhile
    let socket: WebSocketLike
    try {
      socket = new this.#WebSocket(this.address)
    } catch (error) {
      return this.#pause(cannotOpen(error))
    }
    this.#socket = socket
    this.#cancelTimer = alarm(CONNECT_PATIENCE, () => this.#pause(SILENT))
    const whileCurrent =
      <Event>(listener: (event: Event) => void) =>
      (event: Event) => {
        if (this.#socket === socket) listener(event)
      }
    socket.addEventListener(
      'open',
      whileCurrent(() => this.#hello(socket)),
    )
    socket.addEventListener(
      'message',
      whileCurrent(({ data }) => this.#receive(data)),
    )
    socket.addEventListener(
      'error',
      whileCurrent(() => {
        this.#cancelTimer()
        this.#cancelTimer = alarm(CLOSE_AFTER_ERROR, () => this.#pause(this.#isWelcome ? LOST : UNREACHABLE))
      }),
    )
    socket.addEventListener(
      'close',
      whileCurrent(({ code, reason }) => this.#onClose(code, typeof reason === 'string' ? reason : '')),
    )
  }

  /** @returns false if there is no connection */
  send(message: ClientMessage): boolean {
    if (!this.#isWelcome || this.#socket?.readyState !== OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /**
   * Sends a message, and resends it until it is answered.
   * @param patience in milliseconds
   * @param settle as for Request
   */
  request(message: RequestMessage, patience: number, settle: (answer: ServerFields | null) => void): Request {
    const request = new Request(this, message, patience, settle)
    this.#requests.set(message.id, request)
    request.send()
    return request
  }

  /** @returns whether it was still waiting */
  forget(request: Request): boolean {
    return this.#requests.delete(request.message.id)
  }

  /** Closes it permanently. */
  close() {
    this.#closeFor('ERR_SESSION_CLOSED', CLOSED_HERE)
  }

  #closeFor(end: 'ERR_SESSION_REFUSED' | 'ERR_SESSION_CLOSED', reason: string) {
    if (this.#end) return
    this.#end = end
    this.#dropSocket()
    this.#setStatus({ state: 'closed', reason })
    for (const request of [...this.#requests.values()]) request.cancel()
  }

  #hello(socket: WebSocketLike) {
    this.#helloAt = performance.now()
    const hello: HelloMessage = { type: 'hello', client: 'binbo' }
    if (this.#token !== undefined) hello.token = this.#token
    socket.send(JSON.stringify(hello))
  }

  #receive(data: unknown) {
    this.#heardAt = performance.now()
    const message = readServerMessage(data)
    const request = message?.re === undefined ? undefined : this.#requests.get(message.re)
    if (message === undefined || (request && !isAnswerTo(message, request.message.type))) {
      // Such a connection is not a good one, however long it lasted.
      this.#openedAt = this.#heardAt
      return this.#pause(UNREADABLE)
    }
    switch (message.type) {
      case 'welcome':
        return this.#onWelcome(message)
      case 'pong':
        return this.#onPong(message)
      case 'bye':
        return this.#onBye(message)
      default:
        // A node without its store may still know old games, but it cannot add anything.
        if ((message.events?.length ?? 0) > 0 || (request?.isCommand && message.code !== 'unavailable')) {
          this.#nodesWithoutStore = 0
          for (const other of [...this.#requests.values()]) if (other !== request) other.resendNow()
        }
        this.#user.onMessage(message, request)
        request?.answer(message)
    }
  }

  #onWelcome({ user, token, now }: Extract<Received, { type: 'welcome' }>) {
    if (this.#isWelcome) return
    this.#cancelTimer()
    this.identity = user
    this.#issued = token ?? this.#issued
    this.#token = token ?? this.#token
    this.#isWelcome = true
    this.#isRefused = false
    this.#openedAt = performance.now()
    // All nodes have one clock, but the round trip differs.
    this.#clock.trip = Number.POSITIVE_INFINITY
    this.#sample(this.#helloAt, now)
    this.#cancelPing = alarm(FIRST_PING, () => this.#ping(PING_PATIENCE))
    this.#setStatus({ state: 'open', url: this.address })
    if (!this.#isWelcome) return // closed by a listener
    const waiting = [...this.#requests.values()]
    this.#user.onOpen()
    for (const request of waiting) if (this.#requests.get(request.message.id) === request) request.send()
  }

  /** Pings the server, because a request was not answered, if nothing else has arrived either. */
  checkAlive() {
    if (this.#isWelcome && performance.now() - this.#heardAt >= RESEND) this.#ping(URGENT_PATIENCE)
  }

  #ping(patience: number) {
    if (this.#isPingUrgent) return
    this.#isPingUrgent = patience === URGENT_PATIENCE
    this.send({ type: 'ping', t: performance.now() })
    this.#cancelPing()
    this.#cancelPing = alarm(patience, () => this.#pause(SILENT))
  }

  #onPong({ t, now }: ServerFields) {
    this.#sample(t, now)
    this.#isPingUrgent = false
    this.#cancelPing()
    this.#cancelPing = alarm(PING_EVERY, () => this.#ping(PING_PATIENCE))
  }

  /**
   * Takes a sample of the server's clock.
   * @param sent when the request was sent, by performance.now()
   * @param now the server's time in the answer
   */
  #sample(sent: unknown, now: unknown) {
    if (typeof sent !== 'number' || typeof now !== 'number') return
    const at = performance.now()
    const trip = at - sent
    if (trip < 0 || (trip > this.#clock.trip && at - this.#clock.at < SAMPLE_AGE)) return
    this.#clock = { offset: now - (sent + at) / 2, trip, at }
  }

  #onBye({ retry }: ServerFields) {
    const milliseconds = typeof retry === 'number' && retry >= 0 ? Math.min(retry, 60_000) : 0
    this.#notBefore = performance.now() + milliseconds
    this.#cancelTimer()
    // Answers may still arrive until then.
    this.#cancelTimer = alarm(milliseconds, () => this.#pause(RESTARTED))
  }

  #onClose(code: number, reason: string) {
    if (code === CLOSE_IDENTITY) return this.#onRefused(reason === REVOKED ? LOGGED_OUT : REFUSED)
    const isStoreless = code === CLOSE_LATER && reason === STORE_AWAY
    if (isStoreless && this.#mayTryNextNode()) return this.#pause(STORELESS, Math.random() * LONGEST_SPREAD)
    if (code === CLOSE_POLICY) this.#notBefore = performance.now() + LONGEST_PAUSE
    if (code === CLOSE_LATER) this.#notBefore = performance.now() + GOOD_AFTER
    this.#pause(isStoreless ? STORELESS : closeReason(code, reason, this.#isWelcome))
  }

  /** The server refuses the token: a function may return a better one, once. */
  #onRefused(reason: string) {
    if (this.#askToken === undefined || this.#isRefused) return this.#closeFor('ERR_SESSION_REFUSED', reason)
    this.#isRefused = true
    this.#issued = undefined
    this.#pause(reason)
  }

  /**
   * Moves to the next address because the store of this one is away.
   * @param count how often a request was answered so: the first time is ignored, and each request tries every node once
   * @returns false if it stays, because there is no other address, or all were tried
   */
  leaveNodeWithoutStore(count: number): boolean {
    const { length } = this.#addresses
    if (length === 1 || count === 1 || count > 1 + length || !this.#mayTryNextNode()) return false
    this.#pause(STORELESS, Math.random() * LONGEST_SPREAD)
    return true
  }

  /** @returns whether the next address is tried at once: each of them once in an outage, the first one last */
  #mayTryNextNode(): boolean {
    if (this.#nodesWithoutStore === this.#addresses.length) return false
    this.#nodesWithoutStore++
    return true
  }

  /**
   * Waits for the next attempt, with the next address.
   * @param soon a fixed pause in milliseconds; default: it grows with each attempt
   */
  #pause(reason: string, soon?: number) {
    const wasGood = this.#isWelcome && performance.now() - this.#openedAt >= GOOD_AFTER
    this.#dropSocket()
    if (this.#end) return
    if (wasGood) this.#failures = 0
    this.#at = (this.#at + 1) % this.#addresses.length
    const isUrgent = [...this.#requests.values()].some(({ isCommand }) => isCommand)
    const longest = isUrgent ? LONGEST_PAUSE_OF_COMMAND : LONGEST_PAUSE
    const pause = soon ?? jittered(Math.min(longest, FIRST_PAUSE * 2 ** this.#failures++))
    const milliseconds = Math.max(pause, this.#notBefore - performance.now())
    this.#notBefore = 0
    this.#trouble = reason
    this.#cancelTimer = alarm(milliseconds, () => this.connect())
    this.#setStatus({ state: 'waiting', milliseconds: Math.round(milliseconds), reason })
  }

  /** Drops the socket: its later events have no effect. */
  #dropSocket() {
    this.#cancelTimer()
    this.#cancelPing()
    this.#isWelcome = this.#isPingUrgent = false
    const socket = this.#socket
    this.#socket = undefined
    if (socket === undefined) return
    try {
      socket.close()
      if (typeof socket.terminate !== 'function') return
      // `ws` would wait 30 s for the server's close.
      socket.addEventListener(
        'close',
        alarm(CLOSE_PATIENCE, () => socket.terminate?.()),
      )
    } catch {
      // It was closed already.
    }
  }

  #setStatus(status: ConnectionStatus) {
    this.#status = status
    this.#user.onStatus(status)
  }
}

const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2)
