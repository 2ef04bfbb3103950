// SPDX-License-Identifier: Apache-2.0
// Playwright's Page, as far as tests ask the DOM: what needs a browser says so.

import vm from 'node:vm'
import { act, Keyboard } from './actions.js'
import { Clock } from './clock.js'
import { DomLocator } from './locator.js'
import { PATIENCE, STEP } from './patience.js'
import { Routes } from './routes.js'
import { ADDRESS, openWindow, plainSelector, startPage } from './window.js'

/** @import { PageWindow } from './window.js' */

/** As Playwright's own. */
const VIEWPORT = { width: 1280, height: 720 }

/** @typedef {{ folder: string, script: vm.Script }} Built the page's folder, and its script as one function */

export class DomPage {
  _apiName = 'Page'
  #built
  #onProblem
  /** How many pages it has left. */
  #loads = 0
  #viewport
  /** @type {PageWindow | undefined} */
  #window
  /** @type {(() => unknown)[]} run in the window before the page's script */
  #first = []
  #place = { x: 0, y: 0 }
  /** What the page has stored. @type {import('./window.js').Stored} */
  #stored = { local: [], session: [] }

  /**
   * @param {Built} built
   * @param {(problem: string) => void} onProblem
   * @param {{ viewport?: { width: number, height: number } }} [options]
   */
  constructor(built, onProblem, { viewport = VIEWPORT, reducedMotion: _, ...others } = {}) {
    const unknown = Object.keys(others)
    if (unknown.length > 0) throw new Error(`${unknown} of a context are for a test in a browser.`)
    this.#built = built
    this.#onProblem = onProblem
    this.#viewport = viewport
  }

  /** @returns {PageWindow} */
  get window() {
    if (!this.#window) throw new Error('The page is not open.')
    return this.#window
  }

  #routes = new Routes()

  /** @param {string | RegExp} files @param {(route: any) => unknown} answer */
  async route(files, answer) {
    this.#routes.add(files, answer)
  }

  /** @param {string | RegExp} files */
  async unroute(files) {
    this.#routes.remove(files)
  }

  clock = new Clock(() => this.window)

  keyboard = new Keyboard(() => this.window)

  mouse = {
    move: async (/** @type {number} */ x, /** @type {number} */ y, { steps = 1 } = {}) => {
      const { x: left, y: top } = this.#place
      for (let step = 1; step <= steps; step++) {
        this.#place = { x: left + ((x - left) * step) / steps, y: top + ((y - top) * step) / steps }
        this.#mouse('move')
      }
    },
    click: async (/** @type {number} */ x, /** @type {number} */ y, /** @type {object} */ options = {}) => {
      await this.mouse.move(x, y)
      act.click(this.window.document.elementFromPoint(x, y), { x, y, ...options })
    },
    down: async ({ button = 'left' } = {}) => this.#mouse('down', button === 'right' ? 2 : 0),
    up: async ({ button = 'left' } = {}) => this.#mouse('up', button === 'right' ? 2 : 0),
  }

  touchscreen = { tap: this.mouse.click }

  /** Those that are held, as of events. */
  #buttons = 0

  /** @param {'down' | 'up' | 'move'} type @param {number} [button] as of events */
  #mouse(type, button = 0) {
    const { x, y } = this.#place
    const element = this.window.document.elementFromPoint(x, y)
    if (type !== 'move') this.#buttons = type === 'up' ? 0 : button === 2 ? 2 : 1
    const init = {
      clientX: x,
      clientY: y,
      button: type === 'move' ? -1 : button,
      buttons: this.#buttons,
      view: this.window,
    }
    act.dispatch(element, 'PointerEvent', `pointer${type}`, { ...init, pointerType: 'mouse' })
    act.dispatch(element, 'MouseEvent', `mouse${type}`, init)
  }

  /** @param {string} url @returns {Promise<void>} */
  async goto(url) {
    const target = new URL(url, this.#window?.location.href ?? ADDRESS)
    const here = this.#window && new URL(this.#window.location.href)
    if (here && target.hash && target.href.split('#')[0] === here.href.split('#')[0]) {
      this.window.location.hash = target.hash
      return
    }
    await this.#load(target.href)
  }

  async goBack() {
    this.window.history.back()
  }

  async goForward() {
    this.window.history.forward()
  }

  async reload() {
    await this.#load(this.window.location.href, 'reload')
  }

  /** @param {string} url @param {'navigate' | 'reload'} [type] */
  async #load(url, type = 'navigate') {
    const before = this.#window
    if (before) {
      before.dispatchEvent(new before.Event('pagehide'))
      this.#stored = { local: entriesOf(before.localStorage), session: entriesOf(before.sessionStorage) }
    }
    await this.close()
    if (url === 'about:blank') return
    const load = this.#loads
    this.#window = openWindow({
      folder: this.#built.folder,
      url,
      viewport: this.#viewport,
      stored: this.#stored,
      type,
      // Promises of a page that was left still settle here; in browsers they do not.
      onProblem: problem => load === this.#loads && this.#onProblem(problem),
      routes: this.#routes,
    })
    for (const run of this.#first) run()
    await startPage(this.#window, this.#built.script).catch((/** @type {any} */ error) =>
      this.#onProblem(`uncaught: ${error?.message ?? error}`),
    )
  }

  async close() {
    this.#loads++
    this.clock.restore()
    await this.#window?.happyDOM.close()
    this.#window = undefined
  }

  url() {
    return this.window.location.href
  }

  async title() {
    return this.window.document.title
  }

  mainFrame() {
    return this
  }

  context() {
    return { _options: { baseURL: ADDRESS }, clearCookies: async () => {}, close: () => this.close() }
  }

  viewportSize() {
    return this.#viewport
  }

  /** @param {{ width: number, height: number }} size */
  async setViewportSize(size) {
    this.#viewport = size
    this.window.happyDOM.setViewport(size)
  }

  /** @param {Function | string} run @param {unknown} [argument] */
  async addInitScript(run, argument) {
    this.#first.push(() => this.run(run, argument))
  }

  /** What a function makes in the page's realm, for dispatchEvent(). @param {Function} run @param {unknown} [argument] */
  async evaluateHandle(run, argument) {
    return vm.runInContext(`(${run})`, this.window)(argument)
  }

  /** @param {string} selector @param {string} type @param {object} [init] */
  async dispatchEvent(selector, type, init) {
    await this.locator(selector).dispatchEvent(type, init)
  }

  /** @param {Function | string} run @param {unknown} [argument] @returns {Promise<any>} */
  async evaluate(run, argument) {
    return this.run(run, argument)
  }

  /**
   * Runs a function in the page's realm.
   * @param {Function | string} given
   * @param {...unknown} args
   */
  async run(given, ...args) {
    if (typeof given === 'string') return plain(vm.runInContext(given, this.window))
    const made = vm.runInContext(`(${given})`, this.window)
    return plain(await made(...args))
  }

  /** @param {Function | string} given @param {unknown} [argument] @param {{ timeout?: number }} [options] */
  async waitForFunction(given, argument, { timeout = PATIENCE } = {}) {
    for (const end = performance.now() + timeout; ; ) {
      const found = await this.run(given, argument)
      if (found) return found
      if (performance.now() > end) throw new Error(`${given} is not so within ${timeout} ms`)
      await this.waitForTimeout(STEP)
    }
  }

  /** @param {number} ms */
  waitForTimeout(ms) {
    return new Promise(resolve => setTimeout(resolve, ms))
  }

  /** @param {string | RegExp | ((url: URL) => boolean)} wanted @param {{ timeout?: number }} [options] */
  async waitForURL(wanted, { timeout = PATIENCE } = {}) {
    const fits = () => {
      if (typeof wanted === 'function') return wanted(new URL(this.url()))
      return typeof wanted === 'string'
        ? this.url() === new URL(wanted, ADDRESS).href
        : wanted.test(this.url())
    }
    for (const end = performance.now() + timeout; !fits(); ) {
      if (performance.now() > end) throw new Error(`the address is ${this.url()}, not ${wanted}`)
      await this.waitForTimeout(STEP)
    }
  }

  #all() {
    return new DomLocator(this)
  }

  /** @param {string} selector @param {object} [options] */
  locator(selector, options) {
    return this.#all().locator(plainSelector(selector), options)
  }

  /** @param {string} role @param {object} [options] */
  getByRole(role, options) {
    return this.#all().getByRole(role, options)
  }

  /** @param {string | RegExp} text @param {object} [options] */
  getByText(text, options) {
    return this.#all().getByText(text, options)
  }

  /** @param {string | RegExp} text @param {object} [options] */
  getByLabel(text, options) {
    return this.#all().getByLabel(text, options)
  }

  /** @param {string | RegExp} text @param {object} [options] */
  getByTitle(text, options) {
    return this.#all().getByTitle(text, options)
  }

  /** @param {string | RegExp} text @param {object} [options] */
  getByPlaceholder(text, options) {
    return this.#all().getByPlaceholder(text, options)
  }
}

/** @param {Storage} storage @returns {[key: string, value: string][]} */
const entriesOf = storage =>
  Array.from({ length: storage.length }, (_, index) => {
    const key = storage.key(index) ?? ''
    return [key, storage.getItem(key) ?? '']
  })

/** @param {any} value of the page's realm @returns {any} the same of this one, where it is plain */
function plain(value) {
  if (typeof value !== 'object' || value === null || 'nodeType' in value) return value
  return JSON.parse(JSON.stringify(value))
}
