// SPDX-License-Identifier: Apache-2.0
// The common part of all transports: outgoing lines are checked, incoming text is split into lines, lines that
// arrive before a listener is set are kept, and the end is reported once.

import { deadline, quiet } from '../../core/waiting.js'
import { checkLine, LineSplitter } from '../text/lines.js'

/** The reason for the end of a transport. */
export type CloseReason = {
  /** The reason as a sentence for users, such as 'the process exited with code 1'. */
  message: string
  /** The exit code of the process; null when a signal ended it. */
  exitCode?: number | null | undefined
  /** The signal that ended the process. */
  signal?: string | null | undefined
  cause?: unknown
}

/** Carries lines to an engine and back. It starts at once; onClose reports a start or connection that fails. */
export type Transport = {
  /** Sends one line without a line break; after the end it has no effect. */
  send: (line: string) => void
  /** Called with each line; set by the listener. */
  onLine: ((line: string) => void) | null | undefined
  /** Called once at the end; set by the listener. */
  onClose: ((reason: CloseReason) => void) | null | undefined
  /** Ends the engine with `quit`, and by force if that takes too long. */
  close: () => Promise<void>
  /** Ends it by force, at once. */
  kill: () => void
  /** Creates a new one to the same engine, for a restart. */
  again?: (() => Transport) | undefined
}

/** The part that differs between kinds of transport. */
export type Carrier = {
  /** sends one line, checked */
  write: (line: string) => void
  /** ends the engine with `quit` */
  end: () => void
  /** ends it by force; the LineTransport then calls closed(). A promise resolves when it is gone */
  kill: () => void | Promise<void>
  /** makes a new transport to the same engine */
  again?: (() => Transport) | undefined
}

/** close() waits this long before it kills, in milliseconds. */
const GRACE = 1000
/** Lines kept until onLine is set; later ones are dropped. */
const MOST_HELD = 1024

/** A connection to an engine, line by line; the library's transports are of this class. */
export class LineTransport implements Transport {
  #carrier: Carrier
  #splitter = new LineSplitter()
  #onLine: Transport['onLine']
  #onClose: Transport['onClose']
  #held: string[] = []
  #reason: CloseReason | undefined
  /** called at the end */
  #waiting: (() => void)[] = []

  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(LineTransport, 'name', { value: 'LineTransport', configurable: true })
  }

  /** Makes a new transport to the same engine, for a restart; undefined if that is impossible. */
  declare again: (() => Transport) | undefined

  /**
   * When the last text arrived, as performance.now() counts; 0 before.
   * @internal
   */
  heard = 0

  /** @internal */
  constructor(carrier: Carrier) {
    this.#carrier = carrier
    if (carrier.again) {
      this.again = carrier.again
    }
  }

  /**
   * Sends a line.
   * @throws {ChessError} ERR_UCI_LINE for a line break or NUL, ERR_ARGUMENT for no string
   */
  send(line: string) {
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

  /** Undefined while it lives. */
  get closeReason(): CloseReason | undefined {
    return this.#reason
  }

  /** Returns when it has ended; it never rejects. */
  async close(): Promise<void> {
    if (this.#reason !== undefined) return
    const ended: Promise<void> = new Promise(resolve => this.#waiting.push(resolve))
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
   * @param text any chunk of a stream of lines
   * @param heard when it arrived, as performance.now() counts
   */
  receive(text: string, heard: number = performance.now()) {
    this.heard = heard
    for (const line of this.#splitter.push(text)) this.#deliver(line)
  }

  /**
   * For the carrier: a message of one or more whole lines arrived.
   * @internal
   */
  receiveMessage(text: string, heard?: number) {
    this.receive(text.endsWith('\n') ? text : `${text}\n`, heard)
  }

  /**
   * For the carrier: the engine has ended, or could not start. Only the first call counts.
   * @internal
   */
  closed(reason: CloseReason) {
    if (this.#reason !== undefined) return
    // After a crash the last line may be incomplete and misleading.
    if (reason.exitCode === 0) for (const line of this.#splitter.end()) this.#deliver(line)
    if (this.#reason !== undefined) return // the listener of that line ended it
    this.#reason = reason
    for (const resolve of this.#waiting.splice(0)) resolve()
    this.#onClose?.(reason)
  }

  #deliver(line: string) {
    if (this.#reason !== undefined) return
    if (this.#onLine) this.#onLine(line)
    else if (this.#held.length < MOST_HELD) this.#held.push(line)
  }
}
