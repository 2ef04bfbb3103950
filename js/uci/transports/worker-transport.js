// SPDX-License-Identifier: Apache-2.0
// An engine in a Web Worker, such as npm stockfish: one line of UCI a message, a string, each way.

import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { alarm } from '../../core/waiting.js'
import { LineTransport } from './line-transport.js'
import { findDamage, findFault, findScriptFault, resolve, show } from './preflight.js'

/**
 * What a Web Worker has; types of the DOM are not everybody's.
 * @typedef {object} WebWorker
 * @property {(message: any) => void} postMessage
 * @property {() => void} terminate
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 * @property {(type: string, listener: (event: any) => void) => void} removeEventListener
 */

/**
 * @typedef {object} WebWorkerOptions
 * @property {'classic' | 'module'} [type]
 * @property {'include' | 'omit' | 'same-origin'} [credentials]
 * @property {string} [name]
 */

/**
 * @typedef {object} WorkerTransportOptions
 * @property {WebWorkerOptions | undefined} [worker] for `new Worker(url, …)`
 * @property {string | URL | false | undefined} [wasm] the file that the worker loads, to be looked at when the
 *   worker says nothing; false for none. Default: what npm stockfish's scripts load, which is
 *   `#<encodeURIComponent(URL)>` of the script's URL, else the file beside it that ends with .wasm
 */

/** After so many milliseconds without an answer to the first line it is asked why. */
const SILENCE = 1000
/** After so many, a reason that may be none is believed. */
const LONG_SILENCE = 10_000
/** How long a script that was not loaded is looked at. */
const LOOK = 3000
/** What `quit` may take where it is told to something that only looks like a Worker. */
const QUIT = 100
const OPTIONS = ['worker', 'wasm']
const START_HINT = "look at what it imports, worker-src of the page's CSP and Cross-Origin-Embedder-Policy"

/**
 * Starts the worker at once, or takes one that runs; either is ended with the transport. What goes wrong is told by
 * onClose: an error in the worker, a script that cannot be loaded, and the wasm that is missing, of a wrong type or
 * forbidden. Messages that are no strings are ignored.
 * @param {WebWorker | string | URL} worker a Web Worker, or the URL of its script
 * @param {WorkerTransportOptions} [options]
 * @returns {LineTransport} it starts again only from a URL
 * @throws {ChessError} ERR_ARGUMENT, also where there are no Web Workers
 */
export function workerTransport(worker, options) {
  const { worker: workerOptions, wasm } = checkOptions(options, OPTIONS)
  if (wasm !== undefined && wasm !== false && typeof wasm !== 'string' && !(wasm instanceof URL))
    throw argumentError('wasm is a URL, or false', wasm)
  if (isWorker(worker)) return attach(() => worker, undefined, wasm)
  if (typeof worker !== 'string' && !(worker instanceof URL))
    throw argumentError("an engine's worker is a Web Worker or the URL of its script", worker)
  if (typeof Worker === 'undefined') {
    throw argumentError(
      'there are no Web Workers here: use processTransport or workerThreadTransport of binbo/node',
    )
  }
  const url = String(worker)
  const script = resolve(url, globalThis.document?.baseURI ?? globalThis.location?.href)
  const start = () => new Worker(url, /** @type {WebWorkerOptions | undefined} */ (workerOptions))
  const again = () => attach(start, script, wasm, again)
  return again()
}

/**
 * @param {unknown} value
 * @returns {value is WebWorker}
 * @throws {ChessError} ERR_ARGUMENT for a worker of node:worker_threads
 */
function isWorker(value) {
  if (typeof value !== 'object' || value === null || !('postMessage' in value && 'terminate' in value))
    return false
  if ('addEventListener' in value) return true
  throw argumentError("this is no Web Worker: use binbo/node's workerThreadTransport")
}

/**
 * Those are not told to quit: terminate() ends them at once. Measured with Stockfish 19 in Chromium 156: a Worker with
 * threads that is terminated while it quits stays for good in one of ten cases, with its threads and 57 MB; of 150 that
 * knew nothing of it none did.
 * @param {WebWorker | undefined} worker
 * @returns {boolean} whether it is one of the browser's own
 */
const isBrowsersOwn = worker => typeof Worker !== 'undefined' && worker instanceof Worker

/**
 * @param {() => WebWorker} start
 * @param {URL | undefined} script where it is known
 * @param {string | URL | false | undefined} wasm
 * @param {() => LineTransport} [again]
 * @returns {LineTransport}
 */
function attach(start, script, wasm, again) {
  /** @type {WebWorker | undefined} */
  let worker
  let isAsked = false
  let cancelAlarm = () => {}
  const looking = new AbortController()

  const release = () => {
    cancelAlarm()
    looking.abort()
    worker?.removeEventListener('message', onMessage)
    worker?.removeEventListener('messageerror', onMessageError)
    worker?.terminate()
  }
  const fail = (/** @type {string} */ message, /** @type {unknown} */ cause = undefined) => {
    release()
    transport.closed({ message, cause })
  }
  const end = () => {
    const told = !isBrowsersOwn(worker)
    if (told) worker?.postMessage('quit')
    looking.abort()
    cancelAlarm()
    cancelAlarm = alarm(told ? QUIT : 0, () => fail('it was closed'))
  }
  const transport = new LineTransport({
    write(line) {
      if (line === 'quit') return end()
      worker?.postMessage(line)
      if (isAsked) return
      isAsked = true
      cancelAlarm = alarm(SILENCE, findReason)
    },
    end,
    kill: release,
    again,
  })

  /** A worker that speaks is well, whatever its files look like from here. */
  const heard = () => {
    if (looking.signal.aborted) return
    looking.abort()
    cancelAlarm()
  }
  const onMessage = (/** @type {MessageEvent} */ { data }) => {
    heard()
    if (typeof data === 'string') transport.receiveMessage(data)
  }
  const onMessageError = () => fail('a message of the worker could not be read')
  const onError = async (/** @type {ErrorEvent} */ event) => {
    event.preventDefault()
    const { message, error } = event
    // Without a message the script could not be loaded, and the event does not say why; a page that came in its
    // place is a syntax error.
    const isUnread = !message || message.includes('SyntaxError')
    const cancel = alarm(LOOK, () => looking.abort())
    const fault = isUnread && script && (await findScriptFault(script, looking.signal))
    cancel()
    if (fault) fail(fault)
    else if (message) fail(`the worker failed: ${message}${isolationHint(event)}`, error ?? undefined)
    else fail(`${script ? show(script) : 'the worker'} could not be started (${START_HINT})`)
  }
  const findReason = async () => {
    const { signal } = looking
    const fault = await findFault(script, wasm, signal)
    if (signal.aborted) return
    const tell = async () => {
      const message = fault?.message ?? (await findDamage(script, wasm, signal))
      if (message && !signal.aborted) fail(`the worker says nothing: ${message}`)
    }
    if (fault?.certain) tell()
    else cancelAlarm = alarm(LONG_SILENCE - SILENCE, tell)
  }

  try {
    worker = start()
    worker.addEventListener('message', onMessage)
    worker.addEventListener('messageerror', onMessageError)
    worker.addEventListener('error', onError)
  } catch (error) {
    fail(`the worker could not be started: ${error instanceof Error ? error.message : String(error)}`, error)
  }
  return transport
}

/**
 * @param {ErrorEvent} event
 * @returns {string} what a flavour with threads wants of its page
 */
function isolationHint({ message }) {
  if (globalThis.crossOriginIsolated !== false || !message.includes('SharedArrayBuffer')) return ''
  const headers = 'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp'
  return ` (its threads need a page that is crossOriginIsolated: serve it with ${headers})`
}
