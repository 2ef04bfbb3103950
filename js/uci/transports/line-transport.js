// SPDX-License-Identifier: Apache-2.0
// What all transports have in common: lines are checked on their way out and split on their way in, what
// comes before somebody listens is kept, and the end is told once.

import { deadline, quiet } from '../../core/waiting.js'
import { checkLine } from '../text/check-line.js'
import { LineSplitter } from '../text/line-splitter.js'

/**
 * Why a transport has ended.
 * @typedef {object} CloseReason
 * @property {string} message for people, such as 'the process exited with code 1'
 * @property {number | null | undefined} [exitCode] of a process; null when a signal ended it
 * @property {string | null | undefined} [signal] that ended a process
 * @property {unknown} [cause]
 */

/**
 * Carries lines to an engine and back. It starts at once; a start or connection that fails is told by onClose.
 * @typedef {object} Transport
 * @property {(line: string) => void} send one line without a line break; after the end it does nothing
 * @property {((line: string) => void) | null | undefined} onLine set by the one who listens
 * @property {((reason: CloseReason) => void) | null | undefined} onClose set by the one who listens; called once
 * @property {() => Promise<void>} close ends the other side gently, and by force when that takes too long
 * @property {() => void} kill ends it by force, at once
 * @property {(() => Transport) | undefined} [again] a new one to the same engine, for a restart
 */

/**
 * What a kind of transport does by itself.
 * @typedef {object} Carrier
 * @property {(line: string) => void} write one line, checked
 * @property {() => void} end asks the other side to end
 * @property {() => void | Promise<void>} kill ends it by force; closed() is called for it. The promise, where there
 *   is one, tells that it is gone
 * @property {(() => Transport) | undefined} [again]
 */

/** How long close() waits before it kills, in milliseconds. */
const GRACE = 1000
/** How many lines are kept until onLine is set. */
const MOST_HELD = 1024

/** @implements {Transport} */
export class LineTransport {
  #carrier
  #splitter = new LineSplitter()
  /** @type {Transport['onLine']} */
  #onLine
  /** @type {Transport['onClose']} */
  #onClose
  /** @type {string[]} */
  #held = []
  /** @type {CloseReason | undefined} */
  #reason
  /** @type {(() => void)[]} to be called at the end */
  #waiting = []

  static {
    // Minifiers rename classes, and people read the names.
    Object.defineProperty(LineTransport, 'name', { value: 'LineTransport', configurable: true })
  }

  /** @param {Carrier} carrier */
  constructor(carrier) {
    this.#carrier = carrier
    if (carrier.again) this.again = carrier.again
  }

  /**
   * @param {string} line
   * @throws {ChessError} ERR_UCI_LINE when it is no line, ERR_ARGUMENT when it is no string
   */
  send(line) {
    checkLine(line)
    if (this.#reason === undefined) this.#carrier.write(line)
  }

  get onLine() {
    return this.#onLine
  }

  set onLine(listener) {
    this.#onLine = listener
    if (!listener) return
    for (const line of this.#held.splice(0)) this.#onLine?.(line)
  }

  get onClose() {
    return this.#onClose
  }

  set onClose(listener) {
    this.#onClose = listener
    const reason = this.#reason
    if (listener && reason) queueMicrotask(() => this.#onClose === listener && listener(reason))
  }

  /** @returns {CloseReason | undefined} why it has ended, if it has */
  get closeReason() {
    return this.#reason
  }

  /** @returns {Promise<void>} when it has ended; it never rejects */
  async close() {
    if (this.#reason !== undefined) return
    const ended = /** @type {Promise<void>} */ (new Promise(resolve => this.#waiting.push(resolve)))
    this.#carrier.end()
    if (!(await deadline(ended, GRACE))) await deadline(this.#kill(), GRACE)
  }

  kill() {
    quiet(this.#kill())
  }

  async #kill() {
    if (this.#reason !== undefined) return
    const gone = this.#carrier.kill()
    this.closed({ message: 'it was killed' })
    await gone
  }

  /**
   * For the carrier: text came in.
   * @param {string} text any piece of a stream of lines
   */
  receive(text) {
    for (const line of this.#splitter.push(text)) this.#deliver(line)
  }

  /**
   * For the carrier: a message came in, which is one line or several.
   * @param {string} text
   */
  receiveMessage(text) {
    this.receive(text.endsWith('\n') ? text : `${text}\n`)
  }

  /**
   * For the carrier: the other side has ended, or never began. Only the first time counts.
   * @param {CloseReason} reason
   */
  closed(reason) {
    if (this.#reason !== undefined) return
    // A line that a crash has cut may say something else.
    if (reason.exitCode === 0) for (const line of this.#splitter.end()) this.#deliver(line)
    if (this.#reason !== undefined) return // that line was the end
    this.#reason = reason
    for (const resolve of this.#waiting.splice(0)) resolve()
    this.#onClose?.(reason)
  }

  /** @param {string} line */
  #deliver(line) {
    if (this.#reason !== undefined) return
    if (this.#onLine) this.#onLine(line)
    else if (this.#held.length < MOST_HELD) this.#held.push(line)
  }
}
