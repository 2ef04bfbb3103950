// SPDX-License-Identifier: Apache-2.0
// The match's clock in the strips beside the board, and a warning when a player's time is low. It is loaded with the first
// game that has a clock. Its only timer waits for the next change of the running clock's text.

import { html, nothing } from 'lit-html'
import { announce } from '../page/notices.js'
import { hear } from '../page/sounds.js'
import { COLORS, colorName } from '../study/descriptions.js'
import { clockText, spokenTime, untilNextText } from './clock-text.js'

/** @import { Color } from 'binbo' */
/** @import { Page, State } from './standing.js' */
/** @typedef {State['match']['clock']} MatchClock */

/** Time is low in the last tenth, within these milliseconds. */
const LOW = { share: 0.1, least: 10_000, most: 30_000 }

/** @param {Page} page */
export function mountClock({ store }) {
  const draws = COLORS.map(color =>
    store.show(
      /** @type {HTMLElement} */ (document.querySelector(`.time[data-color="${color}"]`)),
      ({ match: { clock } }) => clockView(clock, color),
    ),
  )
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** Whose low time was announced: once a turn. @type {Color | null} */
  let warned = null
  const follow = () => {
    clearTimeout(timer)
    const { clock, setup } = store.state.match
    const running = clock?.running ?? null
    if (running !== warned) warned = null
    // A hidden page shows nothing; its clock runs on.
    if (!clock || !running || document.hidden) return
    const isHuman = setup === null || setup.human === running
    if (warned === null && isHuman && isLow(clock, running)) {
      warned = running
      hear('low')
      announce(`${colorName(running)} has ${spokenTime(clock.remaining(running))} left.`)
    }
    const wait = untilNextText(clock.remaining(running))
    if (wait < Number.POSITIVE_INFINITY) timer = setTimeout(tick, wait)
  }
  const tick = () => {
    for (const draw of draws) draw()
    follow()
  }
  store.react(follow)
  document.addEventListener('visibilitychange', tick)
  tick()
}

/** A timer is not announced at each change; on request a screen reader reads its name and its time. @param {MatchClock} clock @param {Color} color */
const clockView = (clock, color) =>
  clock
    ? html`<span class=${`clock${clock.running === color ? ' running' : ''}${isLow(clock, color) ? ' low' : ''}`}
        data-color=${color} role="timer" aria-label=${`${colorName(color)}’s clock`}>${clockText(clock.remaining(color))}</span>`
    : nothing

/** @param {NonNullable<MatchClock>} clock @param {Color} color @returns {boolean} */
function isLow(clock, color) {
  const limit = Math.max(LOW.least, Math.min(LOW.most, clock.base * LOW.share))
  return clock.remaining(color) <= limit
}
