// SPDX-License-Identifier: Apache-2.0
// Vacation in correspondence: the player to move pauses the own clock. The pause ends when the days are used up.

import type { Color } from '../../game/squares.js'
import type { CommandBase, CommandTable, EventBase, EventTable } from '../family.js'
import { baseOf, hasRoom, refuse } from '../family.js'
import type { SessionState } from '../state.js'
import { byOf, endPause, next, turnOf, withColor } from '../state.js'

/** The commands of vacation. */
export type VacationCommands = CommandBase & { type: 'pause' | 'resume' }
/**
 * The player to move has paused the own clock. `left`: the time on it, ms; `until`: when the days of vacation are used up.
 */
export type PausedEvent = EventBase & { type: 'paused'; left: number; until: number }
/** The clock runs again. `since`: from when on; without `by` the days were used up then, before `at`. */
export type ResumedEvent = EventBase & { type: 'resumed'; since: number }
/** The events of vacation. */
export type VacationEvents = PausedEvent | ResumedEvent
/** The refusals of vacation. */
export type VacationRefusal =
  | 'notAllowed'
  | 'notYourTurn'
  | 'paused'
  | 'notPaused'
  | 'noVacation'
  | 'tooOften'

export const commands: CommandTable<VacationCommands> = {
  pause: {
    permits: (state, color) => pauseRefusal(state, color) === null,
    decide(state, command, color, now, came) {
      const refusal = pauseRefusal(state, color)
      if (refusal !== null) return refuse(state, refusal)
      const { time } = state
      return {
        type: 'paused',
        ...baseOf(command, now, color),
        left: Number(time[color]) - (came - time.since),
        until: now + Number(time.vacation?.[color]),
      }
    },
  },
  resume: {
    permits: ({ time }, color) => time.vacation?.paused?.by === color,
    decide: (state, command, color, now) =>
      state.time.vacation?.paused?.by === color
        ? resumedEvent(baseOf(command, now, color), now)
        : refuse(state, 'notPaused'),
  },
}

export const events: EventTable<VacationEvents> = {
  paused: {
    code: 'v',
    fields: { left: 'int', until: 'int' },
    fold(state, event) {
      const { at, left, until } = event
      const by = byOf(event)
      const { white = 0, black = 0 } = state.time.vacation ?? {}
      const vacation = { white, black, paused: { by, since: at, until } }
      const time = { ...withColor(state.time, by, left), running: null, since: at, vacation }
      return next(state, event, { time })
    },
  },
  resumed: {
    code: 'vy',
    fields: { since: 'int' },
    fold(state, event) {
      const { since } = event
      const running = turnOf(state)
      return next(state, event, { time: { ...endPause(state.time, since), running, since } })
    },
  },
}

export const resumedEvent = (base: EventBase, since: number): ResumedEvent => ({
  type: 'resumed',
  ...base,
  since,
})

/** @param state of a running game */
function pauseRefusal(state: SessionState, color: Color): VacationRefusal | null {
  const { vacation } = state.time
  if (vacation === undefined) return 'notAllowed'
  if (vacation.paused !== null) return 'paused'
  if (turnOf(state) !== color) return 'notYourTurn'
  if (vacation[color] === 0) return 'noVacation'
  return hasRoom(state) ? null : 'tooOften'
}
