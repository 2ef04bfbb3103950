// SPDX-License-Identifier: Apache-2.0
// The puzzles of Lichess (https://database.lichess.org/#puzzles): a CSV file with a line for each.

import { argumentError, ChessError } from '../core/errors.js'
import { showAs } from '../core/inspect.js'
import { checkOptions, checkSignal } from '../core/options.js'
import type { Move, MoveSquares } from '../game/move.js'
import { Position } from '../game/position.js'
import type { PgnSource } from '../pgn/source.js'
import { checkSource } from '../pgn/source.js'
import { epdError } from './errors.js'
import { linesOf } from './lines.js'

/** How puzzles are read. */
export type ReadPuzzlesOptions = {
  /** Called for each line that is not a puzzle; an error that it throws ends the reading. Default: such lines are left out. */
  onError?: ((error: ChessError) => unknown) | undefined
  /** Ends the reading: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/**
 * What a move is in a puzzle: the solution's, the solver's last one in it, another move that mates at once, or a wrong one.
 */
export type PuzzleAnswer = 'right' | 'done' | 'mate' | 'wrong'

/** The columns that are used, and their places in a file without a header. */
type Columns = Record<'PuzzleId' | 'FEN' | 'Moves' | 'Rating' | 'Themes' | 'GameUrl', number>

/** Passed to the constructor by readPuzzle(). */
const KEY = Symbol('puzzle')
const OPTION_NAMES = ['onError', 'signal']
const USUAL: Columns = { PuzzleId: 0, FEN: 1, Moves: 2, Rating: 3, Themes: 7, GameUrl: 8 }
const PATH = /^\S{1,1024}\.csv$/i
/** A field of a CSV line and the comma before it; in quotes, two quotes are one. */
const FIELD = /(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/gy

/** A puzzle: the opponent has just moved, and the side to move is to find the solution. */
export class Puzzle {
  static {
    showAs(Puzzle, 'Puzzle', ({ id, rating, themes, position }) => ({
      id,
      rating,
      themes,
      fen: position.fen,
    }))
  }

  /** Of Lichess: https://lichess.org/training/ and this. */
  declare readonly id: string
  /** The opponent's move, which leads to `position`. */
  declare readonly first: Move
  /** What is shown to solvers. */
  declare readonly position: Position
  /** From `position` on: the solver's move, the opponent's reply, and so on. */
  declare readonly solution: readonly Move[]
  /** How difficult it is, as a rating of Glicko-2. */
  declare readonly rating: number
  /** Such as 'mateIn2'. */
  declare readonly themes: readonly string[]
  /** The game that it is from; '' if the file does not say. */
  declare readonly url: string

  /**
   * readPuzzles() makes puzzles.
   * @hideconstructor
   */
  constructor(
    key: symbol,
    facts: Pick<Puzzle, 'id' | 'first' | 'position' | 'solution' | 'rating' | 'themes' | 'url'>,
  ) {
    if (key !== KEY) throw argumentError('readPuzzles() makes puzzles')
    Object.assign(this, facts)
  }

  /**
   * Judges a move of the solver, in the position after the solution's first `ply` moves. 'done' is the solver's last move: a
   * reply of the opponent that follows it in `solution` is left to show.
   * @param move UCI, otherwise SAN; or squares
   * @param ply an even index of `solution`, default 0
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_* for an illegal move, ERR_ARGUMENT
   */
  answer(move: string | MoveSquares, ply = 0): PuzzleAnswer {
    const { solution } = this
    const expected = solution[ply]
    if (typeof ply !== 'number' || expected === undefined || ply % 2 !== 0)
      throw argumentError(`ply is the index of a solver's move: even, less than ${solution.length}`, ply)
    const before = solution.slice(0, ply).reduce((position, { uci }) => position.play(uci), this.position)
    const after = before.play(move)
    if (after.equals(before.play(expected.uci))) return ply + 2 < solution.length ? 'right' : 'done'
    return after.status.type === 'checkmate' ? 'mate' : 'wrong'
  }
}

/**
 * Reads the puzzles that Lichess publishes, line by line: lichess_db_puzzle.csv, with or without its header, whose columns
 * may stand in any order.
 * @param source as of readPgn(): a string, bytes, a Blob, a stream, or an iterable of strings or bytes
 * @returns the puzzles; the errors of other lines have their `line`, from 1
 * @throws {ChessError} ERR_ARGUMENT; the signal's reason
 */
export function readPuzzles(
  source: PgnSource,
  options?: ReadPuzzlesOptions,
): AsyncGenerator<Puzzle, void, undefined> {
  const given: ReadPuzzlesOptions = checkOptions(options, OPTION_NAMES)
  const { onError } = given
  if (onError !== undefined && typeof onError !== 'function')
    throw argumentError('onError is a function', onError)
  checkSignal(given.signal)
  if (typeof source !== 'string') return puzzlesOf(checkSource(source), given)
  if (PATH.test(source))
    throw argumentError('Puzzles are read from text or a stream, such as createReadStream(path):', source)
  return puzzlesOf(source, given)
}

/** @param source checked */
async function* puzzlesOf(
  source: unknown,
  { onError, signal }: ReadPuzzlesOptions,
): AsyncGenerator<Puzzle, void, undefined> {
  let columns = USUAL
  for await (const { text, number } of linesOf(source, signal)) {
    if (text?.trim() === '') continue
    const header = number === 1 && text !== undefined ? columnsOf(text) : undefined
    if (header !== undefined) {
      columns = header
      continue
    }
    let puzzle: Puzzle
    try {
      puzzle = readPuzzle(text, columns)
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      onError?.(Object.assign(error, { line: number }))
      continue
    }
    yield puzzle
  }
}

/** @returns undefined for a line that is no header */
function columnsOf(line: string): Columns | undefined {
  const names = fieldsOf(line) ?? []
  if (!names.includes('PuzzleId')) return undefined
  const at = (name: keyof Columns) => names.indexOf(name)
  return {
    PuzzleId: at('PuzzleId'),
    FEN: at('FEN'),
    Moves: at('Moves'),
    Rating: at('Rating'),
    Themes: at('Themes'),
    GameUrl: at('GameUrl'),
  }
}

/** @returns undefined where quotes are wrong */
function fieldsOf(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  let end = 0
  for (const { 0: all, 1: quoted, 2: plain, index } of line.matchAll(FIELD)) {
    fields.push(quoted?.replaceAll('""', '"') ?? plain)
    end = index + all.length
  }
  return end === line.length ? fields : undefined
}

/**
 * @param line undefined: it is too long
 * @throws {ChessError} ERR_EPD_PUZZLE, ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*
 */
function readPuzzle(line: string | undefined, columns: Columns): Puzzle {
  const fields = line === undefined ? undefined : fieldsOf(line)
  const fieldOf = (name: keyof Columns) => fields?.[columns[name]]?.trim() ?? ''
  const id = fieldOf('PuzzleId')
  const moves = fieldOf('Moves').split(/\s+/)
  const rating = fieldOf('Rating')
  if (id === '' || moves.length < 2 || !/^\d{1,5}$/.test(rating))
    throw epdError('ERR_EPD_PUZZLE', line === undefined ? 'the line is too long' : '', { input: line ?? '' })
  const start = Position.from(fieldOf('FEN'))
  const [first, ...solution] = start.line(moves)
  const themes = fieldOf('Themes')
  return new Puzzle(KEY, {
    id,
    first,
    position: start.play(first.uci),
    solution,
    rating: Number(rating),
    themes: themes === '' ? [] : themes.split(/\s+/),
    url: fieldOf('GameUrl'),
  })
}
