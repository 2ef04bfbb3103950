// SPDX-License-Identifier: Apache-2.0
// The output of `binbo play`: permanent lines and, on a terminal, one transient line at the bottom.

import type { WriteStream } from 'node:tty'
import type { Io } from '../main.js'
import type { Painter } from '../text.js'
import { fitStart, painter } from '../text.js'

const ERASE_LINE = '\r\x1b[K'
const DEFAULT_COLUMNS = 80

export class Screen {
  #output: WriteStream
  #hasTransient = false

  declare paint: Painter
  /** Whether a line can be overwritten. */
  declare isLive: boolean
  /** The text printed last. */
  declare last: string

  constructor({ stdout, env }: Pick<Io, 'stdout' | 'env'>) {
    this.#output = stdout
    this.paint = painter(stdout)
    this.isLive = Boolean(stdout.isTTY) && env.TERM !== 'dumb'
    this.last = ''
  }

  /** @returns the columns of a line, one less than the terminal's, because some wrap full lines */
  get width(): number {
    return (this.#output.columns || DEFAULT_COLUMNS) - 1
  }

  /** @returns lines visible at once; Infinity without a terminal */
  get height(): number {
    return this.#output.rows || Number.POSITIVE_INFINITY
  }

  /** @param text printable lines */
  print(text: string) {
    this.clear()
    this.#output.write(`${text}\n`)
    this.last = text
  }

  /**
   * Shows a line until the next text; has no effect if lines cannot be overwritten.
   * @param text printable
   */
  showTransient(style: string, text: string) {
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
