// SPDX-License-Identifier: Apache-2.0
// What the browser loaded for the page, by what it is for.

import { filesOf, SINGLE } from '../engine/engine-files.js'

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
export async function readEngineSize() {
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
