// SPDX-License-Identifier: Apache-2.0
// FENs without a game.

import { readText, releaseBuffer, writeText } from '../core/buffer.js'
import { argumentError, ChessError, chessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { checkOptions, choice, flag } from '../core/options.js'
import { ready, wasm } from '../core/wasm.js'
import { VARIANTS } from './options.js'

/** @typedef {import('./options.js').Variant} Variant */

/** Where chess starts. */
export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/**
 * @typedef {object} ValidateFenOptions
 * @property {boolean | undefined} [strict] also rejects what no game can reach, as in GameOptions; default false
 * @property {Variant | undefined} [variant] default 'standard'
 */

const OPTION_NAMES = ['strict', 'variant']
const CHESS960_POSITIONS = 960

/**
 * Hands a FEN to C.
 * @param {unknown} fen
 * @param {(length: number) => number} call what reads it from the buffer
 * @returns {number} its result
 * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, and whatever the call answers
 */
export function withFen(fen, call) {
  if (typeof fen !== 'string') throw argumentError('a FEN is a string')
  if (fen === '') throw chessError('ERR_FEN_EMPTY', '', { input: fen, offset: 0 })
  try {
    return checked(call(writeText(fen)), fen)
  } finally {
    releaseBuffer()
  }
}

/**
 * Checks a FEN, and says what is wrong with it.
 * @param {string} fen
 * @param {ValidateFenOptions} [options]
 * @returns {{ ok: true } | { ok: false, error: ChessError }}
 * @throws {ChessError} ERR_ARGUMENT for wrong options
 */
export function validateFen(fen, options) {
  const given = checkOptions(options, OPTION_NAMES)
  const strict = flag('strict', given.strict, false) ? 1 : 0
  const variant = choice('variant', given.variant, VARIANTS)
  ready()
  try {
    withFen(fen, length => wasm.binbo_fen_validate(length, variant, strict))
    return { ok: true }
  } catch (error) {
    if (error instanceof ChessError) return { ok: false, error }
    throw error
  }
}

/**
 * A start position of Chess960.
 * @param {number} n its Scharnagl number, 0 to 959; 518 is the start of standard chess
 * @returns {string} a FEN
 * @throws {ChessError} ERR_ARGUMENT
 */
export function chess960Fen(n) {
  if (!Number.isInteger(n) || n < 0 || n >= CHESS960_POSITIONS) {
    throw argumentError('the number of a Chess960 position is 0 to 959', n)
  }
  ready()
  return readText(checked(wasm.binbo_chess960_fen(n)))
}
