// SPDX-License-Identifier: Apache-2.0
// The variants by name, and what only some of them have. C knows all names (src/rules/variant.c); ours are in the
// bindings too, so that they are there before the core is.

import { io8, readText, writeText } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { NAME_PGN, STANDARD, VARIANTS } from '../core/generated/bindings.js'
import { choice } from '../core/options.js'
import { ready, wasm } from '../core/wasm.js'

/** By C's number. */
export { VARIANTS }

/** @import { Variant } from '../core/generated/bindings.js' */
/**
 * How a variant may be given: by our name, or as PGN, UCI and Lichess have it, in any case, with or without blanks and
 * dashes.
 * @typedef {Variant | (string & {})} VariantName
 */
/**
 * How many pieces of each type a side can drop.
 * @typedef {{ pawn: number, knight: number, bishop: number, rook: number, queen: number }} Pocket
 */
/**
 * Whose name of a variant variantName() gives.
 * @typedef {'pgn' | 'uci' | 'lichess'} VariantNameForm
 */

/** @type {readonly VariantNameForm[]} In C's order, from NAME_PGN on. */
const FORMS = ['pgn', 'uci', 'lichess']
/** What a name consists of; none is longer. */
const NAME = /^[\w -]{1,40}$/

/**
 * Reads an option that names a variant, wherever one is taken.
 * @param {unknown} variant a VariantName; undefined is standard chess
 * @returns {number} C's number
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readVariant(variant) {
  if (variant === undefined) return STANDARD
  const known = VARIANTS.indexOf(/** @type {Variant} */ (variant))
  if (known >= 0) return known
  if (typeof variant === 'string' && NAME.test(variant)) {
    ready()
    const number = wasm.binbo_variant_parse(writeText(variant))
    if (number >= 0) return number
  }
  throw argumentError(`variant is one of '${VARIANTS.join("', '")}'`, variant)
}

/**
 * A variant's name as others have it, such as 'Three-check', '3check' or 'threeCheck'.
 * @param {VariantName} variant
 * @param {VariantNameForm} form 'pgn': the tag Variant; 'uci': the option UCI_Variant; 'lichess': its keys
 * @returns {string}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function variantName(variant, form) {
  const number = readVariant(variant ?? '')
  ready()
  return readText(checked(wasm.binbo_variant_name(number, NAME_PGN + choice('form', form, FORMS))))
}

/**
 * @param {Variant} variant
 * @returns {string} the FEN of its start position
 */
export function startFenOf(variant) {
  return readText(checked(wasm.binbo_variant_start_fen(VARIANTS.indexOf(variant))))
}

/**
 * @param {number} game a handle
 * @returns {{ white: Pocket, black: Pocket } | null} null but in crazyhouse
 */
export function pocketsOf(game) {
  const count = checked(wasm.binbo_game_pockets(game))
  return count === 0 ? null : { white: pocketAt(0), black: pocketAt(count / 2) }
}

/**
 * @param {number} at where its first byte stands in the buffer
 * @returns {Pocket}
 */
function pocketAt(at) {
  const [pawn, knight, bishop, rook, queen] = io8().subarray(at)
  return { pawn, knight, bishop, rook, queen }
}

/**
 * @param {number} game a handle
 * @returns {{ white: number, black: number } | null} null but in three-check
 */
export function remainingChecksOf(game) {
  if (checked(wasm.binbo_game_checks(game)) === 0) return null
  const [white, black] = io8()
  return { white, black }
}
