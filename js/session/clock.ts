// SPDX-License-Identifier: Apache-2.0
// All arithmetic of clocks, in whole ms.
//
// A state has the main time that is left (`time.white`, `time.black`). A move that used `net` ms (its time less its credit
// of lag) is in time iff net < allowance: equality is a flag. A delay is time that does not count; Bronstein (added at the
// start, and given back after the move as far as it was used) differs only in the display, so it needs no arithmetic.
//
// Sources: FIDE Laws 6.3.2 (delay, time that carries over), 6.9 (flag).

import type { Color } from '../game/squares.js'
import type { ClockSetup } from './setup.js'
import type { SessionState } from './state.js'

/** Clocks as shown, ms; null without a clock. */
export type SessionClocks = {
  white: number | null
  black: number | null
  running: Color | null
  /** Byo-yomi periods left. */
  periods?: { white: number; black: number }
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The time for each side's first move, if it is free. */
const FIRST_MOVE = 30 * SECOND
/** How long a game waits for an opponent. */
const WAITING = 24 * HOUR
/** How long a finished game is kept, for rematches and late reconnections. */
export const KEPT = 10 * MINUTE

const LEAST_START = 3 * SECOND
const MOST_GRACE = 2 * SECOND

const BASIC_GAIN = 150
const MOST_GAIN = SECOND
const GAINS_AT_START = 3
const MOST_GAINS = 7

// --- lag -----------------------------------------------------------------------------------------

/**
 * The estimated length of a game for one side: base and 40 increments.
 * @returns ms; Infinity without a clock
 */
export function estimate(clock: ClockSetup): number {
  if (clock === null) return Number.POSITIVE_INFINITY
  return 'perMove' in clock ? clock.perMove : clock.base + 40 * (clock.increment ?? 0)
}

/** @returns the lag credit that each move earns, ms */
function gainOf(clock: ClockSetup): number {
  if (clock === null || 'perMove' in clock) return 0
  return Math.min(MOST_GAIN, BASIC_GAIN + Math.floor((4 * estimate(clock)) / SECOND))
}

/** @returns the lag credit at the start */
export const firstQuota = (clock: ClockSetup): number => GAINS_AT_START * gainOf(clock)

/**
 * @param quota before a timed move
 * @param credit that the move was given
 * @returns the quota after it
 */
export function nextQuota(clock: ClockSetup, quota: number, credit: number): number {
  const gain = gainOf(clock)
  return Math.min(MOST_GAINS * gain, quota - credit + gain)
}

// --- time ----------------------------------------------------------------------------------------

/** @returns the main time at the start */
export function startTime(clock: ClockSetup): number | null {
  if (clock === null) return null
  if ('perMove' in clock) return clock.perMove
  const { base, increment = 0 } = clock
  return base === 0 && increment > 0 ? Math.max(increment, LEAST_START) : base
}

/** @returns the side whose clock runs at that ply; null while first moves are free */
export function runningAt(clock: ClockSetup, ply: number, turn: Color): Color | null {
  if (clock === null) return null
  return ply >= 2 || 'perMove' in clock || clock.start === 'now' ? turn : null
}

const periodsOf = ({ time }: SessionState, color: Color) =>
  time.periods === undefined ? 0 : time.periods[color]

/**
 * @param state with a clock
 * @returns ms from the start of a move to the flag
 */
export function allowanceOf(state: SessionState, color: Color): number {
  const { clock } = state
  const left = Number(state.time[color])
  if (clock === null || 'perMove' in clock) return left
  const { delay = 0, period = 0 } = clock
  return left + delay + periodsOf(state, color) * period
}

/**
 * @param state with a clock
 * @param net ms that were used
 * @returns the main time that is left, without increment; 0 or more
 */
export function leftAfter(state: SessionState, color: Color, net: number): number {
  const { clock } = state
  const delay = clock === null || 'perMove' in clock ? 0 : (clock.delay ?? 0)
  const left = Number(state.time[color])
  return net <= delay ? left : Math.max(0, left - (net - delay))
}

/**
 * @param net ms that were used
 * @returns byo-yomi periods that are left; 0 or more
 */
export function periodsAfter(state: SessionState, color: Color, net: number): number {
  const { clock } = state
  const periods = periodsOf(state, color)
  const over = net - Number(state.time[color])
  if (clock === null || 'perMove' in clock || over <= 0) return periods
  return Math.max(0, periods - Math.floor(over / (clock.period ?? 1)))
}

/**
 * The mover's clock after a timed move, including increment and stage.
 * @param state before the move, with a clock
 * @param color the side that moves
 * @param net ms that were used
 * @param isEarning whether it earns time: false if it ends the game
 * @returns `stage`: the stages entered; 0 in a game without stages
 */
export function timeAfterMove(
  state: SessionState,
  color: Color,
  net: number,
  isEarning: boolean,
): { left: number; stage: number } {
  const { clock, time } = state
  const left = leftAfter(state, color, net)
  if (clock === null || !isEarning) return { left, stage: time.stage?.[color] ?? 0 }
  if ('perMove' in clock) return { left: clock.perMove, stage: 0 }
  const { stages, increment = 0 } = clock
  if (stages === undefined) return { left: left + increment, stage: 0 }
  const stage = Number(time.stage?.[color])
  const earned = left + (stage === 0 ? increment : (stages[stage - 1].increment ?? increment))
  const own = (state.ply >> 1) + 1
  const next = stages[stage]
  return next !== undefined && own >= next.moves
    ? { left: earned + next.base, stage: stage + 1 }
    : { left: earned, stage }
}

// --- when, and what is shown ---------------------------------------------------------------------

/**
 * When the running side's time is up, without the grace of lag.
 * @param state that is playing
 * @returns ms; null if no clock runs
 */
export function flagAt(state: SessionState): number | null {
  const { clock, time } = state
  if (clock === null) return null
  const paused = time.vacation?.paused
  if (paused) return paused.until + Number(time[paused.by])
  return time.running === null ? time.since + FIRST_MOVE : time.since + allowanceOf(state, time.running)
}

/**
 * Returns when the command `{ type: 'due' }` must be sent: at a flag with its grace of lag, for a first move that was not
 * made, a pause whose days are used up, a game that no player has joined (24 h), or an ended game to be archived (10 min).
 * @returns ms of the store's clock; null: no timer
 */
export function dueAt(state: SessionState): number | null {
  if (state.status === 'waiting') return state.createdAt + WAITING
  const { time } = state
  if (state.status === 'over') return time.since + KEPT
  if (state.time.vacation?.paused) return state.time.vacation.paused.until
  const flag = flagAt(state)
  if (flag === null || time.running === null) return flag
  return flag + Math.min(MOST_GRACE, state.lag[time.running])
}

/**
 * Returns the clocks as players see them; never below 0. Before the end, a clock with `show: 'bronstein'` includes its
 * delay, and byo-yomi shows the current period once the main time is used up.
 * @param now ms of the store's clock
 */
export function clocksAt(state: SessionState, now: number): SessionClocks {
  const { clock, time, status } = state
  if (clock === null) return { white: null, black: null, running: null }
  if (status === 'waiting') {
    const start = Number(startTime(clock)) + addedDelay(clock)
    return { white: start, black: start, running: null }
  }
  const { running } = time
  const spent = Math.max(0, now - time.since)
  const isOver = status === 'over'
  const white = isOver ? time.white : shown(state, 'white', running === 'white' ? spent : 0)
  const black = isOver ? time.black : shown(state, 'black', running === 'black' ? spent : 0)
  if (time.periods === undefined) return { white, black, running }
  const periods = (color: Color) => {
    if (state.result?.flagged === color) return 0
    return periodsAfter(state, color, running === color ? spent : 0)
  }
  return { white, black, running, periods: { white: periods('white'), black: periods('black') } }
}

/** @returns the time that Bronstein shows in addition to the main time */
function addedDelay(clock: ClockSetup): number {
  return clock !== null && 'base' in clock && clock.show === 'bronstein' ? (clock.delay ?? 0) : 0
}

/**
 * @param state with a clock, not over
 * @param spent ms of the current move; 0 for the side whose clock does not run
 */
function shown(state: SessionState, color: Color, spent: number): number {
  const { clock } = state
  if (clock === null || 'perMove' in clock) return leftAfter(state, color, spent)
  const { show, period = 0 } = clock
  if (show === 'bronstein') return Math.max(0, Number(state.time[color]) + addedDelay(clock) - spent)
  const left = leftAfter(state, color, spent)
  if (left > 0 || period === 0) return left
  const rest = allowanceOf(state, color) - spent
  return rest <= 0 ? 0 : ((rest - 1) % period) + 1
}
