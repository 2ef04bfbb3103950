// SPDX-License-Identifier: Apache-2.0
// Moves as chess.js describes them, made from C's move words.

import {
  MOVE_CASTLE,
  MOVE_DOUBLE,
  MOVE_EN_PASSANT,
  MOVE_PROMOTE_QUEEN,
} from '../../core/generated/bindings.js'
import { capturedOf, fromOf, isKingside, kindOf, pieceOf, toOf } from '../../core/move-word.js'
import { sanOf } from '../../core/san-writer.js'
import { KING, SQUARES, SYMBOLS } from './constants.js'

/** @import { Color, PieceSymbol, Square } from './constants.js' */

const PLAIN = 'n'
const CAPTURE = 'c'
const BIG_PAWN = 'b'
const EN_PASSANT = 'e'
const PROMOTION = 'p'
const KINGSIDE = 'k'
const QUEENSIDE = 'q'
const NULL_MOVE = '-'

/** @param {number} index a1 = 0 to h8 = 63 @returns {Square} */
export const squareName = index => SQUARES[index ^ 56]

/**
 * @param {number} word a move
 * @returns {number} where the piece goes: of a king that castles g or c
 */
export function targetOf(word) {
  if (kindOf(word) !== MOVE_CASTLE) return toOf(word)
  return (fromOf(word) & 56) | (isKingside(word) ? 6 : 2)
}

/** @param {number} word @returns {PieceSymbol | undefined} */
export function promotionOf(word) {
  const kind = kindOf(word)
  return kind > 0 && kind <= MOVE_PROMOTE_QUEEN ? SYMBOLS[kind + 1] : undefined
}

/** @param {number} word */
function flagsOf(word) {
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

  /**
   * @internal
   * @param {number} word of C; 0 for a null move
   * @param {Color} color who moves
   * @param {string} before a FEN
   * @param {string} after
   */
  constructor(word, color, before, after) {
    const captured = capturedOf(word)
    /** @type {Color} The side that moves. */
    this.color = color
    /** The square that the piece leaves; of a null move 'a8', as `to` is. @type {Square} */
    this.from = word === 0 ? SQUARES[0] : squareName(fromOf(word))
    /** @type {Square} The square that the piece goes to. */
    this.to = word === 0 ? SQUARES[0] : squareName(targetOf(word))
    /** @type {PieceSymbol} The piece that moves. */
    this.piece = word === 0 ? KING : SYMBOLS[pieceOf(word)]
    /** @type {PieceSymbol | undefined} The piece that is captured. */
    this.captured = captured ? SYMBOLS[captured] : undefined
    /** @type {PieceSymbol | undefined} The piece that the pawn becomes. */
    this.promotion = promotionOf(word)
    /** Letters: n, b, e, c, p, k, q or -. @deprecated Use the methods. @type {string} */
    this.flags = word === 0 ? NULL_MOVE : flagsOf(word)
    /** @type {string} The move in SAN. */
    this.san = sanOf(word)
    /** Squares and the promotion, as UCI has them. @type {string} */
    this.lan = this.from + this.to + (this.promotion ?? '')
    /** @type {string} The FEN before the move. */
    this.before = before
    /** @type {string} The FEN after the move. */
    this.after = after
  }

  /** @returns {boolean} whether it captures; false for en passant */
  isCapture() {
    return this.flags.includes(CAPTURE)
  }

  /**
   * Does a pawn promote?
   * @returns {boolean}
   */
  isPromotion() {
    return this.flags.includes(PROMOTION)
  }

  /**
   * Is it a capture en passant?
   * @returns {boolean}
   */
  isEnPassant() {
    return this.flags.includes(EN_PASSANT)
  }

  /**
   * Is it castling on the king's side?
   * @returns {boolean}
   */
  isKingsideCastle() {
    return this.flags.includes(KINGSIDE)
  }

  /**
   * Is it castling on the queen's side?
   * @returns {boolean}
   */
  isQueensideCastle() {
    return this.flags.includes(QUEENSIDE)
  }

  /** @returns {boolean} whether a pawn moves two squares */
  isBigPawn() {
    return this.flags.includes(BIG_PAWN)
  }

  /**
   * Is it a null move?
   * @returns {boolean}
   */
  isNullMove() {
    return this.flags.includes(NULL_MOVE)
  }
}
