// SPDX-License-Identifier: Apache-2.0
// Shows the match's clock in the strips beside the board, and warns when a player's time is low. It is loaded with the
// first game that has a clock. Its only timer waits for the next change of the running clock's text.

import { announce } from '../page/notices.js'
import { hear } from '../page/sounds.js'
import { COLORS, colorName } from '../study/descriptions.js'
import { clockText, spokenTime, untilNextText } from './clock-text.js'

/** @import { Color } from 'binbo' */
/** @import { App } from '../app.js' */
/** @typedef {import('./match.js').Match['clock']} MatchClock */

/** Time is low in the last tenth, within these milliseconds. */
const LOW = { share: 0.1, least: 10_000, most: 30_000 }

/** @param {App} app */
export function mountClock({ match }) {
  const view = new ClockView(match)
  match.onChange(() => view.show())
  document.addEventListener('visibilitychange', () => view.show())
  view.show()
}

class ClockView {
  #match
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  /** Whose low time was announced: once a turn. @type {Color | null} */
  #warned = null

  /** @param {App['match']} match */
  constructor(match) {
    this.#match = match
  }

  show() {
    clearTimeout(this.#timer)
    const { clock } = this.#match
    for (const color of COLORS) {
      for (const place of document.querySelectorAll(`.clock[data-color="${color}"]`))
        if (place instanceof HTMLElement) write(place, clock, color)
    }
    const running = clock?.running ?? null
    if (running !== this.#warned) this.#warned = null
    // A hidden page shows nothing; its clock runs on.
    if (!clock || !running || document.hidden) return
    this.#warn(clock, running)
    const wait = untilNextText(clock.remaining(running))
    if (wait < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.show(), wait)
  }

  /** @param {NonNullable<MatchClock>} clock @param {Color} color */
  #warn(clock, color) {
    const isHuman = this.#match.setup === null || this.#match.setup.human === color
    if (this.#warned === color || !isHuman || !isLow(clock, color)) return
    this.#warned = color
    hear('low')
    announce(`${colorName(color)} has ${spokenTime(clock.remaining(color))} left.`)
  }
}

/** @param {HTMLElement} place @param {MatchClock} clock @param {Color} color */
function write(place, clock, color) {
  if (!clock) {
    place.replaceChildren()
    place.removeAttribute('role')
    return
  }
  const text = clockText(clock.remaining(color))
  if (place.textContent !== text) place.textContent = text
  // A timer is not announced at each change; on request a screen reader reads its name and its time.
  place.setAttribute('role', 'timer')
  place.setAttribute('aria-label', `${colorName(color)}’s clock`)
  place.classList.toggle('running', clock.running === color)
  place.classList.toggle('low', isLow(clock, color))
}

/** @param {NonNullable<MatchClock>} clock @param {Color} color @returns {boolean} */
function isLow(clock, color) {
  const limit = Math.max(LOW.least, Math.min(LOW.most, clock.base * LOW.share))
  return clock.remaining(color) <= limit
}
