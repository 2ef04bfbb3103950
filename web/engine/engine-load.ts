// SPDX-License-Identifier: Apache-2.0
// Loads the files of the page's engines into the browser's cache, each once, and reports how much of them has come. The Workers
// then find them there.

/// <reference path="../page/built.d.ts" />

import { withOneDecimal } from '../page/figures.js'
import { say } from '../page/texts.js'
import { filesOf, SINGLE, WITH_THREADS } from './engine-files.js'
import { sharesMemory } from './engine-variants.js'

type FileLoad = {
  path: string
  /** bytes of the contents that have come */
  read: number
  /** bytes to transfer, which may be compressed; 0 before the response */
  size: number
  phase: 'requested' | 'coming' | 'ended'
  ended: Promise<unknown>
}

/** Milliseconds without a further part after which a connection counts as hanging. */
const LONGEST_REST = 90_000

/** Failed ones are missing, so that the next call tries again. */
const loads: Map<string, FileLoad> = new Map()
/** Called after each part. */
const watchers: Set<() => void> = new Set()

/** @returns the files of Stockfish that this browser uses, the script first */
export const builtInFiles = (): string[] =>
  filesOf(sharesMemory() && navigator.hardwareConcurrency > 1 ? WITH_THREADS : SINGLE)

/** Begins to load a file, unless it was loaded or is being loaded. */
export function loadFile(path: string): FileLoad {
  const known = loads.get(path)
  if (known) return known
  const load: FileLoad = { path, read: 0, size: 0, phase: 'requested', ended: Promise.resolve() }
  loads.set(path, load)
  load.ended = readFile(load)
    .catch(() => loads.delete(path))
    .finally(() => enter(load, 'ended'))
  return load
}

/** @throws {TypeError} the file cannot be loaded */
async function readFile(load: FileLoad) {
  const response = await fetch(new URL(load.path, document.baseURI))
  if (!response.ok || !response.body) throw new TypeError(`HTTP ${response.status}`)
  load.size = Number(response.headers.get('Content-Length')) || ENGINE_SIZES[load.path]
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    load.read += value.length
    enter(load, 'coming')
  }
}

function enter(load: FileLoad, phase: FileLoad['phase']) {
  load.phase = phase
  for (const look of [...watchers]) look()
}

/**
 * Loads files. It ignores failures and hanging connections, which the engine then reports.
 * @param report gets the progress, such as '0.4 of 1.1 MB'; '' if it is unknown, and at the end
 * @param signal ends the waiting
 */
export async function loadFiles(
  files: readonly string[],
  report: (progress: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const all = files.map(loadFile)
  let timer: ReturnType<typeof setTimeout> | undefined
  let end = () => {}
  const stopped = new Promise<void>(resolve => {
    end = resolve
  })
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(end, LONGEST_REST)
    report(progressOf(all))
  }
  watchers.add(look)
  signal.addEventListener('abort', end, { once: true })
  look()
  await Promise.race([stopped, Promise.all(all.map(({ ended }) => ended))])
  signal.removeEventListener('abort', end)
  // Whoever tries again does not wait for what hangs.
  if (signal.aborted) for (const { path, phase } of all) if (phase !== 'ended') loads.delete(path)
  watchers.delete(look)
  clearTimeout(timer)
  report('')
}

function progressOf(all: readonly FileLoad[]): string {
  if (all.some(({ size, phase }) => size === 0 || phase === 'requested')) return ''
  const total = all.reduce((sum, { size }) => sum + size, 0)
  const read = all.reduce(
    (sum, { path, read, size }) => sum + size * Math.min(1, read / ENGINE_SIZES[path]),
    0,
  )
  return say`${inMegabytes(read)} of ${inMegabytes(total)} MB`
}

const inMegabytes = (bytes: number) => withOneDecimal(bytes / 1e6)
