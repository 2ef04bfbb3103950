// SPDX-License-Identifier: Apache-2.0
// Places in a source that arrives in pieces: offset, line and column.

import { decode } from '../core/utf8.js'

export type TextPlace = {
  /** from 0, in UTF-16 units of text, bytes of bytes */
  offset: number
  /** from 1; LF, CRLF and CR end one */
  line: number
  /** from 1, in the units of offset */
  column: number
}

/** Offsets; `to` is behind the last. */
export type TextRange = { from: number; to: number }

/**
 * @param from a place of the bytes
 * @returns how many lines end between the two, and where the last line begins, `from` if none ends
 */
type FindLines = (from: number, to: number) => { lines: number; start: number }

const FIRST_PLACE: TextPlace = { offset: 0, line: 1, column: 1 }

/** The place of one byte that moves forward through the source. */
export class TextPlaces {
  /** Do offsets and columns count UTF-16 units, and are some characters longer than a byte? */
  wide = false

  #offset: number
  #line: number
  #column: number
  #findLines: FindLines
  /** How far offset() has counted: the number of bytes, and of units, from here. */
  #countedBytes = 0
  #countedUnits = 0

  /** @param place of the byte; default the source's first */
  constructor(findLines: FindLines, { offset, line, column }: TextPlace = FIRST_PLACE) {
    this.#findLines = findLines
    this.#offset = offset
    this.#line = line
    this.#column = column
  }

  /**
   * Moves on.
   * @param from where this place is in them
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
   * Looks ahead.
   * @param from where this place is in them
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
   * Looks ahead for the offset alone, which costs next to nothing if calls follow the order of the text.
   * @param from where this place is in them
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
