// SPDX-License-Identifier: Apache-2.0
// The size of what was loaded, as a table that follows what comes later, such as dialogs.

import { h } from '../page/dom.js'
import { asSize } from '../page/figures.js'
import { readEngineSize, readLoaded } from './loaded.js'

const HEADINGS = ['', 'Files', 'Sent', 'Unpacked']

/** @returns {HTMLElement} */
export function loadedView() {
  const body = h('tbody')
  const note = h('p', { class: 'soft' })
  const draw = () => {
    const loaded = readLoaded()
    body.replaceChildren(...loaded.map(row))
    const all = loaded.reduce((sum, { transferred }) => sum + transferred, 0)
    note.textContent = `${asSize(all)} came over the network for this visit; the rest was here already.`
  }
  const engine = h('p', { class: 'soft' })
  const showEngine = async () => {
    const size = await readEngineSize()
    if (size !== null) engine.textContent = `The engine is loaded when it is first needed: ${asSize(size)}.`
  }
  draw()
  showEngine()
  new PerformanceObserver(draw).observe({ type: 'resource' })
  const headings = HEADINGS.map(text =>
    h('th', { scope: 'col' }, text || h('span', { class: 'visually-hidden' }, 'Kind')),
  )
  return h(
    'div',
    {},
    h('table', { class: 'loaded', id: 'loaded' }, h('thead', {}, h('tr', {}, ...headings)), body),
    note,
    engine,
  )
}

/** @param {import('./loaded.js').Loaded} loaded */
const row = ({ kind, files, compressed, unpacked }) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, kind),
    ...[files, asSize(compressed), asSize(unpacked)].map(text => h('td', {}, text)),
  )
