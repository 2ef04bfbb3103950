// SPDX-License-Identifier: Apache-2.0
// How strong the engine plays: as steps of a slider, as text, and as options of the engine.

/** @import { UciOption } from 'binbo/uci' */

/**
 * 'full', or an Elo rating: one of WEAK_ELO, or from 1,350 up in steps of 50.
 * @typedef {'full' | number} Strength
 */

/** The levels of weak.js, which is loaded only when one of them plays. */
export const WEAK_ELO = [450, 700, 850, 1000, 1150]
const WEAK_NAMES = ['newcomer', 'beginner', 'learner', 'improver', 'hobby player']

const LOWEST = 1350
const HIGHEST = 3150
const STEP = 50

/** The highest step; 0 is the weakest level. */
export const STRONGEST = WEAK_ELO.length + (HIGHEST - LOWEST) / STEP + 1

/** The least rating of each kind of player. */
const PLAYERS = /** @type {[number, string][]} */ ([
  [2800, 'world champion'],
  [2500, 'grandmaster'],
  [2200, 'master'],
  [1900, 'expert'],
  [1700, 'strong club player'],
  [1450, 'club player'],
  [LOWEST, 'casual player'],
  .../** @type {[number, string][]} */ (WEAK_ELO.map((elo, index) => [elo, WEAK_NAMES[index]]).reverse()),
])

/** @param {number} step 0 … STRONGEST @returns {Strength} */
export function strengthOfStep(step) {
  if (step >= STRONGEST) return 'full'
  return WEAK_ELO[Math.max(step, 0)] ?? LOWEST + (step - WEAK_ELO.length) * STEP
}

/** @param {Strength} strength @returns {number} the nearest step */
export function stepOfStrength(strength) {
  if (strength === 'full') return STRONGEST
  const above = WEAK_ELO.findIndex(elo => strength <= elo)
  if (above >= 0) return above
  return WEAK_ELO.length + Math.round((clamp(strength, LOWEST, HIGHEST) - LOWEST) / STEP)
}

/** Checks a saved strength. @param {unknown} value @returns {value is Strength} */
export const isStrength = value => value === 'full' || (typeof value === 'number' && Number.isFinite(value))

/** @param {Strength} strength @returns {boolean} whether weak.js chooses the moves */
export const isWeak = strength => WEAK_ELO.includes(Number(strength))

/** @param {Strength} strength @returns {string} such as 'about 1500 Elo' */
export const strengthName = strength => (strength === 'full' ? 'full strength' : `about ${strength} Elo`)

/** @param {Strength} strength @returns {{ figure: string, player: string }} such as '1500' and 'club player' */
export function strengthPlayer(strength) {
  if (strength === 'full') return { figure: 'Full', player: 'stronger than any human' }
  const [, player] = PLAYERS.find(([from]) => strength >= from) ?? PLAYERS[PLAYERS.length - 1]
  return { figure: String(strength), player }
}

/**
 * @param {Strength} strength
 * @param {ReadonlyMap<string, UciOption>} options of the engine
 * @returns {Record<string, number | boolean>} the options to set, as far as the engine has them
 */
export function strengthOptions(strength, options) {
  /** @type {Record<string, number | boolean>} */
  const wanted = {}
  const elo = spin(options.get('UCI_Elo'))
  const skill = spin(options.get('Skill Level'))
  // Weak levels choose among the lines that the engine finds at its full strength.
  const isLimited = strength !== 'full' && !isWeak(strength)
  const limits = isLimited && elo !== null
  if (options.has('UCI_LimitStrength')) wanted.UCI_LimitStrength = limits
  if (limits) wanted.UCI_Elo = clamp(strength, elo.min, elo.max)
  if (skill) wanted['Skill Level'] = isLimited && !limits ? skillOf(strength, skill) : skill.max
  return wanted
}

/**
 * @param {Strength} strength
 * @param {{ min: number, max: number }} skill
 * @returns {number} proportional, for engines without Elo ratings
 */
function skillOf(strength, { min, max }) {
  return min + Math.round(((max - min) * stepOfStrength(strength)) / STRONGEST)
}

/** @param {UciOption | undefined} option @returns {{ min: number, max: number } | null} */
function spin(option) {
  if (option?.type !== 'spin' || option.min === undefined || option.max === undefined) return null
  return { min: option.min, max: option.max }
}

/** @param {number} value @param {number} min @param {number} max @returns {number} */
const clamp = (value, min, max) => Math.min(Math.max(value, min), max)
