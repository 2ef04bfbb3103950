// SPDX-License-Identifier: Apache-2.0
// A position as a value. C has one position at a time: a question about another position loads that one first.

import { io32, releaseBuffer, writeText } from '../core/buffer.js'
import { argumentError, chessError } from '../core/errors.js'
import { checked, failure } from '../core/failure.js'
import type { Variant } from '../core/generated/bindings.js'
import {
  IF_PROMOTING,
  IGNORE_CASTLING,
  IGNORE_EN_PASSANT,
  IGNORE_TURN,
  LOADED,
  POSITION_CLOCKS,
  POSITION_FIELDS,
} from '../core/generated/bindings.js'
import { showAs } from '../core/inspect.js'
import { isObject } from '../core/objects.js'
import { checkOptions, choice, flag } from '../core/options.js'
import { ready, wasm } from '../core/wasm.js'
import { withFen } from './fen.js'
import type { Game } from './game.js'
import { ANSWER, HANDLE, TAKES_ROOK } from './internals.js'
import type { MoveSquares } from './move.js'
import { moveFailure, packMove, parseUci, uciText } from './move.js'
import type { Numbers, Read } from './position-reader.js'
import { PositionReader } from './position-reader.js'
import { Setup } from './setup.js'
import type { Color } from './squares.js'
import { COLORS } from './squares.js'
import type { Status } from './status.js'
import { ruleStatus } from './status.js'
import type { VariantName } from './variants.js'
import { readVariant } from './variants.js'

/**
 * A position in any form: a Position, the position of a Game or of a node of a PgnGame, a Setup, or a FEN of four or six fields.
 */
export type PositionSource = Position | Game | Setup | { readonly position: Position } | string

/** How Position.from() reads a FEN or a Setup; other sources have a variant of their own. */
export type PositionOptions = {
  /** Default 'standard'. */
  variant?: VariantName | undefined
  /** Also rejects positions that no game can reach, as in GameOptions; default false. */
  strict?: boolean | undefined
}

/** The parts that equals() ignores. */
export type EqualsOptions = {
  /** Default: nothing. */
  ignore?: ('castling' | 'enPassant' | 'turn')[] | undefined
}

const OPTION_NAMES = ['variant', 'strict']
const IGNORED = ['castling', 'enPassant', 'turn']
const IGNORE_BITS = [IGNORE_CASTLING, IGNORE_EN_PASSANT, IGNORE_TURN]

/** Only this file makes positions. */
const KEY = Symbol('position')

/** The position that C has loaded. */
let loaded: Position | undefined

/**
 * A position of any variant: pieces, side to move, rights and clocks. It never changes, needs no stop(), and computes each
 * answer once; the caller owns the arrays and Maps that it returns.
 *
 * Its status has the draws that follow from the board alone. It still has legal moves after such a draw; it has none after
 * mate, stalemate and the end of a variant.
 */
export class Position extends PositionReader {
  static {
    showAs(Position, 'Position', ({ fen, variant }) => ({ fen, variant }))
  }

  #numbers: number[]
  #answers: Record<string, unknown> | undefined

  /**
   * Positions come from Position.from(), play(), games and nodes.
   * @hideconstructor
   * @param numbers the numbers that C writes
   */
  constructor(key: symbol, numbers: number[]) {
    if (key !== KEY) throw argumentError('Position.from() makes a Position')
    super()
    this.#numbers = numbers
    this.#answers = undefined
    // Vue makes no proxies of frozen objects. Private fields would not work through a proxy.
    Object.freeze(this)
  }

  /**
   * Returns the position of a game, a node, a Setup or a FEN; a Position is returned unchanged.
   * @param options options for a FEN and a Setup
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_GAME_STOPPED; ERR_PGN_VARIANT, ERR_PGN_TAG_FEN for a node of a game
   *   without a start
   */
  static from(source: PositionSource, options?: PositionOptions): Position {
    const given = checkOptions(options, OPTION_NAMES)
    const strict = flag('strict', given.strict, false) ? 1 : 0
    const variant = readVariant(given.variant)
    if (source instanceof Position) return source
    if (isObject(source) && 'position' in source) return Position.from(source.position)
    const fen = source instanceof Setup ? source.fen : source
    if (typeof fen !== 'string')
      throw argumentError('A position is a Game, a Position, a PgnNode, a Setup or a FEN', fen)
    ready()
    return remember(withFen(fen, length => wasm.binbo_position_read(length, variant, strict)))
  }

  #write() {
    io32().set(this.#numbers)
  }

  /** The side to move. */
  override get sideToMove(): Color {
    return COLORS[(this.#numbers[POSITION_FIELDS] >>> 23) & 1]
  }

  /** Plies since the last capture or pawn move. */
  override get halfmoveClock(): number {
    return this.#numbers[POSITION_CLOCKS] & 0xffff
  }

  /** The number of the move, as in the FEN. */
  override get fullmoveNumber(): number {
    return this.#numbers[POSITION_CLOCKS] >>> 16
  }

  /** @internal */
  override [TAKES_ROOK](): boolean {
    return ((this.#numbers[POSITION_FIELDS] >>> 28) & 1) === 1
  }

  /** @internal */
  override [HANDLE]() {
    if (loaded !== this) {
      this.#write()
      wasm.binbo_position_load()
      loaded = this
    }
    return LOADED
  }

  /** @internal */
  override [ANSWER]<T, Rest extends Numbers>(name: string, read: Read<T, Rest>, ...rest: Rest): T
  override [ANSWER](name: string, read: Read<unknown, Numbers>, a?: number, b?: number): unknown {
    const key = a === undefined ? name : `${name} ${a} ${b}`
    this.#answers ??= {}
    const known = this.#answers[key]
    if (known !== undefined) return known
    const answer = read(this[HANDLE](), a, b)
    this.#answers[key] = ArrayBuffer.isView(answer) ? (answer as Uint8Array).slice() : answer
    return this.#answers[key]
  }

  /** The status of a new game from this position, so without repetitions and manual results. */
  get status(): Status {
    return ruleStatus(this[ANSWER]('status', () => wasm.binbo_position_status()))
  }

  /** Returns a copy that can be changed. */
  setup(): Setup {
    return new Setup(this.fen)
  }

  /**
   * Returns the position after a move; this one does not change.
   * @param move in UCI, otherwise SAN, or squares
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, ERR_ARGUMENT
   */
  play(move: string | MoveSquares): Position {
    const packed = typeof move === 'string' ? parseUci(move) : packMove(move)
    if (wasm.binbo_game_status(this[HANDLE]()) !== 0) throw chessError('ERR_GAME_OVER')
    if (typeof move !== 'string') return positionAfter(this, wordOfPacked(this, packed))
    const word = packed < 0 ? wasm.binbo_position_text(writeText(move), 0) : wasm.binbo_position_move(packed)
    if (word < 0) throw moveFailure(word, move)
    releaseBuffer()
    return positionAfter(this, word)
  }

  /**
   * Is this the same position, as for repetitions: rules, pieces, side to move, castling rights, legal en passant, pockets and
   * checks? Clocks do not count.
   * @throws {ChessError} ERR_ARGUMENT
   */
  equals(other: Position, options?: EqualsOptions): boolean {
    const { ignore = [] } = checkOptions(options, ['ignore'])
    if (!(other instanceof Position)) throw argumentError('equals() takes a Position', other)
    if (!Array.isArray(ignore)) throw argumentError(`ignore is an array of '${IGNORED.join("', '")}'`, ignore)
    const bits = ignore.reduce((sum, name) => sum | IGNORE_BITS[choice('ignore', name ?? '', IGNORED)], 0)
    if (other === this) return true
    other[HANDLE]()
    this.#write()
    return wasm.binbo_position_equals(bits) === 1
  }

  /** Returns the position for JSON.stringify(). */
  toJSON(): { fen: string; variant: Variant } {
    const { fen, variant } = this
    return { fen, variant }
  }
}

/** @param count how many numbers C has written */
function take(count: number): Position {
  const n = io32()
  const numbers = [n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9]]
  for (let i = numbers.length; i < count; i++) numbers.push(n[i])
  return new Position(KEY, numbers)
}

/** @param count how many numbers C has written, about the position that it has loaded */
function remember(count: number): Position {
  loaded = take(count)
  return loaded
}

/** @param game a handle */
export const positionOf = (game: number): Position => take(checked(wasm.binbo_position_of(game)))

/**
 * @param word the word of a legal move, or 0 for a null move
 * @throws {ChessError} ERR_ARGUMENT for any other word
 */
export function positionAfter(position: Position, word: number): Position {
  position[HANDLE]()
  return remember(checked(wasm.binbo_position_play(word)))
}

/**
 * @param packed the result of packMove() or parseUci()
 * @returns a move word
 * @throws {ChessError} ERR_MOVE_*
 */
export function wordOfPacked(position: Position, packed: number): number {
  position[HANDLE]()
  const word = wasm.binbo_position_move(packed)
  if (word < 0) throw failure(word, uciText(packed & ~IF_PROMOTING))
  return word
}

/**
 * @param text SAN, squares, or '--' for a null move
 * @returns a move word
 * @throws {ChessError} ERR_SAN_*, ERR_MOVE_*, ERR_PGN_NULL_MOVE
 */
export function wordOfText(position: Position, text: string): number {
  position[HANDLE]()
  try {
    const word = wasm.binbo_position_text(writeText(text), 1)
    if (word < 0) throw failure(word, text)
    return word
  } finally {
    releaseBuffer()
  }
}
