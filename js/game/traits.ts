// SPDX-License-Identifier: Apache-2.0
// What the rules of a variant have, by the rows of src/rules/variant.c.

import type { Variant } from '../core/generated/bindings.js'
import { TRAIT_STANDARD_RULES, VARIANT_TRAITS, VARIANTS } from '../core/generated/bindings.js'

/**
 * @param variant of a game, in our spelling; rules that this package does not have have no trait
 * @param trait TRAIT_ bits
 * @returns whether it has one of them
 */
export const hasTrait = (variant: unknown, trait: number): boolean =>
  (VARIANT_TRAITS[VARIANTS.indexOf(variant as Variant)] & trait) !== 0

/** @returns whether it is standard chess, or differs only in where a game may start */
export const hasStandardRules = (variant: string): boolean => hasTrait(variant, TRAIT_STANDARD_RULES)

/** @returns the variant whose rules it is played by: standard chess for Chess960 */
export const rulesOf = (variant: Variant): Variant => (hasStandardRules(variant) ? 'standard' : variant)
