// SPDX-License-Identifier: Apache-2.0
// The opponent of a match: its setup, and the name of an engine in the headers.

import { isStrength, strengthName } from '../engine/strength.js'
import { COLORS, colorName } from '../study/descriptions.js'
import { engineName } from './standing.js'

/** @import { Color } from 'binbo' */
/** @import { Strength } from '../engine/strength.js' */
/** @import { Page } from './standing.js' */

/**
 * @typedef {object} MatchSetup
 * @property {Color | null} human null: the engine plays both sides, or the user only watches
 * @property {Partial<Record<Color, Strength>>} strengths of the engine, for each side that it plays
 * @property {{ movetime: number } | { depth: number } | null} think limit of each engine move: milliseconds, or plies;
 *   null: by the clock
 * @property {string} [friend] where a game between people is: the link to it, behind the #; there is no engine
 */

/** Limits of an engine move. */
export const MOVE_SECONDS = { min: 0.1, max: 30 }
export const DEPTH = { min: 1, max: 30 }

/**
 * Checks a saved setup.
 * @param {any} saved
 * @returns {MatchSetup | null} null: both sides by hand, or not written by this page
 */
export function readMatchSetup(saved) {
  const { human = null, strengths, think = null, friend } = saved ?? {}
  if (typeof friend === 'string') return friendSetup(friend, COLORS.includes(human) ? human : null)
  const engines = COLORS.filter(color => color !== human)
  const isWhole = engines.every(color => isStrength(strengths?.[color]))
  if (!isWhole || (engines.length === 2 && human !== null)) return null
  const limit = think && limitOf(think, think.depth === undefined ? 'movetime' : 'depth')
  if (think && !limit) return null
  return {
    human,
    strengths: Object.fromEntries(engines.map(color => [color, strengths[color]])),
    think: limit,
  }
}

/** @param {string} friend a link @param {Color | null} human @returns {MatchSetup} of a game between people */
export const friendSetup = (friend, human) => ({ human, strengths: {}, think: null, friend })

/**
 * @param {any} think
 * @param {'movetime' | 'depth'} name
 * @returns {MatchSetup['think']}
 */
function limitOf(think, name) {
  const value = think?.[name]
  if (!Number.isInteger(value) || value < 1) return null
  return name === 'depth'
    ? { depth: Math.min(value, DEPTH.max) }
    : { movetime: Math.min(value, MOVE_SECONDS.max * 1000) }
}

/** @param {string} engine @param {Strength} strength @returns {string} such as 'Stockfish, about 1500 Elo' */
export const opponentName = (engine, strength) => `${engine}${strengthPart(strength)}`

/** @param {Strength} strength */
const strengthPart = strength => `, ${strengthName(strength)}`

/**
 * Renames the opponent in the headers when the match goes on with another engine; keeps a name given by the user.
 * @param {Page} page
 */
export function keepOpponentNamed({ store, study, room }) {
  store.react(({ match: { setup }, outcome, tree: { headers }, room: { state } }) => {
    if (!setup || outcome || state !== 'ready') return
    for (const color of COLORS) {
      const strength = setup.strengths[color]
      if (strength === undefined) continue
      const header = colorName(color)
      const before = headers.get(header) ?? ''
      const now = opponentName(engineName(room), strength)
      if (before === now || !before.endsWith(strengthPart(strength))) continue
      study.annotate(() => headers.set(header, now))
    }
  })
}
