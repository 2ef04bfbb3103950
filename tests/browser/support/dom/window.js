// SPDX-License-Identifier: Apache-2.0
// A window of happy-dom in which the built page runs, in a realm of its own, as in a tab of a browser. It has no layout but that
// of the board's squares, no network but the page's files, and its Workers run in the same process.

import { File } from 'node:buffer'
import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { Window } from 'happy-dom'
import SelectorItem from 'happy-dom/lib/query-selector/SelectorItem.js'
import { addHistory } from './history.js'
import { addStyles, BROWSERS_STYLES, Rendering } from './rendering.js'
import { makeWorkers } from './workers.js'

export const ADDRESS = 'http://binbo.test/'
/** Pixels of a square of the board, whose corner is that of the window. */
const SQUARE = 50

/** @import { Routes } from './routes.js' */

/** @typedef {Record<'local' | 'session', [key: string, value: string][]>} Stored */
/** @typedef {Window & Record<string, any>} PageWindow */

/**
 * @param {object} what
 * @param {string} what.folder of the page
 * @param {string} what.url
 * @param {{ width: number, height: number }} what.viewport
 * @param {Stored} what.stored what the page has stored before
 * @param {'navigate' | 'reload'} what.type
 * @param {(problem: string) => void} what.onProblem
 * @param {Routes} what.routes what requests get in place of files
 * @returns {PageWindow} start it with startPage()
 */
export function openWindow({ folder, url, viewport, stored, type, onProblem, routes }) {
  const window = /** @type {PageWindow} */ (
    new Window({
      url,
      ...viewport,
      settings: {
        disableJavaScriptFileLoading: true,
        disableCSSFileLoading: true,
        handleDisabledFileLoadingAsSuccess: true,
        device: { prefersReducedMotion: 'reduce' },
        fetch: { virtualServers: [{ url: ADDRESS, directory: folder }] },
      },
    })
  )
  const html = readFileSync(`${folder}/index.html`, 'utf8')
  window.document.write(html.replace(/<script\b.*?<\/script>|<link\b[^>]*>/gs, ''))
  addStyles(window, BROWSERS_STYLES)
  for (const name of ['page.css', 'parts.css'])
    addStyles(window, plainSelector(readFileSync(`${folder}/${name}`, 'utf8')))
  for (const [key, value] of stored.local) window.localStorage.setItem(key, value)
  for (const [key, value] of stored.session) window.sessionStorage.setItem(key, value)
  for (const name of /** @type {const} */ (['error', 'warn'])) {
    window.console[name] = (/** @type {unknown[]} */ ...words) =>
      onProblem(`${name}: ${words.map(textOf).join(' ')}`)
  }
  window.addEventListener('error', event =>
    onProblem(`uncaught: ${textOf(/** @type {any} */ (event).error ?? event)}`),
  )
  addHistory(window)
  addMissing(window, type)
  addLayout(window)
  window.fetch = /** @type {any} */ (
    async (/** @type {unknown} */ given, /** @type {unknown} */ init) => {
      const url = new URL(String(/** @type {any} */ (given)?.url ?? given), ADDRESS)
      if (!url.href.startsWith(ADDRESS)) return fetch(url, /** @type {any} */ (init))
      const answer = await routes.answerTo(url.href)
      if (answer === 'failure') throw new TypeError('Failed to fetch')
      if (answer !== 'files')
        return new Response(answer.body ?? '', { headers: answer.headers, status: answer.status })
      const type = url.pathname.endsWith('.wasm') ? 'application/wasm' : 'text/plain'
      try {
        return new Response(readFileSync(folder + url.pathname), { headers: { 'Content-Type': type } })
      } catch {
        return new Response('', { status: 404 })
      }
    }
  )
  window.Worker = makeWorkers(window, folder, onProblem, routes)
  return window
}

/** @param {PageWindow} window @param {vm.Script} script */
export const startPage = (window, script) => script.runInContext(window)

/** @param {unknown} thrown */
const textOf = thrown =>
  typeof thrown === 'object' && thrown !== null && 'stack' in thrown ? String(thrown.stack) : String(thrown)

const { matchPseudoItem } = SelectorItem.prototype
/** For happy-dom an element without elements is empty, whatever its text. @param {any[]} given */
SelectorItem.prototype.matchPseudoItem = function (...given) {
  const [, element, , pseudo] = /** @type {any[]} */ (given)
  const found = matchPseudoItem.apply(this, /** @type {any} */ (given))
  if (pseudo.name !== 'empty' || !found) return found
  const isEmpty = Array.from(element.childNodes).every(node => node.nodeType === 8)
  return isEmpty ? found : null
}

/** What happy-dom does not have. @param {PageWindow} window @param {'navigate' | 'reload'} type of its load */
function addMissing(window, type) {
  const { Element, HTMLElement, HTMLDialogElement, document } = /** @type {any} */ (window)
  Object.assign(window, {
    ...{ Blob, File, WebAssembly, structuredClone, CompressionStream, DecompressionStream },
    PerformanceNavigationTiming: Navigation,
    PerformanceResourceTiming: class {},
    DataTransfer: Transfer,
    ResizeObserver: class {
      #see
      /** @param {(entries: unknown[]) => void} see */
      constructor(see) {
        this.#see = see
      }

      /** Sizes never change. @param {unknown} target */
      observe(target) {
        window.setTimeout(() => this.#see([{ target }]), 0)
      }

      unobserve() {}
      disconnect() {}
    },
    reportError: (/** @type {unknown} */ error) => window.console.error(error),
    requestAnimationFrame: (/** @type {(time: number) => void} */ run) =>
      window.setTimeout(() => run(performance.now()), 4),
    cancelAnimationFrame: (/** @type {any} */ id) => window.clearTimeout(id),
  })
  const entries = { navigation: [new Navigation(type, window.location.href)] }
  Object.defineProperty(window, 'performance', {
    configurable: true,
    writable: true,
    value: Object.assign(Object.create(window.performance), {
      now: () => performance.now(),
      getEntriesByType: (/** @type {string} */ kind) => (kind === 'navigation' ? entries.navigation : []),
      getEntriesByName: () => [],
    }),
  })
  Object.defineProperty(window.navigator, 'userActivation', { value: { hasBeenActive: false } })
  Element.prototype.animate = () => ({ finished: Promise.resolve(), cancel() {}, finish() {} })
  document.getAnimations = () => []
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.setPointerCapture = () => {}
  Element.prototype.checkVisibility = function () {
    return new Rendering(window).isRendered(this)
  }
  // happy-dom divides by 0.1 and expects a whole number.
  Object.defineProperty(/** @type {any} */ (window.ValidityState).prototype, 'stepMismatch', {
    get() {
      const { value, step, min, type } = this.element
      const steps = (Number(value) - Number(min || 0)) / Number(step || 1)
      return /^(number|range)$/.test(type) && step !== 'any' && Math.abs(steps - Math.round(steps)) > 1e-9
    },
  })
  // The states of popovers and modal dialogs, as selectors.
  for (const prototype of [Element.prototype, document])
    for (const name of ['matches', 'closest', 'querySelector', 'querySelectorAll']) {
      const before = prototype[name]
      if (!before) continue
      prototype[name] = function (/** @type {string} */ selector) {
        return before.call(this, plainSelector(selector))
      }
    }
  const toggle = (/** @type {any} */ popover, /** @type {boolean} */ opens) => {
    if (popover.hasAttribute('popover-open') === opens) return
    const state = (/** @type {boolean} */ isOpen) => (isOpen ? 'open' : 'closed')
    const event = (/** @type {string} */ type) =>
      Object.assign(new window.Event(type), { oldState: state(!opens), newState: state(opens) })
    popover.dispatchEvent(event('beforetoggle'))
    popover.toggleAttribute('popover-open', opens)
    if (opens) popover.querySelector('[autofocus]')?.focus()
    window.setTimeout(() => popover.dispatchEvent(event('toggle')), 0)
  }
  HTMLElement.prototype.showPopover = function () {
    for (const open of document.querySelectorAll('[popover=""][popover-open]'))
      if (open !== this && !open.contains(this)) toggle(open, false)
    toggle(this, true)
  }
  HTMLElement.prototype.hidePopover = function () {
    toggle(this, false)
  }
  HTMLElement.prototype.togglePopover = function () {
    if (this.hasAttribute('popover-open')) this.hidePopover()
    else this.showPopover()
  }
  // Each dialog of the page is a modal one: the focus goes into it, and back.
  const { showModal, close } = HTMLDialogElement.prototype
  /** @type {WeakMap<object, any>} */
  const openers = new WeakMap()
  HTMLDialogElement.prototype.showModal = function () {
    openers.set(this, document.activeElement)
    showModal.call(this)
  }
  HTMLDialogElement.prototype.close = function (/** @type {any[]} */ ...given) {
    if (!this.open) return
    const opener = openers.get(this)
    if (opener?.isConnected) opener.focus()
    else document.activeElement?.blur()
    close.apply(this, given)
  }
}

class Navigation {
  transferSize = 0
  encodedBodySize = 0
  decodedBodySize = 0

  /** @param {string} type @param {string} name */
  constructor(type, name) {
    this.type = type
    this.name = name
  }
}

/** What is dragged or copied. */
class Transfer {
  /** @type {unknown[]} */
  files = []
  /** @type {Map<string, string>} */
  #texts = new Map()
  dropEffect = 'none'
  items = Object.assign([], {
    add: (/** @type {unknown} */ file) => {
      this.files.push(file)
      this.items.push(/** @type {never} */ ({ kind: 'file', getAsFile: () => file }))
    },
  })

  get types() {
    return [...this.#texts.keys(), ...(this.files.length > 0 ? ['Files'] : [])]
  }

  /** @param {string} type @param {string} text */
  setData(type, text) {
    this.#texts.set(type, text)
  }

  /** @param {string} type */
  getData(type) {
    return this.#texts.get(type) ?? ''
  }
}

/** @param {string} selector @returns {string} */
export const plainSelector = selector =>
  selector.replaceAll(':popover-open', '[popover-open]').replaceAll('dialog:modal', 'dialog[open]')

/** The board's squares, and where they are. @param {PageWindow} window */
function addLayout(window) {
  const { Element, HTMLElement, document } = /** @type {any} */ (window)
  const size = 8 * SQUARE
  for (const name of ['clientWidth', 'clientHeight', 'offsetWidth', 'offsetHeight'])
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
  Element.prototype.getBoundingClientRect = function () {
    const name = this.getAttribute('data-square')
    if (!name || !this.closest('#board')) return new window.DOMRect(0, 0, size, size)
    const isTurned = document.querySelector('#board [data-square]')?.getAttribute('data-square') !== 'a1'
    const file = name.charCodeAt(0) - 97
    const rank = Number(name[1]) - 1
    const [x, y] = isTurned ? [7 - file, rank] : [file, 7 - rank]
    return new window.DOMRect(x * SQUARE, y * SQUARE, SQUARE, SQUARE)
  }
  document.elementFromPoint = (/** @type {number} */ x, /** @type {number} */ y) =>
    Array.from(document.querySelectorAll('#board [data-square]')).find(square => {
      const { left, right, top, bottom } = square.getBoundingClientRect()
      return x >= left && x < right && y >= top && y < bottom
    }) ?? document.body
}
