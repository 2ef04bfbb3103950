// SPDX-License-Identifier: Apache-2.0
// What users do with elements, as the events and defaults of a browser.

import { Rendering } from './rendering.js'

/** Fields that take text. */
const TYPED =
  'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=button], [type=submit])'
const FOCUSED = 'button, input, select, textarea, summary, a[href], [tabindex], [contenteditable]'

/** @param {Element} element @returns {any} */
const windowOf = element => element.ownerDocument.defaultView

/** @param {Element} element @param {string} kind of its class @param {string} type @param {object} [init] @returns {boolean} */
function dispatch(element, kind, type, init = {}) {
  const window = windowOf(element)
  const Kind = window[kind] ?? window.Event
  const event = new Kind(type, { bubbles: true, cancelable: true, composed: true, ...init })
  const { dataTransfer } = /** @type {any} */ (init)
  if (dataTransfer) Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
  return element.dispatchEvent(event)
}

/**
 * @param {Element} element
 * @param {{ x?: number, y?: number, button?: 'left' | 'right', modifiers?: string[] }} [options]
 */
function click(element, { x, y, button = 'left', modifiers = [] } = {}) {
  const window = windowOf(element)
  const { document } = window
  const box = element.getBoundingClientRect()
  const place = { clientX: x ?? box.left + box.width / 2, clientY: y ?? box.top + box.height / 2 }
  const keys = {
    ctrlKey: modifiers.some(one => /Control/.test(one)),
    shiftKey: modifiers.includes('Shift'),
    altKey: modifiers.includes('Alt'),
  }
  const number = button === 'right' ? 2 : 0
  const init = { ...place, ...keys, button: number, buttons: number ? 2 : 1, detail: 1, view: window }
  const closes = Array.from(document.querySelectorAll('[popover=""][popover-open]'))
  const opener = element.closest('[popovertarget]')
  dispatch(element, 'PointerEvent', 'pointerdown', { ...init, pointerType: 'mouse', isPrimary: true })
  if (dispatch(element, 'MouseEvent', 'mousedown', init)) {
    const target = element.closest(FOCUSED)
    if (target) /** @type {HTMLElement} */ (target).focus()
    else document.activeElement?.blur()
  }
  const up = { ...init, buttons: 0 }
  dispatch(element, 'PointerEvent', 'pointerup', { ...up, pointerType: 'mouse', isPrimary: true })
  dispatch(element, 'MouseEvent', 'mouseup', up)
  // A press outside closes popovers.
  for (const popover of closes)
    if (!popover.contains(element) && opener?.getAttribute('popovertarget') !== popover.id)
      /** @type {any} */ (popover).hidePopover()
  if (number === 2) return dispatch(element, 'MouseEvent', 'contextmenu', up)
  if (!element.isConnected) return true
  const went = dispatch(element, 'PointerEvent', 'click', up)
  if (went && opener) document.getElementById(opener.getAttribute('popovertarget') ?? '')?.togglePopover()
  return went
}

/** @param {Element} element @param {string} text */
function fill(element, text) {
  const field = /** @type {HTMLInputElement} */ (element)
  field.focus()
  field.value = text
  dispatch(field, 'InputEvent', 'input', { inputType: 'insertText', data: text })
  dispatch(field, 'Event', 'change')
}

/** @param {HTMLSelectElement} element @param {HTMLOptionElement} option */
function select(element, option) {
  element.focus()
  element.value = option.value
  if (element.selectedOptions[0] !== option) option.selected = true
  dispatch(element, 'Event', 'input')
  dispatch(element, 'Event', 'change')
}

/** @param {Element} element @param {{ name: string, mimeType?: string, buffer: Buffer }[]} files */
function giveFiles(element, files) {
  const window = windowOf(element)
  const made = files.map(
    ({ name, mimeType, buffer }) => new window.File([buffer], name, { type: mimeType ?? '' }),
  )
  Object.defineProperty(element, 'files', { configurable: true, value: made })
  dispatch(element, 'Event', 'input')
  dispatch(element, 'Event', 'change')
}

/** Where the pointer is: each hover moves it. */
let place = 0

/** @param {Element} element */
function hover(element) {
  place++
  for (const type of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'pointermove', 'mousemove'])
    dispatch(element, type.startsWith('p') ? 'PointerEvent' : 'MouseEvent', type, {
      bubbles: !type.endsWith('enter'),
      clientX: place,
      pointerType: 'mouse',
    })
}

export const act = { click, dispatch, fill, giveFiles, hover, select }

/** @type {Record<string, string>} */
const NAMED = { Space: ' ' }
const MODIFIERS = /** @type {const} */ ({
  Control: 'ctrlKey',
  ControlOrMeta: 'ctrlKey',
  Shift: 'shiftKey',
  Alt: 'altKey',
  Meta: 'metaKey',
})

/** The keys of one window. */
export class Keyboard {
  #window
  /** @type {Set<string>} */
  #held = new Set()

  /** @param {() => any} window */
  constructor(window) {
    this.#window = window
  }

  /** @param {string} combination such as 'Control+Z' */
  async press(combination) {
    const parts = combination === '+' ? ['+'] : combination.split(/\+(?=.)/)
    const key = parts.pop() ?? ''
    for (const modifier of parts) this.#send('keydown', modifier, modifier)
    await this.down(key)
    await this.up(key)
    for (const modifier of parts.reverse()) this.#send('keyup', modifier, modifier)
    await new Promise(resolve => setTimeout(resolve, 0))
  }

  /** @param {string} text */
  async type(text) {
    for (const letter of text) await this.press(letter === '+' ? '+' : letter)
  }

  /** @param {string} text */
  async insertText(text) {
    insert(this.#window().document.activeElement, text)
  }

  /** @param {string} name */
  async down(name) {
    const key = NAMED[name] ?? name
    const went = this.#send('keydown', key, name)
    if (went) this.#defaultOf(key)
  }

  /** @param {string} name */
  async up(name) {
    const key = NAMED[name] ?? name
    const { activeElement } = this.#window().document
    const went = this.#send('keyup', key, name)
    if (went && key === ' ' && activeElement?.matches('button, summary, [type=checkbox], [type=radio]'))
      activeElement.click()
  }

  /** @param {string} type @param {string} key @param {string} code @returns {boolean} */
  #send(type, key, code) {
    const modifier = MODIFIERS[/** @type {keyof typeof MODIFIERS} */ (key)]
    if (modifier && type === 'keydown') this.#held.add(modifier)
    if (modifier && type === 'keyup') this.#held.delete(modifier)
    const window = this.#window()
    const held = Object.fromEntries([...this.#held].map(name => [name, true]))
    const letter = held.shiftKey && key.length === 1 ? key.toUpperCase() : key
    const shown = held.ctrlKey && !held.shiftKey && key.length === 1 ? key.toLowerCase() : letter
    const target = window.document.activeElement ?? window.document.body
    const physical = /^[a-z]$/i.test(code) ? `Key${code.toUpperCase()}` : code
    return dispatch(target, 'KeyboardEvent', type, { key: shown, code: physical, view: window, ...held })
  }

  /** What browsers do with a key that no script has taken. @param {string} key */
  #defaultOf(key) {
    const { document } = this.#window()
    const { activeElement } = document
    if (this.#held.has('ctrlKey') && key.toLowerCase() === 'a') return activeElement?.select?.()
    if (this.#held.has('ctrlKey') || this.#held.has('altKey')) return
    if (key === 'Escape') return closeTopmost(document)
    if (key === 'Tab') return focusNext(this.#window(), this.#held.has('shiftKey') ? -1 : 1)
    if (!activeElement) return
    if (key === 'Enter') {
      if (activeElement.matches('button, summary, a[href]')) activeElement.click()
      else if (activeElement.matches('textarea')) insert(activeElement, '\n')
      else if (activeElement.matches(TYPED)) submit(activeElement)
    } else if (activeElement.matches(TYPED)) {
      if (key.length === 1) insert(activeElement, this.#held.has('shiftKey') ? key.toUpperCase() : key)
      else if (key === 'Backspace') {
        activeElement.value = activeElement.value.slice(0, -1)
        dispatch(activeElement, 'InputEvent', 'input', { inputType: 'deleteContentBackward' })
      }
    } else if (/^Arrow/.test(key)) step(activeElement, /Right|Down/.test(key) ? 1 : -1)
  }
}

/** Moves within radio buttons, choices of a list, or a slider. @param {any} element @param {1 | -1} by */
function step(element, by) {
  if (element.matches('[type=radio]')) {
    const group = Array.from(element.ownerDocument.querySelectorAll(`[type=radio][name="${element.name}"]`))
    const next = /** @type {any} */ (group.at((group.indexOf(element) + by) % group.length))
    next.focus()
    next.click()
  } else if (element.matches('select')) {
    const option = element.options[element.selectedIndex + by]
    if (option) select(element, option)
  } else if (element.matches('[type=range]'))
    fill(element, String(Number(element.value) + by * Number(element.step || 1)))
}

/** @param {any} window @param {1 | -1} by */
function focusNext(window, by) {
  const { document } = window
  const rendering = new Rendering(window)
  const root = Array.from(document.querySelectorAll('dialog[open]')).at(-1) ?? document
  const all = Array.from(root.querySelectorAll(FOCUSED)).filter(
    one => one.tabIndex >= 0 && !one.disabled && rendering.isVisible(one) && isInGroup(one),
  )
  const at = all.indexOf(document.activeElement)
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length]
  next?.focus()
}

/** The Tab key goes to one radio button of a group. @param {any} one */
const isInGroup = one =>
  one.type !== 'radio' || one.checked || !one.form?.querySelector(`[name="${one.name}"]:checked`)

/** Closes what is on top. @param {any} document */
function closeTopmost(document) {
  const popover = Array.from(document.querySelectorAll('[popover=""][popover-open]')).at(-1)
  if (popover) return popover.hidePopover()
  const dialog = Array.from(document.querySelectorAll('dialog[open]')).at(-1)
  if (dialog && dispatch(dialog, 'Event', 'cancel', { bubbles: false })) dialog.close()
}

/** @param {any} field @param {string} text */
function insert(field, text) {
  if (!field?.matches(TYPED)) return
  const { value, selectionStart: start, selectionEnd: end } = field
  const hasPlace = typeof start === 'number' && typeof end === 'number'
  field.value = hasPlace ? value.slice(0, start) + text + value.slice(end) : value + text
  if (hasPlace) field.setSelectionRange?.(start + text.length, start + text.length)
  dispatch(field, 'InputEvent', 'input', { inputType: 'insertText', data: text })
}

/** As Enter does in a field. @param {any} field */
function submit(field) {
  dispatch(field, 'Event', 'change')
  const { form } = field
  if (!form) return
  const button = form.querySelector('button:not([type=button], [type=reset]), [type=submit]')
  if (button) button.click()
  else if (form.querySelectorAll(TYPED).length === 1) form.requestSubmit()
}
