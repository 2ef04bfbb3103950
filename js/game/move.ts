// SPDX-License-Identifier: Apache-2.0
// Converts C's move words to the objects and texts for users, and users' input to packed moves. src/wasm/api.h describes both.

import { releaseBuffer } from '../core/buffer.js'
import { argumentError, ChessError, chessError } from '../core/errors.js'
import { failure } from '../core/failure.js'
import {
  IF_PROMOTING,
  MOVE_CASTLE,
  MOVE_DOUBLE,
  MOVE_DROP_PAWN,
  MOVE_EN_PASSANT,
  MOVE_KIND_SHIFT,
  MOVE_PLAIN,
  MOVE_PROMOTE_KING,
  MOVE_PROMOTE_QUEEN,
  MOVE_TO_SHIFT,
  PACKED_KING,
  PAWN,
} from '../core/generated/bindings.js'
import {
  capturedOf,
  fromOf,
  isKingside,
  isNullMove,
  kindOf,
  pieceOf,
  SQUARES,
  toOf,
} from '../core/move-word.js'
import { isObject } from '../core/objects.js'
import { sanOf } from '../core/san-writer.js'
import type { Color, PieceType, Promotion, PromotionName, Square, SquareName } from './squares.js'
import { CODES, PIECE_TYPES, requireSquare, requireType } from './squares.js'

/** A kind of move; 'double' is a pawn's first move of two squares, 'kingside' and 'queenside' are castling. */
export type MoveFlag = 'capture' | 'enpassant' | 'double' | 'kingside' | 'queenside' | 'promotion' | 'drop'

/** The facts of a move. */
export type MoveFacts = {
  /** The square that the piece leaves; for a drop, the same as `to`. */
  from: Square
  /** The square that the piece goes to. */
  to: Square
  /** The move in UCI, such as 'e7e8q' or 'N@f3'. */
  uci: string
  /** The move in SAN, such as 'e8=Q+' or 'N@f3'. */
  san: string
  /** The side that moves. */
  color: Color
  /** The piece that moves, or is dropped. */
  piece: PieceType
  /** The piece that is captured. */
  captured?: PieceType
  /** The piece that the pawn becomes, as a letter. */
  promotion?: Promotion
  /** True if the piece is dropped from the pocket (crazyhouse). */
  drop?: true
  /** What kind of move it is. */
  flags: readonly MoveFlag[]
}

/**
 * A move that was or can be played. Castling goes to g or c; in Chess960, and in other variants if a king or rook starts on
 * another square than usual, `uci` and `to` are king takes rook.
 */
export type Move = Readonly<MoveFacts>

/** A move given by its squares, names or indexes a1 = 0 to h8 = 63; every Move is one. */
export type SquaresOfMove = {
  /** The square that the piece leaves. */
  from: SquareName
  /** The square that the piece goes to. */
  to: SquareName
  /**
   * The piece that the pawn becomes: 'q', 'Q', 'queen', 'Queen' or, with the mover's color, 'wQ'; default: queen. It is ignored
   * if no pawn promotes, because some boards give a piece with every move.
   */
  promotion?: PromotionName | null | undefined
  /** True for a Move that is a drop of its `piece`. */
  drop?: boolean | undefined
  /** The piece of a drop; ignored otherwise. */
  piece?: PieceType | undefined
}

/** A drop (crazyhouse). */
export type DropOfPiece = {
  /** The piece that is dropped. */
  drop: PieceType
  /** The square on which it is dropped. */
  to: SquareName
}

/** A move given by its squares, or a drop. */
export type MoveSquares = SquaresOfMove | DropOfPiece

const SQUARES_MASK = (1 << MOVE_KIND_SHIFT) - 1
/** The files of a castled king in standard chess. */
const KINGSIDE_FILE = 6
const QUEENSIDE_FILE = 2

/**
 * @param word a move word, not a null move
 * @param takesRook whether castling is king takes rook; otherwise it is king to g or c
 * @param color the side that moves
 */
export function moveOf(word: number, takesRook: boolean, color: Color): Move {
  const packed = packedOf(word, takesRook)
  const captured = capturedOf(word)
  const move: MoveFacts = {
    from: SQUARES[fromOf(word)],
    to: SQUARES[(packed & SQUARES_MASK) >> MOVE_TO_SHIFT],
    uci: uciText(packed),
    san: sanOf(word),
    color,
    piece: PIECE_TYPES[pieceOf(word)],
    flags: flagsOf(kindOf(word), captured !== 0, word),
  }
  if (captured !== 0) move.captured = PIECE_TYPES[captured]
  if (packed > SQUARES_MASK) addCode(move, packed)
  return move
}

/** @param move gets the promotion, or the mark of a drop */
function addCode(move: MoveFacts, packed: number) {
  if (isDrop(packed)) move.drop = true
  else move.promotion = CODES[packed >> MOVE_KIND_SHIFT] as Promotion
}

/**
 * @param word a move word
 * @param takesRook as in moveOf()
 * @returns such as 'e7e8q'; '0000' for a null move
 */
export function uciOf(word: number, takesRook: boolean): string {
  return isNullMove(word) ? '0000' : uciText(packedOf(word, takesRook))
}

/**
 * @param word a move word
 * @returns the packed move
 */
function packedOf(word: number, takesRook: boolean): number {
  const kind = kindOf(word)
  const squares = word & SQUARES_MASK
  if (kind <= MOVE_PROMOTE_QUEEN || kind >= MOVE_DROP_PAWN) return squares | (kind << MOVE_KIND_SHIFT)
  if (kind === MOVE_PROMOTE_KING) return squares | (PACKED_KING << MOVE_KIND_SHIFT)
  if (kind !== MOVE_CASTLE || takesRook) return squares
  const from = fromOf(word)
  const to = (from & 56) | (isKingside(word) ? KINGSIDE_FILE : QUEENSIDE_FILE)
  return from | (to << MOVE_TO_SHIFT)
}

/** @param word a move word, or a packed move */
export const isDrop = (word: number): boolean => kindOf(word) >= MOVE_DROP_PAWN

/**
 * @param word a move word
 * @returns the square that the king reaches by castling; the target of any other move
 */
export const castlingTarget = (word: number): number => toOf(packedOf(word, false))

/**
 * @param packed a legal move that is not a drop
 * @returns the code of its promotion, 0 for none
 */
export const promotionOf = (packed: number): number => packed >> MOVE_KIND_SHIFT

function flagsOf(kind: number, captures: boolean, word: number): MoveFlag[] {
  switch (kind) {
    case MOVE_PLAIN:
      return captures ? ['capture'] : []
    case MOVE_DOUBLE:
      return ['double']
    case MOVE_CASTLE:
      return [isKingside(word) ? 'kingside' : 'queenside']
    case MOVE_EN_PASSANT:
      return ['capture', 'enpassant']
    default:
      if (kind >= MOVE_DROP_PAWN) return ['drop']
      return captures ? ['capture', 'promotion'] : ['promotion']
  }
}

/** UCI texts by packed squares, made on first use. */
const uciTexts: string[] = new Array(SQUARES_MASK + 1).fill('')

/** @returns the UCI texts of packed moves */
export function uciTextsOf(packed: Uint16Array): string[] {
  const count = packed.length
  const list: string[] = new Array(count)
  for (let i = 0; i < count; i++) {
    const move = packed[i]
    list[i] = (move <= SQUARES_MASK ? uciTexts[move] : '') || uciText(move)
  }
  return list
}

/** @returns such as 'e2e4', 'a7a8n' or 'N@f3' */
export function uciText(packed: number): string {
  const squares = packed & SQUARES_MASK
  uciTexts[squares] ||= SQUARES[fromOf(squares)] + SQUARES[squares >> MOVE_TO_SHIFT]
  const text = uciTexts[squares]
  if (squares === packed) return text
  const letter = CODES[packed >> MOVE_KIND_SHIFT] ?? ''
  return isDrop(packed) ? `${letter}@${text.slice(2)}` : text + letter
}

/** @returns the packed move; -1 if the text is not UCI */
export function parseUci(text: string): number {
  const { length } = text
  if (length !== 4 && length !== 5) return -1
  const fromFile = text.charCodeAt(0) - 97
  const fromRank = text.charCodeAt(1) - 49
  const toFile = text.charCodeAt(2) - 97
  const toRank = text.charCodeAt(3) - 49
  if (((fromFile | fromRank | toFile | toRank) & ~7) !== 0) return parseDrop(text)
  const squares = fromFile | (fromRank << 3) | (((toRank << 3) | toFile) << MOVE_TO_SHIFT)
  if (length === 4) return squares
  const promotion = codeOf(text[4])
  return promotion < 0 || promotion > PACKED_KING ? -1 : squares | (promotion << MOVE_KIND_SHIFT)
}

/** @returns the packed move; -1 if the text is not a drop such as 'N@f3' */
function parseDrop(text: string): number {
  return /^[PNBRQ]@[a-h][1-8]$/.test(text) ? packDrop(codeOf(text[0]), requireSquare(text.slice(2))) : -1
}

const packDrop = (code: number, to: number) => to | (to << MOVE_TO_SHIFT) | (code << MOVE_KIND_SHIFT)

/**
 * @param code C's error for a move in UCI or SAN that is in the buffer
 * @returns the error of C; ERR_MOVE_SYNTAX if the text is nearly UCI, and ERR_MOVE_PROMOTION if only its last letter
 *   is wrong
 */
export function moveFailure(code: number, text: string): ChessError {
  const error = failure(code, text)
  releaseBuffer()
  if (!error.code.startsWith('ERR_SAN')) return error
  const meant = text.toLowerCase().replace(/[^a-h1-8nrqk]/g, '')
  const details = parseUci(meant) < 0 ? '' : `write '${meant}'`
  if (/^(?:[a-h][1-8]){2}[a-zA-Z]$/.test(text)) {
    return chessError('ERR_MOVE_PROMOTION', details, { offset: 4, input: text })
  }
  if (details === '' || error.code !== 'ERR_SAN_SYNTAX') return error
  const good = /^(?:[PNBRQ](?:@[a-h]?)?|[a-h](?:[1-8](?:[a-h](?:[1-8][qrbnk]?)?)?)?)?/.exec(text)?.[0] ?? ''
  return chessError('ERR_MOVE_SYNTAX', details, { offset: good.length, input: text })
}

/** @returns the index of the letter in CODES, or -1 */
const codeOf = (letter: unknown): number => CODES.indexOf(letter)

/** No promotion; C refuses it if a pawn promotes. */
const NO_PROMOTION = PACKED_KING + 1

/**
 * @param promotion such as 'q', 'Queen' or 'wQ'
 * @param to the target, which shows the color
 * @returns the code of the promotion
 */
export function promotionCode(promotion: unknown, to: number): number {
  const name = typeof promotion === 'string' ? promotion.toLowerCase() : ''
  const letter = PIECE_TYPES.includes(name as PieceType) ? (name === 'knight' ? 'n' : name[0]) : name
  const code = codeOf(/^[wb].$/.test(letter) && (letter[0] === 'w') === to > 31 ? letter[1] : letter)
  return code < 0 ? NO_PROMOTION : code
}

/**
 * @param promotion a name, null or undefined; the letter of a drop if the squares are the same
 * @returns the packed move; with a promotion, IF_PROMOTING is set
 */
function packSquares(from: number, to: number, promotion: unknown): number {
  const squares = from | (to << MOVE_TO_SHIFT)
  if (promotion === undefined || promotion === null) return squares
  const drop = codeOf(promotion)
  if (drop >= MOVE_DROP_PAWN && from === to) return packDrop(drop, to)
  return squares | (promotionCode(promotion, to) << MOVE_KIND_SHIFT) | IF_PROMOTING
}

/**
 * @param move MoveSquares
 * @returns the packed move; with a promotion, IF_PROMOTING is set
 * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
 */
export function packMove(move: unknown): number {
  const forms = 'A move is a string, { from, to, promotion } or { drop, to }'
  if (!isObject(move)) throw argumentError(forms, move)
  const { from, to, promotion, drop, piece } = move
  if (to === undefined || (from ?? drop) === undefined) throw new ChessError('ERR_MOVE_SQUARE', forms)
  if (drop !== undefined && drop !== null && drop !== false) {
    const type = requireType(drop === true ? piece : drop)
    return packDrop(MOVE_DROP_PAWN + type - PAWN, requireSquare(to))
  }
  return packSquares(requireSquare(from), requireSquare(to), promotion)
}

/**
 * @param from an index
 * @param to an index
 * @param promotion a name, null or undefined; for a drop, a capital letter
 * @returns the packed move; with a promotion, IF_PROMOTING is set
 * @throws {ChessError} ERR_MOVE_SQUARE
 */
export function packIndexes(from: unknown, to: unknown, promotion: unknown): number {
  return packSquares(requireIndex(from), requireIndex(to), promotion)
}

function requireIndex(index: unknown) {
  if (typeof index !== 'number') throw chessError('ERR_MOVE_SQUARE', 'here it is an index')
  return requireSquare(index)
}

/** @returns from, to and the letter of a promotion or a drop, if any */
export function indexMove(packed: number): [number, number] | [number, number, string] {
  const from = fromOf(packed)
  const to = (packed & SQUARES_MASK) >> MOVE_TO_SHIFT
  return packed > SQUARES_MASK ? [from, to, CODES[packed >> MOVE_KIND_SHIFT]] : [from, to]
}
