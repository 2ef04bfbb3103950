// SPDX-License-Identifier: Apache-2.0
// What was agreed for a match against the engine, and how it is read after the next visit.

import { isStrength, strengthName } from '../engine/strength.js'
import { engineName } from './standing.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('../engine/strength.js').Strength} Strength */

/**
 * @typedef {object} MatchSetup
 * @property {Color} human the engine has the other side
 * @property {Strength} strength of the engine
 * @property {{ movetime: number } | { depth: number }} think for each of its moves; milliseconds, or plies
 */

/** Of the engine, for a move. */
export const MOVE_SECONDS = { min: 0.1, max: 30 }
export const DEPTH = { min: 1, max: 30 }

/**
 * @param {any} saved
 * @returns {MatchSetup | null} null: both sides by hand; also for what this page has not written
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

/** @typedef {import('../app.js').App} App */

/** @param {string} engine @param {Strength} strength @returns {string} such as 'Stockfish, about 1500 Elo' */
export const opponentName = (engine, strength) => `${engine}${strengthPart(strength)}`

/** @param {Strength} strength */
const strengthPart = strength => `, ${strengthName(strength)}`

/**
 * A match that goes on with another engine is that one's. A name that people have given stays.
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
