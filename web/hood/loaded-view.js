// SPDX-License-Identifier: Apache-2.0
// What the browser loaded for the page: a table by kind of file.

import { filesOf, SINGLE } from '../engine/engine-files.js'
import { h } from '../page/dom.js'
import { asSize } from '../page/figures.js'

/**
 * The files of one kind.
 * @typedef {object} Loaded
 * @property {string} kind
 * @property {number} files
 * @property {number} transferred bytes that came over the network in this visit; 0 from a cache
 * @property {number} compressed bytes as sent
 * @property {number} unpacked bytes
 */

const KINDS = /** @type {[kind: string, pattern: RegExp][]} */ ([
  ['Scripts', /\.js$/],
  ['WebAssembly', /\.wasm$/],
  ['Styles', /\.css$/],
  ['Pictures', /\.(svg|png)$/],
  ['Page', /./],
])

const HEADINGS = ['', 'Files', 'Sent', 'Unpacked']

/** @returns {{ root: HTMLElement, stop: () => void }} a table of what was loaded; it follows what is loaded later, until stop() */
export function loadedView() {
  const body = h('tbody')
  const headings = HEADINGS.map(text =>
    h('th', { scope: 'col' }, text || h('span', { class: 'visually-hidden' }, 'Kind')),
  )
  const table = h('table', { class: 'loaded', id: 'loaded' }, h('thead', {}, h('tr', {}, ...headings)), body)
  const note = h('p', { class: 'soft' })
  const draw = () => {
    const { loaded, unknown } = readLoaded()
    body.replaceChildren(...[...loaded, allOf(loaded)].map(row))
    table.hidden = loaded.length === 0
    note.textContent = describe(loaded, unknown)
  }
  const engine = h('p', { class: 'soft' })
  const showEngine = async () => {
    const size = await readEngineSize()
    if (size !== null) engine.textContent = `The engine is loaded when it is first needed: ${asSize(size)}.`
  }
  draw()
  showEngine()
  const observer = new PerformanceObserver(draw)
  observer.observe({ type: 'resource' })
  return { root: h('div', {}, table, note, engine), stop: () => observer.disconnect() }
}

/**
 * @param {Loaded[]} loaded
 * @param {number} unknown files without a size
 */
function describe(loaded, unknown) {
  const came = `${asSize(allOf(loaded).transferred)} came over the network for this visit; the rest was here already.`
  if (unknown === 0) return came
  const files = unknown === 1 ? 'one file' : `${unknown} files`
  const missing = `The browser does not report the size of ${files}.`
  return loaded.length > 0 ? `${came} ${missing}` : missing
}

/** @param {Loaded[]} loaded @returns {Loaded} */
function allOf(loaded) {
  const sum = (/** @type {'files' | 'transferred' | 'compressed' | 'unpacked'} */ name) =>
    loaded.reduce((all, one) => all + one[name], 0)
  return {
    kind: 'All',
    files: sum('files'),
    transferred: sum('transferred'),
    compressed: sum('compressed'),
    unpacked: sum('unpacked'),
  }
}

/** @param {Loaded} loaded */
const row = ({ kind, files, compressed, unpacked }) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, kind),
    ...[files, asSize(compressed), asSize(unpacked)].map(text => h('td', {}, text)),
  )

/**
 * Reads what the browser reports, without the engine.
 * @returns {{ loaded: Loaded[], unknown: number }} unknown: files without a size; most browsers report none for the
 *   answers of a service worker
 */
function readLoaded() {
  const entries = /** @type {PerformanceResourceTiming[]} */ ([
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ])
  /** @type {Map<string, Loaded>} */
  const byKind = new Map()
  const engine = new URL('engine/', document.baseURI).pathname
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {Set<string>} */
  const unknown = new Set()
  for (const entry of entries) {
    const path = new URL(entry.name).pathname
    // The second request of a file is answered from the cache.
    if (seen.has(path) || path.startsWith(engine)) continue
    if (entry.decodedBodySize === 0) {
      unknown.add(path)
      continue
    }
    seen.add(path)
    unknown.delete(path)
    const [kind] = KINDS.find(([, pattern]) => pattern.test(path)) ?? ['Page']
    const { transferSize, encodedBodySize, decodedBodySize } = entry
    // Without its headers, so that the sums agree.
    add(byKind, kind, transferSize > 0 ? encodedBodySize : 0, encodedBodySize, decodedBodySize)
  }
  return { loaded: [...byKind.values()], unknown: unknown.size }
}

/**
 * @param {Map<string, Loaded>} byKind
 * @param {string} kind
 * @param {number} transferred
 * @param {number} compressed
 * @param {number} unpacked
 */
function add(byKind, kind, transferred, compressed, unpacked) {
  const loaded = byKind.get(kind) ?? { kind, files: 0, transferred: 0, compressed: 0, unpacked: 0 }
  loaded.files++
  loaded.transferred += transferred
  loaded.compressed += compressed
  loaded.unpacked += unpacked
  byKind.set(kind, loaded)
}

/**
 * Asks the host for the size of the engine's files: Workers load them, which pages cannot see.
 * @returns {Promise<number | null>} bytes as sent; null if unknown
 */
async function readEngineSize() {
  try {
    const lengths = filesOf(SINGLE).map(async path => {
      const response = await fetch(new URL(path, document.baseURI), { method: 'HEAD' })
      const { ok, headers } = response
      // Browsers report a response as failed if it is not read to its end.
      await response.arrayBuffer()
      return ok ? Number(headers.get('Content-Length')) : 0
    })
    const sizes = await Promise.all(lengths)
    return sizes.every(Boolean) ? sizes.reduce((sum, size) => sum + size) : null
  } catch {
    return null
  }
}
