// SPDX-License-Identifier: Apache-2.0
// The traits of variants, from the rows of src/rules/variant.c.

import type { Variant } from '../core/generated/bindings.js'
import { TRAIT_STANDARD_RULES, VARIANT_TRAITS, VARIANTS } from '../core/generated/bindings.js'

/**
 * @param variant a variant in our spelling; unknown variants have no traits
 * @param trait TRAIT_ bits
 * @returns whether it has one of the traits
 */
export const hasTrait = (variant: unknown, trait: number): boolean =>
  (VARIANT_TRAITS[VARIANTS.indexOf(variant as Variant)] & trait) !== 0

/** @returns whether it is standard chess, or differs only in the start position */
export const hasStandardRules = (variant: string): boolean => hasTrait(variant, TRAIT_STANDARD_RULES)

/** @returns the variant whose rules it is played by: standard chess for Chess960 */
export const rulesOf = (variant: Variant): Variant => (hasStandardRules(variant) ? 'standard' : variant)
