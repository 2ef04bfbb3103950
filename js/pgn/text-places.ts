// SPDX-License-Identifier: Apache-2.0
// Places in a source that arrives in pieces: offset, line and column.

import { decode } from '../core/utf8.js'

export type TextPlace = {
  /** from 0, in UTF-16 units of a string, otherwise in bytes */
  offset: number
  /** from 1; LF, CRLF and CR end a line */
  line: number
  /** from 1, in the units of offset */
  column: number
}

/** A range of offsets, from `from` to before `to`. */
export type TextRange = { from: number; to: number }

/**
 * @param from a place in the bytes
 * @returns how many lines end between the two places, and where the last line begins, `from` if no line ends
 */
type FindLines = (from: number, to: number) => { lines: number; start: number }

const FIRST_PLACE: TextPlace = { offset: 0, line: 1, column: 1 }

/** The place of one byte that moves forward through the source. */
export class TextPlaces {
  /** Whether offsets and columns count UTF-16 units, and some characters are longer than a byte. */
  wide = false

  #offset: number
  #line: number
  #column: number
  #findLines: FindLines
  /** How far offset() has counted from here, in bytes and in units. */
  #countedBytes = 0
  #countedUnits = 0

  /** @param place the place of the byte; default: the first one of the source */
  constructor(findLines: FindLines, { offset, line, column }: TextPlace = FIRST_PLACE) {
    this.#findLines = findLines
    this.#offset = offset
    this.#line = line
    this.#column = column
  }

  /**
   * Moves the place forward.
   * @param from the index of this place in the bytes
   */
  advance(bytes: Uint8Array, from: number, to: number) {
    if (from === to) return
    const { offset, line, column } = this.at(bytes, from, to)
    this.#offset = offset
    this.#line = line
    this.#column = column
    this.#countedBytes = this.#countedUnits = 0
  }

  /**
   * Returns a later place without moving.
   * @param from the index of this place in the bytes
   */
  at(bytes: Uint8Array, from: number, to: number): TextPlace {
    const { lines, start } = this.#findLines(from, to)
    return {
      offset: this.#offset + this.#units(bytes, from, to),
      line: this.#line + lines,
      column: (lines === 0 ? this.#column : 1) + this.#units(bytes, start, to),
    }
  }

  /**
   * Returns only the offset of a later place, which is fast if calls are in the order of the text.
   * @param from the index of this place in the bytes
   */
  offset(bytes: Uint8Array, from: number, to: number): number {
    if (!this.wide) return this.#offset + to - from
    if (to - from < this.#countedBytes) this.#countedBytes = this.#countedUnits = 0
    this.#countedUnits += this.#units(bytes, from + this.#countedBytes, to)
    this.#countedBytes = to - from
    return this.#offset + this.#countedUnits
  }

  #units(bytes: Uint8Array, from: number, to: number) {
    return this.wide ? decode(bytes.subarray(from, to)).length : to - from
  }
}
