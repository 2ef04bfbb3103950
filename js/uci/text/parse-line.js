// SPDX-License-Identifier: Apache-2.0
// Parses the lines of an engine. The first word decides the kind; nothing throws, and the time is linear in the line's
// length.

import { LARGEST_INT, takeInteger, uciMoveText, WordCursor } from './lines.js'
import { parseOption } from './options.js'

/**
 * A score from the view of the engine, which is the side to move at the root.
 * @typedef {object} RawScore
 * @property {'cp' | 'mate'} kind centipawns, or moves (not plies) to mate
 * @property {number} value an integer from −(2³¹ − 1) to 2³¹ − 1; negative is bad, and so is mate 0
 * @property {'lower' | 'upper'} [bound] the true score is at least, or at most, this one
 * @property {[number, number, number]} [wdl] chances to win, draw and lose, in thousandths
 */

/**
 * The fields of an `info` line. Moves have the form of 'e2e4', 'e7e8q' or 'P@e6' and are not checked for legality.
 * @typedef {object} InfoFields
 * @property {number} [depth] the depth of the search, in plies
 * @property {number} [seldepth] the deepest line, in plies
 * @property {number} [multipv] rank of the line, from 1
 * @property {number} [nodes]
 * @property {number} [nps] nodes a second
 * @property {number} [time] the time of the search, in milliseconds
 * @property {number} [hashfull] how full the hash tables are, in thousandths
 * @property {number} [tbhits] positions found in endgame tables
 * @property {number} [sbhits] positions found in Shredder's tables
 * @property {number} [cpuload] the load of the CPU, in thousandths
 * @property {string} [currmove] the root move being searched
 * @property {number} [currmovenumber] its place among the root moves, from 1
 * @property {string[]} [currline] the line being searched, without the number of the processor
 * @property {string[]} [refutation] a move, and the line that refutes it
 * @property {string[]} [pv] the principal variation
 * @property {RawScore} [score]
 * @property {string} [string] free text: the rest of the line
 */

/** @typedef {'depth' | 'seldepth' | 'multipv' | 'nodes' | 'nps' | 'time' | 'hashfull' | 'tbhits' | 'sbhits'
  | 'cpuload' | 'currmovenumber'} CountField */

/** The fields that are counts, with the minimum of each. @type {ReadonlyMap<string, number>} */
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

/** @typedef {{ kind: 'id', field: 'name' | 'author', value: string }} IdMessage */
/** @typedef {{ kind: 'uciok' } | { kind: 'readyok' }} OkMessage */
/**
 * `word` stands where the move is, as the engine wrote it: also '(none)', '0000', '' and what is no move. A `ponder` that does
 * not look like a move is null.
 * @typedef {{ kind: 'bestmove', word: string, ponder: string | null }} BestMoveMessage
 */
/** @typedef {{ kind: 'info', info: InfoFields }} InfoMessage */
/** @typedef {{ kind: 'option', option: import('./options.js').UciOption }} OptionMessage */
/** @typedef {{ kind: 'copyprotection' | 'registration', value: string }} ProtectionMessage */
/** @typedef {{ kind: 'unknown' }} UnknownMessage */
/**
 * @typedef {IdMessage | OkMessage | BestMoveMessage | InfoMessage | OptionMessage | ProtectionMessage
 *   | UnknownMessage} UciMessage
 */

/**
 * @param {string} line without its line break
 * @returns {UciMessage}
 */
export function parseLine(line) {
  if (typeof line !== 'string') return { kind: 'unknown' }
  const words = new WordCursor(line)
  const kind = words.take()
  switch (kind) {
    case 'info':
      return { kind, info: parseInfo(words) }
    case 'bestmove':
      return parseBestMove(words)
    case 'readyok':
    case 'uciok':
      return { kind }
    case 'id':
      return parseId(words)
    case 'option': {
      const option = parseOption(words.takeRest())
      return option ? { kind, option } : { kind: 'unknown' }
    }
    case 'copyprotection':
    case 'registration':
      return { kind, value: words.takeRest() }
    default:
      return { kind: 'unknown' }
  }
}

/**
 * @param {WordCursor} words after `bestmove`
 * @returns {BestMoveMessage}
 */
function parseBestMove(words) {
  const word = words.current === 'ponder' ? '' : words.take()
  let ponder = null
  for (let next = words.take(); next !== '' && ponder === null; next = words.take()) {
    if (next === 'ponder') ponder = uciMoveText(words.current) ?? null
  }
  return { kind: 'bestmove', word, ponder }
}

/**
 * @param {WordCursor} words after `id`
 * @returns {IdMessage | UnknownMessage}
 */
function parseId(words) {
  const field = words.take()
  if (field !== 'name' && field !== 'author') return { kind: 'unknown' }
  return { kind: 'id', field, value: words.takeRest() }
}

/**
 * The fields stand in any order. Unknown words are skipped, a field whose value is missing or wrong is left out, and of
 * a field that stands twice the last one counts.
 * @param {WordCursor} words after `info`
 * @returns {InfoFields}
 */
function parseInfo(words) {
  /** @type {InfoFields} */
  const info = {}
  const score = new ScoreParts()
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
 * @param {WordCursor} words after that word
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
    const move = uciMoveText(words.current)
    if (move !== undefined) info.currmove = move
  }
}

/**
 * @param {WordCursor} words
 * @returns {string[]} the moves at the cursor, up to the first word that is not one
 */
function takeMoves(words) {
  const moves = []
  for (let move = uciMoveText(words.current); move !== undefined; move = uciMoveText(words.current)) {
    moves.push(move)
    words.take()
  }
  return moves
}

/** The parts of a score: their order differs between engines, and some engines put other fields between them. */
class ScoreParts {
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
   * @param {WordCursor} words after that word
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

  /** @returns {RawScore | undefined} a mate takes precedence over centipawns */
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
 * @param {WordCursor} words
 * @returns {[number, number, number] | undefined}
 */
function takeWdl(words) {
  const wins = takeInteger(words, 0, LARGEST_INT)
  const draws = takeInteger(words, 0, LARGEST_INT)
  const losses = takeInteger(words, 0, LARGEST_INT)
  return wins === undefined || draws === undefined || losses === undefined ? undefined : [wins, draws, losses]
}
