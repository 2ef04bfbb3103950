// SPDX-License-Identifier: Apache-2.0
// Workers of a page in Node: the page's own scripts in realms of their own, and an engine that knows the rules and no more.

import { readFileSync } from 'node:fs'
import vm from 'node:vm'

/** @import { Routes } from './routes.js' */
/** @import { PageWindow } from './window.js' */

/** @type {Map<string, vm.Script>} */
const scripts = new Map()

/**
 * @param {PageWindow} window
 * @param {string} folder of the page
 * @param {(problem: string) => void} onProblem
 * @param {Routes} routes
 * @returns {any} the class Worker of this window
 */
export function makeWorkers(window, folder, onProblem, routes) {
  return class Worker extends /** @type {any} */ (window.EventTarget) {
    /** @type {((event: any) => void) | null} */
    onmessage = null
    /** @type {((event: any) => void) | null} */
    onerror = null
    #isEnded = false
    /** @type {unknown[]} messages that came before its script */
    #waiting = []
    /** @type {(message: unknown) => void} */
    #take = message => this.#waiting.push(message)

    /** @param {URL | string} url */
    constructor(url) {
      super()
      const { pathname, hash } = new URL(String(url), window.location.href)
      const post = (/** @type {unknown} */ message) =>
        window.setTimeout(() => this.#isEnded || this.#tell(message), 0)
      void this.#start(pathname, hash, post).catch(error => onProblem(`Worker ${pathname}: ${error?.stack}`))
    }

    /** @param {string} pathname @param {string} hash @param {(message: unknown) => void} post */
    async #start(pathname, hash, post) {
      const answer = await routes.answerTo(new URL(pathname, window.location.href).href)
      if (answer !== 'files') {
        const event = Object.assign(new window.Event('error'), { message: 'the script could not be loaded' })
        this.onerror?.(event)
        this.dispatchEvent(event)
        return
      }
      if (pathname.startsWith('/engine/')) {
        const { createScriptedEngine } = await import('../scripted-engine.js')
        const engine = createScriptedEngine(post)
        this.#take = message => engine.send(String(message))
      } else this.#take = runWorker(window, `${folder}${pathname}`, post, hash)
      for (const message of this.#waiting.splice(0)) this.#take(message)
    }

    /** @param {unknown} message */
    #tell(message) {
      const event = Object.assign(new window.Event('message'), { data: message })
      this.onmessage?.(event)
      this.dispatchEvent(event)
    }

    /** @param {unknown} message */
    postMessage(message) {
      const copy = structuredClone(message)
      window.setTimeout(() => this.#isEnded || this.#take(copy), 0)
    }

    terminate() {
      this.#isEnded = true
    }
  }
}

/**
 * @param {PageWindow} window whose timers and files it uses
 * @param {string} path of its script
 * @param {(message: unknown) => void} post
 * @param {string} hash
 * @returns {(message: unknown) => void} gives it a message
 */
function runWorker(window, path, post, hash) {
  const known = scripts.get(path)
  const script = known ?? new vm.Script(asFunction(readFileSync(path, 'utf8')), { filename: path })
  scripts.set(path, script)
  const target = /** @type {any} */ (new window.EventTarget())
  const { fetch, setTimeout, clearTimeout, setInterval, clearInterval, URL, console } = window
  const names = { fetch, setTimeout, clearTimeout, setInterval, clearInterval, URL, console, WebAssembly }
  const self = Object.assign(vm.createContext({}), names, {
    ...{
      TextDecoder,
      TextEncoder,
      Blob,
      performance,
      structuredClone,
      AbortController,
      queueMicrotask,
      Response,
    },
    location: new globalThis.URL(hash, window.location.href),
    postMessage: (/** @type {unknown} */ message) => post(structuredClone(message)),
    reportError: (/** @type {unknown} */ error) => console.error(error),
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    onmessage: null,
  })
  self.self = self
  const started = script.runInContext(self)
  return async message => {
    await started
    const event = Object.assign(new window.Event('message'), { data: message })
    self.onmessage?.(event)
    target.dispatchEvent(event)
  }
}

/** @param {string} script a bundle without imports and exports @returns {string} */
export const asFunction = script => `(async () => {${script.replace(/^\/\/# source.*$/m, '')}\n})()`
