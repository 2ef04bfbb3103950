// SPDX-License-Identifier: Apache-2.0
// A table of the files that the browser loaded for the page, by kind.

import { html, nothing } from 'lit-html'
import { filesOf, SINGLE } from '../engine/engine-files.js'
import { asSize } from '../page/figures.js'

/** The files of one kind. */
type Loaded = {
  kind: string
  files: number
  /** bytes received over the network in this visit; files from a cache do not count */
  transferred: number
  /** bytes as sent */
  compressed: number
  /** bytes after decompression */
  unpacked: number
}

const KINDS: [kind: string, pattern: RegExp][] = [
  ['Scripts', /\.js$/],
  ['WebAssembly', /\.wasm$/],
  ['Styles', /\.css$/],
  ['Pictures', /\.(svg|png)$/],
  ['Page', /./],
]

const none = (kind: string): Loaded => ({ kind, files: 0, transferred: 0, compressed: 0, unpacked: 0 })

const plus = (sum: Loaded, more: Loaded): Loaded => ({
  kind: sum.kind,
  files: sum.files + more.files,
  transferred: sum.transferred + more.transferred,
  compressed: sum.compressed + more.compressed,
  unpacked: sum.unpacked + more.unpacked,
})

/** @param engineSize in bytes */
export function loadedView({ loaded, unknown }: ReturnType<typeof readLoaded>, engineSize: number | null) {
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
    engineSize !== null &&
      'It is fetched before that while the page is at rest, unless the browser saves data.',
  ]
  return html`<div>${loaded.length > 0 ? table : nothing}${words.filter(Boolean).map(text => html`<p class="soft">${text}</p>`)}</div>`
}

/** Most browsers report no size for files that a service worker returns. */
const isResource = (entry: PerformanceEntry): entry is PerformanceResourceTiming => 'decodedBodySize' in entry

/**
 * Reads what the browser reports about the page's files, except the engine's.
 * @returns `unknown`: the number of files without a size
 */
export function readLoaded(): { loaded: Loaded[]; unknown: number } {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ].filter(isResource)
  const byKind: Map<string, Loaded> = new Map()
  const engine = new URL('engine/', document.baseURI).pathname
  const seen: Set<string> = new Set()
  const unknown: Set<string> = new Set()
  for (const entry of entries) {
    const path = new URL(entry.name).pathname
    // The cache answers the second request for a file.
    if (seen.has(path) || path.startsWith(engine)) continue
    if (entry.decodedBodySize === 0) {
      unknown.add(path)
      continue
    }
    seen.add(path)
    unknown.delete(path)
    const [kind] = KINDS.find(([, pattern]) => pattern.test(path)) ?? ['Page']
    const { transferSize, encodedBodySize: compressed, decodedBodySize: unpacked } = entry
    // Without headers, so that the sums agree.
    const transferred = transferSize > 0 ? compressed : 0
    byKind.set(
      kind,
      plus(byKind.get(kind) ?? none(kind), { kind, files: 1, transferred, compressed, unpacked }),
    )
  }
  return { loaded: [...byKind.values()], unknown: unknown.size }
}

/**
 * Reads the size of the engine's files from the server: Workers load them, which the browser does not report to the page.
 * @returns bytes as sent; null if unknown
 */
export async function readEngineSize(): Promise<number | null> {
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
