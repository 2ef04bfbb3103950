// SPDX-License-Identifier: Apache-2.0
// Takebacks: a player asks for the last own move back, with the opponent's answer if there is one.

import { otherColor } from '../../game/squares.js'
import { leftAfter, periodsAfter, runningAt } from '../clock.js'
import { answerTo, baseOf, hasRoom, refuse } from '../family.js'
import { byOf, endPause, next, turnOf, withColor } from '../state.js'

/** @import { CommandBase, CommandTable, EventBase, EventTable } from '../family.js' */
/** @import { SessionState, SessionTime } from '../state.js' */
/** @import { Color } from '../../game/squares.js' */

/** @typedef {CommandBase & { type: 'offerTakeback' | 'acceptTakeback' | 'declineTakeback' }} TakebackCommands about takebacks */
/**
 * A player asks to take moves back.
 * @typedef {EventBase & { type: 'takebackOffered', plies: number }} TakebackOfferedEvent
 */
/**
 * The last plies are taken back; clocks afterwards.
 * @typedef {EventBase & { type: 'tookBack', plies: number, white: number | null, black: number | null,
 *   periods?: { white: number, black: number } }} TookBackEvent
 */
/** @typedef {EventBase & { type: 'takebackDeclined' } | TakebackOfferedEvent | TookBackEvent} TakebackEvents about takebacks */
/** @typedef {'notAllowed' | 'offered' | 'tooEarly' | 'tooOften' | 'noOffer'} TakebackRefusal of commands about takebacks */

/** How long an offer waits after n declined ones: n² times this, n at most 10. */
const BACK_OFF = 10_000
const MOST_BACK_OFF = 10

/** @type {CommandTable<TakebackCommands>} */
export const commands = {
  offerTakeback: {
    permits: (state, color) => offerRefusal(state, color) === null,
    decide(state, command, color, now) {
      const refusal = offerRefusal(state, color)
      if (refusal !== null) return refuse(state, refusal)
      const { count, at } = state.declined[color]
      const until = at + BACK_OFF * Math.min(count, MOST_BACK_OFF) ** 2
      if (count > 0 && now < until) return refuse(state, 'tooOften', { ms: until - now })
      return { type: 'takebackOffered', ...baseOf(command, now, color), plies: pliesBack(state, color) }
    },
  },
  // Clocks are kept: nothing is given back, and the time of the current move is taken.
  acceptTakeback: answerTo(offerer, (state, base, came) => {
    const { clock, takeback, time } = state
    const spent = (/** @type {Color} */ side) => (time.running === side ? came - time.since : 0)
    const left = (/** @type {Color} */ side) => (clock === null ? null : leftAfter(state, side, spent(side)))
    const periods = (/** @type {Color} */ side) => periodsAfter(state, side, spent(side))
    const plies = Number(takeback?.plies)
    /** @type {TookBackEvent} */
    const event = { type: 'tookBack', ...base, plies, white: left('white'), black: left('black') }
    if (time.periods !== undefined) event.periods = { white: periods('white'), black: periods('black') }
    return event
  }),
  declineTakeback: answerTo(offerer, (_, base) => ({ type: 'takebackDeclined', ...base })),
}

/** @type {EventTable<TakebackEvents>} */
export const events = {
  takebackOffered: {
    code: 't',
    fields: { plies: 'int' },
    fold: (state, event) => next(state, event, { takeback: { by: byOf(event), plies: event.plies } }),
  },
  takebackDeclined: {
    code: 'tn',
    fold(state, event) {
      const asker = otherColor(byOf(event))
      const declined = { count: state.declined[asker].count + 1, at: event.at }
      return next(state, event, { takeback: null, declined: withColor(state.declined, asker, declined) })
    },
  },
  tookBack: {
    code: 'ty',
    fields: { plies: 'int', white: 'int?', black: 'int?' },
    optional: { periods: 'object' },
    fold(state, event) {
      const { at, plies, white, black, periods } = event
      const ply = state.ply - plies
      const running = runningAt(state.clock, ply, turnOf({ startPly: state.startPly, ply }))
      /** @type {SessionTime} */
      const time = { ...endPause(state.time, at), white, black, running, since: at }
      if (periods !== undefined) time.periods = periods
      const moves = state.moves.split(' ').slice(0, ply).join(' ')
      return next(state, event, { moves, ply, time, draw: null, takeback: null })
    },
    replay: () => false,
  },
}

/** @param {SessionState} state */
function offerer({ takeback }) {
  return takeback?.by
}

/** The plies of a side's last move, with the answer. @param {SessionState} state @param {Color} color */
const pliesBack = (state, color) => (turnOf(state) === color ? 2 : 1)

/**
 * @param {SessionState} state that is playing
 * @param {Color} color
 * @returns {TakebackRefusal | null} why it may not ask, whatever the time
 */
function offerRefusal(state, color) {
  if (!state.allow.takeback) return 'notAllowed'
  if (state.takeback !== null) return 'offered'
  if (state.ply < pliesBack(state, color)) return 'tooEarly'
  return hasRoom(state) ? null : 'tooOften'
}
