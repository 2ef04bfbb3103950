// SPDX-License-Identifier: Apache-2.0
// The text of a game whose main line C has checked, and nothing else. Its tags and its tree are read when a user asks
// for them.

import { checked } from '../core/failure.js'
import {
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
import { isUtf8 } from './compact-tree.js'
import { gameFacts, mainLine } from './game-facts.js'
import { useLetters } from './locales.js'
import { readErrors } from './read-errors.js'
import { TextPlaces } from './text-places.js'

/** @import { GameFacts, MainLine } from './game-facts.js' */
/** @import { TextPlace } from './text-places.js' */
/** @import { ChessError } from '../core/errors.js' */

/**
 * What the games of one source share.
 * @typedef {object} Reading
 * @property {string} letters of the pieces
 * @property {boolean} hasLocale
 * @property {boolean} wide whether places count UTF-16 units, and some characters are longer than a byte
 * @property {boolean} usesTags whether a game's tags were asked for: those of later games are read at once, because
 *   reading a text twice takes longer
 * @property {boolean} usesLines the same of main lines
 * @property {boolean} usesTrees the same of trees
 */

/**
 * What was read of a game's text before it is asked for.
 * @typedef {object} ReadBefore
 * @property {string | undefined} tags of tagsAlone()
 * @property {MainLine | undefined} line
 */

export class GameText {
  #kept
  #tags
  #line
  #number
  #place
  #reading

  /**
   * @param {Uint8Array} bytes from the first token to where the next game may begin; borrowed
   * @param {ReadBefore} before
   * @param {number} number of the game, from 1
   * @param {TextPlace | undefined} place where it begins; undefined if it has no variations, and so no errors
   * @param {Reading} reading
   */
  constructor(bytes, { tags, line }, number, place, reading) {
    this.#kept = kept(bytes)
    this.#tags = tags
    this.#line = line
    this.#number = number
    this.#place = place
    this.#reading = reading
  }

  /** @returns {boolean} whether facts() may find errors, which are in variations */
  get mayHaveErrors() {
    return this.#place !== undefined
  }

  /**
   * @returns {string | undefined} as those of the tree; undefined where only the tree shows how they are encoded
   * @throws {ChessError} ERR_MEMORY
   */
  tags() {
    if (this.#tags === undefined) {
      this.#read(PGN_TAGS_ONLY)
      this.#tags = tagsAlone()
      trimPgnText()
    }
    // Multi-byte characters are UTF-8 only if the comments are UTF-8 too.
    return typeof this.#kept === 'string' || isUtf8(this.#kept, 0) ? this.#tags : undefined
  }

  /**
   * @returns {MainLine}
   * @throws {ChessError} ERR_MEMORY
   */
  line() {
    if (this.#line === undefined) {
      this.#read(PGN_MAIN_LINE | PGN_NO_TAGS)
      this.#line = mainLine()
      trimPgnText()
    }
    return this.#line
  }

  /**
   * @returns {GameFacts}
   * @throws {ChessError} ERR_MEMORY
   */
  facts() {
    const facts = gameFacts(this.#errors(this.#read(0)))
    trimPgnText()
    return facts
  }

  /**
   * @param {number} base where C has the text
   * @returns {ChessError[]}
   */
  #errors(base) {
    const places = new TextPlaces((from, to) => {
      const lines = wasm.binbo_pgn_lines(from + base, to + base)
      return { lines, start: pgnFacts()[PGN_LINE] - base }
    }, this.#place)
    places.wide = this.#reading.wide
    const bytes = typeof this.#kept === 'string' ? encode(this.#kept) : this.#kept
    return readErrors(this.#number, bytes, -base, at => places.at(bytes, 0, at))
  }

  /**
   * @param {number} mode PGN_* flags
   * @returns {number} where C has the text
   */
  #read(mode) {
    const { letters, hasLocale } = this.#reading
    const start = appendPgnText(this.#kept)
    const flags = mode | PGN_LAST | (hasLocale ? 0 : PGN_NO_LOCALE) | (this.#number === 1 ? PGN_FIRST : 0)
    checked(wasm.binbo_pgn_read(start, start + this.#kept.length, flags | useLetters(letters), STANDARD))
    return start
  }
}

/**
 * Nothing around it stays in memory. A string takes less time to make than bytes of its own.
 * @param {Uint8Array} bytes
 * @returns {string | Uint8Array} a string if it has a character for every byte
 */
function kept(bytes) {
  const text = decode(bytes)
  return text.length < bytes.length || text.includes('\ufffd') ? bytes.slice() : text
}
