// SPDX-License-Identifier: Apache-2.0
// Takebacks: a player asks to take back the last own move, and the opponent's answer if there is one.

import type { Color } from '../../game/squares.js'
import { otherColor } from '../../game/squares.js'
import { leftAfter, periodsAfter, runningAt } from '../clock.js'
import type { CommandBase, CommandTable, EventBase, EventTable } from '../family.js'
import { answerTo, baseOf, hasRoom, refuse } from '../family.js'
import type { SessionState, SessionTime } from '../state.js'
import { byOf, endPause, next, turnOf, withColor } from '../state.js'

/** The commands of takebacks. */
export type TakebackCommands = CommandBase & { type: 'offerTakeback' | 'acceptTakeback' | 'declineTakeback' }
/** A player offers a takeback. */
export type TakebackOfferedEvent = EventBase & { type: 'takebackOffered'; plies: number }
/** The last plies were taken back; with the clocks afterwards. */
export type TookBackEvent = EventBase & {
  type: 'tookBack'
  plies: number
  white: number | null
  black: number | null
  periods?: { white: number; black: number }
}
/** The events of takebacks. */
export type TakebackEvents = (EventBase & { type: 'takebackDeclined' }) | TakebackOfferedEvent | TookBackEvent
/** The refusals of takebacks. */
export type TakebackRefusal = 'notAllowed' | 'offered' | 'tooEarly' | 'tooOften' | 'noOffer'

/** After n declined offers, the next one must wait for n² times this, n at most 10. */
const BACK_OFF = 10_000
const MOST_BACK_OFF = 10

export const commands: CommandTable<TakebackCommands> = {
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
  // No time is given back, and the time of the current move is deducted.
  acceptTakeback: answerTo(offerer, (state, base, came) => {
    const { clock, takeback, time } = state
    const spent = (side: Color) => (time.running === side ? came - time.since : 0)
    const left = (side: Color) => (clock === null ? null : leftAfter(state, side, spent(side)))
    const periods = (side: Color) => periodsAfter(state, side, spent(side))
    const plies = Number(takeback?.plies)
    const event: TookBackEvent = {
      type: 'tookBack',
      ...base,
      plies,
      white: left('white'),
      black: left('black'),
    }
    if (time.periods !== undefined) event.periods = { white: periods('white'), black: periods('black') }
    return event
  }),
  declineTakeback: answerTo(offerer, (_, base) => ({ type: 'takebackDeclined', ...base })),
}

export const events: EventTable<TakebackEvents> = {
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
      const time: SessionTime = { ...endPause(state.time, at), white, black, running, since: at }
      if (periods !== undefined) time.periods = periods
      const moves = state.moves.split(' ').slice(0, ply).join(' ')
      return next(state, event, { moves, ply, time, draw: null, takeback: null })
    },
    replay: () => false,
  },
}

function offerer({ takeback }: SessionState) {
  return takeback?.by
}

/** The plies of a side's last move and the answer to it. */
const pliesBack = (state: SessionState, color: Color) => (turnOf(state) === color ? 2 : 1)

/**
 * @param state of a running game
 * @returns the reason why the side may not offer a takeback at any time; null if it may
 */
function offerRefusal(state: SessionState, color: Color): TakebackRefusal | null {
  if (!state.allow.takeback) return 'notAllowed'
  if (state.takeback !== null) return 'offered'
  if (state.ply < pliesBack(state, color)) return 'tooEarly'
  return hasRoom(state) ? null : 'tooOften'
}
