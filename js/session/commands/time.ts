// SPDX-License-Identifier: Apache-2.0
// Time: flags, the timer, time for the opponent, and compensation for outages.

import type { Color } from '../../game/squares.js'
import { otherColor } from '../../game/squares.js'
import { dueAt, flagAt, startTime } from '../clock.js'
import type { CommandBase, CommandTable, EventBase, EventTable, FieldRule, ServerBase } from '../family.js'
import { ALWAYS, baseOf, hasRoom, nothing, refuse } from '../family.js'
import { isIntegerWithin } from '../setup.js'
import type { SessionState } from '../state.js'
import { byOf, next, withColor } from '../state.js'
import { endedByTime } from './end.js'

/** `ms`: 5,000 to 60,000. */
export type GiveTimeCommand = CommandBase & { type: 'giveTime'; ms: number }
/** The timer has come. */
export type DueCommand = ServerBase & { type: 'due' }
/** An outage, in ms of the store's clock. */
export type CompensateCommand = ServerBase & { type: 'compensate'; from: number; to: number }
/** `left`: the clock of the receiver, the opponent of `by`. */
export type TimeGivenEvent = EventBase & { type: 'timeGiven'; ms: number; left: number }
/** `outage`: when it ended. */
export type CompensatedEvent = EventBase & { type: 'compensated'; ms: number; outage: number }
/** The commands of time. */
export type TimeCommands = (CommandBase & { type: 'flag' }) | GiveTimeCommand | DueCommand | CompensateCommand
/** The events of time. */
export type TimeEvents = TimeGivenEvent | CompensatedEvent
/** The refusals of time. */
export type TimeRefusal = 'early' | 'noClock' | 'notAllowed' | 'tooOften' | 'enough'

const LEAST_GIVEN = 5_000
const MOST_GIVEN = 60_000
/** The most time on a clock after giving time, unless twice the base is more. */
const MOST_LEFT = 2 * 3_600_000

const TIME: FieldRule = {
  fits: time => isIntegerWithin(time, 0, Number.MAX_SAFE_INTEGER),
  form: "a time of the store's clock, in whole milliseconds",
}

export const commands: CommandTable<TimeCommands> = {
  giveTime: {
    fields: {
      ms: {
        fits: ms => isIntegerWithin(ms, LEAST_GIVEN, MOST_GIVEN),
        form: `a whole number of milliseconds, ${LEAST_GIVEN} to ${MOST_GIVEN}`,
      },
    },
    permits: (state, color) => giveTimeRefusal(state, color, LEAST_GIVEN) === null,
    decide(state, command, color, now) {
      const { ms } = command
      const refusal = giveTimeRefusal(state, color, ms)
      if (refusal !== null) return refuse(state, refusal)
      const left = Number(state.time[otherColor(color)]) + ms
      return { type: 'timeGiven', ...baseOf(command, now, color), ms, left }
    },
  },
  flag: {
    afterTime: true,
    permits: ({ clock }) => clock !== null,
    decide(state, command, color, now, came) {
      const isOwn = state.time.running === color || state.time.vacation?.paused
      const end = isOwn ? flagAt(state) : dueAt(state)
      if (end === null) return refuse(state, 'noClock')
      return came >= end
        ? endedByTime(state, baseOf(command, now, color))
        : refuse(state, 'early', { ms: end - came })
    },
  },
  // An ended game that is due goes to the archive, without an event.
  due: {
    by: 'server',
    ...ALWAYS,
    beforeResuming: true,
    decide(state, command, _, now) {
      const due = dueAt(state)
      if (due === null || now < due) return refuse(state, 'early', { due })
      if (state.time.vacation?.paused) return { type: 'resumed', ...baseOf(command, now), since: due }
      return state.status === 'over' ? nothing(state) : endedByTime(state, baseOf(command, now))
    },
  },
  // Compensates the running side, and first moves, for the part of an outage during the current move, once. The host sends
  // it before all other commands, so it can prevent a flag.
  compensate: {
    by: 'server',
    fields: { from: TIME, to: TIME },
    ...ALWAYS,
    decide(state, command, _, now) {
      if (command.from > command.to) return refuse(state, 'badCommand', { why: 'to is not before from' })
      if (state.status !== 'playing' || state.clock === null || command.to <= state.outage)
        return nothing(state)
      const to = Math.min(command.to, now)
      const ms = to - Math.max(command.from, state.outage, state.time.since)
      if (ms <= 0) return nothing(state)
      // A paused clock loses nothing. The event records the outage, so that the clock cannot resume within it.
      if (state.time.vacation?.paused)
        return { type: 'compensated', ...baseOf(command, now), ms: 0, outage: to }
      return { type: 'compensated', ...baseOf(command, now), ms, outage: to }
    },
  },
}

export const events: EventTable<TimeEvents> = {
  timeGiven: {
    code: 'g',
    fields: { ms: 'int', left: 'int' },
    fold: (state, event) =>
      next(state, event, { time: withColor(state.time, otherColor(byOf(event)), event.left) }),
  },
  compensated: {
    code: 'o',
    fields: { ms: 'int', outage: 'int' },
    fold: (state, event) =>
      next(state, event, {
        time: { ...state.time, since: state.time.since + event.ms },
        outage: event.outage,
      }),
  },
}

/**
 * @param state of a running game
 * @param color the side that gives time
 */
function giveTimeRefusal(state: SessionState, color: Color, ms: number): TimeRefusal | null {
  const { clock, allow, time } = state
  if (clock === null) return 'noClock'
  if (!allow.giveTime) return 'notAllowed'
  if (!hasRoom(state)) return 'tooOften'
  const most = Math.max(MOST_LEFT, 2 * Number(startTime(clock)))
  return Number(time[otherColor(color)]) + ms > most ? 'enough' : null
}
