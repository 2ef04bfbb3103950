// SPDX-License-Identifier: Apache-2.0
// Places in a source that arrives in pieces: offset, line and column.

import { decode } from '../core/utf8.js'

/**
 * @typedef {object} TextPlace
 * @property {number} offset from 0, in UTF-16 units of text, bytes of bytes
 * @property {number} line from 1; LF, CRLF and CR end one
 * @property {number} column from 1, in the units of offset
 */

/** @typedef {{ from: number, to: number }} TextRange offsets; `to` is behind the last */

/**
 * @callback FindLines
 * @param {number} from a place of the bytes
 * @param {number} to
 * @returns {{ lines: number, start: number }} how many lines end between the two, and where the last line begins, `from`
 *   if none ends
 */

/** @type {TextPlace} */
const FIRST_PLACE = { offset: 0, line: 1, column: 1 }

/** The place of one byte that moves forward through the source. */
export class TextPlaces {
  /** Do offsets and columns count UTF-16 units, and are some characters longer than a byte? */
  wide = false

  #offset
  #line
  #column
  #findLines
  /** How far offset() has counted: so many bytes from here are so many units. */
  #countedBytes = 0
  #countedUnits = 0

  /**
   * @param {FindLines} findLines
   * @param {TextPlace} [place] of the byte; default the source's first
   */
  constructor(findLines, { offset, line, column } = FIRST_PLACE) {
    this.#findLines = findLines
    this.#offset = offset
    this.#line = line
    this.#column = column
  }

  /**
   * Moves on.
   * @param {Uint8Array} bytes
   * @param {number} from where this place is in them
   * @param {number} to
   */
  advance(bytes, from, to) {
    if (from === to) return
    const { offset, line, column } = this.at(bytes, from, to)
    this.#offset = offset
    this.#line = line
    this.#column = column
    this.#countedBytes = this.#countedUnits = 0
  }

  /**
   * Looks ahead.
   * @param {Uint8Array} bytes
   * @param {number} from where this place is in them
   * @param {number} to
   * @returns {TextPlace}
   */
  at(bytes, from, to) {
    const { lines, start } = this.#findLines(from, to)
    return {
      offset: this.#offset + this.#units(bytes, from, to),
      line: this.#line + lines,
      column: (lines === 0 ? this.#column : 1) + this.#units(bytes, start, to),
    }
  }

  /**
   * Looks ahead for the offset alone, which costs next to nothing if calls follow the order of the text.
   * @param {Uint8Array} bytes
   * @param {number} from where this place is in them
   * @param {number} to
   * @returns {number}
   */
  offset(bytes, from, to) {
    if (!this.wide) return this.#offset + to - from
    if (to - from < this.#countedBytes) this.#countedBytes = this.#countedUnits = 0
    this.#countedUnits += this.#units(bytes, from + this.#countedBytes, to)
    this.#countedBytes = to - from
    return this.#offset + this.#countedUnits
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} from
   * @param {number} to
   */
  #units(bytes, from, to) {
    return this.wide ? decode(bytes.subarray(from, to)).length : to - from
  }
}
