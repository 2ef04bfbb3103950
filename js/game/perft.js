// SPDX-License-Identifier: Apache-2.0
// Counting the legal move tree.

import { io16 } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { checkOptions, choice, flag } from '../core/options.js'
import { ready, wasm } from '../core/wasm.js'
import { withFen } from './fen.js'
import { uciText } from './move.js'
import { VARIANTS } from './options.js'

/** @typedef {import('./options.js').Variant} Variant */

/**
 * @typedef {object} PerftOptions
 * @property {Variant | undefined} [variant] default 'standard'
 * @property {boolean | undefined} [divide] one count per first move; default false
 * @property {boolean | undefined} [bulk] false lists the moves of the last ply instead of counting them;
 *   default true
 */

const OPTION_NAMES = ['variant', 'divide', 'bulk']
const DEEPEST = 255

/**
 * Counts the leaves of the legal move tree. It runs until it is done: run deep ones in a Worker.
 * @overload
 * @param {string} fen
 * @param {number} depth in plies, 0 to 255
 * @param {PerftOptions & { divide: true }} options
 * @returns {Map<string, number>} by first move in UCI
 */
/**
 * @overload
 * @param {string} fen
 * @param {number} depth in plies, 0 to 255
 * @param {PerftOptions & { divide?: false | undefined }} [options]
 * @returns {number}
 */
/**
 * @overload
 * @param {string} fen
 * @param {number} depth in plies, 0 to 255
 * @param {PerftOptions} [options]
 * @returns {number | Map<string, number>}
 */
/**
 * @param {string} fen
 * @param {number} depth
 * @param {PerftOptions} [options]
 * @returns {number | Map<string, number>}
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
 */
export function perft(fen, depth, options) {
  const given = checkOptions(options, OPTION_NAMES)
  const variant = choice('variant', given.variant, VARIANTS)
  const bulk = flag('bulk', given.bulk, true) ? 1 : 0
  const divide = flag('divide', given.divide, false)
  if (!Number.isInteger(depth) || depth < 0 || depth > DEEPEST) {
    throw argumentError(`depth is a whole number, 0 to ${DEEPEST}`, depth)
  }
  ready()
  if (divide && depth === 0) {
    withFen(fen, length => wasm.binbo_fen_validate(length, variant, 0))
    return new Map()
  }
  if (!divide) return withFen(fen, length => wasm.binbo_perft(length, variant, depth, bulk))
  const count = withFen(fen, length => wasm.binbo_perft_divide(length, variant, depth, bulk))
  const roots = io16().slice(0, count)
  return new Map(Array.from(roots, (root, i) => [uciText(root), checked(wasm.binbo_perft_divide_next(i))]))
}
