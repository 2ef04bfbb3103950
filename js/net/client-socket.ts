// SPDX-License-Identifier: Apache-2.0
// One WebSocket of a server, for the engine bridge and game servers. It checks the form, size and rate of messages, bills
// their work, bounds unread output, measures the round trip, and disconnects clients that are silent, flood or do not close.
// It uses only documented functions of `ws`, so other implementations work as well.

import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { InputLimits } from './input.js'
import { Inbox } from './input.js'
import { RateLimit } from './rate-limit.js'
import { WorkAccount } from './work-account.js'

/** The limits of each client of a server. */
export type ClientLimits = InputLimits & {
  /** the share of a core that this process works for it on average, with bursts of ten seconds of it */
  workPerClient: number
  /** milliseconds without a message or an answer to a ping after which it is disconnected */
  silence: number
  /** unsent bytes above which it is slow, until half of them are left */
  slowBacklog: number
  /** unsent bytes above which it is disconnected */
  backlog: number
  /** the close code for that */
  slowCode: number
  /** the close code for a message that is not text */
  binaryCode: number
}

/** The owner of a client: a session of the bridge, a player of a game server. */
export type ClientOwner = {
  onMessage: (text: string) => void
  /** called about once a second while it is open */
  onTick: (now: number) => void
  /** called when it becomes slow, or is no longer slow */
  onSlow?: ((isSlow: boolean) => void) | undefined
  /** called once, when nothing more is sent or received; `isOwn` if this server has ended it */
  onEnd: (code: number, reason: string, isOwn: boolean) => void
  /** called once, after onEnd: the socket is closed */
  onClosed: () => void
}

/** Close codes of RFC 6455, section 7.4.1. */
export const NORMAL = 1000
export const GOING_AWAY = 1001
export const UNSUPPORTED = 1003
const ABNORMAL = 1006
export const POLICY = 1008
export const INTERNAL_ERROR = 1011

/** The most pings answered and pongs read in a second, together. */
const PINGS = 100
/** Optional lines, which may be dropped: the most in a second, and at once. */
const OPTIONAL_LINES = 5000
const OPTIONAL_LINES_AT_ONCE = 10_000
/** The longest closing handshake, in milliseconds. */
const CLOSE_TIME = 2000
/** A rejected client stays connected for this time, in milliseconds: it would reconnect at once. */
const LINGER = 250
/** The longest reason of a close frame, in bytes. */
const LONGEST_REASON = 123
/** The weight of a new sample of the round trip. */
const NEW_SAMPLE = 0.1
/** A ping without an answer is forgotten after this time, in milliseconds. */
const LONGEST_ROUND_TRIP = 10_000

/** The property of a WebSocket that holds its Client. */
const CLIENT = Symbol('client')
type ClientSocket = WebSocket & { [CLIENT]: Client }

export class Client {
  #webSocket: WebSocket
  #socket: Socket
  #limits: ClientLimits
  #owner: ClientOwner
  #inbox: Inbox
  #account: WorkAccount
  #pings: RateLimit | undefined
  #optionalLines: RateLimit | undefined
  /** Lines dropped so far, since the client reads too slowly. */
  dropped = 0
  #isSlow = false
  #heardAt = performance.now()
  /** Bytes that the client had read at the last check. */
  #bytesRead = 0
  /** When the unanswered ping was sent; 0 for none. */
  #pingedAt = 0
  #pingsNext = false
  #lag: number | undefined
  #closedAt: number | undefined

  /**
   * @param webSocket just opened
   * @param socket the TCP socket below it
   * @param shared the work of all clients of its address
   */
  constructor(
    webSocket: WebSocket,
    socket: Socket,
    limits: ClientLimits,
    owner: ClientOwner,
    shared?: RateLimit,
  ) {
    this.#webSocket = webSocket
    this.#socket = socket
    this.#limits = limits
    this.#owner = owner
    this.#account = new WorkAccount(limits.workPerClient, shared)
    this.#inbox = new Inbox(this, owner, webSocket, this.#account, limits)
    const known = webSocket as ClientSocket
    known[CLIENT] = this
    for (const [name, listener] of Client.#LISTENERS) webSocket.on(name, listener as never)
  }

  /** The same functions for all sockets: five closures for each socket would take 330 bytes. */
  static #LISTENERS: [name: string, listener: (this: ClientSocket, ...args: never[]) => void][] =
    Object.entries({
      message(this: ClientSocket, data: Buffer, isBinary: boolean) {
        this[CLIENT].#onMessage(data, isBinary)
      },
      ping(this: ClientSocket, data: Buffer) {
        this[CLIENT].#onPing(data)
      },
      pong(this: ClientSocket, data: Buffer) {
        this[CLIENT].#onPong(data)
      },
      /**
       * @param error the error of a frame that is too large or breaks the protocol; ws then closes the socket with the right
       *   code
       */
      error(this: ClientSocket, error: Error) {
        this[CLIENT].#end(ABNORMAL, error.message, true)
        this[CLIENT].#sendAway()
      },
      close(this: ClientSocket, code: number, reason: Buffer) {
        this[CLIENT].#end(code, plainText(String(reason), LONGEST_REASON), false)
        this[CLIENT].#owner.onClosed()
      },
    })

  get isClosed() {
    return this.#closedAt !== undefined
  }

  /** Whether much output waits for it. */
  get isSlow() {
    return this.#isSlow
  }

  /** The mean round trip in milliseconds; undefined before the first answer to a ping. */
  get lag() {
    return this.#lag
  }

  // Receiving.

  /** Reads no messages until release(). */
  hold() {
    this.#inbox.hold()
  }

  release() {
    this.#inbox.release()
  }

  /** @param messages the cost of an answer, in messages, in addition to its request */
  charge(messages: number) {
    this.#inbox.charge(messages)
  }

  #onMessage(data: Buffer, isBinary: boolean) {
    if (this.isClosed) return
    this.#heardAt = performance.now()
    if (isBinary) return this.close(this.#limits.binaryCode, 'messages are text')
    this.#inbox.receive(data.toString())
  }

  #onPing(data: Buffer) {
    if (this.#isTooOften('pings')) return
    // A client that pings and does not read would fill the memory.
    if (!this.#isSlow) this.#webSocket.pong(data)
  }

  #onPong(data: Buffer) {
    if (this.#isTooOften('pongs')) return
    if (data.length !== 8 || this.#pingedAt === 0 || data.readDoubleBE() !== this.#pingedAt) return
    const sample = performance.now() - this.#pingedAt
    this.#pingedAt = 0
    this.#lag = this.#lag === undefined ? sample : this.#lag + NEW_SAMPLE * (sample - this.#lag)
  }

  /**
   * @param what the kind of frame that was received
   * @returns whether it must be ignored
   */
  #isTooOften(what: 'pings' | 'pongs'): boolean {
    if (this.isClosed) return true
    const now = performance.now()
    this.#heardAt = now
    this.#pings ??= new RateLimit(PINGS, PINGS, now)
    if (this.#pings.take(now, 1) === 0) return false
    this.refuse(`too many ${what} a second`)
    return true
  }

  // Sending.

  /** @param texts messages, written in one packet if possible */
  send(...texts: readonly string[]) {
    if (this.isClosed || texts.length === 0) return
    const isMany = texts.length > 1 || this.#pingsNext
    if (isMany) this.#socket.cork()
    for (const text of texts) this.#webSocket.send(text)
    if (this.#pingsNext) {
      this.#pingsNext = false
      this.#ping(performance.now())
    }
    if (isMany) this.#socket.uncork()
    this.#watchBacklog()
  }

  /** @param line it is dropped if the client is slow or has got too many */
  offer(line: string) {
    if (this.isClosed) return
    this.#watchBacklog()
    const now = performance.now()
    this.#optionalLines ??= new RateLimit(OPTIONAL_LINES, OPTIONAL_LINES_AT_ONCE, now)
    if (this.#isSlow || this.#optionalLines.take(now, 1) > 0) this.dropped++
    else this.send(line)
  }

  /** Measures the round trip with the next message: a write of its own costs as much as the message. */
  pingWithNext() {
    this.#pingsNext = true
  }

  #ping(now: number) {
    if (this.#pingedAt > 0 && now - this.#pingedAt < LONGEST_ROUND_TRIP) return
    this.#pingedAt = now
    const clock = Buffer.allocUnsafe(8)
    clock.writeDoubleBE(now)
    this.#webSocket.ping(clock)
  }

  #watchBacklog() {
    const { slowBacklog, backlog, slowCode } = this.#limits
    const waiting = this.#socket.writableLength
    if (waiting > backlog) return this.close(slowCode, 'the client reads too slowly')
    if (this.#isSlow ? waiting > slowBacklog / 2 : waiting <= slowBacklog) return
    this.#isSlow = !this.#isSlow
    if (this.#isSlow) this.#socket.once('drain', () => this.isClosed || this.#watchBacklog())
    this.#owner.onSlow?.(this.#isSlow)
  }

  /**
   * Called about once a second.
   * @param now as performance.now()
   */
  tick(now: number) {
    if (this.#closedAt !== undefined) {
      if (now - this.#closedAt > CLOSE_TIME) this.terminate()
      return
    }
    const { silence } = this.#limits
    if (now - this.#heardAt > silence / 2) this.#listen(now)
    if (now - this.#heardAt > silence) {
      this.#end(ABNORMAL, 'no answer to a ping, and nothing was read', true)
      return this.terminate()
    }
    if (this.#isSlow) this.#watchBacklog()
    if (!this.isClosed) this.#owner.onTick(now)
  }

  /** Pings a client that is silent. */
  #listen(now: number) {
    this.#ping(now)
    // A slow reader gets the ping after the unread output; the answer of a paused client waits behind its unread input.
    const bytesRead = this.#socket.bytesWritten - this.#socket.writableLength
    if (this.#isSlow && bytesRead > this.#bytesRead) this.#heardAt = now
    if (this.#webSocket.isPaused) this.#heardAt = now
    this.#bytesRead = bytesRead
  }

  // Ending.

  /** @param reason why it is rejected: a limit or a rule that it has broken */
  refuse(reason: string) {
    this.close(POLICY, reason)
  }

  /**
   * Closes the connection. Only the first call has an effect.
   * @param reason text for the client
   */
  close(code: number, reason: string) {
    if (this.isClosed) return
    const text = plainText(reason, LONGEST_REASON)
    this.#webSocket.close(code, text)
    this.#end(code, text, true)
    if (code === POLICY) this.#sendAway()
  }

  /** Ends the connection without a closing handshake. */
  terminate() {
    this.#webSocket.terminate()
  }

  /** Stops reading, also the end of the closing handshake. */
  #sendAway() {
    this.#webSocket.pause()
    // ws continues to read after an error.
    setImmediate(() => this.#webSocket.pause())
    setTimeout(() => {
      // A slow reader has not yet read the reason.
      if (this.#socket.writableLength === 0) this.terminate()
    }, LINGER)
  }

  #end(code: number, reason: string, isOwn: boolean) {
    if (this.isClosed) return
    this.#closedAt = performance.now()
    this.#inbox.close()
    this.#owner.onEnd(code, reason, isOwn)
  }
}

/**
 * @param text of any origin
 * @param length the longest result, in characters
 * @returns the text in printable ASCII, with ? for other characters
 */
export function plainText(text: string, length: number): string {
  const plain = text.slice(0, length + 1).replace(/[^\x20-\x7e]/g, '?')
  return plain.length <= length ? plain : `${plain.slice(0, length - 3)}...`
}
