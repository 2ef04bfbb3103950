// SPDX-License-Identifier: Apache-2.0
// What all transports have in common: outgoing lines are checked, incoming text is split into lines, lines that
// arrive before a listener is set are kept, and the end is reported once.

import { deadline, quiet } from '../../core/waiting.js'
import { checkLine, LineSplitter } from '../text/lines.js'

/**
 * The reason for the end of a transport.
 * @typedef {object} CloseReason
 * @property {string} message the reason as a sentence for users, such as 'the process exited with code 1'
 * @property {number | null | undefined} [exitCode] the exit code of the process; null when a signal ended it
 * @property {string | null | undefined} [signal] the signal that ended the process
 * @property {unknown} [cause]
 */

/**
 * Carries lines to an engine and back. It starts at once; onClose reports a start or connection that fails.
 * @typedef {object} Transport
 * @property {(line: string) => void} send sends one line without a line break; after the end it has no effect
 * @property {((line: string) => void) | null | undefined} onLine called with each line; set by the listener
 * @property {((reason: CloseReason) => void) | null | undefined} onClose called once at the end; set by the listener
 * @property {() => Promise<void>} close ends the engine with `quit`, and by force if that takes too long
 * @property {() => void} kill ends it by force, at once
 * @property {(() => Transport) | undefined} [again] creates a new one to the same engine, for a restart
 */

/**
 * What differs between kinds of transport.
 * @typedef {object} Carrier
 * @property {(line: string) => void} write sends one line, checked
 * @property {() => void} end asks the engine to end
 * @property {() => void | Promise<void>} kill ends it by force; the LineTransport then calls closed(). A promise
 *   resolves when it is gone
 * @property {(() => Transport) | undefined} [again] makes a new transport to the same engine
 */

/** close() waits this long before it kills, in milliseconds. */
const GRACE = 1000
/** Lines kept until onLine is set; later ones are dropped. */
const MOST_HELD = 1024

/**
 * A connection to an engine, line by line; the library's transports are of this class.
 * @implements {Transport}
 */
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
  /** @type {(() => void)[]} called at the end */
  #waiting = []

  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(LineTransport, 'name', { value: 'LineTransport', configurable: true })
  }

  /**
   * @internal
   * @param {Carrier} carrier
   */
  constructor(carrier) {
    this.#carrier = carrier
    if (carrier.again) {
      /** Makes a new transport to the same engine, for a restart; undefined where there is no way. */
      this.again = carrier.again
    }
  }

  /**
   * Sends a line.
   * @param {string} line
   * @throws {ChessError} ERR_UCI_LINE for a line break or NUL, ERR_ARGUMENT for no string
   */
  send(line) {
    checkLine(line)
    if (this.#reason === undefined) this.#carrier.write(line)
  }

  /** Called with each line of the engine. */
  get onLine() {
    return this.#onLine
  }

  set onLine(listener) {
    this.#onLine = listener
    if (!listener) return
    for (const line of this.#held.splice(0)) this.#onLine?.(line)
  }

  /** Called once, when the connection has ended, with the reason. */
  get onClose() {
    return this.#onClose
  }

  set onClose(listener) {
    this.#onClose = listener
    const reason = this.#reason
    if (listener && reason) queueMicrotask(() => this.#onClose === listener && listener(reason))
  }

  /** @returns {CloseReason | undefined} undefined while it lives */
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

  /** Ends the engine at once. */
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
   * For the carrier: text arrived.
   * @internal
   * @param {string} text any chunk of a stream of lines
   */
  receive(text) {
    for (const line of this.#splitter.push(text)) this.#deliver(line)
  }

  /**
   * For the carrier: a message of one or more whole lines arrived.
   * @internal
   * @param {string} text
   */
  receiveMessage(text) {
    this.receive(text.endsWith('\n') ? text : `${text}\n`)
  }

  /**
   * For the carrier: the engine has ended, or could not start. Only the first call counts.
   * @internal
   * @param {CloseReason} reason
   */
  closed(reason) {
    if (this.#reason !== undefined) return
    // After a crash the last line may be incomplete and misleading.
    if (reason.exitCode === 0) for (const line of this.#splitter.end()) this.#deliver(line)
    if (this.#reason !== undefined) return // the listener of that line ended it
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
