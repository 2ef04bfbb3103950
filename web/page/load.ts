// SPDX-License-Identifier: Apache-2.0
// Loads the chess core, Workers, and parts of the page when they are needed.

/// <reference path="./built.d.ts" />

import { ChessError } from 'binbo'
import { init } from 'binbo/slim'
import { h } from './dom.js'
import type { Words } from './error-words.js'
import { notify } from './notices.js'
import { language, say } from './texts.js'

/**
 * Loads the core into this page or Worker, whose files are in the same folder. Call it before using `binbo`.
 * @throws {ChessError} ERR_INIT if it cannot be loaded, ERR_WASM if it cannot be compiled
 */
export const startCore = (): Promise<void> => init(fetch(new URL(CORE, location.href)))

/** Starts a Worker of the page, whose texts are in the same language. */
export const startWorker = (name: keyof typeof WORKERS): Worker =>
  new Worker(new URL(WORKERS[name], location.href), { type: 'module', name: language })

const UNLOADED = say`This part of the page could not be loaded. Check your connection and try again.`
/** Some browsers, such as Chromium 150, never retry a module that failed once. */
const RELOAD = { label: say`Reload the page`, run: () => location.reload() }

/** Resolves when parts.css is loaded. */
let styles: Promise<unknown> | null = null

/** @returns rejects if they cannot be loaded; the next call tries again */
export function loadStyles(): Promise<unknown> {
  styles ??= new Promise((resolve, reject) => {
    const fail = () => {
      styles = null
      link.remove()
      reject(new Error('parts.css could not be loaded'))
    }
    const link = h('link', { rel: 'stylesheet', href: 'parts.css', onload: resolve, onerror: fail })
    document.head.append(link)
  })
  return styles
}

/** Calls of openPart() so far. */
let calls = 0

/**
 * Loads a part and opens it, unless openPart() was called again in the meantime.
 * @param load such as `() => import('./part.js')`
 * @param open may be asynchronous
 */
export async function openPart<T>(load: () => Promise<T>, open: (part: T) => unknown) {
  const call = ++calls
  await loadPart(load, part => call === calls && open(part))
}

/**
 * Loads a part and uses it; failures are shown in a notice.
 * @param load such as `() => import('./part.js')`
 * @param use may be asynchronous
 * @returns whether it succeeded
 */
export async function loadPart<T>(load: () => Promise<T>, use: (part: T) => unknown): Promise<boolean> {
  let part: T
  try {
    ;[part] = await Promise.all([load(), loadStyles()])
  } catch (error) {
    console.error(error)
    notify({ text: UNLOADED, tone: 'error', actions: [RELOAD] })
    return false
  }
  try {
    await use(part)
    return true
  } catch (error) {
    // A ChessError is about the user's input; any other error is a defect of the page.
    if (!(error instanceof ChessError)) console.error(error)
    reportError(error)
    return false
  }
}

/**
 * Shows a notice for players with the reason for a failure.
 * @param before a sentence that names what failed
 * @param explain returns the words for the error, if more is known than its code
 * @returns closes the notice, or keeps it from being shown
 */
export function reportError(
  error: unknown,
  before = '',
  explain: () => Promise<Words> = () => wordsOf(error),
): () => void {
  let close = () => {}
  let isClosed = false
  loadPart(explain, ({ text, code }) => {
    if (isClosed) return
    try {
      close = notify({ text: `${before} ${text}`.trim(), tone: 'error', code })
    } catch (failure) {
      // reportError() would fail again, without end.
      console.error(failure)
    }
  })
  return () => {
    isClosed = true
    close()
  }
}

const wordsOf = async (error: unknown): Promise<Words> => (await import('./error-words.js')).errorWords(error)
