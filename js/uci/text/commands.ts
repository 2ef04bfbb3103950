// SPDX-License-Identifier: Apache-2.0
// Writes the commands `position` and `go`, checks and normalises the limits of a search, and reads commands of users.

import { argumentError } from '../../core/errors.js'
import { hasKey, isRecord, keysOf } from '../../core/options.js'
import { LARGEST_INT, WordCursor } from './lines.js'

/**
 * The limits of a search; the first one reached ends it. None means movetime 1000. Times are in milliseconds,
 * rounded to integers, and at most 2³¹ − 1, almost 25 days.
 */
export type Limits = {
  /** The depth to search, in plies, from 1. */
  depth?: number | undefined
  /** Nodes to search, from 1. */
  nodes?: number | undefined
  /** Looks for a mate in this number of moves, from 1. */
  mate?: number | undefined
  /** Milliseconds for this move; 0 counts as 1. */
  movetime?: number | undefined
  /** White's clock; 0 and less, a fallen flag, counts as 1. */
  wtime?: number | undefined
  /** Black's clock, likewise. */
  btime?: number | undefined
  /** Milliseconds added to white's clock with each move. */
  winc?: number | undefined
  /** Milliseconds added to black's clock with each move. */
  binc?: number | undefined
  /** Moves to the next time control, from 1; only with a clock. */
  movestogo?: number | undefined
  /** True: until stop(); allows no other limit. */
  infinite?: boolean | undefined
}

const DEFAULT_MOVETIME = 1000

type LimitName = Exclude<keyof Limits, 'infinite'>

const CHECKS: Readonly<Record<LimitName, (name: string, value: number) => number>> = {
  wtime: clock,
  btime: clock,
  winc: increment,
  binc: increment,
  movestogo: count,
  depth: count,
  nodes: (name, value) => integer(name, value, Number.MAX_SAFE_INTEGER),
  mate: count,
  movetime: movetime,
}

/** All limits but `infinite`, in the order in which they are written. */
export const LIMIT_NAMES: readonly LimitName[] = keysOf(CHECKS)

/**
 * @param limits undefined, or an object of Limits; a field that is undefined counts as absent
 * @returns a new object with at least one limit, without undefined fields
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkLimits(limits: unknown): Limits {
  const given = namedValues(limits)
  const infinite = given.has('infinite') ? given.get('infinite') : false
  if (typeof infinite !== 'boolean') throw argumentError('infinite is true or false', infinite)
  given.delete('infinite')
  if (infinite) {
    if (given.size > 0) throw argumentError('infinite allows no other limit')
    return { infinite: true }
  }
  if (given.size === 0) return { movetime: DEFAULT_MOVETIME }
  const checked: Limits = {}
  for (const name of LIMIT_NAMES) {
    const value = given.get(name)
    if (value !== undefined) checked[name] = checkedNumber(name, value)
  }
  const names = Object.keys(checked)
  if (names.every(name => NEEDS_CLOCK.has(name)))
    throw argumentError(
      `${names.join(' and ')} alone ${names.length === 1 ? 'limits' : 'limit'} nothing: wtime and btime are missing`,
    )
  return checked
}

/** Limits that do not end a search by themselves. */
const NEEDS_CLOCK = new Set(['winc', 'binc', 'movestogo'])

/** @returns the limits without undefined values */
function namedValues(limits: unknown): Map<string, unknown> {
  if (limits === undefined) return new Map()
  if (!isRecord(limits)) throw argumentError('limits are an object', limits)
  const values = new Map()
  for (const name in limits) {
    if (name !== 'infinite' && !hasKey(CHECKS, name))
      throw argumentError(`The limits are ${LIMIT_NAMES.join(', ')}, infinite`, name)
    const value = limits[name]
    if (value !== undefined) values.set(name, value)
  }
  return values
}

function checkedNumber(name: LimitName, value: unknown) {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw argumentError(`${name} is a finite number`, value)
  return CHECKS[name](name, value)
}

function integer(name: string, value: number, largest: number) {
  if (!Number.isInteger(value) || value < 1 || value > largest)
    throw argumentError(`${name} is an integer from 1 to ${largest}`, value)
  return value
}

function count(name: string, value: number) {
  return integer(name, value, LARGEST_INT)
}

/** Corrects clocks that have run out, or show weeks, instead of refusing them. */
function clock(_name: string, value: number) {
  return Math.min(Math.max(Math.round(value), 1), LARGEST_INT)
}

function increment(name: string, value: number) {
  if (value < 0 || value > LARGEST_INT)
    throw argumentError(`${name} is a number of milliseconds from 0 to ${LARGEST_INT}`, value)
  return Math.round(value)
}

function movetime(name: string, value: number) {
  return Math.max(increment(name, value), 1)
}

/** @param position fen null: the standard start position; moves in UCI from there */
export function positionCommand({ fen, moves }: { fen: string | null; moves: readonly string[] }): string {
  const start = fen === null ? 'position startpos' : `position fen ${fen}`
  return moves.length > 0 ? `${start} moves ${moves.join(' ')}` : start
}

/**
 * @param limits from checkLimits()
 * @param o searchMoves: the only root moves to search, none for all
 */
export function goCommand(
  limits: Limits,
  {
    searchMoves = [],
    ponder = false,
  }: { searchMoves?: readonly string[] | undefined; ponder?: boolean | undefined } = {},
): string {
  const words = ['go']
  if (ponder) words.push('ponder')
  for (const name of LIMIT_NAMES) {
    if (limits[name] !== undefined) words.push(name, String(limits[name]))
  }
  if (limits.infinite) words.push('infinite')
  // Last, because engines read everything after it as moves.
  if (searchMoves.length > 0) words.push('searchmoves', searchMoves.join(' '))
  return words.join(' ')
}

/** All commands of UCI. */
const COMMANDS = new Set([
  'debug',
  'go',
  'isready',
  'ponderhit',
  'position',
  'quit',
  'register',
  'setoption',
  'stop',
  'uci',
  'ucinewgame',
])

/**
 * Reads a line that a user writes to an engine. Engines know commands in lower case only, and some do not accept blanks
 * before them.
 * @returns the name in lower case, the word after it, and the line as engines read it; unchanged when it is no
 *   command of UCI
 */
export function readCommand(line: string): { word: string; next: string; text: string } {
  const words = new WordCursor(line)
  const word = words.take().toLowerCase()
  const next = words.current
  const rest = words.takeRest()
  if (!COMMANDS.has(word)) return { word, next, text: line }
  return { word, next, text: rest === '' ? word : `${word} ${rest}` }
}
