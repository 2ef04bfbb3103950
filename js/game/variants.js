// SPDX-License-Identifier: Apache-2.0
// The variants by name, and what only some of them have. C knows all names (src/rules/variant.c); ours are in the
// bindings too, so that they are there before the core is.

import { readText, writeText } from '../core/buffer.js'
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
 * @param {Uint8Array} counts of both sides, as C writes them; empty outside crazyhouse
 * @returns {{ white: Pocket, black: Pocket } | null}
 */
export function pocketsIn(counts) {
  if (counts.length === 0) return null
  const side = counts.length / 2
  return { white: pocketIn(counts.subarray(0, side)), black: pocketIn(counts.subarray(side)) }
}

/**
 * @param {Uint8Array} counts
 * @returns {Pocket}
 */
const pocketIn = ([pawn, knight, bishop, rook, queen]) => ({ pawn, knight, bishop, rook, queen })
