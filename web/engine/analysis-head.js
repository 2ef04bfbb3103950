// SPDX-License-Identifier: Apache-2.0
// The switch of the analysis, what people choose of it, and how far the engine is.

import { h } from '../page/dom.js'
import { saveSetting, setting } from '../page/settings.js'
import { MOST_LINES } from './analyst.js'

/** @typedef {import('../app.js').App} App */

/** @returns {boolean} whether the first moves of the lines are shown on the board */
export const wantsArrows = () => setting('arrows', true)

/**
 * @param {App} app
 * @param {() => void} onArrows they are wanted, or no more
 * @returns {{ root: HTMLElement, toggle: HTMLButtonElement, show: () => void }}
 */
export function makeHead({ analyst }, onArrows) {
  const toggle = h('button', {
    type: 'button',
    id: 'analysis-switch',
    role: 'switch',
    class: 'switch',
    'aria-labelledby': 'analysis-title',
    onclick: () => (analyst.on ? analyst.stop() : analyst.start()),
  })
  const count = h('select', { id: 'line-count' })
  for (let lines = 1; lines <= MOST_LINES; lines++)
    count.append(h('option', { value: lines, selected: lines === analyst.lineCount }, lines))
  count.addEventListener('change', () => {
    analyst.lineCount = Number(count.value)
  })
  const arrows = h('input', { type: 'checkbox', id: 'engine-arrows', checked: wantsArrows() })
  arrows.addEventListener('change', () => {
    saveSetting('arrows', arrows.checked)
    onArrows()
  })
  const choices = h(
    'div',
    { class: 'row analysis-choices' },
    h('span', { class: 'row' }, h('label', { for: 'line-count' }, 'Lines'), count),
    h('label', { class: 'check' }, arrows, 'Arrows'),
  )
  const title = h('h2', { id: 'analysis-title' }, 'Analysis')
  return {
    root: h('div', { class: 'analysis-head' }, title, toggle, choices),
    show() {
      toggle.setAttribute('aria-checked', String(analyst.on))
    },
    toggle,
  }
}

/**
 * @param {App} app
 * @returns {{ root: HTMLElement, show: () => void }} who searches, how deep and how fast
 */
export function makeFacts({ analyst, room }) {
  const name = h('span', { class: 'engine-name' })
  const depth = h('span', { class: 'depth' })
  const speed = h('span', { class: 'speed' })
  const root = h('p', { class: 'facts soft' }, name, depth, speed)
  return {
    root,
    show() {
      const { depth: plies, seldepth, nps } = analyst.progress
      const pace = nps === undefined ? '' : speedWords(nps)
      name.textContent = analyst.on ? room.name : ''
      depth.textContent = plies === undefined ? '' : `Depth ${plies}${seldepth ? `/${seldepth}` : ''}`
      speed.textContent = analyst.state === 'done' ? 'searched to the end' : pace
    },
  }
}

/** @param {number} nps @returns {string} such as '1.2 M nodes/s' */
function speedWords(nps) {
  if (nps >= 1e6) return `${(nps / 1e6).toFixed(1)} M nodes/s`
  return nps >= 1e3 ? `${Math.round(nps / 1e3)} k nodes/s` : `${nps} nodes/s`
}
