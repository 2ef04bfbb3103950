// SPDX-License-Identifier: Apache-2.0
// Rematches: after the end, both players agree on another game with exchanged colors.

import type { Color } from '../../game/squares.js'
import type { CommandBase, CommandTable, EventBase, EventTable } from '../family.js'
import { answerTo, baseOf, hasRoom, refuse } from '../family.js'
import type { SessionState } from '../state.js'
import { byOf, next } from '../state.js'

/** After the end. */
export type RematchCommands = CommandBase & { type: 'rematch' | 'declineRematch' }
/** The next game's id. */
export type RematchedEvent = EventBase & { type: 'rematched'; game: string }
/** After the end. */
export type RematchEvents = (EventBase & { type: 'rematchOffered' | 'rematchDeclined' }) | RematchedEvent
/** Of commands about a rematch. */
export type RematchRefusal = 'over' | 'offered' | 'noOffer' | 'tooOften'

/** Room in the log for rematches, beyond that of optional events. */
const REMATCH_ROOM = 6

export const commands: CommandTable<RematchCommands> = {
  // Offers a rematch, or accepts the opponent's; the host then creates the next game.
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

export const events: EventTable<RematchEvents> = {
  rematchOffered: { code: 'r', fold: (state, event) => next(state, event, { rematch: byOf(event) }) },
  // Without `by`: the player who offered it has left.
  rematchDeclined: { code: 'rn', fold: (state, event) => next(state, event, { rematch: null }) },
  rematched: {
    code: 'ry',
    fields: { game: 'text' },
    fold: (state, event) => next(state, event, { rematch: event.game }),
  },
}

function rematchRefusal(state: SessionState, color: Color): RematchRefusal | null {
  const { rematch, players, status } = state
  if (status !== 'over') return 'noOffer'
  const isAgreed = rematch !== null && rematch !== 'white' && rematch !== 'black'
  if (players.white === null || players.black === null || isAgreed) return 'over'
  if (rematch === color) return 'offered'
  if (rematch !== null) return null
  return hasRoom(state, REMATCH_ROOM) ? null : 'tooOften'
}

/** @returns such as 'ID-2' for 'ID', 'ID-3' for 'ID-2': the same on every node */
function rematchId(id: string): string {
  const [, stem, count] = /^(.*)-(\d{1,4})$/.exec(id) ?? ['', id, '1']
  return `${stem}-${Number(count) + 1}`
}
