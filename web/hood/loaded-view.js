// SPDX-License-Identifier: Apache-2.0
// What the browser loaded for the page: a table by kind of file.

import { html, nothing } from 'lit-html'
import { filesOf, SINGLE } from '../engine/engine-files.js'
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

/** @param {string} kind @returns {Loaded} */
const none = kind => ({ kind, files: 0, transferred: 0, compressed: 0, unpacked: 0 })

/** @param {Loaded} sum @param {Loaded} more @returns {Loaded} */
const plus = (sum, more) => ({
  kind: sum.kind,
  files: sum.files + more.files,
  transferred: sum.transferred + more.transferred,
  compressed: sum.compressed + more.compressed,
  unpacked: sum.unpacked + more.unpacked,
})

/** @param {ReturnType<typeof readLoaded>} read @param {number | null} engineSize in bytes */
export function loadedView({ loaded, unknown }, engineSize) {
  const all = loaded.reduce(plus, none('All'))
  const rows = [...loaded, all].map(
    ({ kind, files, compressed, unpacked }) =>
      html`<tr><th scope="row">${kind}</th><td>${files}</td><td>${asSize(compressed)}</td><td>${asSize(unpacked)}</td></tr>`,
  )
  const table = html`<table class="loaded" id="loaded"><thead><tr><th scope="col"><span class="visually-hidden">Kind</span></th>
    <th scope="col">Files</th><th scope="col">Sent</th><th scope="col">Unpacked</th></tr></thead><tbody>${rows}</tbody></table>`
  const files = unknown === 1 ? 'one file' : `${unknown} files`
  const words = [
    (loaded.length > 0 || unknown === 0) &&
      `${asSize(all.transferred)} came over the network for this visit; the rest was here already.`,
    unknown > 0 && `The browser does not report the size of ${files}.`,
    engineSize !== null && `The engine is loaded when it is first needed: ${asSize(engineSize)}.`,
  ]
  return html`<div>${loaded.length > 0 ? table : nothing}${words.filter(Boolean).map(text => html`<p class="soft">${text}</p>`)}</div>`
}

/**
 * Reads what the browser reports, without the engine.
 * @returns {{ loaded: Loaded[], unknown: number }} unknown: files without a size; most browsers report none for the
 *   answers of a service worker
 */
export function readLoaded() {
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
    const { transferSize, encodedBodySize: compressed, decodedBodySize: unpacked } = entry
    // Without its headers, so that the sums agree.
    const transferred = transferSize > 0 ? compressed : 0
    byKind.set(
      kind,
      plus(byKind.get(kind) ?? none(kind), { kind, files: 1, transferred, compressed, unpacked }),
    )
  }
  return { loaded: [...byKind.values()], unknown: unknown.size }
}

/**
 * Asks the host for the size of the engine's files: Workers load them, which pages cannot see.
 * @returns {Promise<number | null>} bytes as sent; null if unknown
 */
export async function readEngineSize() {
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
