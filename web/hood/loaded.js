// SPDX-License-Identifier: Apache-2.0
// What the browser loaded for the page, and what it keeps for offline use.

import { ENGINE_FILES, filesOf, SINGLE } from '../engine/engine-files.js'
import { h } from '../page/dom.js'
import { asSize } from '../page/figures.js'
import { allow, keepFocus } from '../page/focus.js'

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

/**
 * @typedef {object} Loaded
 * @property {string} kind
 * @property {number} files
 * @property {number} transferred bytes that came over the network now; 0 from a cache
 * @property {number} compressed bytes as they are sent
 * @property {number} unpacked bytes
 */

const KINDS = /** @type {[kind: string, pattern: RegExp][]} */ ([
  ['Scripts', /\.js$/],
  ['WebAssembly', /\.wasm$/],
  ['Styles', /\.css$/],
  ['Pictures', /\.(svg|png)$/],
  ['Page', /./],
])

/**
 * @returns {{ loaded: Loaded[], unknown: number }} without the engine; unknown: files without a size, as most browsers
 *   have none of what a service worker answers
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
    // One that was asked for twice came out of the cache.
    if (seen.has(path) || path.startsWith(engine)) continue
    if (entry.decodedBodySize === 0) {
      unknown.add(path)
      continue
    }
    seen.add(path)
    unknown.delete(path)
    const [kind] = KINDS.find(([, pattern]) => pattern.test(path)) ?? ['Page']
    const { transferSize, encodedBodySize, decodedBodySize } = entry
    add(byKind, kind, transferSize, encodedBodySize, decodedBodySize)
  }
  return { loaded: [...byKind.values()], unknown: unknown.size }
}

/**
 * What the engine's files weigh, whether they were needed yet or not: its Worker loads them, and pages are not told.
 * @returns {Promise<number | null>} bytes as they are sent; null where nobody says
 */
async function readEngineSize() {
  try {
    const lengths = filesOf(SINGLE).map(async path => {
      const response = await fetch(new URL(path, document.baseURI), { method: 'HEAD' })
      const { ok, headers } = response
      // What is not read to its end counts as broken off.
      await response.arrayBuffer()
      return ok ? Number(headers.get('Content-Length')) : 0
    })
    const sizes = await Promise.all(lengths)
    return sizes.every(Boolean) ? sizes.reduce((sum, size) => sum + size) : null
  } catch {
    return null
  }
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

/** Milliseconds. No browser lets a service worker work for longer, and then it says nothing any more. */
const PATIENCE = 330_000

/** @returns {HTMLElement} */
export function offlineView() {
  const words = h('p', { id: 'offline-state', tabindex: -1 })
  const button = h('button', { type: 'button', id: 'offline-engine' }, 'Keep the engine for offline use')
  const root = h('div', { class: 'offline' }, words, button)

  const draw = async () => {
    const isKept = navigator.serviceWorker?.controller != null
    const engine = isKept && (await hasEngine())
    keepFocus(
      button,
      () => words,
      () => {
        button.hidden = !isKept || engine
      },
    )
    words.textContent = !isKept
      ? 'Offline, this page does not work yet: the browser has not kept it. It may on the next visit.'
      : engine
        ? 'The page and the engine work offline.'
        : 'The page works offline; the engine only where it was used before.'
  }
  button.addEventListener('click', async () => {
    allow(button, false)
    words.textContent = 'Loading the engine…'
    const isKept = await keepEngine()
    await draw()
    if (!isKept) words.textContent = 'The engine could not be loaded. Is there a network? Try again then.'
    allow(button, true)
  })
  navigator.serviceWorker?.addEventListener('controllerchange', draw)
  draw()
  return root
}

/** @returns {Promise<boolean>} whether the service worker could keep it */
function keepEngine() {
  const { port1, port2 } = new MessageChannel()
  navigator.serviceWorker.controller?.postMessage('keep engine', [port2])
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(hasEngine()), PATIENCE)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      port1.close()
      resolve(data)
    }
  })
}

async function hasEngine() {
  const found = await Promise.all(ENGINE_FILES.map(path => caches.match(new URL(path, document.baseURI))))
  return found.every(Boolean)
}
