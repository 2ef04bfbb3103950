// SPDX-License-Identifier: Apache-2.0
// What the user sees: lines that stay, and on a terminal one line at the bottom that comes and goes.

import { painter } from '../paint.js'
import { fitStart } from '../text.js'

/** @typedef {import('../main.js').Io} Io */

const ERASE_LINE = '\r\x1b[K'
const DEFAULT_COLUMNS = 80

export class Screen {
  #output
  #passing = false

  /** @param {Pick<Io, 'stdout' | 'env'>} io */
  constructor({ stdout, env }) {
    this.#output = stdout
    this.paint = painter(stdout)
    /** Can a line be written over? */
    this.isLive = Boolean(stdout.isTTY) && env.TERM !== 'dumb'
    /** What was printed last. */
    this.last = ''
  }

  /** @returns {number} the columns that a line may take; on some terminals a full one wraps */
  get width() {
    return (this.#output.columns || DEFAULT_COLUMNS) - 1
  }

  /** @returns {number} the lines that are seen at once; Infinity where nothing scrolls away */
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
   * Shows a line until the next text; nothing where lines cannot be written over.
   * @param {string} style
   * @param {string} text printable
   */
  pass(style, text) {
    if (!this.isLive) return
    this.#output.write(ERASE_LINE + this.paint(style, fitStart(text, this.width)))
    this.#passing = true
  }

  /** Takes the passing line away. */
  clear() {
    if (this.#passing) this.#output.write(ERASE_LINE)
    this.#passing = false
  }
}
