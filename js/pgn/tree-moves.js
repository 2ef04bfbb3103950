// SPDX-License-Identifier: Apache-2.0
// Moves of a tree, resolved by C: a position goes in as a FEN, so that no game has to be kept.

import { readText, releaseBuffer, writeText } from '../core/buffer.js'
import { chessError } from '../core/errors.js'
import { checked, failure } from '../core/failure.js'
import { CHESS960, IF_PROMOTING } from '../core/generated/bindings.js'
import { ready, wasm } from '../core/wasm.js'
import { uciText } from '../game/move.js'
import { VARIANTS } from '../game/variants.js'

/** @import { Variant } from '../core/generated/bindings.js' */

/**
 * @param {string} fen
 * @param {string} variant
 * @param {string} text SAN, UCI, or '--'
 * @returns {number} a move word
 * @throws {ChessError} ERR_SAN_*, ERR_MOVE_*, ERR_PGN_NULL_MOVE, ERR_PGN_VARIANT
 */
export function wordOfText(fen, variant, text) {
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
 * @param {number} packed of packMove()
 * @returns {number} a move word
 * @throws {ChessError} ERR_MOVE_*, ERR_PGN_VARIANT
 */
export function wordOfSquares(fen, variant, packed) {
  ready()
  const word = wasm.binbo_tree_squares(writeText(fen), variantNumber(variant), packed)
  if (word < 0) throw failure(word, uciText(packed & ~IF_PROMOTING))
  return word
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

/**
 * @param {string} fen that a game starts from
 * @param {string} variant
 * @returns {boolean} whether castling is written as king takes rook in that game
 */
export function takesRookFrom(fen, variant) {
  const number = VARIANTS.indexOf(/** @type {Variant} */ (variant))
  if (number <= CHESS960) return number === CHESS960
  ready()
  return wasm.binbo_tree_geometry(writeText(fen), number) === 1
}

/** @param {string} variant */
function variantNumber(variant) {
  const number = VARIANTS.indexOf(/** @type {Variant} */ (variant))
  if (number < 0) throw chessError('ERR_PGN_VARIANT', '', { input: variant })
  return number
}
