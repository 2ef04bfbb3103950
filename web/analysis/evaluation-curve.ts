// SPDX-License-Identifier: Apache-2.0
// The evaluation over the game as a curve, with dots at marked moves, and the time of each move below it. The curve is a
// slider whose value is the current move; a card describes the move under the pointer.

import type { PgnNode } from 'binbo/pgn'
import { html, nothing, svg } from 'lit-html'
import { listenerOf } from '../page/dom.js'
import { say } from '../page/texts.js'
import type { Page, State } from './analysis-view.js'
import type { Moment, Report } from './report.js'
import type { Verdict } from './verdict.js'

/** Moves that Page Up and Page Down skip. */
const PAGE = 10
/** The place of the slider after a key. @param last the last place */
const KEYS: Record<string, (place: number, last: number) => number> = {
  ArrowLeft: place => place - 1,
  ArrowDown: place => place - 1,
  ArrowRight: place => place + 1,
  ArrowUp: place => place + 1,
  PageDown: place => place - PAGE,
  PageUp: place => place + PAGE,
  Home: () => 0,
  End: (_, last) => last,
}
/** By glyph: the CSS class of its dot, and its name for users. */
const MARKS: Map<number, [name: string, words: string]> = new Map([
  [1, ['good', say`only move`]],
  [6, ['inaccuracy', say`inaccuracy`]],
  [2, ['mistake', say`mistake`]],
  [4, ['blunder', say`blunder`]],
])
/** By glyph: its sign. */
const SIGNS = ['', '!', '?', '!!', '??', '!?', '?!']
/** Words for White's share above a limit, the highest first. */
const STANDINGS: [share: number, words: string][] = [
  [0.75, say`White is winning`],
  [0.6, say`White is better`],
  [0.4, say`the game is even`],
  [0.25, say`Black is better`],
  [Number.NEGATIVE_INFINITY, say`Black is winning`],
]

/** @returns such as 'White is winning' or 'White mates in 3' */
const standingOf = ({ share, text, words }: Verdict): string =>
  /#|^\d–/.test(text)
    ? words
    : (STANDINGS.find(([least]) => share > least || (least === 0.4 && share === least))?.[1] ?? words)

/** The pathsByReport of the curve, computed once for each report. */
const pathsByReport: WeakMap<Report, ReturnType<typeof pathsOf>> = new WeakMap()

export class EvaluationCurve {
  #page: Page
  #redraw: () => void
  #report: Report | null = null
  /** The place of the current node. */
  #index = 0
  /** The place under the pointer; -1 for none. */
  #pointed = -1
  /** Does the card show the current move? For keys and fingers, which do not hover. */
  #isPinned = false

  constructor(page: Page, redraw: () => void) {
    this.#page = page
    this.#redraw = redraw
  }

  view({ node }: State, report: Report) {
    const { moments, places } = report
    this.#report = report
    // A node of a variation counts as the move that the variation branches off.
    let at: PgnNode = node
    while (at.parent && !places.has(at)) at = at.parent
    this.#index = places.get(at) ?? 0
    const drawn = pathsByReport.get(report) ?? pathsOf(report)
    pathsByReport.set(report, drawn)
    const last = Math.max(1, moments.length - 1)
    const moment = moments[this.#index]
    const shown = this.#pointed >= 0 ? this.#pointed : this.#isPinned ? this.#index : -1
    const mark = MARKS.get(moment.mark)?.[1]
    return html`<div class="graph-place"><div class="graph" role="slider" tabindex="0" aria-label=${say`Evaluation over the game`}
      aria-valuemin="0" aria-valuemax=${moments.length - 1} aria-valuenow=${this.#index}
      aria-valuetext=${`${moment.name}: ${moment.verdict?.words ?? say`not evaluated`}${mark ? `, ${mark}` : ''}`}
      @keydown=${this.#key} @pointerdown=${this.#press} @pointermove=${this.#move} @pointerleave=${this.#leave}
      @blur=${this.#blur}><svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><path class="graph-black"
      d=${drawn.black}></path><path class="graph-area" d=${drawn.area}></path><path class="graph-even" d="M0 .5H1"></path><path
      class="graph-curve" d=${drawn.curve}></path>${drawn.dots.map(
        ([name, d]) => svg`<path class=${`graph-dot ${name}`} d=${d}></path>`,
      )}</svg><div class="graph-mark" .style=${`--at: ${this.#index / last}`}></div>${
        shown >= 0 ? html`<div class="graph-line" .style=${`--at: ${shown / last}`}></div>` : nothing
      }</div>${shown >= 0 ? cardView(moments, shown) : nothing}</div>${report.hasClocks ? clocksView(report) : nothing}`
  }

  #go(index: number) {
    const moments = this.#report?.moments ?? []
    const within = Math.min(Math.max(index, 0), moments.length - 1)
    if (moments[within] && within !== this.#index) this.#page.study.goTo(moments[within].node)
  }

  /** @returns the place under the pointer */
  #placeOf(event: PointerEvent): number {
    const { left, width } = listenerOf(event, Element).getBoundingClientRect()
    return Math.min(Math.max(Math.round(((event.clientX - left) / width) * this.#last), 0), this.#last)
  }

  /** The place of the last move. */
  get #last(): number {
    return (this.#report?.moments.length ?? 1) - 1
  }

  #press = (event: PointerEvent) => {
    listenerOf(event, Element).setPointerCapture(event.pointerId)
    this.#isPinned = event.pointerType !== 'mouse'
    this.#move(event)
  }

  #move = (event: PointerEvent) => {
    const place = this.#placeOf(event)
    if (event.pointerType === 'mouse') this.#pointed = place
    if (listenerOf(event, Element).hasPointerCapture(event.pointerId)) this.#go(place)
    this.#redraw()
  }

  #leave = () => {
    this.#pointed = -1
    this.#redraw()
  }

  #blur = () => {
    this.#isPinned = false
    this.#redraw()
  }

  #key = (event: KeyboardEvent) => {
    if (!Object.hasOwn(KEYS, event.key) || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    // The page's own keys also go through the moves.
    event.stopPropagation()
    this.#isPinned = true
    this.#go(KEYS[event.key](this.#index, this.#last))
    this.#redraw()
  }
}

function cardView(moments: Moment[], place: number) {
  const { name, mark, verdict, better, clock, spent } = moments[place]
  const before = place > 0 ? moments[place - 1].verdict : null
  const isLeft = place > (moments.length - 1) / 2
  const isLow = (verdict?.share ?? 1) > 0.5
  const change = before && verdict ? `${before.text} → ${verdict.text}` : (verdict?.text ?? '')
  const standing = verdict && standingOf(verdict)
  const isNew = before && verdict && standingOf(before) !== standing
  const number = name.split(' ')[0]
  const time = [
    clock === undefined ? '' : say`Clock ${timeText(clock)}`,
    spent === undefined ? '' : say`${timeText(spent)} for this move`,
  ].filter(Boolean)
  return html`<div class=${`graph-card${isLeft ? ' left' : ''}${isLow ? ' low' : ''}`} aria-hidden="true"
    .style=${`--at: ${place / Math.max(1, moments.length - 1)}`}><b>${name}${signView(mark)}</b><span>${
      verdict ? `${change}: ${isNew ? say`now ${standing}` : standing}` : say`Not evaluated`
    }</span>${better ? html`<span class="soft">${say`Better: ${`${number} ${better}`}`}</span>` : nothing}${
      time.length > 0 ? html`<span class="soft">${time.join(' · ')}</span>` : nothing
    }</div>`
}

/** @param time seconds @returns such as '1:05:09' or '0:09' */
function timeText(time: number): string {
  const [hours, minutes, seconds] = [time / 3600, (time / 60) % 60, time % 60].map(Math.floor)
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** @param mark a glyph, or 0 */
export const signView = (mark: number) =>
  mark > 0 ? html`<span class="sign" data-glyph=${mark}>${SIGNS[mark]}</span>` : nothing

function clocksView({ moments }: Report) {
  const last = Math.max(1, moments.length - 1)
  const longest = moments.reduce((one, other) => ((other.spent ?? 0) > (one.spent ?? 0) ? other : one))
  const scale = longest.spent || 1
  const bars = (side: Moment['mover']) =>
    moments
      .map(({ mover, spent }, index) => {
        const height = mover === side && spent ? spent / scale : 0
        return height ? `M${(index - 0.4) / last} 1V${1 - height}H${(index + 0.4) / last}V1Z` : ''
      })
      .join('')
  const words = say`Time of each move; the longest: ${longest.name}, ${timeText(longest.spent ?? 0)}`
  return html`<svg class="clock-chart" role="img" aria-label=${words} viewBox="0 0 1 1" preserveAspectRatio="none"><path
    class="clock-white" d=${bars('white')}></path><path class="clock-black" d=${bars('black')}></path></svg>`
}

function pathsOf({ moments }: Report) {
  const last = Math.max(1, moments.length - 1)
  let black = ''
  let area = ''
  let curve = ''
  let runStart = -1
  for (let index = 0; index <= moments.length; index++) {
    const verdict = moments[index]?.verdict
    const x = index / last
    if (verdict) {
      const y = 1 - verdict.share
      curve += `${runStart < 0 ? 'M' : 'L'}${x} ${y}`
      area += `${runStart < 0 ? `M${x} 1` : ''}L${x} ${y}`
      if (runStart < 0) runStart = index
    } else if (runStart >= 0) {
      // A single verdict is drawn as a dot.
      if (runStart === index - 1) curve += 'h0'
      const end = (index - 1) / last
      area += `L${end} 1Z`
      black += `M${runStart / last} 0V1H${end}V0Z`
      runStart = -1
    }
  }
  /** @returns a path with a dot at each move with the glyph */
  const dotsOf = (glyph: number): string =>
    moments
      .map(({ mark, verdict }, index) =>
        verdict && mark === glyph ? `M${index / last} ${1 - verdict.share}h0` : '',
      )
      .join('')
  return { black, area, curve, dots: Array.from(MARKS, ([glyph, [name]]) => [name, dotsOf(glyph)]) }
}
