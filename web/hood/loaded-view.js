// SPDX-License-Identifier: Apache-2.0
// The size of what was loaded, as a table that follows what comes later, such as dialogs.

import { h } from '../page/dom.js'
import { asSize } from '../page/figures.js'
import { readEngineSize, readLoaded } from './loaded.js'

/** @typedef {import('./loaded.js').Loaded} Loaded */

const HEADINGS = ['', 'Files', 'Sent', 'Unpacked']

/** @returns {HTMLElement} */
export function loadedView() {
  const body = h('tbody')
  const headings = HEADINGS.map(text =>
    h('th', { scope: 'col' }, text || h('span', { class: 'visually-hidden' }, 'Kind')),
  )
  const table = h('table', { class: 'loaded', id: 'loaded' }, h('thead', {}, h('tr', {}, ...headings)), body)
  const note = h('p', { class: 'soft' })
  const draw = () => {
    const { loaded, unknown } = readLoaded()
    body.replaceChildren(...loaded.map(row))
    table.hidden = loaded.length === 0
    note.textContent = words(loaded, unknown)
  }
  const engine = h('p', { class: 'soft' })
  const showEngine = async () => {
    const size = await readEngineSize()
    if (size !== null) engine.textContent = `The engine is loaded when it is first needed: ${asSize(size)}.`
  }
  draw()
  showEngine()
  new PerformanceObserver(draw).observe({ type: 'resource' })
  return h('div', {}, table, note, engine)
}

/**
 * @param {Loaded[]} loaded
 * @param {number} unknown files without a size
 */
function words(loaded, unknown) {
  const all = loaded.reduce((sum, { transferred }) => sum + transferred, 0)
  const came = `${asSize(all)} came over the network for this visit; the rest was here already.`
  if (unknown === 0) return came
  const files = unknown === 1 ? 'one file' : `${unknown} files`
  const untold = `Of ${files} the browser does not tell the size.`
  return loaded.length > 0 ? `${came} ${untold}` : untold
}

/** @param {Loaded} loaded */
const row = ({ kind, files, compressed, unpacked }) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, kind),
    ...[files, asSize(compressed), asSize(unpacked)].map(text => h('td', {}, text)),
  )
