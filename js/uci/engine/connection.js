// SPDX-License-Identifier: Apache-2.0
// One process of an engine: lines out, messages in, waits with deadlines, and one error for all of them when it dies.

import { callQuietly } from '../../core/callbacks.js'
import { chessError } from '../../core/errors.js'
import { alarm, deadline, inputAlarm, silenceAlarm } from '../../core/waiting.js'
import { parseLine } from '../text/parse-line.js'
import { Readiness } from './readiness.js'

/** @import { ChessError } from '../../core/errors.js' */
/** @import { UciMessage } from '../text/parse-line.js' */
/** @import { CloseReason, Transport } from '../transports/line-transport.js' */

/**
 * @typedef {object} ConnectionEvents
 * @property {(message: UciMessage) => void} onMessage
 * @property {(line: string) => void} onLine every line, after its message: listeners see what the line has changed
 * @property {(error: ChessError) => void} onDeath ERR_UCI_ENGINE_DEAD, once
 * @property {(reason: string) => string} explain adds what is known to the reason of its death
 */

/** @typedef {{ resolve: (message: UciMessage) => void, reject: (error: ChessError) => void }} Waiter */

/** Milliseconds that a transport may take to close. */
const CLOSE_TIMEOUT = 3000
/** An engine that keeps sending lines gets this many times the milliseconds of a silent one before `uciok`. */
const MOST_PATIENCE = 10
/** Milliseconds for a program without `uciok` to write what its buffer still holds, which `quit` asks for. */
const LAST_WORDS = 300
/** Stockfish prints this before it throws. */
const CRITICAL = /^info string CRITICAL ERROR/

export class EngineConnection {
  #transport
  #events
  /** @type {Map<UciMessage['kind'], Waiter[]>} in order of arrival */
  #waiters = new Map()
  /** @type {ChessError | undefined} */
  #error
  /** When the last line came. */
  #heard = 0
  /** @type {CloseReason | undefined} of a death that only waits for the program's last words */
  #verdict
  #cancelVerdict = () => {}
  #readiness = new Readiness({
    send: () => this.send('isready'),
    heard: () => this.#heard,
    overdue: milliseconds => this.die(missing('readyok', milliseconds)),
  })

  /**
   * Reports its end, and nothing else until greet().
   * @param {Transport} transport
   * @param {ConnectionEvents} events
   */
  constructor(transport, events) {
    this.#transport = transport
    this.#events = events
    transport.onClose = reason => this.die(reasonOf(reason))
  }

  /** @returns {ChessError | undefined} the reason for its end; undefined while it lives */
  get error() {
    return this.#error
  }

  /**
   * @param {string} line
   * @throws {ChessError} ERR_UCI_LINE, ERR_ARGUMENT; any other failure of the transport counts as death
   */
  send(line) {
    if (this.#error !== undefined) return
    const fail = (/** @type {unknown} */ cause) =>
      this.die({ message: 'the transport could not send', cause })
    try {
      Promise.resolve(this.#transport.send(line)).catch(fail)
    } catch (cause) {
      const { code } = /** @type {Partial<ChessError>} */ (cause ?? {})
      if (code === 'ERR_UCI_LINE' || code === 'ERR_ARGUMENT') throw cause
      fail(cause)
    }
  }

  /**
   * Sends a line that starts a search, which `bestmove` ends.
   * @param {string} line
   * @param {boolean} isEndless whether the engine searches until `stop`
   * @throws {ChessError} as send()
   */
  go(line, isEndless) {
    this.#readiness.searchBegins(isEndless)
    this.send(line)
  }

  /**
   * Starts to listen, also to lines that the transport has kept, and sends `uci`. The time counts anew from each line,
   * up to a limit.
   * @param {number} milliseconds after which the engine counts as dead
   * @returns {Promise<void>} when `uciok` has come
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  async greet(milliseconds) {
    const late = (/** @type {number} */ time) => () => this.#condemn(missing('uciok', time))
    const most = MOST_PATIENCE * milliseconds
    const cancelLast = inputAlarm(most, late(most))
    const cancel = silenceAlarm(milliseconds, () => this.#heard, late(milliseconds))
    try {
      const answer = this.next('uciok')
      if (this.#error === undefined) this.#transport.onLine = line => this.#receive(line)
      this.send('uci')
      await answer
    } finally {
      cancel()
      cancelLast()
    }
  }

  /**
   * @param {'uciok' | 'bestmove'} kind
   * @param {number} [milliseconds] after which the engine counts as dead; default Infinity
   * @returns {Promise<UciMessage>} the next message of that kind; every message goes to one waiter
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  next(kind, milliseconds = Number.POSITIVE_INFINITY) {
    if (this.#error !== undefined) return Promise.reject(this.#error)
    const cancel = inputAlarm(milliseconds, () => this.die(missing(kind, milliseconds)))
    return new Promise((resolve, reject) => {
      const waiters = this.#waiters.get(kind) ?? []
      this.#waiters.set(kind, waiters)
      waiters.push({
        resolve: message => {
          cancel()
          resolve(message)
        },
        reject: error => {
          cancel()
          reject(error)
        },
      })
    })
  }

  /**
   * Sends `isready`, after a search where the engine answers only then.
   * @param {number} milliseconds after which the engine counts as dead; during a search only if it is silent so long
   * @returns {Promise<void>} when the engine has processed everything sent before
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  ready(milliseconds) {
    return this.#error === undefined ? this.#readiness.ask(milliseconds) : Promise.reject(this.#error)
  }

  /**
   * Sends `isready` for a user, who waits for the answer's line.
   * @param {string} line
   * @param {number} milliseconds as of ready()
   */
  userReady(line, milliseconds) {
    this.#readiness.askedByUser(milliseconds)
    this.send(line)
  }

  /**
   * Ends the engine by force; everything that waits rejects.
   * @param {CloseReason} reason
   */
  die(reason) {
    if (this.#error !== undefined) return
    const { message, exitCode, signal, cause } = this.#verdict ?? reason
    const explained = this.#events.explain(message)
    const error = chessError('ERR_UCI_ENGINE_DEAD', explained, { exitCode, signal, cause })
    this.#fail(error)
    callQuietly(() => this.#transport.kill())
    this.#events.onDeath(error)
  }

  /**
   * Ends the engine with `quit`, and by force if that takes too long. Everything that waits rejects at once.
   * @param {ChessError} error with which waits reject
   * @returns {Promise<void>} when it has ended; it never rejects
   */
  async quit(error) {
    if (this.#error !== undefined) return
    this.#fail(error)
    callQuietly(() => this.#transport.send('quit'))
    const closing = Promise.resolve().then(() => this.#transport.close())
    await deadline(closing, CLOSE_TIMEOUT)
    callQuietly(() => this.#transport.kill())
  }

  /** @param {CloseReason} reason */
  #condemn(reason) {
    if (this.#verdict !== undefined) return
    this.#verdict = reason
    this.#cancelVerdict = alarm(LAST_WORDS, () => this.die(reason))
    callQuietly(() => this.#transport.send('quit'))
  }

  /** @param {ChessError} error */
  #fail(error) {
    this.#error = error
    this.#cancelVerdict()
    this.#transport.onLine = () => {}
    for (const waiters of this.#waiters.values()) for (const { reject } of waiters) reject(error)
    this.#waiters.clear()
    this.#readiness.end(error)
  }

  /** @param {unknown} text a line; foreign transports may leave its '\r', or deliver several at once */
  #receive(text) {
    if (typeof text !== 'string') return
    for (const line of text.split('\n')) this.#receiveLine(line.trimEnd())
  }

  /** @param {string} line */
  #receiveLine(line) {
    if (this.#error !== undefined) return
    this.#heard = performance.now()
    const isFatal = CRITICAL.test(line)
    if (!isFatal && this.#verdict === undefined) this.#take(parseLine(line))
    this.#events.onLine(line)
    if (isFatal) this.die({ message: line.slice('info string '.length) })
  }

  /** @param {UciMessage} message */
  #take(message) {
    if (message.kind === 'readyok') this.#readiness.answer()
    if (message.kind === 'bestmove') this.#readiness.searchEnds()
    this.#waiters.get(message.kind)?.shift()?.resolve(message)
    this.#events.onMessage(message)
  }
}

/**
 * @param {string} word
 * @param {number} milliseconds
 * @returns {CloseReason}
 */
const missing = (word, milliseconds) => ({ message: `no '${word}' within ${milliseconds} ms` })

/**
 * @param {unknown} reason of any transport, also a foreign one
 * @returns {CloseReason}
 */
function reasonOf(reason) {
  if (reason instanceof Error) return { message: reason.message, cause: reason }
  if (typeof reason === 'object' && reason !== null) {
    const { message, exitCode, signal, cause } = /** @type {Partial<CloseReason>} */ (reason)
    return { message: message ?? 'the transport was closed', exitCode, signal, cause }
  }
  return { message: typeof reason === 'string' && reason !== '' ? reason : 'the transport was closed' }
}
