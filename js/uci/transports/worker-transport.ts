// SPDX-License-Identifier: Apache-2.0
// An engine in a Web Worker, such as npm stockfish: each message, in both directions, is a string with one line.

import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { alarm } from '../../core/waiting.js'
import type { Carrier } from './line-transport.js'
import { LineTransport } from './line-transport.js'
import { findDamage, findFault, findScriptFault, resolve, show } from './worker-diagnosis.js'

/** What is read of a MessageEvent. */
export type WorkerMessage = { readonly data: unknown }
/** What is read of an ErrorEvent. */
export type WorkerFault = { readonly message: string; readonly error?: unknown; preventDefault(): void }

/** The parts of a Web Worker that are used; not all projects have the DOM's types. */
export type WebWorker = {
  /** Takes a line for the engine. */
  postMessage(line: string): void
  /** Ends the worker. */
  terminate: () => void
  /** Adds a listener for messages. */
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void
  /** Adds a listener for messages that cannot be read. */
  addEventListener(type: 'messageerror', listener: (event: unknown) => void): void
  /** Adds a listener for errors. */
  addEventListener(type: 'error', listener: (event: WorkerFault) => void): void
  /** Removes one for messages. */
  removeEventListener(type: 'message', listener: (event: WorkerMessage) => void): void
  /** Removes one for messages that cannot be read. */
  removeEventListener(type: 'messageerror', listener: (event: unknown) => void): void
}

/** The options of `new Worker()`. */
export type WebWorkerOptions = {
  /** Whether the script is a module; default 'classic'. */
  type?: 'classic' | 'module'
  /** Which credentials are sent to load a module. */
  credentials?: 'include' | 'omit' | 'same-origin'
  /** The name of the worker in developer tools. */
  name?: string
}

/** How workerTransport() starts the worker. */
export type WorkerTransportOptions = {
  /** The options of `new Worker(url, …)` */
  worker?: WebWorkerOptions | undefined
  /**
   * The file that the worker loads, to be inspected if the worker is silent; false for none. Default: the one that npm
   * stockfish's scripts load, which is `#<encodeURIComponent(URL)>` of the script's URL, otherwise the .wasm of the same
   * name beside it.
   */
  wasm?: string | URL | false | undefined
}

/** Milliseconds without an answer to the first line until the reason is looked for. */
const SILENCE = 1000
/** Milliseconds until an uncertain reason is reported. */
const LONG_SILENCE = 10_000
/** For the inspection of a script that did not load, in milliseconds. */
const INSPECTION = 3000
/** For `quit`, where it is sent to an object that only resembles a Worker, in milliseconds. */
const QUIT = 100
const OPTIONS = ['worker', 'wasm']
const START_HINT = "check its imports, worker-src of the page's CSP and Cross-Origin-Embedder-Policy"

/**
 * Starts the worker at once, or takes a running one; it ends with the transport. onClose reports an error in the worker,
 * a script that cannot be loaded, and wasm that is missing, of a wrong type or forbidden. Messages other than strings
 * are ignored.
 * @param worker a Web Worker, or the URL of its script
 * @returns it can be restarted only from a URL
 * @throws {ChessError} ERR_ARGUMENT, also where there are no Web Workers
 */
export function workerTransport(
  worker: WebWorker | string | URL,
  options?: WorkerTransportOptions,
): LineTransport {
  const { worker: workerOptions, wasm }: WorkerTransportOptions = checkOptions(options, OPTIONS)
  if (wasm !== undefined && wasm !== false && typeof wasm !== 'string' && !isA(wasm, 'URL'))
    throw argumentError('wasm is a URL, or false', wasm)
  if (isWorker(worker)) return new WorkerCarrier(() => worker, undefined, wasm).transport
  if (typeof worker !== 'string' && !isA(worker, 'URL'))
    throw argumentError("An engine's worker is a Web Worker or the URL of its script", worker)
  if (typeof Worker === 'undefined') {
    throw argumentError(
      'There are no Web Workers here: use processTransport or workerThreadTransport of binbo/node',
    )
  }
  const url = String(worker)
  const script = resolve(url, globalThis.document?.baseURI ?? globalThis.location?.href)
  const start = () => new Worker(url, workerOptions)
  const again = () => new WorkerCarrier(start, script, wasm, again).transport
  return again()
}

/** @throws {ChessError} ERR_ARGUMENT for a worker of node:worker_threads */
function isWorker(value: unknown): value is WebWorker {
  if (typeof value !== 'object' || value === null || !('postMessage' in value && 'terminate' in value))
    return false
  if ('addEventListener' in value) return true
  throw argumentError("This is not a Web Worker: use binbo/node's workerThreadTransport")
}

/**
 * The browser's own Workers get no `quit`: terminate() ends them at once. Measured with Stockfish 19 in Chromium 156:
 * one of ten Workers with threads that were terminated while they quit was never freed, with its threads and 57 MB; of
 * 150 without `quit` all were.
 * @returns whether it is one of them
 */
const isBrowserWorker = (worker: WebWorker | undefined): boolean =>
  typeof Worker !== 'undefined' && worker instanceof Worker

/** One worker, the carrier of its transport. */
class WorkerCarrier implements Carrier {
  transport
  again: (() => LineTransport) | undefined
  #script: URL | undefined
  #wasm: string | false | URL | undefined
  #worker: WebWorker | undefined
  #hasSent = false
  #cancelAlarm = () => {}
  /** Aborted when the inspection of the worker's files is no longer needed. */
  #inspection = new AbortController()

  /** @param script if it is known */
  constructor(
    start: () => WebWorker,
    script: URL | undefined,
    wasm: string | URL | false | undefined,
    again?: () => LineTransport,
  ) {
    this.#script = script
    this.#wasm = wasm
    this.again = again
    this.transport = new LineTransport(this)
    try {
      this.#worker = start()
      this.#worker.addEventListener('message', this.#onMessage)
      this.#worker.addEventListener('messageerror', this.#onMessageError)
      this.#worker.addEventListener('error', this.#onError)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#fail(`the worker could not be started: ${reason}`, error)
    }
  }

  write(line: string) {
    if (line === 'quit') return this.end()
    this.#worker?.postMessage(line)
    if (this.#hasSent) return
    this.#hasSent = true
    this.#cancelAlarm = alarm(SILENCE, () => this.#findReason())
  }

  end() {
    const getsQuit = !isBrowserWorker(this.#worker)
    if (getsQuit) this.#worker?.postMessage('quit')
    this.#inspection.abort()
    this.#cancelAlarm()
    this.#cancelAlarm = alarm(getsQuit ? QUIT : 0, () => this.#fail('it was closed'))
  }

  kill() {
    this.#cancelAlarm()
    this.#inspection.abort()
    this.#worker?.removeEventListener('message', this.#onMessage)
    this.#worker?.removeEventListener('messageerror', this.#onMessageError)
    this.#worker?.terminate()
  }

  #fail(message: string, cause?: unknown) {
    this.kill()
    this.transport.closed({ message, cause })
  }

  #onMessage = ({ data }: WorkerMessage) => {
    // A worker that answers is fine, even if its files seem faulty from here.
    if (!this.#inspection.signal.aborted) {
      this.#inspection.abort()
      this.#cancelAlarm()
    }
    if (typeof data === 'string') this.transport.receiveMessage(data)
  }

  #onMessageError = () => this.#fail('a message of the worker could not be read')

  #onError = async (event: WorkerFault) => {
    event.preventDefault()
    const { message, error } = event
    const script = this.#script
    // Without a message the script could not be loaded, and the event gives no reason; an HTML page in its place is a
    // syntax error.
    const isUnread = !message || message.includes('SyntaxError')
    const cancel = alarm(INSPECTION, () => this.#inspection.abort())
    const fault = isUnread && script && (await findScriptFault(script, this.#inspection.signal))
    cancel()
    if (fault) this.#fail(fault)
    else if (message) this.#fail(`the worker failed: ${message}${isolationHint(event)}`, error ?? undefined)
    else this.#fail(`${script ? show(script) : 'the worker'} could not be started (${START_HINT})`)
  }

  /** Inspects the files of a silent worker; an uncertain reason is reported later than a certain one. */
  async #findReason() {
    const { signal } = this.#inspection
    const fault = await findFault(this.#script, this.#wasm, signal)
    if (signal.aborted) return
    const report = (message: string) => this.#fail(`the worker says nothing: ${message}`)
    if (fault?.certain) return report(fault.message)
    if (fault) {
      this.#cancelAlarm = alarm(LONG_SILENCE - SILENCE, () => report(fault.message))
      return
    }
    const damage = await findDamage(this.#script, this.#wasm, signal)
    if (damage && !signal.aborted) report(damage)
  }
}

/** @returns what an engine with threads needs of its page */
function isolationHint({ message }: WorkerFault): string {
  if (globalThis.crossOriginIsolated !== false || !message.includes('SharedArrayBuffer')) return ''
  const headers = 'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp'
  return ` (its threads need a page that is crossOriginIsolated: serve it with ${headers})`
}
