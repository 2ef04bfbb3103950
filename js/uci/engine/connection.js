// SPDX-License-Identifier: Apache-2.0
// One process of an engine: lines out, messages in, waits that end, and one error for all of them when it dies.

import { callContained } from '../../core/emitter.js'
import { chessError } from '../../core/errors.js'
import { deadline, inputAlarm } from '../../core/waiting.js'
import { parseLine } from '../text/parse-line.js'

/** @typedef {import('../../core/errors.js').ChessError} ChessError */
/** @typedef {import('../text/parse-line.js').UciMessage} UciMessage */
/** @typedef {import('../transports/line-transport.js').CloseReason} CloseReason */
/** @typedef {import('../transports/line-transport.js').Transport} Transport */

/**
 * @typedef {object} ConnectionEvents
 * @property {(line: string) => void} onLine every line, before it is parsed
 * @property {(message: UciMessage) => void} onMessage
 * @property {(error: ChessError) => void} onDeath ERR_UCI_ENGINE_DEAD, once
 */

/** @typedef {{ resolve: (message: UciMessage) => void, reject: (error: ChessError) => void }} Waiter */

/** Milliseconds that a transport may take to close. */
const CLOSE_TIMEOUT = 3000
/** Stockfish prints this before it throws. */
const CRITICAL = /^info string CRITICAL ERROR/

export class Connection {
  #transport
  #events
  /** @type {Map<UciMessage['kind'], Waiter[]>} in order of arrival */
  #waiters = new Map()
  /** @type {ChessError | undefined} */
  #error

  /**
   * Reports its end, and nothing else until open().
   * @param {Transport} transport
   * @param {ConnectionEvents} events
   */
  constructor(transport, events) {
    this.#transport = transport
    this.#events = events
    transport.onClose = reason => this.die(reasonOf(reason))
  }

  /** Starts to listen; receives the lines that the transport has kept. */
  open() {
    if (this.#error === undefined) this.#transport.onLine = line => this.#receive(line)
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
   * @param {UciMessage['kind']} kind
   * @param {number} [milliseconds] after which the engine counts as dead; default Infinity
   * @returns {Promise<UciMessage>} the next message of that kind; every message goes to one waiter
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  next(kind, milliseconds = Number.POSITIVE_INFINITY) {
    if (this.#error !== undefined) return Promise.reject(this.#error)
    const cancel = inputAlarm(milliseconds, () =>
      this.die({ message: `no '${kind}' within ${milliseconds} ms` }),
    )
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
   * Sends `isready`.
   * @param {number} milliseconds
   * @returns {Promise<void>} when the engine has processed everything sent before
   * @throws {ChessError} ERR_UCI_ENGINE_DEAD
   */
  async ready(milliseconds) {
    const answer = this.next('readyok', milliseconds)
    this.send('isready')
    await answer
  }

  /**
   * Ends the engine by force; everything that waits rejects.
   * @param {CloseReason} reason
   */
  die({ message, exitCode, signal, cause }) {
    if (this.#error !== undefined) return
    const error = chessError('ERR_UCI_ENGINE_DEAD', message, { exitCode, signal, cause })
    this.#fail(error)
    callContained(() => this.#transport.kill(), [])
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
    callContained(() => this.#transport.send('quit'), [])
    const closing = Promise.resolve().then(() => this.#transport.close())
    await deadline(closing, CLOSE_TIMEOUT)
    callContained(() => this.#transport.kill(), [])
  }

  /** @param {ChessError} error */
  #fail(error) {
    this.#error = error
    this.#transport.onLine = () => {}
    for (const waiters of this.#waiters.values()) for (const { reject } of waiters) reject(error)
    this.#waiters.clear()
  }

  /** @param {unknown} text a line; foreign transports may leave its '\r', or deliver several at once */
  #receive(text) {
    if (typeof text !== 'string') return
    for (const line of text.split('\n')) this.#receiveLine(line.trimEnd())
  }

  /** @param {string} line */
  #receiveLine(line) {
    if (this.#error !== undefined) return
    this.#events.onLine(line)
    if (this.#error !== undefined) return
    if (CRITICAL.test(line)) return this.die({ message: line.slice('info string '.length) })
    const message = parseLine(line)
    this.#waiters.get(message.kind)?.shift()?.resolve(message)
    this.#events.onMessage(message)
  }
}

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
