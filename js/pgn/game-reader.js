// SPDX-License-Identifier: Apache-2.0
// Games out of PGN text that arrives in chunks.
//
// C reads one game from contiguous text and keeps nothing. The unused text is kept here: the beginning of a game whose
// end has not arrived. Trying again with each new chunk would be quadratic where chunks are small, so every try is paid
// for with credit that incoming bytes earn.

import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import {
  PGN_BEGIN,
  PGN_COMPLETE,
  PGN_CUT,
  PGN_CUT_OFF,
  PGN_ERROR_COUNT,
  PGN_FIRST,
  PGN_INCOMPLETE,
  PGN_LAST,
  PGN_LINE,
  PGN_MAIN_LINE,
  PGN_NO_LOCALE,
  PGN_NO_TAGS,
  PGN_PASSED_VARIATIONS,
  PGN_SKIP_MOVES,
  PGN_STATE,
  PGN_TAGS_ONLY,
  STANDARD,
} from '../core/generated/bindings.js'
import { claimPgnText, ownsPgnText, pgnFacts, releasePgnText, tagsAlone, tagsText } from '../core/pgn-text.js'
import { ready, wasm } from '../core/wasm.js'
import { headersOfTags } from '../game/headers.js'
import { mainLine } from './game-facts.js'
import { GameText } from './game-text.js'
import { AUTO, readInAnyLanguage, useLetters } from './locales.js'
import { reachedBy } from './reaches.js'
import { readErrors } from './read-errors.js'
import { TextPlaces } from './text-places.js'

/** @import { Reading } from './game-text.js' */
/** @import { CheckedOptions } from './pgn-options.js' */
/** @import { Chunk } from './source.js' */
/** @import { TextRange } from './text-places.js' */
/** @import { ChessError } from '../core/errors.js' */

const CREDIT_PER_BYTE = 4
const FIRST_CREDIT = 1 << 16
const NOT_GIVEN = -1
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** More than the tag name, its blanks and its quote take. */
const LONGEST_TAG_START = 300

const BRACKET = 0x5b
const TAG_START = /^\[[ \t]*[^\s"[\]%]+[ \t]*"/

const NOTHING = new Uint8Array(0)
const FIRST_CAPACITY = 1 << 16
/** A larger store is dropped when there is nothing in it. */
const KEPT_CAPACITY = 1 << 20

export class GameReader {
  /** How many games there have been, those that the filter left out too. */
  games = 0
  /** @type {ChessError[]} Of the game read last. */
  errors = []
  /** @type {Reading} */
  reading
  /** @type {number | undefined} The ply at which that game reaches the goal; undefined without a goal, -1 where it does not. */
  reached

  #options
  #mode
  #lazy
  /** Has there been a game that the filter wants? The first one is read at once: its use shows what later ones need. */
  #hasRead = false
  /** Was the main line of the last game checked, and nothing else read? */
  #isChecked = false
  #chunks = new ByteChunks()
  /** Before it everything is used up. */
  #at = 0
  /** Where the reading of the last game ended, until next() returns false. */
  #stop = 0
  /** Where the text ends that the last read was given. */
  #end = 0
  #last = false
  #credit = FIRST_CREDIT
  /** Where the text begins that C has. */
  #base = NOT_GIVEN
  /** @type {boolean | undefined} What the filter said about the game at `#at`. */
  #wanted
  /** Is the rest of a game being passed over that was too large? */
  #overlong = false
  /** Of `#placed`, which follows `#at` where lines must be counted. */
  #places = new TextPlaces((from, to) => {
    const base = this.#give()
    const lines = wasm.binbo_pgn_lines(from - base, to - base)
    return { lines, start: pgnFacts()[PGN_LINE] + base }
  })
  #placed = 0

  /**
   * @param {CheckedOptions} options
   * @param {number} mode PGN_* flags for the games that the filter wants
   * @param {boolean} [lazy] whether to read trees only where they are asked for; takes mode 0
   */
  constructor(options, mode, lazy = false) {
    ready()
    const { letters, hasLocale } = options
    this.#options = options
    this.#mode = mode
    this.#lazy = lazy && letters !== AUTO
    this.reading = { letters, hasLocale, wide: false, usesTags: false, usesLines: false, usesTrees: false }
  }

  /**
   * Adds the next chunk of the source. next() must have returned false.
   * @param {Chunk} chunk borrowed until next() returns false
   */
  push({ bytes, wide, lasts }) {
    this.#chunks.add(bytes, lasts)
    this.#credit += CREDIT_PER_BYTE * bytes.length
    this.#places.wide ||= wide
    this.#base = NOT_GIVEN
  }

  /** Nothing follows. */
  end() {
    this.#last = true
  }

  /**
   * Reads the next game that the filter selects. C holds it (pgnFacts()) until something else is read.
   * @returns {boolean} false when there is none until more text arrives
   * @throws {ChessError} ERR_MEMORY; and what the filter throws
   */
  next() {
    while (this.#mayTry()) {
      const wanted = this.#isWanted()
      if (wanted === undefined) break
      const end = wanted ? this.#readWanted() : this.#read(PGN_SKIP_MOVES)
      if (!this.#isGame(end)) break
      this.games++
      const isFound = wanted && !(Number(this.reached) < 0)
      this.errors = isFound ? this.#errorsHere() : []
      this.#stop = end
      this.#overlong = pgnFacts()[PGN_STATE] === PGN_CUT_OFF
      this.#at = this.#overlong ? wholeBefore(this.#bytes, end - 1) : end // the byte before a tag decides whether a line begins with it
      this.#wanted = undefined
      if (isFound) {
        this.#hasRead = true
        return true
      }
    }
    this.#keepRest()
    return false
  }

  /**
   * The place of the game that next() has read, from its first token to where the next game may begin. Call it before
   * anything else is read.
   * @returns {TextRange}
   */
  range() {
    const first = this.#base + pgnFacts()[PGN_BEGIN]
    const from = this.#places.offset(this.#bytes, this.#placed, first)
    return { from, to: this.#places.offset(this.#bytes, this.#placed, this.#stop) }
  }

  /** @returns {GameText | undefined} the text of the game that next() has read, if C has only checked it */
  text() {
    if (!this.#isChecked) return undefined
    const first = this.#base + pgnFacts()[PGN_BEGIN]
    const hasVariations = pgnFacts()[PGN_PASSED_VARIATIONS] === 1
    if (hasVariations) this.#placeAt(first)
    const place = hasVariations ? this.#places.at(this.#bytes, first, first) : undefined
    this.reading.wide = this.#places.wide
    const before = {
      tags: this.reading.usesTags ? tagsAlone() : undefined,
      line: this.reading.usesLines ? mainLine() : undefined,
    }
    return new GameText(this.#bytes.subarray(first, this.#stop), before, this.games, place, this.reading)
  }

  /** Gives large memory back. The reader can go on. */
  release() {
    if (ownsPgnText(this)) releasePgnText()
  }

  get #bytes() {
    return this.#chunks.bytes
  }

  get #available() {
    return this.#bytes.length - this.#at
  }

  /** Is there text, and is it worth a try? */
  #mayTry() {
    if (this.#overlong && !this.#skipOverlong()) return false
    const available = this.#available
    if (available === 0) return false
    return this.#last || available <= this.#credit || this.#isTooLarge()
  }

  /** @returns {boolean} whether the next game has been reached */
  #skipOverlong() {
    const tags = findTagLine(this.#bytes, this.#at)
    const { length } = this.#bytes
    this.#overlong = tags < 0
    if (tags >= 0) this.#at = tags
    else
      this.#at = this.#last
        ? length
        : Math.max(this.#at, wholeBefore(this.#bytes, length - LONGEST_TAG_START))
    return tags >= 0
  }

  /** @returns {boolean | undefined} the filter's word; undefined where it cannot be asked yet */
  #isWanted() {
    const { filter } = this.#options
    if (filter !== undefined && this.#wanted === undefined) {
      if (!this.#isGame(this.#read(PGN_TAGS_ONLY))) return undefined
      this.#wanted = ask(filter, headersOfTags(tagsText()))
    }
    return this.#wanted ?? true
  }

  /** @returns {number} where the next game begins */
  #readWanted() {
    const { goal, letters, throws } = this.#options
    const { usesTags, usesTrees } = this.reading
    this.#isChecked = this.#lazy && this.#hasRead && !usesTrees
    if (!this.#isChecked && goal === undefined) return this.#read(this.#mode)
    // In which language a game is depends on its variations too.
    const mode = letters === AUTO ? 0 : PGN_MAIN_LINE | (this.#isChecked && usesTags ? 0 : PGN_NO_TAGS)
    const end = this.#read(mode)
    const facts = pgnFacts()
    if (goal !== undefined && hasGame()) {
      this.reached = reachedBy(goal)
      if (this.reached < 0) return end
    }
    if (mode === this.#mode || !hasGame()) return end
    const isClean = facts[PGN_ERROR_COUNT] === 0 && !(throws && facts[PGN_PASSED_VARIATIONS])
    if (this.#isChecked && isClean) return end
    this.#isChecked = false
    return this.#read(this.#mode)
  }

  /**
   * @param {number} mode
   * @returns {number} where the next game begins
   */
  #read(mode) {
    const { letters, hasLocale } = this.#options
    const { length } = this.#bytes
    const base = this.#give()
    const end = this.#isTooLarge() ? this.#largestEnd(base) : length
    const ends = end < length ? PGN_CUT : this.#last ? PGN_LAST : 0
    const flags = mode | ends | (hasLocale ? 0 : PGN_NO_LOCALE) | (this.games === 0 ? PGN_FIRST : 0)
    this.#end = end
    const local = letters === AUTO ? 0 : useLetters(letters)
    const next = readGame(this.#at - base, end - base, flags | local)
    if (letters === AUTO && pgnFacts()[PGN_STATE] !== PGN_INCOMPLETE) {
      readInAnyLanguage(flag => readGame(this.#at - base, end - base, flags | flag))
    }
    return next + base
  }

  #isTooLarge() {
    return this.#available > this.#options.maxGameBytes
  }

  /**
   * @param {number} base where the text begins that C has
   * @returns {number} where the next game must end; its size counts from its first token
   */
  #largestEnd(base) {
    const { length } = this.#bytes
    const first = base + wasm.binbo_pgn_skip(this.#at - base, length - base)
    const end = first + this.#options.maxGameBytes
    return end < length ? Math.max(first + 1, characterStart(this.#bytes, end)) : length
  }

  /**
   * @param {number} end what #read() returned
   * @returns {boolean} was there a game? If not, what is behind the reading is used up
   */
  #isGame(end) {
    if (hasGame()) return true
    this.#credit -= this.#available
    this.#at = end
    return false
  }

  /** @returns {number} where the text begins that C has; it is passed again if another reader has replaced it */
  #give() {
    if (this.#base === NOT_GIVEN || !ownsPgnText(this)) {
      const text = this.#bytes.subarray(this.#placed)
      claimPgnText(this, text.length).set(text)
      this.#base = this.#placed
    }
    return this.#base
  }

  #errorsHere() {
    if (pgnFacts()[PGN_ERROR_COUNT] === 0) return []
    const text = this.#bytes.subarray(0, this.#end)
    this.#placeAt(this.#at)
    return readErrors(this.games, text, this.#base, offset =>
      this.#places.at(this.#bytes, this.#placed, offset),
    )
  }

  /** @param {number} at behind `#placed` */
  #placeAt(at) {
    this.#places.advance(this.#bytes, this.#placed, at)
    this.#placed = at
  }

  #keepRest() {
    this.#placeAt(this.#at)
    this.#chunks.keepFrom(this.#at)
    this.#at = this.#placed = 0
    this.#base = NOT_GIVEN
  }
}

/** @returns {boolean} whether the last read has found a game */
function hasGame() {
  const state = pgnFacts()[PGN_STATE]
  return state === PGN_COMPLETE || state === PGN_CUT_OFF
}

/**
 * @param {number} start in the text that C has
 * @param {number} end
 * @param {number} flags PGN_*
 * @returns {number} where the next game begins
 * @throws {ChessError} ERR_MEMORY
 */
const readGame = (start, end, flags) => checked(wasm.binbo_pgn_read(start, end, flags, STANDARD))

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {number} the same or a little less, where that is inside a character of UTF-8
 */
function characterStart(bytes, at) {
  let start = at
  while (start > at - 3 && (bytes[start] & 0xc0) === 0x80) start--
  return start
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {number} the same or a little less, where that is inside a character of UTF-8 or a CRLF
 */
function wholeBefore(bytes, at) {
  const start = characterStart(bytes, at)
  return bytes[start] === LINE_FEED && bytes[start - 1] === CARRIAGE_RETURN ? start - 1 : start
}

/**
 * @param {(headers: Map<string, string>) => unknown} filter
 * @param {Map<string, string>} headers
 * @returns {boolean}
 * @throws {ChessError} ERR_ARGUMENT for a promise, which would let every game pass
 */
function ask(filter, headers) {
  const answer = filter(headers)
  if (typeof (/** @type {any} */ (answer)?.then) === 'function')
    throw argumentError('filter may not be async')
  return Boolean(answer)
}

/**
 * @param {Uint8Array} bytes
 * @param {number} from
 * @returns {number} where behind this byte a line begins with a tag, or -1
 */
function findTagLine(bytes, from) {
  for (let at = bytes.indexOf(BRACKET, from + 1); at >= 0; at = bytes.indexOf(BRACKET, at + 1)) {
    if (bytes[at - 1] !== LINE_FEED && bytes[at - 1] !== CARRIAGE_RETURN) continue
    if (TAG_START.test(String.fromCharCode(...bytes.subarray(at, at + LONGEST_TAG_START)))) return at
  }
  return -1
}

/** Chunks as contiguous bytes, as long as they are needed. */
class ByteChunks {
  /** @type {Uint8Array} What is kept, followed by the chunk added last. */
  bytes = NOTHING

  /** What reaches over the end of its chunk stands here. */
  #store = NOTHING
  #lasts = false

  /**
   * @param {Uint8Array} chunk borrowed until the next keepFrom()
   * @param {boolean} [lasts] borrowed until the end, and in memory it follows what is kept
   */
  add(chunk, lasts = false) {
    const kept = this.bytes.length
    const length = kept + chunk.length
    this.#lasts = lasts
    if (kept === 0 || lasts) {
      this.bytes = new Uint8Array(chunk.buffer, chunk.byteOffset - kept, length)
      return
    }
    this.#reserve(length)
    this.#store.set(chunk, kept)
    this.bytes = this.#store.subarray(0, length)
  }

  /** @param {number} start what is before it is no longer needed */
  keepFrom(start) {
    const rest = this.bytes.subarray(start)
    if (rest.length === 0) {
      this.bytes = NOTHING
      if (this.#store.length > KEPT_CAPACITY) this.#store = NOTHING
      return
    }
    if (this.#lasts) {
      this.bytes = rest
      return
    }
    if (rest.buffer !== this.#store.buffer || start > 0) {
      this.#reserve(rest.length)
      this.#store.set(rest)
    }
    this.bytes = this.#store.subarray(0, rest.length)
  }

  /** @param {number} length in bytes; what the store holds stays */
  #reserve(length) {
    if (length <= this.#store.length) return
    const larger = new Uint8Array(Math.max(length, 2 * this.#store.length, FIRST_CAPACITY))
    larger.set(this.#store)
    this.#store = larger
  }
}
