// SPDX-License-Identifier: Apache-2.0
// Lines out of text that comes in pieces, whatever the borders.

/**
 * The longest line that is passed on, in UTF-16 units; of a longer one the rest is dropped. No line of UCI
 * that means anything comes near it.
 */
export const LONGEST_LINE = 65536

/** Splits at '\n' and takes one '\r' from a line's end. */
export class LineSplitter {
  /** @type {string[]} of the line that is not complete yet, together at most LONGEST_LINE + 1 units */
  #parts = []
  #length = 0

  /**
   * @param {string} text the next piece
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

  /** @returns {string[]} what is left when nothing more will come: one line or none */
  end() {
    return this.#length > 0 ? [this.#take()] : []
  }

  /** @param {string} part */
  #keep(part) {
    // One unit more than may be passed on: a '\r' that will be taken off.
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
