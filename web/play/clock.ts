// SPDX-License-Identifier: Apache-2.0
// A chess clock as plain numbers, without a timer: callers pass the time. All times are integer milliseconds; `now` is the
// time of a monotonic clock.

import type { Color } from 'binbo'
import { fieldsOf } from '../page/unknown.js'

/** The time of each side. `base`: at the start; `increment`: for each move. */
export type TimeControl = { base: number; increment: number }
export type Times = Record<Color, number>

/** The longest time that a clock shows: 24 hours. */
const LONGEST = 24 * 60 * 60 * 1000

export class Clock {
  #control: TimeControl
  /** Time left: the running side's when its clock was started, and the other side's. */
  #times
  #running: Color | null = null
  /** The time when the running clock was started. */
  #since = 0

  /** @param times time left; default the base */
  constructor(control: TimeControl, times: Times = { white: control.base, black: control.base }) {
    this.#control = control
    this.#times = { ...times }
  }

  get control(): Readonly<TimeControl> {
    return this.#control
  }

  /** @returns the side whose time runs */
  get running(): Color | null {
    return this.#running
  }

  /** @returns time left, ≥ 0 */
  remaining(color: Color, now: number): number {
    const left = this.#times[color]
    return color === this.#running ? Math.max(0, left - Math.max(0, now - this.#since)) : left
  }

  times(now: number): Times {
    return { white: this.remaining('white', now), black: this.remaining('black', now) }
  }

  /** Starts one side's clock, or stops both. A clock without time left does not start. */
  run(color: Color | null, now: number) {
    if (color === this.#running) return
    this.#times = this.times(now)
    this.#running = color !== null && this.#times[color] > 0 ? color : null
    this.#since = now
  }

  /**
   * A side has moved: its time stops and the increment is added, unless its time was up.
   * @returns its time left
   */
  press(color: Color, now: number): number {
    if (color === this.#running) this.run(null, now)
    const left = this.#times[color]
    if (left > 0) this.#times[color] = Math.min(left + this.#control.increment, LONGEST)
    return this.#times[color]
  }

  /** Stops the clock and sets the times left. */
  set(times: Times) {
    this.#running = null
    this.#times = { ...times }
  }

  /** @returns time until the running side's flag falls; Infinity if no clock runs */
  untilFlag(now: number): number {
    return this.#running ? this.remaining(this.#running, now) : Number.POSITIVE_INFINITY
  }
}

/**
 * Checks saved data.
 * @returns null: not a clock
 */
export function readClock(saved: unknown): Clock | null {
  const { base, increment, white = base, black = base } = fieldsOf(saved)
  if (!isTime(base) || !isTime(increment) || !isTime(white) || !isTime(black) || base === 0) return null
  return new Clock({ base, increment }, { white, black })
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LONGEST
