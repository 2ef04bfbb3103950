// SPDX-License-Identifier: Apache-2.0
// The fields of an `info` line, in whatever order they stand. A word that means nothing is passed over, a
// field whose value is missing or wrong is left out, and of a field that stands twice the last one counts.

import { moveWord } from './move-word.js'
import { takeInteger } from './words.js'

/** @typedef {import('./words.js').Words} Words */

/**
 * As the engine sees it: the side to move at the root.
 * @typedef {object} RawScore
 * @property {'cp' | 'mate'} kind centipawns, or moves (not plies) to mate
 * @property {number} value an integer, at most 2³¹ − 1 either way; negative is bad, and so is mate 0
 * @property {'lower' | 'upper'} [bound] the true score is at least, or at most, this one
 * @property {[number, number, number]} [wdl] chances to win, draw and lose, in thousandths
 */

/**
 * What an `info` line says; moves are words like 'e2e4' or 'e7e8q' and not checked any further.
 * @typedef {object} InfoFields
 * @property {number} [depth] in plies
 * @property {number} [seldepth] the deepest line, in plies
 * @property {number} [multipv] rank of the line, from 1
 * @property {number} [nodes]
 * @property {number} [nps] nodes a second
 * @property {number} [time] in milliseconds
 * @property {number} [hashfull] in thousandths
 * @property {number} [tbhits] positions found in endgame tables
 * @property {number} [sbhits] positions found in Shredder's tables
 * @property {number} [cpuload] in thousandths
 * @property {string} [currmove] the root move being searched
 * @property {number} [currmovenumber] its place among the root moves, from 1
 * @property {string[]} [currline] the line being searched; the number of the processor is left out
 * @property {string[]} [refutation] a move, and the line that refutes it
 * @property {string[]} [pv] the principal variation
 * @property {RawScore} [score]
 * @property {string} [string] free text: all that follows the word
 */

/** @typedef {'depth' | 'seldepth' | 'multipv' | 'nodes' | 'nps' | 'time' | 'hashfull' | 'tbhits' | 'sbhits'
  | 'cpuload' | 'currmovenumber'} CountField */

/** The fields that are counts, and the least that each may be. @type {ReadonlyMap<string, number>} */
const COUNTS = new Map([
  ['depth', 0],
  ['seldepth', 0],
  ['multipv', 1],
  ['nodes', 0],
  ['nps', 0],
  ['time', 0],
  ['hashfull', 0],
  ['tbhits', 0],
  ['sbhits', 0],
  ['cpuload', 0],
  ['currmovenumber', 1],
])

/** What a C `int` holds: the range of scores. */
export const LARGEST_INT = 2 ** 31 - 1

/**
 * @param {Words} words behind `info`
 * @returns {InfoFields}
 */
export function parseInfo(words) {
  /** @type {InfoFields} */
  const info = {}
  const score = new ScoreWords()
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (score.take(word, words)) continue
    if (word === 'string') info.string = words.takeRest()
    else takeField(info, word, words)
  }
  const raw = score.raw()
  if (raw) info.score = raw
  return info
}

/**
 * @param {InfoFields} info gets the field
 * @param {string} word
 * @param {Words} words behind the word
 */
function takeField(info, word, words) {
  const least = COUNTS.get(word)
  if (least !== undefined) {
    const count = takeInteger(words, least, Number.MAX_SAFE_INTEGER)
    if (count !== undefined) info[/** @type {CountField} */ (word)] = count
  } else if (word === 'pv' || word === 'refutation') {
    const moves = takeMoves(words)
    if (moves.length > 0) info[word] = moves
  } else if (word === 'currline') {
    takeInteger(words, 0, Number.MAX_SAFE_INTEGER)
    const moves = takeMoves(words)
    if (moves.length > 0) info.currline = moves
  } else if (word === 'currmove') {
    const move = moveWord(words.current)
    if (move !== undefined) info.currmove = move
  }
}

/**
 * @param {Words} words
 * @returns {string[]} the moves at the cursor, up to the first word that is none
 */
function takeMoves(words) {
  const moves = []
  for (let move = moveWord(words.current); move !== undefined; move = moveWord(words.current)) {
    moves.push(move)
    words.take()
  }
  return moves
}

/** The parts of a score: engines differ in their order, and some put other fields between. */
class ScoreWords {
  /** @type {number | undefined} */
  #cp
  /** @type {number | undefined} */
  #mate
  /** @type {RawScore['bound']} */
  #bound
  /** @type {RawScore['wdl']} */
  #wdl

  /**
   * @param {string} word
   * @param {Words} words behind the word
   * @returns {boolean} whether the word is part of a score
   */
  take(word, words) {
    if (word === 'cp') this.#cp = takeInteger(words, -LARGEST_INT, LARGEST_INT) ?? this.#cp
    else if (word === 'mate') this.#mate = takeInteger(words, -LARGEST_INT, LARGEST_INT) ?? this.#mate
    else if (word === 'lowerbound') this.#bound = 'lower'
    else if (word === 'upperbound') this.#bound = 'upper'
    else if (word === 'wdl') this.#wdl = takeWdl(words) ?? this.#wdl
    else return word === 'score'
    return true
  }

  /** @returns {RawScore | undefined} a mate, where both are given: it says more */
  raw() {
    const value = this.#mate ?? this.#cp
    if (value === undefined) return undefined
    /** @type {RawScore} */
    const raw = { kind: this.#mate === undefined ? 'cp' : 'mate', value }
    if (this.#bound) raw.bound = this.#bound
    if (this.#wdl) raw.wdl = this.#wdl
    return raw
  }
}

/**
 * @param {Words} words
 * @returns {[number, number, number] | undefined}
 */
function takeWdl(words) {
  const wins = takeInteger(words, 0, LARGEST_INT)
  const draws = takeInteger(words, 0, LARGEST_INT)
  const losses = takeInteger(words, 0, LARGEST_INT)
  return wins === undefined || draws === undefined || losses === undefined ? undefined : [wins, draws, losses]
}
