// SPDX-License-Identifier: Apache-2.0
// How strong the engine plays: as steps of a slider, as text, and as options of the engine.

/** @typedef {import('binbo/uci').UciOption} UciOption */

/** @typedef {'beginner' | 'full' | number} Strength a number is an Elo rating */

const LOWEST = 1350
const HIGHEST = 3150
const STEP = 50
/** Even the weakest Stockfish beats beginners, so for them one in this many moves is random. */
const RANDOM_MOVE_RATE = 3

/** The highest step; 0 is a beginner. */
export const STRONGEST = (HIGHEST - LOWEST) / STEP + 2

/** The least rating of each. */
const PLAYERS = /** @type {[number, string][]} */ ([
  [2700, 'the best in the world'],
  [2400, 'master'],
  [2000, 'expert'],
  [1600, 'club player'],
  [0, 'casual player'],
])

/** @param {number} step 0 … STRONGEST @returns {Strength} */
export function strengthOfStep(step) {
  if (step <= 0) return 'beginner'
  return step >= STRONGEST ? 'full' : LOWEST + (step - 1) * STEP
}

/** @param {Strength} strength @returns {number} the nearest step */
export function stepOfStrength(strength) {
  if (strength === 'beginner') return 0
  if (strength === 'full') return STRONGEST
  return 1 + Math.round((clamp(strength, LOWEST, HIGHEST) - LOWEST) / STEP)
}

/** Checks a saved strength. @param {unknown} value @returns {value is Strength} */
export const isStrength = value =>
  value === 'beginner' || value === 'full' || (typeof value === 'number' && Number.isFinite(value))

/** @param {Strength} strength @returns {string} such as 'about 1500 Elo' */
export function strengthName(strength) {
  if (typeof strength === 'number') return `about ${strength} Elo`
  return strength === 'full' ? 'full strength' : 'for beginners'
}

/** @param {Strength} strength @returns {string} such as 'about 1500 Elo, casual player' */
export function strengthWords(strength) {
  if (strength === 'full') return 'Full strength: stronger than any human'
  if (strength === 'beginner') return 'For beginners: one move in three is random'
  const [, player] = PLAYERS.find(([from]) => strength >= from) ?? PLAYERS[0]
  return `About ${strength} Elo: ${player}`
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
  const limits = strength !== 'full' && elo !== null
  const rating = strength === 'beginner' ? 0 : strength
  if (options.has('UCI_LimitStrength')) wanted.UCI_LimitStrength = limits
  if (limits) wanted.UCI_Elo = clamp(Number(rating), elo.min, elo.max)
  if (skill) wanted['Skill Level'] = limits ? skill.max : skillOf(strength, skill)
  return wanted
}

/** @param {Strength} strength @returns {boolean} whether to play a random move this time */
export const slips = strength => strength === 'beginner' && Math.random() < 1 / RANDOM_MOVE_RATE

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
