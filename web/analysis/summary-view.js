// SPDX-License-Identifier: Apache-2.0
// What the analysis of the game found, in figures, and what can be done with it.

import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { allow } from '../page/focus.js'
import { notify } from '../page/notices.js'
import { COLORS, colorName } from '../study/descriptions.js'
import { learnFromMistakes } from './mistakes-view.js'

/** @import { Color } from 'binbo' */
/** @import { Judgement } from 'binbo/uci' */
/** @import { Findings } from './review-run.js' */
/** @import { App } from '../app.js' */

const JUDGEMENTS = /** @type {[Judgement, string, string][]} */ ([
  ['inaccuracy', '?!', 'Inaccuracies'],
  ['mistake', '?', 'Mistakes'],
  ['blunder', '??', 'Blunders'],
])

/**
 * @param {App} app
 * @param {HTMLElement} place of the analysis, where mistakes are learnt from
 * @param {() => HTMLElement} next gets the focus after that
 * @returns {{ root: HTMLElement, show: () => void }}
 */
export function makeSummary(app, place, next) {
  const { review } = app
  const table = h('table', { class: 'accuracy', 'aria-label': 'Accuracy' })
  const learn = h('button', { type: 'button', id: 'learn' }, 'Learn from your mistakes')
  const write = h('button', { type: 'button', id: 'write-analysis' }, 'Write into the game')
  const note = h('p', { class: 'soft' }, 'The game has changed since. Analyse it again to go on from here.')
  learn.addEventListener('click', () => learnFromMistakes(place, app, next))
  write.addEventListener('click', () => openWriting(app))
  /** @type {Findings | null} */
  let shown = null
  return {
    root: h('div', { class: 'summary' }, table, h('div', { class: 'row' }, learn, write), note),
    show() {
      const { findings, isCurrent } = review
      allow(learn, isCurrent)
      allow(write, isCurrent)
      note.hidden = isCurrent
      if (!findings || findings === shown) return
      shown = findings
      table.replaceChildren(...rowsOf(findings))
    },
  }
}

/** @param {Findings} findings @returns {HTMLTableSectionElement[]} a row for each side */
function rowsOf({ analysis: { accuracy, averageLoss, positions }, nodes }) {
  const figure = (/** @type {number | null} */ value, unit = '') =>
    value === null ? '–' : `${Math.round(value)}${unit}`
  /** @param {Judgement} judgement @param {Color} side */
  const count = (judgement, side) =>
    positions.filter((one, index) => one.judgement === judgement && nodes[index].move?.color === side).length
  const head = (/** @type {string} */ text, words = '') =>
    h('th', { scope: 'col', title: words || false, 'aria-label': words || false }, text)
  const titles = [
    head('Accuracy'),
    head('Loss', 'Average centipawn loss'),
    ...JUDGEMENTS.map(([, sign, words]) => head(sign, words)),
  ]
  const rows = COLORS.map(side =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, colorName(side)),
      h('td', {}, figure(accuracy[side], ' %')),
      h('td', {}, figure(averageLoss[side])),
      ...JUDGEMENTS.map(([judgement]) => h('td', {}, count(judgement, side))),
    ),
  )
  return [h('thead', {}, h('tr', {}, h('td'), ...titles)), h('tbody', {}, ...rows)]
}

/** Asks what to write. @param {App} app */
function openWriting({ review }) {
  const evaluations = choice('Evaluation of each move')
  const glyphs = choice('Signs: ?!, ?, ??, and ! for an only move')
  const lines = choice('A comment on each bad move, and the better line as a variation')
  const form = h(
    'form',
    {},
    ...[evaluations, glyphs, lines].map(({ label }) => label),
    h('p', { class: 'soft' }, 'What the game has stays, but for earlier evaluations.'),
    h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'primary' }, 'Write')),
  )
  const dialog = openDialog('Write the analysis into the game', {}, form)
  form.addEventListener('submit', async event => {
    event.preventDefault()
    dialog.close()
    const [first, second, third] = [evaluations, glyphs, lines].map(({ input }) => input.checked)
    const isWritten = await review.write({ evaluations: first, glyphs: second, lines: third })
    notify({
      text: isWritten ? 'The analysis is written into the game.' : 'The game has changed: analyse it again.',
    })
  })
}

/** @param {string} text */
function choice(text) {
  const input = h('input', { type: 'checkbox', checked: true })
  return { input, label: h('label', { class: 'check' }, input, text) }
}
