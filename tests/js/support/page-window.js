// SPDX-License-Identifier: Apache-2.0
// A document for modules of the page: happy-dom's, in place of the globals. Import modules of web/ after it, by import().

import { Window } from 'happy-dom'
import SelectorItem from 'happy-dom/lib/query-selector/SelectorItem.js'

/** Styles of parts that are loaded later come at once. */
const settings = { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true }
const window = new Window({ url: 'https://example.org/chess/', settings })
const NAMES = [
  'document',
  'Element',
  'HTMLElement',
  'HTMLFormElement',
  'HTMLInputElement',
  'HTMLButtonElement',
  'SVGElement',
  'Node',
  'FormData',
  'localStorage',
  'sessionStorage',
].concat(['location', 'matchMedia', 'getComputedStyle', 'WheelEvent'])
for (const name of NAMES) Object.assign(globalThis, { [name]: /** @type {any} */ (window)[name] })
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
  addEventListener() {},
  innerHeight: window.innerHeight,
  reportError: (/** @type {unknown} */ error) => {
    throw error
  },
})
Object.defineProperty(globalThis, 'navigator', {
  value: { onLine: true, userActivation: { hasBeenActive: false } },
  configurable: true,
})
Object.assign(window.Element.prototype, { checkVisibility: () => true, showPopover() {} })

/** happy-dom has no modal dialogs: here all are. */
const { matchPseudoItem } = SelectorItem.prototype
SelectorItem.prototype.matchPseudoItem = function (...given) {
  const [, element, , pseudo] = /** @type {any[]} */ (given)
  if (pseudo.name !== 'modal') return matchPseudoItem.apply(this, /** @type {any} */ (given))
  return element.open ? /** @type {any} */ ({ priorityWeight: 10 }) : null
}

/** @type {(() => void)[]} */
let frames = []
globalThis.requestAnimationFrame = run => frames.push(/** @type {() => void} */ (run))

/** Draws what waits for a frame. */
export function drawFrame() {
  const now = frames
  frames = []
  for (const run of now) run()
}

/** Another page. @param {string} [body] besides the place of notices */
export function freshPage(body = '') {
  frames = []
  document.body.innerHTML = `<div class="table" tabindex="-1"></div>${body}<div id="speech"><div class="notices"></div><p></p></div>`
}

/** @param {string} selector @returns {any} */
export const find = selector => document.querySelector(selector)

/** @param {string} selector @returns {any[]} */
export const findAll = selector => [...document.querySelectorAll(selector)]

/** @returns {string} what was announced last */
export const said = () => find('#speech p').textContent.trim()

/** @param {any} target @param {string} type @param {object} [facts] of the event */
export function send(target, type, facts = {}) {
  const event = new window.Event(type, { bubbles: true, cancelable: true })
  target.dispatchEvent(Object.assign(event, facts))
  return event
}
