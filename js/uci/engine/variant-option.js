// SPDX-License-Identifier: Apache-2.0
// The option UCI_Variant: which of an engine's choices names which variant. Chess960 is an option of its own.

import { readVariant, VARIANTS, variantName } from '../../game/variants.js'

/** @import { UciOption } from '../text/options.js' */
/** @import { Variant } from '../../core/generated/bindings.js' */

export const UCI_VARIANT = 'UCI_Variant'

/**
 * @param {unknown} choice of UCI_Variant
 * @returns {Exclude<Variant, 'chess960'> | undefined} the variant that it names, in any spelling; undefined for rules
 *   that this package does not have
 */
export function variantOfChoice(choice) {
  if (choice === undefined) return undefined
  try {
    const variant = VARIANTS[readVariant(choice)]
    return variant === 'chess960' ? undefined : variant
  } catch {
    return undefined
  }
}

/**
 * @param {UciOption | undefined} option UCI_Variant, if the engine has it
 * @param {Variant} variant
 * @returns {string | undefined} the choice for the variant; undefined if there is none, or the option is no list
 */
export function choiceOfVariant(option, variant) {
  const rules = variant === 'chess960' ? 'standard' : variant
  const choices = option?.type === 'combo' ? (option.vars ?? []) : []
  const usual = variantName(rules, 'uci')
  return choices.includes(usual) ? usual : choices.find(choice => variantOfChoice(choice) === rules)
}

/**
 * @param {UciOption | undefined} option UCI_Variant, if the engine has it
 * @param {Variant} variant
 * @returns {string | undefined} why the engine does not play the variant's rules; undefined if it does. Standard chess
 *   is played unless another variant is the default and standard chess is not offered
 */
export function variantFault(option, variant) {
  if (choiceOfVariant(option, variant) !== undefined) return undefined
  if (variant !== 'standard' && variant !== 'chess960')
    return option === undefined
      ? `it has no option ${UCI_VARIANT}`
      : `its option ${UCI_VARIANT} does not offer '${variantName(variant, 'uci')}'`
  const byDefault = variantOfChoice(option?.default) ?? 'standard'
  return byDefault === 'standard' ? undefined : `its option ${UCI_VARIANT} does not offer 'chess'`
}
