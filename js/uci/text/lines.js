// SPDX-License-Identifier: Apache-2.0
// Checks lines for an engine, and splits a stream of text into lines.

import { chessError } from '../../core/errors.js'

/** These characters would end a line early. */
const FORBIDDEN = /[\r\n\0]/

/**
 * The longest line that is passed on, in UTF-16 units; the rest of a longer one is dropped. No meaningful line of
 * UCI comes near it.
 */
export const LONGEST_LINE = 65536

/**
 * @param {unknown} line
 * @returns {asserts line is string}
 * @throws {ChessError} ERR_UCI_LINE, ERR_ARGUMENT
 */
export function checkLine(line) {
  if (typeof line !== 'string') throw chessError('ERR_ARGUMENT', 'A line for an engine is a string')
  if (FORBIDDEN.test(line)) throw chessError('ERR_UCI_LINE', '', { input: line })
}

/** Splits at '\n' and removes one '\r' from a line's end. */
export class LineSplitter {
  /** @type {string[]} of the incomplete line, together at most LONGEST_LINE + 1 units */
  #parts = []
  #length = 0

  /**
   * @param {string} text the next chunk
   * @returns {string[]} the lines that it completes
   */
  push(text) {
    const lines = []
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#keep(text.slice(start, end))
      lines.push(this.#take())
      start = end + 1
    }
    this.#keep(text.slice(start))
    return lines
  }

  /** @returns {string[]} what is left at the end of the stream: one line or none */
  end() {
    return this.#length > 0 ? [this.#take()] : []
  }

  /** @param {string} part */
  #keep(part) {
    // One unit more than is passed on: a '\r' that is removed later.
    const room = LONGEST_LINE + 1 - this.#length
    if (room <= 0 || part === '') return
    const kept = part.length > room ? part.slice(0, room) : part
    this.#parts.push(kept)
    this.#length += kept.length
  }

  #take() {
    const line = this.#parts.join('')
    this.#parts = []
    this.#length = 0
    return (line.endsWith('\r') ? line.slice(0, -1) : line).slice(0, LONGEST_LINE)
  }
}
