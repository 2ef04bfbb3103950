// SPDX-License-Identifier: Apache-2.0
// One connection to a game server, made anew whenever it breaks: addresses, pauses between tries, the server's clock, and
// requests that are sent again until they are answered. It knows no games.

import { reasonOf } from '../core/caught.js'
import { alarm } from '../core/waiting.js'
import type { WebSocketLike } from '../core/web-socket.js'
import type { ClientMessage, HelloMessage } from './protocol.js'
import { CLOSE_IDENTITY, CLOSE_LATER, CLOSE_POLICY, STORE_AWAY } from './protocol.js'
import type { Received, ServerFields } from './server-messages.js'
import { isAnswerTo, readServerMessage } from './server-messages.js'

/**
 * 'open': commands are answered. 'waiting': for `milliseconds`, until the next try. 'closed': by close(), the signal, or
 * a server that refuses the token; it does not open again.
 */
export type ConnectionStatus = {
  state: 'connecting' | 'open' | 'waiting' | 'closed'
  /** Of the server. */
  url?: string
  /** Until the next try. */
  milliseconds?: number
  /** Why there is no connection, as text for users. */
  reason?: string
}

type RequestMessage = ClientMessage & { id: string; game?: string }

type ConnectionUser = {
  /** the server knows who this is: now send what it must know; then requests are sent again */
  onOpen: () => void
  onMessage: (message: ServerFields, request: Request | undefined) => void
  onStatus: (status: ConnectionStatus) => void
}

/** An unanswered request is sent again after this time, in milliseconds. */
const RESEND = 1500
/** The server could not execute it: the first and the longest pause before it is asked again. */
const FIRST_RETRY = 200
const LONGEST_RETRY = 2000
/** The first and the longest pause between two connections. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 5000
/** The longest pause while a command is on its way: its player's clock may run. */
const LONGEST_PAUSE_OF_COMMAND = 500
/** The longest pause before the next address is tried in place of a node without its store: all its clients leave at once. */
const LONGEST_SPREAD = 100
/** A connection that lasted so long was a good one: the next pause is the shortest again. */
const GOOD_AFTER = 1000
/** For connecting until `welcome`. */
const PATIENCE = 5000
/** Between two pings, and for the answer of one. */
const PING_EVERY = 10_000
const PING_PATIENCE = 5000
/** For the answer of a ping when requests are not answered either: the server may be frozen. */
const DOUBT_PATIENCE = 1500
/** Soon after `welcome`: a second sample of the server's clock. */
const FIRST_PING = 500
/** A clock's sample with a longer round trip replaces a better one after this time. */
const SAMPLE_AGE = 120_000
/** Some implementations emit 'error' without 'close'. */
const CLOSE_AFTER_ERROR = 250
/** For the server's answer to a close, in milliseconds. */
const CLOSE_PATIENCE = 1000
const OPEN = 1

/** A message that is sent until it is answered, always under the same id. */
export class Request {
  #connection: Connection
  #tries = 0
  #isPausing = false
  #cancelResend = () => {}
  #cancelPatience = () => {}

  declare message: RequestMessage
  declare settle: (answer: ServerFields | null) => void
  /** Whether a player waits for it. */
  declare isCommand: boolean

  /**
   * @param patience milliseconds after which it is given up
   * @param settle called once; null when it was given up: whether the server has executed it is not known
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

  /** Sends it, if there is a connection. */
  send() {
    this.#cancelResend()
    this.#isPausing = false
    if (!this.#connection.send(this.message)) return
    this.#cancelResend = alarm(RESEND, () => {
      this.#connection.doubt()
      this.send()
    })
  }

  answer(answer: ServerFields) {
    if (answer.code !== 'unavailable' || answer.why !== undefined) return this.#end(answer)
    this.#cancelResend()
    const pause = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#tries++)
    if (this.#connection.leaveStoreless(this.#tries)) return
    this.#isPausing = true
    this.#cancelResend = alarm(jittered(pause), () => this.send())
  }

  /** The server can execute commands again: asks now, if it was to be asked later. The next command of a game waits for this one. */
  hurry() {
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
  #token: string | undefined
  /** Which address is tried next. */
  #at = 0
  #failures = 0
  /** How many addresses have said, one after another, that their store is away; 0 once a game goes on. */
  #storeless = 0
  #socket: WebSocketLike | undefined
  #isWelcome = false
  /** Does a ping wait that must be answered soon? */
  #isDoubtful = false
  #isClosed = false
  #openedAt = 0
  #heardAt = 0
  #helloAt = 0
  /** Local time before which the server does not want to be asked again. */
  #notBefore = 0
  /** The server's clock − performance.now(), and how it was measured. */
  #clock = { offset: 0, trip: Number.POSITIVE_INFINITY, at: 0 }
  #cancelTimer = () => {}
  #cancelPing = () => {}
  /** in the order in which they were made */
  #requests: Map<string, Request> = new Map()
  #status: ConnectionStatus = { state: 'connecting' }

  /** @param addresses at least one */
  constructor(
    addresses: string[],
    WebSocket: new (url: string) => WebSocketLike,
    token: string | undefined,
    user: ConnectionUser,
  ) {
    this.#addresses = addresses
    this.#WebSocket = WebSocket
    this.#token = token
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

  /** The server that answers, or that is tried. */
  get address() {
    return this.#addresses[this.#at]
  }

  get isOpen() {
    return this.#isWelcome
  }

  /** @returns the server's time in whole milliseconds, as far as it is known */
  now(): number {
    return Math.round(performance.now() + this.#clock.offset)
  }

  /** Begins to connect. */
  connect() {
    if (this.#isClosed) return
    const url = this.address
    this.#setStatus({ state: 'connecting', url })
    let socket: WebSocketLike
    try {
      socket = new this.#WebSocket(url)
    } catch (error) {
      return this.#pause(`${url}: ${reasonOf(error)}`)
    }
    this.#socket = socket
    this.#cancelTimer = alarm(PATIENCE, () => this.#pause('the server does not answer'))
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
        this.#cancelTimer = alarm(CLOSE_AFTER_ERROR, () => this.#pause('the connection failed'))
      }),
    )
    socket.addEventListener(
      'close',
      whileCurrent(({ code, reason }) => this.#onClose(code, typeof reason === 'string' ? reason : '')),
    )
  }

  /** @returns false when there is no connection */
  send(message: ClientMessage): boolean {
    if (!this.#isWelcome || this.#socket?.readyState !== OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /**
   * Sends a message until it is answered.
   * @param patience in milliseconds
   * @param settle as for Request
   */
  request(message: RequestMessage, patience: number, settle: (answer: ServerFields | null) => void): Request {
    const request = new Request(this, message, patience, settle)
    this.#requests.set(message.id, request)
    request.send()
    return request
  }

  /** @returns whether it was waiting */
  forget(request: Request): boolean {
    return this.#requests.delete(request.message.id)
  }

  close(reason = '') {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#abandon()
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
      // However long it lasted, such a connection is not a good one.
      this.#openedAt = this.#heardAt
      return this.#pause('the server sends what is no message')
    }
    switch (message.type) {
      case 'welcome':
        return this.#onWelcome(message)
      case 'pong':
        return this.#onPong(message)
      case 'bye':
        return this.#onBye(message)
      default:
        // Also without its store, a node may know a game from before, but nothing new.
        if ((message.events?.length ?? 0) > 0 || (request?.isCommand && message.code !== 'unavailable')) {
          this.#storeless = 0
          for (const other of [...this.#requests.values()]) if (other !== request) other.hurry()
        }
        this.#user.onMessage(message, request)
        request?.answer(message)
    }
  }

  #onWelcome({ user, token, now }: Extract<Received, { type: 'welcome' }>) {
    if (this.#isWelcome) return
    this.#cancelTimer()
    this.identity = user
    this.#token = token ?? this.#token
    this.#isWelcome = true
    this.#openedAt = performance.now()
    // Another server's clock is the same, but not its distance.
    this.#clock.trip = Number.POSITIVE_INFINITY
    this.#sample(this.#helloAt, now)
    this.#cancelPing = alarm(FIRST_PING, () => this.#ping(PING_PATIENCE))
    this.#setStatus({ state: 'open', url: this.address })
    if (!this.#isWelcome) return // a listener has closed it
    const waiting = [...this.#requests.values()]
    this.#user.onOpen()
    for (const request of waiting) if (this.#requests.get(request.message.id) === request) request.send()
  }

  /** A request has not been answered: asks whether the server is there, if nothing else has come either. */
  doubt() {
    if (this.#isWelcome && performance.now() - this.#heardAt >= RESEND) this.#ping(DOUBT_PATIENCE)
  }

  #ping(patience: number) {
    if (this.#isDoubtful) return
    this.#isDoubtful = patience === DOUBT_PATIENCE
    this.send({ type: 'ping', t: performance.now() })
    this.#cancelPing()
    this.#cancelPing = alarm(patience, () => this.#pause('the server does not answer'))
  }

  #onPong({ t, now }: ServerFields) {
    this.#sample(t, now)
    this.#isDoubtful = false
    this.#cancelPing()
    this.#cancelPing = alarm(PING_EVERY, () => this.#ping(PING_PATIENCE))
  }

  /**
   * @param sent as performance.now() counts
   * @param now of the server
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
    // Answers may still come until then.
    this.#cancelTimer = alarm(milliseconds, () => this.#pause('the server is restarted'))
  }

  #onClose(code: number, reason: string) {
    const text = reason || `the connection is closed (${code})`
    if (code === CLOSE_IDENTITY) return this.close(reason || 'the server refuses the token')
    if (code === CLOSE_LATER && reason === STORE_AWAY && this.#goesRound())
      return this.#pause("the server's store is away", Math.random() * LONGEST_SPREAD)
    if (code === CLOSE_POLICY) this.#notBefore = performance.now() + LONGEST_PAUSE
    if (code === CLOSE_LATER) this.#notBefore = performance.now() + GOOD_AFTER
    this.#pause(text)
  }

  /**
   * Goes to the next address, as the store of this one is away.
   * @param count how often a request was answered so: the first time may pass, and no request leads round twice
   * @returns false if it stays: there is no other one, or all have been tried
   */
  leaveStoreless(count: number): boolean {
    const { length } = this.#addresses
    if (length === 1 || count === 1 || count > 1 + length || !this.#goesRound()) return false
    this.#pause("the server's store is away", Math.random() * LONGEST_SPREAD)
    return true
  }

  /** @returns whether the next address is tried at once: each is once in an outage, the one where it began at last */
  #goesRound(): boolean {
    if (this.#storeless === this.#addresses.length) return false
    this.#storeless++
    return true
  }

  /**
   * Waits for the next try, with the next address.
   * @param soon milliseconds, if the pause is not to grow from try to try
   */
  #pause(reason: string, soon?: number) {
    const wasGood = this.#isWelcome && performance.now() - this.#openedAt >= GOOD_AFTER
    this.#abandon()
    if (this.#isClosed) return
    if (wasGood) this.#failures = 0
    this.#at = (this.#at + 1) % this.#addresses.length
    const isUrgent = [...this.#requests.values()].some(({ isCommand }) => isCommand)
    const longest = isUrgent ? LONGEST_PAUSE_OF_COMMAND : LONGEST_PAUSE
    const pause = soon ?? jittered(Math.min(longest, FIRST_PAUSE * 2 ** this.#failures++))
    const milliseconds = Math.max(pause, this.#notBefore - performance.now())
    this.#notBefore = 0
    this.#cancelTimer = alarm(milliseconds, () => this.connect())
    this.#setStatus({ state: 'waiting', milliseconds: Math.round(milliseconds), reason })
  }

  /** Lets go of the socket: what it still does has no effect. */
  #abandon() {
    this.#cancelTimer()
    this.#cancelPing()
    this.#isWelcome = this.#isDoubtful = false
    const socket = this.#socket
    this.#socket = undefined
    if (socket === undefined) return
    try {
      socket.close()
      if (typeof socket.terminate !== 'function') return
      // `ws` would wait 30 s for the other side's close.
      socket.addEventListener(
        'close',
        alarm(CLOSE_PATIENCE, () => socket.terminate?.()),
      )
    } catch {
      // It is closed already.
    }
  }

  #setStatus(status: ConnectionStatus) {
    this.#status = status
    this.#user.onStatus(status)
  }
}

const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2)
