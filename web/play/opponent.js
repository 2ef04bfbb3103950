// SPDX-License-Identifier: Apache-2.0
// The engine as an opponent: the setup of a match, and the opponent's name in the headers.

import { isStrength, strengthName } from '../engine/strength.js'
import { engineName } from './standing.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('../app.js').App} App */
/** @typedef {import('../engine/strength.js').Strength} Strength */

/**
 * @typedef {object} MatchSetup
 * @property {Color} human the engine plays the other side
 * @property {Strength} strength of the engine
 * @property {{ movetime: number } | { depth: number }} think limit of each engine move: milliseconds, or plies
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
  const { human, strength, think } = saved ?? {}
  const limit = limitOf(think, think?.depth === undefined ? 'movetime' : 'depth')
  const known = (human === 'white' || human === 'black') && isStrength(strength)
  return known && limit ? { human, strength, think: limit } : null
}

/**
 * @param {any} think
 * @param {'movetime' | 'depth'} name
 * @returns {MatchSetup['think'] | null}
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
 * @param {App} app
 */
export function keepOpponentNamed({ study, match, room }) {
  const name = () => {
    const { setup } = match
    if (!setup || study.outcome || room.state !== 'ready') return
    const { headers } = study.tree
    const header = setup.human === 'white' ? 'Black' : 'White'
    const before = headers.get(header) ?? ''
    const now = opponentName(engineName(room), setup.strength)
    if (before === now || !before.endsWith(strengthPart(setup.strength))) return
    study.annotate(() => headers.set(header, now))
  }
  room.onChange(name)
  match.onChange(name)
}
