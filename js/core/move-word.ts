// SPDX-License-Identifier: Apache-2.0
// The parts of a move word (drawn in src/wasm/api.h).
//
// All functions read only the lower 26 bits, so higher bits may contain other data.

import type { Square } from '../game/squares.js'
import {
  MOVE_KIND_SHIFT,
  MOVE_TO_SHIFT,
  WORD_CAPTURED_SHIFT,
  WORD_CHECK_SHIFT,
  WORD_OP_SHIFT,
  WORD_PIECE_SHIFT,
} from './generated/bindings.js'

/** Names of squares by index: a1 = 0, b1 = 1 … h8 = 63. Not frozen: reading a frozen array made lists of moves 20 % slower. */
export const SQUARES = Array.from({ length: 64 }, (_, i) => ('abcdefgh'[i & 7] + ((i >> 3) + 1)) as Square)

/** The part of a word that describes a move. */
export const MOVE_WORD_MASK = (1 << WORD_OP_SHIFT) - 1
/** The part that distinguishes the moves of a position. */
export const MOVE_MASK = (1 << WORD_PIECE_SHIFT) - 1

const SQUARE_MASK = 63
const KIND_MASK = 15
/** The part with the kind: 0 for a plain move. */
export const KINDS = KIND_MASK << MOVE_KIND_SHIFT
const PIECE_MASK = 7
const CHECK_MASK = 3
/** The part with the captured piece: 0 for none. */
export const CAPTURED = PIECE_MASK << WORD_CAPTURED_SHIFT

/**
 * A method of PgnGame and PgnNode, for modules that accept them and do not import their classes. `(): { startFen, variant,
 * words }`, the main line of a game, or the moves up to a node.
 */
export const LINE = Symbol('line')

export const fromOf = (word: number) => word & SQUARE_MASK

export const toOf = (word: number) => (word >> MOVE_TO_SHIFT) & SQUARE_MASK

/** @returns a MoveKind of src/move.h */
export const kindOf = (word: number): number => (word >> MOVE_KIND_SHIFT) & KIND_MASK

/** @returns the piece that moves, PAWN to KING; 0 for a null move */
export const pieceOf = (word: number): number => (word >> WORD_PIECE_SHIFT) & PIECE_MASK

/** @returns the captured piece, PAWN to QUEEN; 0 for none */
export const capturedOf = (word: number): number => (word >> WORD_CAPTURED_SHIFT) & PIECE_MASK

export const isNullMove = (word: number): boolean => (word & MOVE_WORD_MASK) === 0

/**
 * @param word a castling move
 * @returns whether it is with the rook nearer to the h-file
 */
export const isKingside = (word: number): boolean => toOf(word) > fromOf(word)

/** @returns WORD_CHECK, WORD_MATE or 0 */
export const checkOf = (word: number): number => (word >> WORD_CHECK_SHIFT) & CHECK_MASK
