// SPDX-License-Identifier: Apache-2.0
// The match's clock in the strips beside the board, and a warning when a player's time is low. It is loaded with the first
// game that has a clock. Its only timer waits for the next change of the running clock's text.

import type { Color } from 'binbo'
import { html, nothing } from 'lit-html'
import { find } from '../page/dom.js'
import { announce } from '../page/notices.js'
import { playSound } from '../page/sound.js'
import { say } from '../page/texts.js'
import { COLORS, colorName } from '../study/descriptions.js'
import { clockText, spokenTime, untilNextText } from './clock-text.js'
import type { Page, State } from './standing.js'

type MatchClock = State['match']['clock']

/** Time is low in the last tenth, within these milliseconds. */
const LOW = { share: 0.1, least: 10_000, most: 30_000 }

export function mountClock({ store }: Page) {
  const draws = COLORS.map(color =>
    store.show(find(document, `.time[data-color="${color}"]`, HTMLElement), ({ match: { clock } }) =>
      clockView(clock, color),
    ),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The side whose low time was announced in this turn. */
  let warned: Color | null = null
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
      playSound('low')
      announce(say`${colorName(running)} has ${spokenTime(clock.remaining(running))} left.`)
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

/** A timer is not announced at each change; on request a screen reader reads its name and its time. */
const clockView = (clock: MatchClock, color: Color) =>
  clock
    ? html`<span class=${`clock${clock.running === color ? ' running' : ''}${isLow(clock, color) ? ' low' : ''}`}
        data-color=${color} role="timer" aria-label=${say`${colorName(color)}’s clock`}>${clockText(clock.remaining(color))}</span>`
    : nothing

function isLow(clock: NonNullable<MatchClock>, color: Color): boolean {
  const limit = Math.max(LOW.least, Math.min(LOW.most, clock.base * LOW.share))
  return clock.remaining(color) <= limit
}
