// SPDX-License-Identifier: Apache-2.0
// The text of a game of which C has checked only the main line. Its tags and its tree are read on first use.

import type { ChessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import {
  PGN_ALL_NAMES,
  PGN_FIRST,
  PGN_LAST,
  PGN_LINE,
  PGN_MAIN_LINE,
  PGN_NO_LOCALE,
  PGN_NO_TAGS,
  PGN_TAGS_ONLY,
  STANDARD,
} from '../core/generated/bindings.js'
import { appendPgnText, pgnFacts, tagsAlone, trimPgnText } from '../core/pgn-text.js'
import { decode, encode } from '../core/utf8.js'
import { wasm } from '../core/wasm.js'
import type { GameFacts, MainLine } from './game-facts.js'
import { gameFacts, mainLine } from './game-facts.js'
import { useLetters } from './locales.js'
import { readErrors } from './read-errors.js'
import type { TextPlace } from './text-places.js'
import { TextPlaces } from './text-places.js'

/** The state that the games of one source share. */
export type Reading = {
  /** the letters of the pieces */
  letters: string
  hasLocale: boolean
  /** whether places count UTF-16 units, and some characters are longer than a byte */
  wide: boolean
  /**
   * the names of tags that were used, as bits of PGN_NAMES: these tags of later games are read at once, because reading a text
   * twice takes longer
   */
  names: number
  /** the same for main lines */
  usesLines: boolean
  /** the same for trees */
  usesTrees: boolean
  /** whether the errors of the last checked game were used, and its text read again, because it has variations */
  isReadAgain: boolean
  /** how many checked games in a row were read again */
  readAgain: number
  /** how many of the next games are read as trees at once for that reason */
  trees: number
}

/** @returns the bit of a tag's name; all bits if its first byte is not its first character */
export function bitOf(name: string): number {
  const first = name.charCodeAt(0)
  return first < 128 ? 1 << (first & 15) : PGN_ALL_NAMES
}

/** Of games in a row that are read as trees at once, at most. */
const MOST_TREES = 128

/** Notes that the text of a game is read again for its errors. The more games in a row, the more of the next are read once. */
export function noteReadAgain(reading: Reading) {
  reading.isReadAgain = true
  reading.readAgain++
  reading.trees = Math.min(2 ** reading.readAgain, MOST_TREES) - 2
}

/** Notes that a game has been read. */
export function passGame(reading: Reading) {
  if (reading.trees > 0) {
    reading.trees--
    return
  }
  if (!reading.isReadAgain) reading.readAgain = 0
  reading.isReadAgain = false
}

export class GameText {
  #kept: string | Uint8Array<ArrayBufferLike>
  /** The tags of `#names`, and perhaps others. */
  #tags: string
  #names: number
  #line: MainLine | undefined
  #number: number
  #place: TextPlace | undefined
  #reading: Reading

  /**
   * C has read the game, with what `reading` says.
   * @param bytes the text from the first token to where the next game may begin; borrowed
   * @param number the number of the game, from 1
   * @param place where it begins; undefined if it has no variations, and so no errors
   */
  constructor(bytes: Uint8Array, number: number, place: TextPlace | undefined, reading: Reading) {
    const { names, usesLines } = reading
    this.#kept = kept(bytes)
    this.#tags = names === 0 ? '' : tagsAlone()
    this.#names = names
    this.#line = usesLines ? mainLine() : undefined
    this.#number = number
    this.#place = place
    this.#reading = reading
  }

  /** @returns whether facts() may find errors, which are in variations */
  get mayHaveErrors(): boolean {
    return this.#place !== undefined
  }

  /**
   * @param names bits of names
   * @returns the tags of these names as in the tree, and perhaps others
   * @throws {ChessError} ERR_MEMORY
   */
  tags(names: number): string {
    if ((names & ~this.#names) !== 0) {
      this.#read(PGN_TAGS_ONLY)
      this.#tags = tagsAlone()
      this.#names = PGN_ALL_NAMES
      trimPgnText()
    }
    return this.#tags
  }

  /** @throws {ChessError} ERR_MEMORY */
  line(): MainLine {
    if (this.#line === undefined) {
      this.#read(PGN_MAIN_LINE | PGN_NO_TAGS)
      this.#line = mainLine()
      trimPgnText()
    }
    return this.#line
  }

  /** @throws {ChessError} ERR_MEMORY */
  facts(): GameFacts {
    const facts = gameFacts(this.#errors(this.#read(0)))
    trimPgnText()
    return facts
  }

  /** @param base the place where C has the text */
  #errors(base: number): ChessError[] {
    const places = new TextPlaces((from, to) => {
      const lines = wasm.binbo_pgn_lines(from + base, to + base)
      return { lines, start: pgnFacts()[PGN_LINE] - base }
    }, this.#place)
    places.wide = this.#reading.wide
    const bytes = typeof this.#kept === 'string' ? encode(this.#kept) : this.#kept
    return readErrors(this.#number, bytes, -base, at => places.at(bytes, 0, at))
  }

  /**
   * @param mode PGN_* flags
   * @returns the place where C has the text
   */
  #read(mode: number): number {
    const { letters, hasLocale } = this.#reading
    const start = appendPgnText(this.#kept)
    const flags = mode | PGN_LAST | (hasLocale ? 0 : PGN_NO_LOCALE) | (this.#number === 1 ? PGN_FIRST : 0)
    checked(wasm.binbo_pgn_read(start, start + this.#kept.length, flags | useLetters(letters), STANDARD))
    return start
  }
}

/**
 * Copies text, so that the text around it does not stay in memory. A string is made faster than a copy of the bytes.
 * @returns a string if it has a character for every byte
 */
function kept(bytes: Uint8Array): string | Uint8Array {
  const text = decode(bytes)
  return text.length < bytes.length || text.includes('\ufffd') ? bytes.slice() : text
}
