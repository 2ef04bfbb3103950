// SPDX-License-Identifier: Apache-2.0
// A chess clock as plain numbers: it has no timer and never asks for the time. All times are integer milliseconds; `now` is
// the time of any steady clock that starts anywhere.

/** @import { Color } from 'binbo' */

/**
 * The time that each side gets. `base`: at the start; `increment`: for each move.
 * @typedef {{ base: number, increment: number }} TimeControl
 */
/** @typedef {Record<Color, number>} Times */

/** The longest time that a clock shows: 24 hours. */
const LONGEST = 24 * 60 * 60 * 1000

export class Clock {
  #control
  /** Time that was left when the running side's clock was started, and the other side's. */
  #times
  /** @type {Color | null} */
  #running = null
  /** When the running clock was started. */
  #since = 0

  /** @param {TimeControl} control @param {Times} [times] what is left, default the base */
  constructor(control, times = { white: control.base, black: control.base }) {
    this.#control = control
    this.#times = { ...times }
  }

  /** @returns {Readonly<TimeControl>} */
  get control() {
    return this.#control
  }

  /** @returns {Color | null} whose time runs */
  get running() {
    return this.#running
  }

  /** @param {Color} color @param {number} now @returns {number} what is left, ≥ 0 */
  remaining(color, now) {
    const left = this.#times[color]
    return color === this.#running ? Math.max(0, left - Math.max(0, now - this.#since)) : left
  }

  /** @param {number} now @returns {Times} */
  times(now) {
    return { white: this.remaining('white', now), black: this.remaining('black', now) }
  }

  /**
   * Lets one side's time run, or none. A side whose time is up has no time to run.
   * @param {Color | null} color
   * @param {number} now
   */
  run(color, now) {
    if (color === this.#running) return
    this.#times = this.times(now)
    this.#running = color !== null && this.#times[color] > 0 ? color : null
    this.#since = now
  }

  /**
   * A side has moved: its time stops and the increment is added, unless its time was up.
   * @param {Color} color
   * @param {number} now
   * @returns {number} what it has left
   */
  press(color, now) {
    if (color === this.#running) this.run(null, now)
    const left = this.#times[color]
    if (left > 0) this.#times[color] = Math.min(left + this.#control.increment, LONGEST)
    return this.#times[color]
  }

  /** Stops the clock and sets what is left. @param {Times} times */
  set(times) {
    this.#running = null
    this.#times = { ...times }
  }

  /** @param {number} now @returns {number} until the running side's time is up; Infinity if none runs */
  untilFlag(now) {
    return this.#running ? this.remaining(this.#running, now) : Number.POSITIVE_INFINITY
  }
}

/**
 * Checks saved data.
 * @param {any} saved
 * @returns {Clock | null} null: not a clock
 */
export function readClock(saved) {
  const { base, increment, white = base, black = base } = saved ?? {}
  const isTime = (/** @type {any} */ time) => Number.isInteger(time) && time >= 0 && time <= LONGEST
  if (![base, increment, white, black].every(isTime) || base === 0) return null
  return new Clock({ base, increment }, { white, black })
}
