// SPDX-License-Identifier: Apache-2.0
// Parses the lines of an engine. The first word decides the kind; nothing throws, and the time is linear in the line's
// length.

import { hasKey } from '../../core/options.js'
import { LARGEST_INT, takeInteger, uciMoveText, WordCursor } from './lines.js'
import type { UciOption } from './options.js'
import { parseOption } from './options.js'

/** A score from the view of the engine, which is the side to move at the root. */
export type RawScore = {
  /** Centipawns, or moves (not plies) to mate. */
  kind: 'cp' | 'mate'
  /** An integer from −(2³¹ − 1) to 2³¹ − 1; negative is bad, and so is mate 0. */
  value: number
  /** The true score is at least, or at most, this one. */
  bound?: 'lower' | 'upper'
  /** Chances to win, draw and lose, in thousandths. */
  wdl?: [number, number, number]
}

/** The fields of an `info` line. Moves have the form of 'e2e4', 'e7e8q' or 'P@e6' and are not checked for legality. */
export type InfoFields = {
  /** The depth of the search, in plies. */
  depth?: number
  /** The deepest line, in plies. */
  seldepth?: number
  /** Rank of the line, from 1. */
  multipv?: number
  nodes?: number
  /** Nodes a second. */
  nps?: number
  /** The time of the search, in milliseconds. */
  time?: number
  /** How full the hash tables are, in thousandths. */
  hashfull?: number
  /** Positions found in endgame tables. */
  tbhits?: number
  /** Positions found in Shredder's tables. */
  sbhits?: number
  /** The load of the CPU, in thousandths. */
  cpuload?: number
  /** The root move being searched. */
  currmove?: string
  /** Its place among the root moves, from 1. */
  currmovenumber?: number
  /** The line being searched, without the number of the processor. */
  currline?: string[]
  /** A move, and the line that refutes it. */
  refutation?: string[]
  /** The principal variation. */
  pv?: string[]
  score?: RawScore
  /** Free text: the rest of the line. */
  string?: string
}

type CountField =
  | 'depth'
  | 'seldepth'
  | 'multipv'
  | 'nodes'
  | 'nps'
  | 'time'
  | 'hashfull'
  | 'tbhits'
  | 'sbhits'
  | 'cpuload'
  | 'currmovenumber'

/** The fields that are counts, with the minimum of each. */
const COUNTS: Readonly<Record<CountField, number>> = {
  depth: 0,
  seldepth: 0,
  multipv: 1,
  nodes: 0,
  nps: 0,
  time: 0,
  hashfull: 0,
  tbhits: 0,
  sbhits: 0,
  cpuload: 0,
  currmovenumber: 1,
}

type IdMessage = { kind: 'id'; field: 'name' | 'author'; value: string }
type OkMessage = { kind: 'uciok' } | { kind: 'readyok' }
/**
 * `word` is the word in the place of the move, as the engine wrote it: also '(none)', '0000', '' and words that are not
 * moves. A `ponder` that does not look like a move is null.
 */
export type BestMoveMessage = { kind: 'bestmove'; word: string; ponder: string | null }
type InfoMessage = { kind: 'info'; info: InfoFields }
type OptionMessage = { kind: 'option'; option: UciOption }
type ProtectionMessage = { kind: 'copyprotection' | 'registration'; value: string }
type UnknownMessage = { kind: 'unknown' }
export type UciMessage =
  | IdMessage
  | OkMessage
  | BestMoveMessage
  | InfoMessage
  | OptionMessage
  | ProtectionMessage
  | UnknownMessage

/** @returns what follows `info`; undefined for any other line */
export function infoWords(line: string): WordCursor | undefined {
  const words = new WordCursor(line)
  return words.take() === 'info' ? words : undefined
}

/** @param line without its line break */
export function parseLine(line: string): UciMessage {
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

/** @param words after `bestmove` */
function parseBestMove(words: WordCursor): BestMoveMessage {
  const word = words.current === 'ponder' ? '' : words.take()
  let ponder = null
  for (let next = words.take(); next !== '' && ponder === null; next = words.take()) {
    if (next === 'ponder') ponder = uciMoveText(words.current) ?? null
  }
  return { kind: 'bestmove', word, ponder }
}

/** @param words after `id` */
function parseId(words: WordCursor): IdMessage | UnknownMessage {
  const field = words.take()
  if (field !== 'name' && field !== 'author') return { kind: 'unknown' }
  return { kind: 'id', field, value: words.takeRest() }
}

/**
 * The fields may have any order. Unknown words are skipped, a field whose value is missing or wrong is left out, and the
 * last value of a repeated field counts.
 * @param words after `info`
 */
export function parseInfo(words: WordCursor): InfoFields {
  const info: InfoFields = {}
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
 * @param info gets the field
 * @param words after that word
 */
function takeField(info: InfoFields, word: string, words: WordCursor) {
  if (hasKey(COUNTS, word)) {
    const count = takeInteger(words, COUNTS[word], Number.MAX_SAFE_INTEGER)
    if (count !== undefined) info[word] = count
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

/** @returns the moves at the cursor, up to the first word that is not one */
function takeMoves(words: WordCursor): string[] {
  const moves = []
  for (let move = uciMoveText(words.current); move !== undefined; move = uciMoveText(words.current)) {
    moves.push(move)
    words.take()
  }
  return moves
}

/** The parts of a score: their order differs between engines, and some engines put other fields between them. */
class ScoreParts {
  #cp: number | undefined
  #mate: number | undefined
  #bound: RawScore['bound']
  #wdl: RawScore['wdl']

  /**
   * @param words after that word
   * @returns whether the word is part of a score
   */
  take(word: string, words: WordCursor): boolean {
    if (word === 'cp') this.#cp = takeInteger(words, -LARGEST_INT, LARGEST_INT) ?? this.#cp
    else if (word === 'mate') this.#mate = takeInteger(words, -LARGEST_INT, LARGEST_INT) ?? this.#mate
    else if (word === 'lowerbound') this.#bound = 'lower'
    else if (word === 'upperbound') this.#bound = 'upper'
    else if (word === 'wdl') this.#wdl = takeWdl(words) ?? this.#wdl
    else return word === 'score'
    return true
  }

  /** @returns a mate takes precedence over centipawns */
  raw(): RawScore | undefined {
    const value = this.#mate ?? this.#cp
    if (value === undefined) return undefined
    const raw: RawScore = { kind: this.#mate === undefined ? 'cp' : 'mate', value }
    if (this.#bound) raw.bound = this.#bound
    if (this.#wdl) raw.wdl = this.#wdl
    return raw
  }
}

function takeWdl(words: WordCursor): [number, number, number] | undefined {
  const wins = takeInteger(words, 0, LARGEST_INT)
  const draws = takeInteger(words, 0, LARGEST_INT)
  const losses = takeInteger(words, 0, LARGEST_INT)
  return wins === undefined || draws === undefined || losses === undefined ? undefined : [wins, draws, losses]
}
