// SPDX-License-Identifier: Apache-2.0
// The engine's name as a player: in the game's headers, and everywhere that shows them.

import { strengthName } from '../engine/strength.js'
import { engineName } from './standing.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../engine/strength.js').Strength} Strength */

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
