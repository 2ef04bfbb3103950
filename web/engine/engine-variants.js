// SPDX-License-Identifier: Apache-2.0
// Which engine plays which variant. Stockfish plays standard chess and Chess960, Fairy-Stockfish the others, and a
// remote engine what its options say.

import { variantName } from 'binbo'

/** @import { Variant } from 'binbo' */
/** @import { UciOption } from 'binbo/uci' */
/** @import { EngineSource } from './source.js' */

/** Plays variants in this page. Not a choice of users: it replaces their engine where that does not play. */
export const OF_VARIANTS = /** @type {const} */ ({ kind: 'variants' })
/** @typedef {EngineSource | typeof OF_VARIANTS} Program an engine that can be started */

/** @param {Variant} variant @returns {boolean} whether every engine plays it */
export const isOrdinary = variant => variant === 'standard' || variant === 'chess960'

/** @param {EngineSource} source the user's choice @param {Variant} variant @returns {Program} to be tried first */
export const programFor = (source, variant) =>
  source.kind === 'builtin' && !isOrdinary(variant) ? OF_VARIANTS : source

/**
 * @param {ReadonlyMap<string, UciOption>} options of an engine
 * @param {Variant} variant
 * @returns {boolean} whether it plays the variant
 */
export function plays(options, variant) {
  if (isOrdinary(variant)) return true
  return (options.get('UCI_Variant')?.vars ?? []).some(name => uciName(name) === variantName(variant, 'uci'))
}

/** @param {string} choice of UCI_Variant @returns {string} '' for rules that the page does not know */
function uciName(choice) {
  try {
    return variantName(choice, 'uci')
  } catch {
    return ''
  }
}

/** @returns {boolean} some browsers are isolated, but have no shared memory */
export const sharesMemory = () => Boolean(globalThis.crossOriginIsolated) && 'SharedArrayBuffer' in globalThis
