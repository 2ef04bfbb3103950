// SPDX-License-Identifier: Apache-2.0
// The names of variants, and pockets. C has all names (src/rules/variant.c); ours are in the bindings, too, so that they are
// known before the core is loaded.

import { readText, writeText } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import type { Variant } from '../core/generated/bindings.js'
import { NAME_PGN, STANDARD, VARIANTS } from '../core/generated/bindings.js'
import type { Lookup } from '../core/options.js'
import { choice } from '../core/options.js'
import { ready, wasm } from '../core/wasm.js'

/** Variants by C's number. */
export { VARIANTS }

/**
 * A variant as users may give it: our name, or that of PGN, UCI or Lichess, in any case, with or without blanks and dashes.
 */
export type VariantName = Variant | (string & {})
/** How many pieces of each type a side can drop. */
export type Pocket = { pawn: number; knight: number; bishop: number; rook: number; queen: number }
/** The format or program for which variantName() names a variant. */
export type VariantNameForm = 'pgn' | 'uci' | 'lichess'

/** Forms in C's order, from NAME_PGN on. */
const FORMS: readonly VariantNameForm[] = ['pgn', 'uci', 'lichess']
/** The characters of a name, and its greatest length. */
const NAME = /^[\w -]{1,40}$/

/**
 * Reads an option that names a variant.
 * @param variant a VariantName; undefined is standard chess
 * @returns C's number
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readVariant(variant: unknown): number {
  if (variant === undefined) return STANDARD
  const names: Lookup<Variant> = VARIANTS
  const known = names.indexOf(variant)
  if (known >= 0) return known
  if (typeof variant === 'string' && NAME.test(variant)) {
    ready()
    const number = wasm.binbo_variant_parse(writeText(variant))
    if (number >= 0) return number
  }
  throw argumentError(`variant is one of '${VARIANTS.join("', '")}'`, variant)
}

/**
 * The name of a variant in another format, such as 'Three-check', '3check' or 'threeCheck'.
 * @param form 'pgn': the tag Variant; 'uci': the option UCI_Variant; 'lichess': its keys
 * @throws {ChessError} ERR_ARGUMENT
 */
export function variantName(variant: VariantName, form: VariantNameForm): string {
  const number = readVariant(variant ?? '')
  ready()
  return readText(checked(wasm.binbo_variant_name(number, NAME_PGN + choice('form', form, FORMS))))
}

export function isVariant(name: unknown): name is Variant {
  const names: Lookup<Variant> = VARIANTS
  return names.includes(name)
}

/** @param counts C's numbers of pieces of both sides; empty except in crazyhouse */
export function pocketsIn(counts: Uint8Array): { white: Pocket; black: Pocket } | null {
  if (counts.length === 0) return null
  const side = counts.length / 2
  return { white: pocketIn(counts.subarray(0, side)), black: pocketIn(counts.subarray(side)) }
}

const pocketIn = ([pawn, knight, bishop, rook, queen]: Uint8Array): Pocket => ({
  pawn,
  knight,
  bishop,
  rook,
  queen,
})
