// SPDX-License-Identifier: Apache-2.0
// Rematches: after the end, both players agree on another game, with colors exchanged.

import { answerTo, baseOf, hasRoom, refuse } from '../family.js'
import { byOf, next } from '../state.js'

/** @import { CommandBase, CommandTable, EventBase, EventTable } from '../family.js' */
/** @import { SessionState } from '../state.js' */
/** @import { Color } from '../../game/squares.js' */

/** @typedef {CommandBase & { type: 'rematch' | 'declineRematch' }} RematchCommands after the end */
/** @typedef {EventBase & { type: 'rematched', game: string }} RematchedEvent the next game's id */
/** @typedef {EventBase & { type: 'rematchOffered' | 'rematchDeclined' } | RematchedEvent} RematchEvents after the end */
/** @typedef {'over' | 'offered' | 'noOffer' | 'tooOften'} RematchRefusal of commands about a rematch */

/** A rematch has room in the log beyond what the game used. */
const REMATCH_ROOM = 6

/** @type {CommandTable<RematchCommands>} */
export const commands = {
  // Offers a rematch, or accepts the opponent's: the host then makes the next game.
  rematch: {
    afterEnd: true,
    permits: (state, color) => rematchRefusal(state, color) === null,
    decide(state, command, color, now) {
      const refusal = rematchRefusal(state, color)
      if (refusal === 'noOffer') return refuse(state, refusal)
      if (refusal !== null) return refuse(state, refusal, { result: state.result })
      const base = baseOf(command, now, color)
      if (state.rematch === null) return { type: 'rematchOffered', ...base }
      return { type: 'rematched', ...base, game: rematchId(state.id) }
    },
  },
  declineRematch: {
    afterEnd: true,
    ...answerTo(
      ({ rematch }) => rematch,
      (_, base) => ({ type: 'rematchDeclined', ...base }),
    ),
  },
}

/** @type {EventTable<RematchEvents>} */
export const events = {
  rematchOffered: { code: 'r', fold: (state, event) => next(state, event, { rematch: byOf(event) }) },
  // Without `by`: the player who has offered it is away.
  rematchDeclined: { code: 'rn', fold: (state, event) => next(state, event, { rematch: null }) },
  rematched: {
    code: 'ry',
    fields: { game: 'text' },
    fold: (state, event) => next(state, event, { rematch: event.game }),
  },
}

/**
 * @param {SessionState} state
 * @param {Color} color
 * @returns {RematchRefusal | null}
 */
function rematchRefusal(state, color) {
  const { rematch, players, status } = state
  if (status !== 'over') return 'noOffer'
  const isAgreed = rematch !== null && rematch !== 'white' && rematch !== 'black'
  if (players.white === null || players.black === null || isAgreed) return 'over'
  if (rematch === color) return 'offered'
  if (rematch !== null) return null
  return hasRoom(state, REMATCH_ROOM) ? null : 'tooOften'
}

/**
 * @param {string} id
 * @returns {string} such as 'ID-2' for 'ID', 'ID-3' for 'ID-2': every node makes the same
 */
function rematchId(id) {
  const [, stem, count] = /^(.*)-(\d{1,4})$/.exec(id) ?? ['', id, '1']
  return `${stem}-${Number(count) + 1}`
}
