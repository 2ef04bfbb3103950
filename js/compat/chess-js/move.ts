// SPDX-License-Identifier: Apache-2.0
// Moves in the form of chess.js, made from C's move words.

import {
  MOVE_CASTLE,
  MOVE_DOUBLE,
  MOVE_EN_PASSANT,
  MOVE_PROMOTE_QUEEN,
} from '../../core/generated/bindings.js'
import { capturedOf, fromOf, isKingside, kindOf, pieceOf, toOf } from '../../core/move-word.js'
import { sanOf } from '../../core/san-writer.js'
import type { Color, PieceSymbol, Square } from './constants.js'
import { KING, SQUARES, SYMBOLS } from './constants.js'

const PLAIN = 'n'
const CAPTURE = 'c'
const BIG_PAWN = 'b'
const EN_PASSANT = 'e'
const PROMOTION = 'p'
const KINGSIDE = 'k'
const QUEENSIDE = 'q'
const NULL_MOVE = '-'

/** @param index a1 = 0 to h8 = 63 */
export const squareName = (index: number): Square => SQUARES[index ^ 56]

/**
 * @param word a move
 * @returns the target of the piece; for a king that castles, the square on g or c
 */
export function targetOf(word: number): number {
  if (kindOf(word) !== MOVE_CASTLE) return toOf(word)
  return (fromOf(word) & 56) | (isKingside(word) ? 6 : 2)
}

export function promotionOf(word: number): PieceSymbol | undefined {
  const kind = kindOf(word)
  return kind > 0 && kind <= MOVE_PROMOTE_QUEEN ? SYMBOLS[kind + 1] : undefined
}

function flagsOf(word: number) {
  switch (kindOf(word)) {
    case MOVE_CASTLE:
      return isKingside(word) ? KINGSIDE : QUEENSIDE
    case MOVE_EN_PASSANT:
      return EN_PASSANT
    case MOVE_DOUBLE:
      return BIG_PAWN
    default:
      return (capturedOf(word) ? CAPTURE : PLAIN) + (promotionOf(word) ? PROMOTION : '')
  }
}

/** A move, with the FENs before and after it. */
export class Move {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(Move, 'name', { value: 'Move', configurable: true })
  }

  /** The side that moves. */
  declare color: Color
  /** The square that the piece leaves; for a null move 'a8', like `to`. */
  declare from: Square
  /** The square that the piece goes to. */
  declare to: Square
  /** The piece that moves. */
  declare piece: PieceSymbol
  /** The piece that is captured. */
  declare captured: PieceSymbol | undefined
  /** The piece that the pawn becomes. */
  declare promotion: PieceSymbol | undefined
  /**
   * Letters for the kind of move: n, b, e, c, p, k, q or -.
   * @deprecated Use the methods.
   */
  declare flags: string
  /** The move in SAN. */
  declare san: string
  /** The squares and the promotion, as in UCI. */
  declare lan: string
  /** The FEN before the move. */
  declare before: string
  /** The FEN after the move. */
  declare after: string

  /**
   * @hideconstructor
   * @param word C's word; 0 for a null move
   * @param color the side that moves
   * @param before a FEN
   */
  constructor(word: number, color: Color, before: string, after: string) {
    const captured = capturedOf(word)
    this.color = color
    this.from = word === 0 ? SQUARES[0] : squareName(fromOf(word))
    this.to = word === 0 ? SQUARES[0] : squareName(targetOf(word))
    this.piece = word === 0 ? KING : SYMBOLS[pieceOf(word)]
    this.captured = captured ? SYMBOLS[captured] : undefined
    this.promotion = promotionOf(word)
    this.flags = word === 0 ? NULL_MOVE : flagsOf(word)
    this.san = sanOf(word)
    this.lan = this.from + this.to + (this.promotion ?? '')
    this.before = before
    this.after = after
  }

  /** Returns whether it captures; false for en passant. */
  isCapture(): boolean {
    return this.flags.includes(CAPTURE)
  }

  /** Does a pawn promote? */
  isPromotion(): boolean {
    return this.flags.includes(PROMOTION)
  }

  /** Is it a capture en passant? */
  isEnPassant(): boolean {
    return this.flags.includes(EN_PASSANT)
  }

  /** Is it castling on the king's side? */
  isKingsideCastle(): boolean {
    return this.flags.includes(KINGSIDE)
  }

  /** Is it castling on the queen's side? */
  isQueensideCastle(): boolean {
    return this.flags.includes(QUEENSIDE)
  }

  /** Returns whether a pawn moves two squares. */
  isBigPawn(): boolean {
    return this.flags.includes(BIG_PAWN)
  }

  /** Is it a null move? */
  isNullMove(): boolean {
    return this.flags.includes(NULL_MOVE)
  }
}
