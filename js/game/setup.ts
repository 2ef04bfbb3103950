// SPDX-License-Identifier: Apache-2.0
// A board without rules. C reads its FEN and lists its faults; the parts are kept in C's form.

import { io8, io32, readText, writeText } from '../core/buffer.js'
import type { ChessError } from '../core/errors.js'
import { argumentError, chessError, codeName } from '../core/errors.js'
import { checked } from '../core/failure.js'
import {
  PIECE_COLOR_SHIFT,
  SETUP_CASTLING,
  SETUP_CHECKS,
  SETUP_EN_PASSANT,
  SETUP_EXTRAS,
  SETUP_FULLMOVE,
  SETUP_HALFMOVE,
  SETUP_HAS_CHECKS,
  SETUP_HAS_POCKETS,
  SETUP_POCKETS,
  SETUP_PROMOTED,
  SETUP_SIDE,
} from '../core/generated/bindings.js'
import { showAs } from '../core/inspect.js'
import { isObject } from '../core/objects.js'
import { checkOptions, flag } from '../core/options.js'
import { classes, ready, wasm } from '../core/wasm.js'
import { withFen } from './fen.js'
import type { Game } from './game.js'
import type { GameOptions } from './options.js'
import { GAME_NAMES } from './options.js'
import type { PositionSource } from './position.js'
import { PositionReader } from './position-reader.js'
import type { Color, PieceType, Square, SquareName } from './squares.js'
import {
  COLORS,
  colorOfPiece,
  PIECE_TYPES,
  pieceList,
  requireColor,
  requireSquare,
  requireType,
  SQUARES,
  squareIndex,
  typeOfPiece,
} from './squares.js'
import type { Pocket, VariantName } from './variants.js'
import { readVariant } from './variants.js'

/** `promoted` marks a piece that was a pawn (crazyhouse). */
export type SetupPiece = { color: Color; type: PieceType; promoted?: boolean }
/** The pockets of both sides (crazyhouse). */
export type Pockets = { white: Pocket; black: Pocket }

/** The checks of Setup.problems(). */
export type ProblemsOptions = {
  /** Default 'standard'. */
  variant?: VariantName | undefined
  /** Also finds reasons why no game can reach the position, as in GameOptions; default false. */
  strict?: boolean | undefined
}

const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1'
const NO_SQUARE = 64
const MOST = 65535
const MOST_IN_POCKET = 64
const MOST_CHECKS = 3
const PIECE = SETUP_PROMOTED - 1
/** Letters by C's number of a piece. */
const LETTERS = '1PNBRQK11pnbrqk'
/** The pieces in the order of a pocket in C. */
const DROPPED = ['pawn', 'knight', 'bishop', 'rook', 'queen'] as const
/** Castling rights in the order in which they are written. */
const RIGHTS = 'KHGFEDCBAQkhgfedcbaq'
const NUMBERS_OF_PROBLEM = 4

/**
 * A position that need not be legal: any pieces, with or without kings, and the other fields of a FEN (PGN standard 16.1;
 * castling as in X-FEN and Shredder-FEN). Values that no FEN can have throw, and change nothing.
 */
export class Setup {
  static {
    showAs(Setup, 'Setup', ({ fen }) => ({ fen }))
  }

  /** C's parts, without castling. */
  #parts = new Uint8Array(SETUP_CASTLING)
  #castling = '-'

  /**
   * Makes a Setup from a FEN, or an empty board. Missing fields are added: White to move, the castling rights of kings and
   * rooks on their usual squares, no en passant square, clocks 0 and 1.
   * @param fen a well-formed FEN of any variant, with 1 to 6 fields; default: the empty board, White to move
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
   */
  constructor(fen: string = EMPTY) {
    ready()
    const length = withFen(fen, fenLength => wasm.binbo_setup_read(fenLength))
    this.#castling = rightsInOrder(readText(length).slice(SETUP_CASTLING))
    this.#parts.set(io8().subarray(0, SETUP_CASTLING))
  }

  /**
   * Returns a copy of a position that can be changed.
   * @param source a Game, a Position, a PgnNode or another Setup
   * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
   */
  static from(source: Exclude<PositionSource, string>): Setup {
    const { position } = Object(source)
    const from = position ?? source
    if (!(from instanceof PositionReader || from instanceof Setup))
      throw argumentError(
        'Setup.from() takes a Game, a Position or a PgnNode, and new Setup() a FEN:',
        source,
      )
    return new Setup(from.fen)
  }

  /**
   * Puts a piece on a square, in place of any other.
   * @throws {ChessError} ERR_MOVE_SQUARE, ERR_ARGUMENT
   */
  put(square: SquareName, piece: SetupPiece): this {
    const index = requireSquare(square)
    if (!isObject(piece)) throw argumentError('A piece has a color and a type', piece)
    const { color, type, promoted } = checkOptions(piece, ['color', 'type', 'promoted'])
    const us = requireColor(color)
    const kind = requireType(type)
    const mark = flag('promoted', promoted, false) ? SETUP_PROMOTED : 0
    if (mark && (type === 'pawn' || type === 'king'))
      throw argumentError('This piece is never promoted:', type)
    this.#parts[index] = (us << PIECE_COLOR_SHIFT) + kind + mark
    return this
  }

  /**
   * Removes the piece of a square, and returns it.
   * @returns the piece that was there
   * @throws {ChessError} ERR_MOVE_SQUARE
   */
  remove(square: SquareName): SetupPiece | null {
    const piece = this.pieceAt(square)
    this.#parts[requireSquare(square)] = 0
    return piece
  }

  /**
   * Returns the piece on a square; null for an empty one.
   * @returns `promoted` is missing unless it is true
   * @throws {ChessError} ERR_MOVE_SQUARE
   */
  pieceAt(square: SquareName): SetupPiece | null {
    const man = this.#parts[requireSquare(square)]
    if (man === 0) return null
    const piece = { color: colorOfPiece(man & PIECE), type: PIECE_TYPES[typeOfPiece(man)] }
    return man > PIECE ? { ...piece, promoted: true } : piece
  }

  /**
   * Returns the pieces from h8 down to a1, with names of squares.
   * @throws {ChessError} ERR_ARGUMENT
   */
  pieces(as?: 'notation'): [square: Square, color: Color, type: PieceType][]
  /**
   * Returns the pieces from h8 down to a1, with indexes of squares, a1 = 0 to h8 = 63.
   * @throws {ChessError} ERR_ARGUMENT
   */
  pieces(as: 'index'): [square: number, color: Color, type: PieceType][]
  pieces(as: 'notation' | 'index' = 'notation'): [square: Square | number, color: Color, type: PieceType][] {
    return pieceList(
      this.#men().map(man => man & PIECE),
      as,
    )
  }

  /** Empties the board, the pockets and all other fields, as in a new Setup. */
  clear(): this {
    this.#parts.fill(0)
    this.#parts[SETUP_FULLMOVE] = 1
    return this.#forget()
  }

  /** The side to move. */
  get sideToMove(): Color {
    return COLORS[this.#parts[SETUP_SIDE]]
  }
  set sideToMove(color) {
    this.#parts[SETUP_SIDE] = requireColor(color)
  }

  /** Letters of KQkq or of rooks' files, each once, in the order of a FEN; '-' for none. */
  get castling(): string {
    return this.#castling
  }
  set castling(rights) {
    const castling = typeof rights === 'string' ? rightsInOrder(rights) : ''
    if (castling.length !== rights?.length || (castling === '-' && rights !== '-'))
      throw argumentError("castling is '-' or distinct letters of KQkq or rook files", rights)
    this.#castling = castling
  }

  /** A square on rank 3 or 6. */
  get enPassant(): Square | null {
    const square = this.#parts[SETUP_EN_PASSANT]
    return square === NO_SQUARE ? null : SQUARES[square]
  }
  set enPassant(square: SquareName | null) {
    const index = square === null ? NO_SQUARE : squareIndex(square)
    if (index !== NO_SQUARE && !'36'.includes(SQUARES[index]?.[1]))
      throw argumentError('en passant is null or a square on rank 3 or 6', square)
    this.#parts[SETUP_EN_PASSANT] = index
  }

  /** Plies since the last capture or pawn move. */
  get halfmoveClock(): number {
    return this.#number(SETUP_HALFMOVE)
  }
  set halfmoveClock(plies) {
    this.#setNumber(SETUP_HALFMOVE, requireCount(plies, MOST, 'A clock'))
  }

  /** The number of the move, as in a FEN; 0 is read as 1. */
  get fullmoveNumber(): number {
    return this.#number(SETUP_FULLMOVE)
  }
  set fullmoveNumber(move) {
    this.#setNumber(SETUP_FULLMOVE, requireCount(move, MOST, 'A move number') || 1)
  }

  /** A copy of the pieces that each side can drop; null if the FEN has no pockets. Missing kinds count as 0. */
  get pockets(): Pockets | null {
    if (!this.#has(SETUP_HAS_POCKETS)) return null
    const [white, black] = COLORS.map((_, us) =>
      Object.fromEntries(DROPPED.map((type, at) => [type, this.#parts[SETUP_POCKETS + 5 * us + at]])),
    )
    return { white, black } as Pockets
  }
  set pockets(pockets) {
    const counts = pockets === null ? [] : requireSides('pockets', pockets).flatMap(pocketCounts)
    this.#setExtra(SETUP_HAS_POCKETS, SETUP_POCKETS, 10, counts)
  }

  /** A copy of the checks that each side must still give, 0 to 3; null if the FEN has none. */
  get remainingChecks(): { white: number; black: number } | null {
    const [white, black] = this.#parts.subarray(SETUP_CHECKS)
    return this.#has(SETUP_HAS_CHECKS) ? { white, black } : null
  }
  set remainingChecks(checks) {
    const counts =
      checks === null
        ? []
        : requireSides('checks', checks).map(count => requireCount(count, MOST_CHECKS, 'A number of checks'))
    this.#setExtra(SETUP_HAS_CHECKS, SETUP_CHECKS, 2, counts)
  }

  /** Returns the Setup for JSON.stringify(). */
  toJSON(): { fen: string } {
    return { fen: this.fen }
  }

  /** The FEN with six fields; with pockets, `~` after promoted pieces, and checks if it has them. Never throws. */
  get fen(): string {
    const letters = Array.from(this.#men(), man => LETTERS[man & PIECE] + (man > PIECE ? '~' : ''))
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map(rank => letters.slice(8 * rank, 8 * rank + 8).join(''))
    const placement = ranks.join('/').replace(/1+/g, ones => `${ones.length}`)
    const checks = this.remainingChecks
    return [
      placement + pocketText(this.pockets),
      this.sideToMove[0],
      this.#castling,
      this.enPassant ?? '-',
      ...(checks ? [`${checks.white}+${checks.black}`] : []),
      this.halfmoveClock,
      this.fullmoveNumber,
    ].join(' ')
  }

  /**
   * Returns all reasons why this is not a position of the variant. Problems that only `strict` finds are listed only if there
   * are no others.
   * @returns ERR_FEN_*, first the one that a Game would throw; each has `squares` ([] if the problem is not about squares),
   *   `input` and `offset` for the FEN. [] for a position
   * @throws {ChessError} ERR_ARGUMENT for wrong options
   */
  problems(options?: ProblemsOptions): ChessError[] {
    const given = checkOptions(options, ['variant', 'strict'])
    const variant = readVariant(given.variant)
    const strict = flag('strict', given.strict, false) ? 1 : 0
    const input = this.fen
    const count = checked(wasm.binbo_setup_problems(writeText(input), variant, strict))
    return Array.from({ length: count }, (_, i) => {
      const [code, offset, low, high] = io32().subarray(NUMBERS_OF_PROBLEM * i)
      const squares = SQUARES.filter((_square, at) => ((at < 32 ? low : high) >>> (at & 31)) & 1)
      return chessError(codeName(code), '', { input, offset, squares })
    })
  }

  /**
   * Starts a game from the position.
   * @param options the options of the new game, without `fen`
   * @throws {ChessError} the first of the problems; ERR_ARGUMENT
   */
  toGame(options?: GameOptions): Game {
    const { variant, strict }: GameOptions = checkOptions(options, GAME_NAMES)
    const [problem] = this.problems({ variant, strict })
    if (problem) throw problem
    // Setup cannot import Game, which imports Position, which imports Setup.
    return new classes.Game({ ...options, fen: this.fen })
  }

  /** Swaps the ranks 1 and 8, 2 and 7 and so on; the pieces keep their colours. Castling becomes '-', en passant null. */
  flip(): this {
    return this.#turn(56)
  }

  /** Swaps the files a and h, b and g and so on. Castling becomes '-', en passant null. */
  mirror(): this {
    return this.#turn(7)
  }

  /** Turns the board by 180 degrees: flip() and mirror(). */
  rotate(): this {
    return this.#turn(63)
  }

  /** @param mask the bits of a square's index that change */
  #turn(mask: number) {
    this.#men().set(this.#men().map((_, square, men) => men[square ^ mask]))
    return this.#forget()
  }

  #forget() {
    this.#castling = '-'
    this.#parts[SETUP_EN_PASSANT] = NO_SQUARE
    return this
  }

  #men() {
    return this.#parts.subarray(0, NO_SQUARE)
  }

  #number(at: number) {
    return this.#parts[at] + 256 * this.#parts[at + 1]
  }

  #setNumber(at: number, value: number) {
    this.#parts.set([value & 255, value >> 8], at)
  }

  /** @param extra a SETUP_HAS_* bit */
  #has(extra: number) {
    return (this.#parts[SETUP_EXTRAS] & extra) !== 0
  }

  /** @param values the values; [] removes them */
  #setExtra(extra: number, at: number, size: number, values: number[]) {
    this.#parts[SETUP_EXTRAS] &= ~extra
    if (values.length > 0) this.#parts[SETUP_EXTRAS] |= extra
    this.#parts.fill(0, at, at + size)
    this.#parts.set(values, at)
  }
}

/** @returns the rights, White's first, kingside first; '-' for none */
const rightsInOrder = (rights: string): string =>
  RIGHTS.replace(/./g, letter => (rights.includes(letter) ? letter : '')) || '-'

function requireCount(value: unknown, most: number, what: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw argumentError(`${what} is a whole number, 0 to ${most}`, value)
  return value
}

function requireSides(what: string, value: unknown): [white: unknown, black: unknown] {
  if (Object(value) !== value)
    throw argumentError(`${what} are null or an object with white and black`, value)
  const { white, black } = checkOptions(value, COLORS)
  return [white, black]
}

function pocketCounts(pocket: unknown): number[] {
  const given = checkOptions(pocket, DROPPED)
  return DROPPED.map(type => requireCount(given[type] ?? 0, MOST_IN_POCKET, 'A number of pieces'))
}

/** @returns such as '[QNp]'; '' for none */
function pocketText(pockets: Pockets | null): string {
  if (!pockets) return ''
  const [white, black] = [pockets.white, pockets.black].map(pocket =>
    DROPPED.map((type, at) => 'PNBRQ'[at].repeat(pocket[type]))
      .reverse()
      .join(''),
  )
  return `[${white}${black.toLowerCase()}]`
}
