// SPDX-License-Identifier: Apache-2.0
// Moves of a tree, asked of C: a position goes in as a FEN, so that no game has to be kept.

import { readText, releaseBuffer, writeText } from '../core/buffer.js'
import { chessError } from '../core/errors.js'
import { checked, failure } from '../core/failure.js'
import { IF_PROMOTING } from '../core/generated/bindings.js'
import { ready, wasm } from '../core/wasm.js'
import { uciText } from '../game/move.js'
import { VARIANTS } from '../game/options.js'
import { PROMOTIONS } from '../game/squares.js'

/** @typedef {import('../game/options.js').Variant} Variant */

/** A packed move and a move word have the squares in these bits, and the promotion above them. */
const SQUARES = 0xfff
const PROMOTION_SHIFT = 12
/** The promotion that squares alone mean. */
const QUEEN = PROMOTIONS.indexOf('q')

/**
 * @param {string} fen
 * @param {string} variant
 * @param {string} text SAN, UCI, or '--'
 * @returns {number} a move word
 * @throws {ChessError} ERR_SAN_*, ERR_MOVE_*, ERR_PGN_NULL_MOVE, ERR_PGN_VARIANT
 */
export function moveWord(fen, variant, text) {
  ready()
  const number = variantNumber(variant)
  try {
    const length = writeText(fen + text)
    const word = wasm.binbo_tree_move(fen.length, number, length - fen.length)
    if (word < 0) throw failure(word, text)
    return word
  } finally {
    releaseBuffer()
  }
}

/**
 * @param {string} fen
 * @param {string} variant
 * @param {number} packed of packMove(); its promotion counts only where a pawn promotes
 * @returns {number} a move word
 * @throws {ChessError} ERR_MOVE_*, ERR_PGN_VARIANT
 */
export function squaresWord(fen, variant, packed) {
  const word = moveWord(fen, variant, uciText(packed & SQUARES))
  const promotes = ((word >> PROMOTION_SHIFT) & 15) === QUEEN
  return promotes && packed > SQUARES ? moveWord(fen, variant, uciText(packed & ~IF_PROMOTING)) : word
}

/**
 * @param {string} fen
 * @param {string} variant
 * @param {number} word a move word
 * @returns {string} the FEN after it
 * @throws {ChessError} ERR_FEN_*, ERR_PGN_VARIANT
 */
export function fenAfter(fen, variant, word) {
  ready()
  return readText(checked(wasm.binbo_tree_fen(writeText(fen), variantNumber(variant), word)))
}

/** @param {string} variant */
function variantNumber(variant) {
  const number = VARIANTS.indexOf(/** @type {Variant} */ (variant))
  if (number < 0) throw chessError('ERR_PGN_VARIANT', '', { input: variant })
  return number
}
