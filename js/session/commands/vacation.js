// SPDX-License-Identifier: Apache-2.0
// Vacation in correspondence: the player on the move stops the own clock. Days that are used up end it by themselves.

import { baseOf, hasRoom, refuse } from '../family.js'
import { byOf, endPause, next, turnOf, withColor } from '../state.js'

/** @import { CommandBase, CommandTable, EventBase, EventTable } from '../family.js' */
/** @import { SessionState, Vacation } from '../state.js' */
/** @import { Color } from '../../game/squares.js' */

/** @typedef {CommandBase & { type: 'pause' | 'resume' }} VacationCommands about vacation */
/**
 * The player on the move stops the own clock.
 * @typedef {EventBase & { type: 'paused', left: number, until: number }} PausedEvent `left` is on the clock then, ms; `until` is when
 *   the days of vacation are used up
 */
/**
 * The clock runs again.
 * @typedef {EventBase & { type: 'resumed', since: number }} ResumedEvent `since` is from when on: before `at` where days were used up
 *   then. Without `by`, they were
 */
/** @typedef {PausedEvent | ResumedEvent} VacationEvents about vacation */
/** @typedef {'notAllowed' | 'notYourTurn' | 'paused' | 'notPaused' | 'noVacation' | 'tooOften'} VacationRefusal of commands about vacation */

/** @type {CommandTable<VacationCommands>} */
export const commands = {
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
        until: now + /** @type {Vacation} */ (time.vacation)[color],
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

/** @type {EventTable<VacationEvents>} */
export const events = {
  paused: {
    code: 'v',
    fields: { left: 'int', until: 'int' },
    fold(state, event) {
      const { at, left, until } = event
      const by = byOf(event)
      const vacation = /** @type {Vacation} */ ({ ...state.time.vacation, paused: { by, since: at, until } })
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

/**
 * @param {EventBase} base
 * @param {number} since
 * @returns {ResumedEvent}
 */
export const resumedEvent = (base, since) => ({ type: 'resumed', ...base, since })

/**
 * @param {SessionState} state that is playing
 * @param {Color} color
 * @returns {VacationRefusal | null}
 */
function pauseRefusal(state, color) {
  const { vacation } = state.time
  if (vacation === undefined) return 'notAllowed'
  if (vacation.paused !== null) return 'paused'
  if (turnOf(state) !== color) return 'notYourTurn'
  if (vacation[color] === 0) return 'noVacation'
  return hasRoom(state) ? null : 'tooOften'
}
