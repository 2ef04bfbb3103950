// SPDX-License-Identifier: Apache-2.0
// The output: permanent lines and, on a terminal, one transient line at the bottom.

import { fitStart, painter } from '../text.js'

/** @import { Io } from '../main.js' */

const ERASE_LINE = '\r\x1b[K'
const DEFAULT_COLUMNS = 80

export class Screen {
  #output
  #hasTransient = false

  /** @param {Pick<Io, 'stdout' | 'env'>} io */
  constructor({ stdout, env }) {
    this.#output = stdout
    this.paint = painter(stdout)
    /** Can a line be overwritten? */
    this.isLive = Boolean(stdout.isTTY) && env.TERM !== 'dumb'
    /** The text printed last. */
    this.last = ''
  }

  /** @returns {number} columns of a line, one less than the terminal's: on some a full line wraps */
  get width() {
    return (this.#output.columns || DEFAULT_COLUMNS) - 1
  }

  /** @returns {number} lines visible at once; Infinity without a terminal */
  get height() {
    return this.#output.rows || Number.POSITIVE_INFINITY
  }

  /** @param {string} text printable lines */
  print(text) {
    this.clear()
    this.#output.write(`${text}\n`)
    this.last = text
  }

  /**
   * Shows a line until the next text; it has no effect where lines cannot be overwritten.
   * @param {string} style
   * @param {string} text printable
   */
  showTransient(style, text) {
    if (!this.isLive) return
    this.#output.write(ERASE_LINE + this.paint(style, fitStart(text, this.width)))
    this.#hasTransient = true
  }

  /** Clears the transient line. */
  clear() {
    if (this.#hasTransient) this.#output.write(ERASE_LINE)
    this.#hasTransient = false
  }
}
