// SPDX-License-Identifier: Apache-2.0
// Reads games from PGN text that arrives in chunks.
//
// C reads one game from contiguous text and keeps nothing. kept-text.ts keeps the unused text: the beginning of a game whose
// end has not arrived. Trying again with each new chunk would be quadratic for small chunks, so every attempt costs credit,
// which incoming bytes earn.
//
// A reader has four states, which determine the next step at the beginning of its text:
//
//     TAGS   reads the tags of a game for the filter  -> GAME or OTHER
//     GAME   reads a game that passed the filter      -> the first state again; a game that was too large: REST
//     OTHER  passes a game that the filter leaves out -> the same
//     REST   passes the rest of a game that was too large, up to a line with a tag -> the first state
//
// The first state is TAGS with a filter, otherwise GAME. A step that needs more text changes no state.

import type { ChessError } from '../core/errors.js'
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
  PGN_MAIN_LINE,
  PGN_NAMES,
  PGN_NO_LOCALE,
  PGN_NO_TAGS,
  PGN_PASSED_VARIATIONS,
  PGN_SKIP_MOVES,
  PGN_STATE,
  PGN_TAGS_ONLY,
  STANDARD,
} from '../core/generated/bindings.js'
import { pgnFacts, tagsText } from '../core/pgn-text.js'
import { isThenable } from '../core/waiting.js'
import { ready, wasm } from '../core/wasm.js'
import { headersOfTags } from '../game/headers.js'
import type { Reading } from './game-text.js'
import { GameText, passGame } from './game-text.js'
import { KeptText } from './kept-text.js'
import { AUTO, readInAnyLanguage, useLetters } from './locales.js'
import type { CheckedOptions } from './pgn-options.js'
import { reachedBy } from './reaches.js'
import { readErrors } from './read-errors.js'
import type { Chunk } from './source.js'
import type { TextPlace, TextRange } from './text-places.js'

const CREDIT_PER_BYTE = 4
const FIRST_CREDIT = 1 << 16
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** More bytes than the name of a tag, its blanks and its quote have. */
const LONGEST_TAG_START = 300

const BRACKET = 0x5b
const TAG_START = /^\[[ \t]*[^\s"[\]%]+[ \t]*"/

/** The parts of Reading that users' calls change. */
const UNUSED = {
  names: 0,
  usesLines: false,
  usesTrees: false,
  isReadAgain: false,
  readAgain: 0,
  trees: 0,
}

type Filter = NonNullable<CheckedOptions['filter']>

/** Another reader of the same text. It takes whole games, which this one then skips. */
export type Ahead = {
  /**
   * reads games from the place `at` of the text on, with PGN_* flags; returns how many games it has taken, and the place of the
   * next game, which this reader reads
   */
  read: (text: KeptText, at: number, flags: number) => { games: number; at: number }
}

/**
 * The place of a game in the text of a reader, from its first token to where the next game may begin. Valid until the next
 * reading.
 */
export type GamePlace = { text: KeptText; from: number; to: number }

/** The states. */
const TAGS = 0
const GAME = 1
const OTHER = 2
const REST = 3

/** The result of a step: the next step, a game for the caller, or a wait for more text. */
const GO_ON = 0
const FOUND = 1
const WAIT = 2

export class GameReader {
  /** The number of games so far, including filtered ones. */
  games = 0
  /** The facts of the game that was read last. */
  errors: ChessError[] = []
  reading: Reading
  /** The ply at which that game reaches the goal; -1 if it does not; undefined without a goal. */
  reached: number | undefined

  #options: CheckedOptions
  #mode: number
  #lazy: boolean
  #ahead: Ahead | undefined
  /** Whether a game has passed the filter. The first one is read at once: its use shows what later ones need. */
  #hasRead = false
  /** The state at the beginning of a game. */
  #first: number
  #state: number
  #text = new KeptText()
  /** The text before this place was read. */
  #at = 0
  #hasEnded = false
  #credit = FIRST_CREDIT
  /**
   * The last reading: where its text ended; where it stopped, until next() returns false; and whether it only checked a main
   * line.
   */
  #read = { textEnd: 0, stop: 0, isCheck: false }

  /**
   * @param mode PGN_* flags for games that pass the filter
   * @param lazy whether to read trees only when they are used; requires mode 0
   */
  constructor(options: CheckedOptions, mode: number, lazy = false, ahead: Ahead | undefined = undefined) {
    ready()
    this.#ahead = ahead
    const { filter, letters, hasLocale } = options
    this.#options = options
    this.#mode = mode
    this.#lazy = lazy && letters !== AUTO
    this.#first = filter === undefined ? GAME : TAGS
    this.#state = this.#first
    this.reading = { letters, hasLocale, wide: false, ...UNUSED }
  }

  /**
   * Adds the next chunk of the source. next() must have returned false.
   * @param chunk borrowed until next() returns false
   */
  push(chunk: Chunk) {
    this.#text.add(chunk)
    this.#credit += CREDIT_PER_BYTE * chunk.bytes.length
  }

  /**
   * Begins again at another game of a source of bytes.
   * @param games how many games are before it
   */
  restart(place: TextPlace, games: number) {
    this.#text.restart(place)
    this.#at = 0
    this.#state = this.#first
    this.#hasEnded = false
    this.#credit = FIRST_CREDIT
    this.games = games
  }

  /** Call it after the last chunk. */
  end() {
    this.#hasEnded = true
  }

  /**
   * Reads the next game that the filter selects. C has it (pgnFacts()) until the next reading.
   * @returns false if more text is needed first
   * @throws {ChessError} ERR_MEMORY; errors of the filter
   */
  next(): boolean {
    let outcome = GO_ON
    while (outcome === GO_ON) outcome = this.#step()
    if (outcome === FOUND) return true
    this.#text.keepFrom(this.#at)
    this.#at = 0
    return false
  }

  /**
   * The place of the game that next() has read, from its first token to where the next game may begin. Call it before the next
   * reading.
   */
  range(): TextRange {
    const { text, from, to } = this.place()
    const begin = text.offsetOf(from)
    return { from: begin, to: text.offsetOf(to) }
  }

  /** The same in the text that the reader has. */
  place(): GamePlace {
    const text = this.#text
    return { text, from: Math.min(text.base + pgnFacts()[PGN_BEGIN], this.#at), to: this.#read.stop }
  }

  /** @returns the text of the game that next() has read, if C has only checked it */
  text(): GameText | undefined {
    const { stop, isCheck } = this.#read
    if (!isCheck) return undefined
    const text = this.#text
    const first = text.base + pgnFacts()[PGN_BEGIN]
    const hasVariations = pgnFacts()[PGN_PASSED_VARIATIONS] === 1
    if (hasVariations) text.placeAt(first)
    const place = hasVariations ? text.placeOf(first) : undefined
    this.reading.wide = text.wide
    return new GameText(text.bytes.subarray(first, stop), this.games, place, this.reading)
  }

  /** Frees large memory. The reader can continue. */
  release() {
    this.#text.release()
  }

  // --- states -------------------------------------------------------------------------------------

  /** @returns GO_ON, FOUND or WAIT */
  #step(): number {
    if (this.#state === REST) return this.#passRest()
    if (!this.#mayTry()) return WAIT
    if (this.#ahead !== undefined && this.#state === GAME && !this.#isTooLarge()) this.#readAhead(this.#ahead)
    if (this.#state === GAME) return this.#ended(this.#readWanted(), true)
    return this.#state === TAGS ? this.#askFilter() : this.#ended(this.#readAs(PGN_SKIP_MOVES), false)
  }

  #askFilter() {
    if (!this.#isGame(this.#readAs(PGN_TAGS_ONLY))) return WAIT
    const { filter } = this.#options
    this.#state = !filter || ask(filter, headersOfTags(tagsText())) ? GAME : OTHER
    return GO_ON
  }

  #passRest() {
    const { bytes } = this.#text
    const tags = findTagLine(bytes, this.#at)
    if (tags < 0) {
      const { length } = bytes
      const rest = Math.max(this.#at, wholeBefore(bytes, length - LONGEST_TAG_START))
      this.#at = this.#hasEnded ? length : rest
      return WAIT
    }
    this.#at = tags
    this.#state = this.#first
    return GO_ON
  }

  /**
   * Ends a game that was read or skipped.
   * @param end where the next game begins
   */
  #ended(end: number, isWanted: boolean) {
    if (!this.#isGame(end)) return WAIT
    this.games++
    const isFound = isWanted && !(Number(this.reached) < 0)
    this.errors = isFound ? this.#errorsHere() : []
    this.#read.stop = end
    if (pgnFacts()[PGN_STATE] === PGN_CUT_OFF) {
      this.#state = REST
      this.#at = wholeBefore(this.#text.bytes, end - 1) // the byte before a tag shows whether the tag begins a line
    } else {
      this.#state = this.#first
      this.#at = end
    }
    if (!isFound) return GO_ON
    this.#hasRead = true
    passGame(this.reading)
    return FOUND
  }

  // --- reading ------------------------------------------------------------------------------------

  get #available() {
    return this.#text.bytes.length - this.#at
  }

  /** Whether there is text, and enough credit for an attempt. */
  #mayTry() {
    const available = this.#available
    if (available === 0) return false
    return this.#hasEnded || available <= this.#credit || this.#isTooLarge()
  }

  /** @returns where the next game begins */
  #readWanted(): number {
    const { goal, letters, throws } = this.#options
    const { names, usesTrees, trees } = this.reading
    const read = this.#read
    read.isCheck = this.#lazy && this.#hasRead && !usesTrees && trees === 0
    if (!read.isCheck && goal === undefined) return this.#readAs(this.#mode)
    // The language of a game depends on its variations, too.
    const used = read.isCheck ? PGN_NAMES * names : 0
    const mode = letters === AUTO ? 0 : PGN_MAIN_LINE | PGN_NO_TAGS | used
    const end = this.#readAs(mode)
    const facts = pgnFacts()
    if (goal !== undefined && hasGame()) {
      this.reached = reachedBy(goal)
      if (this.reached < 0) return end
    }
    if (mode === this.#mode || !hasGame()) return end
    const isClean = facts[PGN_ERROR_COUNT] === 0 && !(throws && facts[PGN_PASSED_VARIATIONS])
    if (read.isCheck && isClean) return end
    read.isCheck = false
    return this.#readAs(this.#mode)
  }

  #readAhead(ahead: Ahead) {
    const { games, at } = ahead.read(this.#text, this.#at, this.#flags(this.#hasEnded ? PGN_LAST : 0))
    this.games += games
    this.#at = at
  }

  /** @param ends flags for the end of the text */
  #flags(ends: number) {
    return ends | (this.#options.hasLocale ? 0 : PGN_NO_LOCALE) | (this.games === 0 ? PGN_FIRST : 0)
  }

  /** @returns where the next game begins */
  #readAs(mode: number): number {
    const { letters } = this.#options
    const { length } = this.#text.bytes
    const base = this.#text.give()
    const end = this.#isTooLarge() ? this.#largestEnd() : length
    const flags = mode | this.#flags(end < length ? PGN_CUT : this.#hasEnded ? PGN_LAST : 0)
    this.#read.textEnd = end
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

  /** @returns where the next game must end; its size counts from its first token */
  #largestEnd(): number {
    const { bytes } = this.#text
    const { length } = bytes
    const first = this.#text.firstToken(this.#at)
    const end = first + this.#options.maxGameBytes
    return end < length ? Math.max(first + 1, characterStart(bytes, end)) : length
  }

  /**
   * @param end the result of #readAs()
   * @returns whether there was a game; if not, the text was used up
   */
  #isGame(end: number): boolean {
    if (hasGame()) return true
    this.#credit -= this.#available
    this.#at = end
    return false
  }

  #errorsHere() {
    if (pgnFacts()[PGN_ERROR_COUNT] === 0) return []
    const text = this.#text
    text.placeAt(this.#at)
    const bytes = text.bytes.subarray(0, this.#read.textEnd)
    return readErrors(this.games, bytes, text.base, offset => text.placeOf(offset))
  }
}

/** @returns whether the last reading has found a game */
function hasGame(): boolean {
  const state = pgnFacts()[PGN_STATE]
  return state === PGN_COMPLETE || state === PGN_CUT_OFF
}

/**
 * @param start a place in the text that C has
 * @param flags PGN_*
 * @returns where the next game begins
 * @throws {ChessError} ERR_MEMORY
 */
const readGame = (start: number, end: number, flags: number): number =>
  checked(wasm.binbo_pgn_read(start, end, flags, STANDARD))

/** @returns the same place, or a lower one if it is inside a character of UTF-8 */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at
  while (start > at - 3 && (bytes[start] & 0xc0) === 0x80) start--
  return start
}

/** @returns the same place, or a lower one if it is inside a character of UTF-8 or a CRLF */
function wholeBefore(bytes: Uint8Array, at: number): number {
  const start = characterStart(bytes, at)
  return bytes[start] === LINE_FEED && bytes[start - 1] === CARRIAGE_RETURN ? start - 1 : start
}

/** @throws {ChessError} ERR_ARGUMENT for a promise, which would let every game pass */
function ask(filter: Filter, headers: Map<string, string>): boolean {
  const answer: unknown = filter(headers)
  if (isThenable(answer)) throw argumentError('filter may not be async')
  return Boolean(answer)
}

/** @returns the place after this byte where a line begins with a tag, or -1 */
function findTagLine(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(BRACKET, from + 1); at >= 0; at = bytes.indexOf(BRACKET, at + 1)) {
    if (bytes[at - 1] !== LINE_FEED && bytes[at - 1] !== CARRIAGE_RETURN) continue
    if (TAG_START.test(String.fromCharCode(...bytes.subarray(at, at + LONGEST_TAG_START)))) return at
  }
  return -1
}
