// SPDX-License-Identifier: Apache-2.0
// What was agreed for a match against the engine, and how it is kept for the next visit.

import { keep, kept } from '../page/keep.js'
import { isStrength } from './strength.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('./strength.js').Strength} Strength */

/**
 * @typedef {object} MatchSetup
 * @property {Color} human the engine has the other side
 * @property {Strength} strength of the engine
 * @property {{ movetime: number } | { depth: number }} think for each of its moves; milliseconds, or plies
 */

export const SECONDS = { min: 0.1, max: 30 }
export const DEPTH = { min: 1, max: 30 }

const KEY = 'binbo.match'

/** @param {MatchSetup | null} setup null: both sides by hand */
export function saveMatch(setup) {
  try {
    keep(KEY, JSON.stringify(setup))
  } catch {
    // Full or forbidden: it holds until the page is closed.
  }
}

/** @returns {MatchSetup | null} null also for what this page has not written */
export function savedMatch() {
  try {
    const { human, strength, think } = JSON.parse(kept(KEY) ?? 'null')
    const limit = think.depth === undefined ? limitOf(think, 'movetime') : limitOf(think, 'depth')
    const known = (human === 'white' || human === 'black') && isStrength(strength)
    return known && limit ? { human, strength, think: limit } : null
  } catch {
    return null
  }
}

/**
 * @param {any} think
 * @param {'movetime' | 'depth'} name
 * @returns {MatchSetup['think'] | null}
 */
function limitOf(think, name) {
  const value = think[name]
  if (!Number.isInteger(value) || value < 1) return null
  return name === 'depth'
    ? { depth: Math.min(value, DEPTH.max) }
    : { movetime: Math.min(value, SECONDS.max * 1000) }
}
