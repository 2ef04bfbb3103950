// SPDX-License-Identifier: Apache-2.0
// Counts the moves played from a position, in any set of games.

import { argumentError } from '../core/errors.js'
import { MOVE_CASTLE, MOVE_EN_PASSANT } from '../core/generated/bindings.js'
import { fromOf, kindOf, MOVE_MASK, SQUARES, toOf } from '../core/move-word.js'
import { checkSignal } from '../core/options.js'
import { Pause } from '../core/pause.js'
import { sanOf } from '../core/san-writer.js'
import { START_FEN } from '../game/fen.js'
import { TAKES_ROOK } from '../game/internals.js'
import { uciOf } from '../game/move.js'
import { legalWords } from '../game/move-lists.js'
import type { PositionSource } from '../game/position.js'
import { Position } from '../game/position.js'
import { Counts } from './counts.js'
import type { GameSet } from './game-set.js'
import { readOptions, requireCount } from './game-set.js'
import {
  COUNT_BLACK,
  COUNT_DRAWS,
  COUNT_ELO,
  COUNT_ELO_GAMES,
  COUNT_GAMES,
  COUNT_LAST_YEAR,
  COUNT_LOSSES,
  COUNT_OPPONENT_GAMES,
  COUNT_OPPONENTS,
  COUNT_WHITE,
  COUNT_WINS,
  DATABASE_STEP,
  QUERY_END,
} from './generated/bindings.js'
import type { GameHead } from './heads.js'
import { headOf } from './heads.js'
import type { Program } from './query.js'
import { compileQuery, positionOf, useProgram } from './query.js'
import type { Part, Scan } from './search.js'
import { candidatesOf, inOrder, segmentsOf, useGames } from './search.js'
import type { Store } from './store.js'
import type { Workers } from './workers.js'

/** The games to count, and how many of them are listed. */
export type ExploreOptions = {
  /** Only these games. */
  in?: GameSet | undefined
  /** Parts of the position that may differ. */
  ignore?: readonly ('castling' | 'enPassant')[] | undefined
  /** How many of the games with the highest ratings are named; default 8. */
  topGames?: number | undefined
  /** Aborts the work with its reason. */
  signal?: AbortSignal | undefined
}

/** A move that was played from the position. */
export type ExploredMove = {
  san: string
  uci: string
  games: number
  /** Games that White won. */
  white: number
  draws: number
  black: number
  /** The mean rating of the players who played it, rounded to a whole number; undefined if no rating is known. */
  averageElo: number | undefined
  /**
   * Their opponents' mean rating + 400 · (wins − losses) / games, of the games with a result whose opponent has a
   * rating.
   */
  performance: number | undefined
  /** The last year in which it was played. */
  lastYear: number | undefined
}

/** The moves played from a position. A game counts once, with its first move from there. */
export type Exploration = {
  /** The number of games that reach the position. */
  games: number
  /** Games that White won. */
  white: number
  draws: number
  black: number
  /** The most played moves first. */
  moves: ExploredMove[]
  /** The highest mean ratings first. */
  topGames: GameHead[]
}

const OPTION_NAMES = ['in', 'ignore', 'topGames', 'signal']
const IGNORED = ['castling', 'enPassant']
const TOP_GAMES = 8
const E_FILE = 4

/**
 * @param options ExploreOptions
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkExploreOptions(options: unknown): {
  in?: unknown
  ignore: string[]
  topGames: number
  signal: AbortSignal | undefined
} {
  const given = readOptions(options, OPTION_NAMES)
  const { ignore = [], topGames = TOP_GAMES, signal } = given
  if (!Array.isArray(ignore) || !ignore.every(name => IGNORED.includes(name)))
    throw argumentError("ignore is a list of 'castling' and 'enPassant'", ignore)
  return {
    in: given.in,
    ignore: IGNORED.filter(name => ignore.includes(name)),
    topGames: requireCount('topGames', topGames, 0),
    signal: checkSignal(signal),
  }
}

/** The number of answers that are kept, the last ones. */
const MOST_KEPT = 64

/** Answers about all games, valid while these do not change: by position; the last used one is at the end. */
const kept: WeakMap<Store, { games: number; removed: Uint32Array; answers: Map<string, Counts> }> =
  new WeakMap()

/**
 * @param asked the answer of checkExploreOptions()
 * @param removed the removed games, if all others are counted; a new array whenever games are removed
 * @throws {ChessError} as scanGames(), Position.from()
 */
export async function explorePosition(
  source: PositionSource,
  scan: Omit<Scan, 'program'>,
  { ignore, topGames: top }: { ignore: string[]; topGames: number },
  removed: Uint32Array | undefined,
): Promise<Exploration> {
  const position = positionOf(source)
  const { store, signal } = scan
  signal?.throwIfAborted()
  const answers = removed && answersOf(store, removed)
  const key = `${top} ${ignore} ${position.variant} ${position.fen}`
  const counts = answers?.get(key) ?? (await countMoves({ position, ignore }, scan, top))
  if (answers !== undefined) {
    answers.delete(key)
    answers.set(key, counts)
    for (const oldest of answers.keys()) if (answers.size > MOST_KEPT) answers.delete(oldest)
  }
  return {
    games: counts.sum(COUNT_GAMES),
    white: counts.sum(COUNT_WHITE),
    draws: counts.sum(COUNT_DRAWS),
    black: counts.sum(COUNT_BLACK),
    moves: movesOf(position, counts.rows),
    topGames: counts.ids.map(id => headOf(store, id)),
  }
}

function answersOf(store: Store, removed: Uint32Array): Map<string, Counts> {
  const { games } = store
  let known = kept.get(store)
  if (known?.games !== games || known.removed !== removed)
    kept.set(store, (known = { games, removed, answers: new Map() }))
  return known.answers
}

/** Steps after which engines compile what counts games for speed, in the background. */
const WARM_STEPS = 4
let isWarm = false

/** Counts some games of a large database in advance: the first exploration would run code that was compiled in haste. */
export function warmUp(store: Store) {
  if (isWarm || store.games < store.segmentGames || store.segmentGames < WARM_STEPS * DATABASE_STEP) return
  isWarm = true
  const program = compileQuery({ position: Position.from(START_FEN), ignore: [] })
  const wanted = new Uint32Array((WARM_STEPS * DATABASE_STEP) / 32).fill(0xffffffff)
  try {
    for (const _ of countSegment(store, program, 0, wanted, new Counts(TOP_GAMES)));
  } catch {
    // Memory is exhausted: games are listed and filtered without.
  }
}

async function countMoves(
  query: { position: Position; ignore: string[] },
  { store, bits, signal, check, workers }: Omit<Scan, 'program'>,
  top: number,
): Promise<Counts> {
  const program = compileQuery(query)
  const counts = new Counts(top)
  const pause = new Pause()
  check()
  const ask = async (threads: Workers, { segment, wanted }: Part) => ({
    counted: await threads.countGames(program, segment, wanted, top),
    first: segment * store.segmentGames,
  })
  async function* here({ segment, wanted }: Part, isEarly: boolean) {
    const into = isEarly ? new Counts(top) : counts
    for (const _ of countSegment(store, program, segment, wanted, into)) {
      if (!pause.isDue()) continue
      await pause.take()
      signal?.throwIfAborted()
      check()
    }
    if (isEarly) yield { counted: into, first: 0 }
  }
  for await (const { counted, first } of inOrder(segmentsOf(store, bits), workers, ask, here)) {
    signal?.throwIfAborted()
    check()
    counts.add(counted, first)
  }
  return counts
}

/**
 * Counts games of a segment, in steps: other queries may run between them.
 * @param program a query for one position
 * @param wanted a bit for each game of the segment that is counted
 * @param counts the counts to which they are added
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function* countSegment(store: Store, program: Program, segment: number, wanted: Uint32Array, counts: Counts) {
  const candidates = candidatesOf(store, program, segment, wanted)
  yield
  for (let from = 0; from < 32 * candidates.length; from += DATABASE_STEP) {
    const step = candidates.subarray(from / 32, (from + DATABASE_STEP) / 32)
    if (!step.some(word => word !== 0)) continue
    useProgram(store, program)
    useGames(store, from, step)
    counts.count(store.wasm, segment, from, from + 32 * step.length, segment * store.segmentGames)
    yield
  }
}

/**
 * @param row a row of Counts
 * @returns the figures of a move
 */
function factsOf(row: ArrayLike<number>) {
  const [elos, opponents] = [row[COUNT_ELO_GAMES], row[COUNT_OPPONENT_GAMES]]
  const score = row[COUNT_WINS] - row[COUNT_LOSSES]
  return {
    games: row[COUNT_GAMES],
    white: row[COUNT_WHITE],
    draws: row[COUNT_DRAWS],
    black: row[COUNT_BLACK],
    averageElo: elos > 0 ? Math.round(row[COUNT_ELO] / elos) : undefined,
    performance:
      opponents > 0 ? Math.round(row[COUNT_OPPONENTS] / opponents + (400 * score) / opponents) : undefined,
    lastYear: row[COUNT_LAST_YEAR] || undefined,
  }
}

function movesOf(position: Position, rows: Counts['rows']): ExploredMove[] {
  const words = new Map(Array.from(legalWords(position), word => [word & MOVE_MASK, word]))
  const kingTakesRook = position[TAKES_ROOK]()
  const played = [...rows].filter(([move]) => move !== QUERY_END)
  const moves = played.map(([move, row]) => {
    const word = words.get(move) ?? wordByRight(position, move)
    return { san: sanOf(word), uci: uciOf(word, kingTakesRook || isOfChess960(word)), ...factsOf(row) }
  })
  return moves.sort((a, b) => b.games - a.games || (a.uci < b.uci ? -1 : 1))
}

/**
 * @param move that is legal only with a right that is ignored: castling, or en passant
 * @returns its word; 0 for a null move, and for others, which only an untrusted file has
 */
function wordByRight(position: Position, move: number): number {
  const kind = kindOf(move)
  if (kind !== MOVE_CASTLE && kind !== MOVE_EN_PASSANT) return 0
  const fields = position.fen.split(' ')
  const square = SQUARES[toOf(move)]
  const [file] = square
  if (kind === MOVE_CASTLE) fields[2] = position.sideToMove === 'white' ? file.toUpperCase() : file
  fields[3] = kind === MOVE_CASTLE ? '-' : square
  const variant = isOfChess960(move) && position.variant === 'standard' ? 'chess960' : position.variant
  try {
    const words = legalWords(Position.from(fields.join(' '), { variant }))
    return words.find(word => (word & MOVE_MASK) === move) ?? 0
  } catch {
    return 0
  }
}

/** @returns whether it is a castling that standard chess does not have */
const isOfChess960 = (move: number) =>
  kindOf(move) === MOVE_CASTLE && ((fromOf(move) & 7) !== E_FILE || (toOf(move) % 8) % 7 !== 0)
