// SPDX-License-Identifier: Apache-2.0
// What was trained in the last two weeks as a chart, and below it what is due, in figures.

import { html, nothing } from 'lit-html'
import { exactly } from '../page/figures.js'
import { language, say } from '../page/texts.js'
import { lastDays, runAt } from './days.js'
import type { Source } from './due.js'
import { dueTomorrow } from './due.js'
import type { TrainState } from './room.js'

const DAY = 86_400_000

type Figure = [figure: string, words: string]

/** @param due how much is due now */
export function daysView(state: TrainState, due: Record<Source, number>) {
  const now = Date.now()
  const figures = [...(state.source === 'puzzles' ? ofPuzzles(state) : ofDue(due)), ofRun(state, now)]
  return html`<section class="train-days" aria-label=${say`Your training`}>${
    state.days.days.length > 0 ? chartView(state, now) : nothing
  }<dl>${[...figures, [exactly(dueTomorrow(due, now)), say`due tomorrow`]].map(
    ([figure, words]) => html`<div><dt>${words}</dt><dd>${figure}</dd></div>`,
  )}</dl></section>`
}

const ofDue = ({ mistakes, openings }: Record<Source, number>): Figure[] => [
  [exactly(mistakes), mistakes === 1 ? say`mistake due` : say`mistakes due`],
  [exactly(openings), openings === 1 ? say`opening move due` : say`opening moves due`],
]

function ofPuzzles({ puzzles: { cards, progress } }: TrainState): Figure[] {
  const solved = cards.flatMap(({ key }) => progress[key] ?? [])
  const atOnce = solved.filter(({ box }) => box > 0).length
  return [
    [exactly(solved.length), say`solved of ${cards.length}`],
    [percent(atOnce, solved.length), say`at once`],
  ]
}

function ofRun({ days }: TrainState, now: number): Figure {
  const run = runAt(days, now)
  return [run === 1 ? say`1 day` : say`${run} days`, say`in a row, best ${days.best}`]
}

const percent = (part: number, of: number): string =>
  of === 0 ? '–' : (part / of).toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })

/** Bars for the eye, and each day with its numbers as text. */
function chartView({ days }: TrainState, now: number) {
  const shown = lastDays(days, now)
  const total = shown.reduce((all, { answered }) => all + answered, 0)
  const right = shown.reduce((all, day) => all + day.right, 0)
  const most = Math.max(1, ...shown.map(({ answered }) => answered))
  const bar = ({ day, answered, right }: (typeof shown)[number]) => {
    const text =
      answered === 0
        ? say`${dateText(day, 'long')}: none`
        : say`${dateText(day, 'long')}: ${answered}, of which ${right} at once`
    return html`<p title=${text}><i style=${`height: ${(100 * answered) / most}%`}></i><span class="visually-hidden">${text}</span></p>`
  }
  return html`<div class="train-chart"><p class="title">${say`Positions answered, the last two weeks`}</p><p class="soft">${say`${total}, of which ${percent(
    right,
    total,
  )} at once`}</p><div class="bars">${shown.map(bar)}</div><p class="soft ends" aria-hidden="true"><time>${dateText(shown[0].day, 'numeric')}</time><span>${say`today`}</span></p></div>`
}

/** @param day since 1970 */
const dateText = (day: number, month: 'numeric' | 'long'): string =>
  new Date(day * DAY).toLocaleDateString(language, { day: 'numeric', month, timeZone: 'UTC' })
