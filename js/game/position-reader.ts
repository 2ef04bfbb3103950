// SPDX-License-Identifier: Apache-2.0
// The methods that read a position, which Game and Position share.

import { ioBytes } from '../core/buffer.js'
import type { Variant } from '../core/generated/bindings.js'
import { CASTLING_XFEN, EN_PASSANT_ALWAYS, KING, PIECE_COLOR_SHIFT } from '../core/generated/bindings.js'
import { fromOf, toOf } from '../core/move-word.js'
import { checkOptions, choice } from '../core/options.js'
import { wasm } from '../core/wasm.js'
import type { BoardFacts, BoardOptions } from './board-text.js'
import { boardText } from './board-text.js'
import type { CanWin, EffortOptions } from './dead.js'
import { canWin, helpmate, isDead } from './dead.js'
import type { FenOptions } from './fen.js'
import { fenText, readFenForms } from './fen.js'
import { ANSWER, HANDLE, TAKES_ROOK } from './internals.js'
import type { Move, MoveSquares } from './move.js'
import { castlingTarget, isDrop, promotionOf } from './move.js'
import type { LegalMovesForm, LegalMovesOptions } from './move-lists.js'
import {
  canPlay,
  legalMoves,
  legalPacked,
  legalWords,
  lineOfGame,
  takesRookIn,
  wordsOfTexts,
} from './move-lists.js'
import type { Color, DropLetter, PieceType, Promotion, Square, SquareName } from './squares.js'
import {
  COLORS,
  colorOfPiece,
  PIECE_TYPES,
  pieceList,
  requireColor,
  requireSquare,
  SQUARES,
  typeOfPiece,
} from './squares.js'
import type { Pocket } from './variants.js'
import { pocketsIn, VARIANTS } from './variants.js'

/** How many pieces of each type a side has on the board. */
export type PieceCounts = {
  pawn: number
  knight: number
  bishop: number
  rook: number
  queen: number
  king: number
}

/** The targets of each piece, by its square; get() takes any string, for boards. */
export type Dests = Map<Square, Square[]> & { get(square: string): Square[] | undefined }

export type Numbers = (number | undefined)[]

/** Reads from C; a typed array in its result is borrowed. */
export type Read<T, Rest extends Numbers> = (handle: number, ...rest: Rest) => T

/** How dests() shows castling. */
export type DestsOptions = {
  /**
   * 'both' (default): the target of the king and the square of the rook, as for chessground; 'king': no squares with own
   * pieces, for boards that select an own piece when it is clicked.
   */
  castling?: 'both' | 'king' | undefined
}

const readVariant = (handle: number) => VARIANTS[wasm.binbo_game_variant(handle)]
const readFen = (handle: number) => fenText(handle, EN_PASSANT_ALWAYS, CASTLING_XFEN)
const readSide = (handle: number) => COLORS[wasm.binbo_game_side_to_move(handle)]
const readCheck = (handle: number) => wasm.binbo_game_is_check(handle) === 1
const readHalfmoveClock = (handle: number) => wasm.binbo_game_halfmove_clock(handle)
const readFullmoveNumber = (handle: number) => wasm.binbo_game_fullmove_number(handle)
const readPockets = (handle: number) => ioBytes(wasm.binbo_game_pockets(handle))
const readChecks = (handle: number) => ioBytes(wasm.binbo_game_checks(handle))
const readHash = (handle: number) => BigInt.asUintN(64, wasm.binbo_game_hash(handle))
const readMan = (handle: number, square: number) => wasm.binbo_game_piece_at(handle, square)
/** C's numbers of the pieces on a1 to h8. */
const readMen = (handle: number) => ioBytes(wasm.binbo_game_pieces(handle))
const readAttackers = (handle: number, square: number, by: number) =>
  ioBytes(wasm.binbo_game_attackers(handle, square, by))
const readPinned = (handle: number, color: number) => ioBytes(wasm.binbo_game_pinned(handle, color))
const readMatingMaterial = (handle: number, color: number) =>
  wasm.binbo_game_has_mating_material(handle, color) === 1

/** The methods that read a position, or the position of a game. */
export class PositionReader {
  /**
   * @internal
   * @returns the handle for C; 0 without a game
   */
  [HANDLE](): number {
    return 0
  }

  /**
   * @internal
   * @param name a key for the answer
   * @param rest the arguments on which the answer depends
   * @returns the answer; borrowed
   */
  [ANSWER]<T, Rest extends Numbers>(name: string, read: Read<T, Rest>, ...rest: Rest): T
  [ANSWER](_name: string, read: Read<unknown, Numbers>, a?: number, b?: number): unknown {
    return read(this[HANDLE](), a, b)
  }

  /**
   * @internal
   * @returns whether castling is written as king takes rook
   */
  [TAKES_ROOK](): boolean {
    return takesRookIn(this[HANDLE]())
  }

  /** The variant that is played. */
  get variant(): Variant {
    return this[ANSWER]('variant', readVariant)
  }

  /** The position as a FEN of six fields, as toFen() writes it with its defaults. */
  get fen(): string {
    return this[ANSWER]('fen', readFen)
  }

  /**
   * Returns the position as a FEN.
   * @throws {ChessError} ERR_ARGUMENT
   */
  toFen(options?: FenOptions): string {
    const [enPassant, castling] = readFenForms(options)
    return this[ANSWER]('toFen', fenText, enPassant, castling)
  }

  /** The 64-bit Polyglot key, which JSON.stringify refuses: see `key`. Pockets, promoted pieces and checks have keys of our own. */
  get hash(): bigint {
    return this[ANSWER]('hash', readHash)
  }

  /** The hash as 16 hexadecimal digits: for Maps, and for JSON, which has no BigInt. */
  get key(): string {
    return this.hash.toString(16).padStart(16, '0')
  }

  /** The side to move. */
  get sideToMove(): Color {
    return this[ANSWER]('side', readSide)
  }

  /** Whether the king of the side to move is in check, by the rules of the variant. */
  get isCheck(): boolean {
    return this[ANSWER]('check', readCheck)
  }

  /** Plies since the last capture or pawn move. */
  get halfmoveClock(): number {
    return this[ANSWER]('halfmove', readHalfmoveClock)
  }

  /** The number of the move, as in the FEN. */
  get fullmoveNumber(): number {
    return this[ANSWER]('fullmove', readFullmoveNumber)
  }

  /** The pieces that each side can drop; null except in crazyhouse. */
  get pockets(): { white: Pocket; black: Pocket } | null {
    return pocketsIn(this[ANSWER]('pockets', readPockets))
  }

  /** Checks that each side must still give; null except in 3check. */
  get remainingChecks(): { white: number; black: number } | null {
    const [white, black] = this[ANSWER]('checks', readChecks)
    return white === undefined ? null : { white, black }
  }

  /**
   * Returns the legal moves as objects; none when the game is over.
   * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
   */
  legalMoves(as?: 'move', options?: LegalMovesOptions): Move[]
  /**
   * Returns the legal moves of one piece as objects; none when the game is over.
   * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
   */
  legalMoves(options: LegalMovesOptions): Move[]
  /**
   * Returns the legal moves as texts in UCI or SAN; none when the game is over.
   * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
   */
  legalMoves(as: 'uci' | 'san', options?: LegalMovesOptions): string[]
  /**
   * Returns the legal moves as the arguments of indexMove(); none when the game is over.
   * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
   */
  legalMoves(
    as: 'index',
    options?: LegalMovesOptions,
  ): [from: number, to: number, promotion?: Promotion | DropLetter][]
  /**
   * Returns the legal moves as numbers from | to << 6 | code << 12, with the code of a promotion, 1 n, 2 b, 3 r, 4 q, 5 k,
   * or of a drop, 9 P, 10 N, 11 B, 12 R, 13 Q, otherwise 0; none when the game is over.
   * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
   */
  legalMoves(as: 'packed', options?: LegalMovesOptions): Uint16Array<ArrayBuffer>
  /**
   * Returns the number of legal moves; 0 when the game is over.
   * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
   */
  legalMoves(as: 'count', options?: LegalMovesOptions): number
  /**
   * Returns the legal moves in a form that is known only at run time.
   * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
   */
  legalMoves(
    as?: LegalMovesForm,
    options?: LegalMovesOptions,
  ): Move[] | string[] | unknown[] | Uint16Array<ArrayBuffer> | number
  legalMoves(as: LegalMovesForm | LegalMovesOptions = 'move', options?: LegalMovesOptions): unknown {
    return typeof as === 'object' ? legalMoves(this, 'move', as) : legalMoves(this, as, options)
  }

  /**
   * Can this move be played now? It never throws.
   * @param move in UCI or SAN, or squares
   */
  isLegal(move: string | MoveSquares): boolean {
    return canPlay(this, move)
  }

  /**
   * Returns the moves of a line, such as an engine's. Nothing is played, and draws do not end the line.
   * @param moves moves in UCI or SAN
   * @throws {ChessError} with ply; ERR_MOVE_*, ERR_SAN_*, ERR_ARGUMENT
   */
  line(moves: Iterable<string>): Move[] {
    const words = wordsOfTexts(this, moves)
    return lineOfGame(this[HANDLE](), words, 0)
  }

  /**
   * Returns the targets of each piece of the side to move, for boards such as chessground, without drops.
   * @returns the targets by square; pieces that cannot move are missing
   * @throws {ChessError} ERR_ARGUMENT
   */
  dests(options?: DestsOptions): Dests {
    const { castling } = checkOptions(options, ['castling'])
    const isKingOnly = choice('castling', castling, ['both', 'king']) === 1
    const dests: Map<Square, Square[]> = new Map()
    for (const word of legalWords(this)) {
      if (isDrop(word)) continue
      const from = SQUARES[fromOf(word)]
      const targets = dests.get(from) ?? []
      for (const to of [SQUARES[toOf(word)], SQUARES[castlingTarget(word)]])
        if (
          to !== from &&
          !targets.includes(to) &&
          !(isKingOnly && this.pieceAt(to)?.color === this.sideToMove)
        )
          targets.push(to)
      if (targets.length > 0) dests.set(from, targets)
    }
    return dests
  }

  /**
   * Is there a legal move between these squares by which a pawn is promoted?
   * @throws {ChessError} ERR_MOVE_SQUARE
   */
  promotes(from: SquareName, to: SquareName): boolean {
    const target = requireSquare(to)
    return legalPacked(this, requireSquare(from)).some(
      (move: number) => toOf(move) === target && promotionOf(move) !== 0,
    )
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
    return pieceList(this[ANSWER]('men', readMen), as)
  }

  /**
   * Returns the piece on a square; null for an empty one.
   * @throws {ChessError} ERR_MOVE_SQUARE
   */
  pieceAt(square: SquareName): { color: Color; type: PieceType } | null {
    const piece = this[ANSWER]('man', readMan, requireSquare(square))
    return piece === 0 ? null : { color: colorOfPiece(piece), type: PIECE_TYPES[typeOfPiece(piece)] }
  }

  /**
   * Returns the square of a color's king; null if it has none; the first from a1 if it has several (antichess).
   * @throws {ChessError} ERR_ARGUMENT
   */
  king(color: Color): Square | null {
    const king = (requireColor(color) << PIECE_COLOR_SHIFT) | KING
    return SQUARES[this[ANSWER]('men', readMen).indexOf(king)] ?? null
  }

  /** Counts the pieces on the board, without captured pieces and pockets. */
  material(): { white: PieceCounts; black: PieceCounts } {
    const none = () => ({ pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, king: 0 })
    const counts = { white: none(), black: none() }
    for (const piece of this[ANSWER]('men', readMen))
      if (piece !== 0) counts[colorOfPiece(piece)][PIECE_TYPES[typeOfPiece(piece)]]++
    return counts
  }

  /**
   * Returns the squares of the pieces of a color that attack a square.
   * @returns the squares of the pieces of that color that attack the square
   * @throws {ChessError} ERR_MOVE_SQUARE, ERR_ARGUMENT
   */
  attackers(square: SquareName, by: Color): Square[] {
    return squareList(this[ANSWER]('attackers', readAttackers, requireSquare(square), requireColor(by)))
  }

  /**
   * Does a piece of this color attack the square?
   * @throws {ChessError} ERR_MOVE_SQUARE, ERR_ARGUMENT
   */
  isAttacked(square: SquareName, by: Color): boolean {
    return this.attackers(square, by).length > 0
  }

  /**
   * Returns the squares of a color's pieces that are pinned to their king, in variants with check.
   * @returns the squares of its pieces that are pinned to their king, in variants with check
   * @throws {ChessError} ERR_ARGUMENT
   */
  pinned(color: Color): Square[] {
    return squareList(this[ANSWER]('pinned', readPinned, requireColor(color)))
  }

  /**
   * Has this color material with which a mate is possible?
   * @returns false if, judged by the material, no series of legal moves lets it mate, or win by the rules of the variant
   *   (FIDE 6.9)
   * @throws {ChessError} ERR_ARGUMENT
   */
  hasMatingMaterial(color: Color): boolean {
    return this[ANSWER]('material', readMatingMaterial, requireColor(color))
  }

  /**
   * Does any series of legal moves, with the help of both sides, let this color mate (FIDE 6.9), or win by the rules of a
   * variant? Clocks and repetition do not count.
   * @param options the effort is 'normal' by default, mostly below a millisecond; 'high' may take a second
   * @returns 'no' and 'yes' are proved; 'unknown' if the effort was not enough
   * @throws {ChessError} ERR_ARGUMENT
   */
  canWin(color: Color, options?: EffortOptions): CanWin {
    return canWin(this, requireColor(color), options)
  }

  /**
   * Can neither side mate, so that the game is drawn (FIDE 5.2.2)?
   * @param options as for canWin()
   * @returns true and false are proved
   * @throws {ChessError} ERR_ARGUMENT
   */
  isDead(options?: EffortOptions): boolean | 'unknown' {
    return isDead(this, options)
  }

  /**
   * Returns moves with which both sides together let this color mate, or win by the rules of a variant. It looks for them
   * differently from canWin(), and may find some where that says 'unknown' with the same effort.
   * @param options as for canWin()
   * @returns moves in UCI, perhaps not the fewest; [] if it has already won; null if none were found
   * @throws {ChessError} ERR_ARGUMENT, ERR_MEMORY
   */
  helpmate(color: Color, options?: EffortOptions): string[] | null {
    return helpmate(this, requireColor(color), options)
  }

  /**
   * Returns the board, with the facts of the position below it.
   * @throws {ChessError} ERR_ARGUMENT
   */
  board(options?: BoardOptions): string {
    const men = this[ANSWER]('men', readMen).slice()
    return boardText(men, this as this & BoardFacts, options)
  }

  /**
   * Writes the board to the console.
   * @throws {ChessError} ERR_ARGUMENT
   */
  print(options?: BoardOptions) {
    console.log(this.board(options))
  }
}

const squareList = (squares: Uint8Array): Square[] => Array.from(squares, square => SQUARES[square])
