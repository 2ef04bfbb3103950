// SPDX-License-Identifier: Apache-2.0
// Playwright's locators for a document in this process: the same names find the same elements, and actions wait until an element
// can be used, as a user would. Playwright's own expect() takes them.

import { getRole } from 'dom-accessibility-api'
import { act } from './actions.js'
import {
  expected,
  hasState,
  isChecked,
  isDisabled,
  isHiddenForAll,
  isWanted,
  labelsOf,
  matcher,
  nameOf,
  normal,
  ROLES,
  textOf,
} from './elements.js'
import { PATIENCE, STEP } from './patience.js'
import { Rendering } from './rendering.js'

/** @import { Text } from './elements.js' */
/** @import { DomPage } from './page.js' */

/** @typedef {{ elements: Element[], rendering: Rendering }} Found */
/** @typedef {(found: Found) => Element[]} Step */

/** Playwright's own pseudo-class. @param {string} selector @returns {{ plain: string, isVisible: boolean, seen?: string }[]} seen: is visible in it */
const splitVisible = selector =>
  splitList(selector).map(part => {
    const [, outer, inner] = /^(.*):has\(([^()]*):visible\)$/.exec(part) ?? []
    return {
      plain: (outer ?? part).replace(/:visible$/, ''),
      isVisible: part.endsWith(':visible'),
      seen: inner,
    }
  })

/** @param {string} selector @returns {string[]} its parts between commas outside brackets */
function splitList(selector) {
  const parts = ['']
  let depth = 0
  let quote = ''
  for (const letter of selector) {
    if (quote) quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if ('(['.includes(letter)) depth++
    else if (')]'.includes(letter)) depth--
    if (letter === ',' && depth === 0 && !quote) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map(part => part.trim())
}

/** @param {Element[]} elements @returns {Element[]} each once, in the order of the document */
const inOrder = elements =>
  [...new Set(elements)].sort((a, b) => (a === b ? 0 : a.compareDocumentPosition(b) & 4 ? -1 : 1))

/** @param {Element} root @param {string} selector @returns {Element[]} */
function select(root, selector) {
  // A selector may name elements above the root, but finds those in it.
  const all = root.localName === 'html' ? root.ownerDocument : root
  return Array.from(all.querySelectorAll(selector))
}

export class DomLocator {
  /** What Playwright's expect() asks for. */
  _apiName = 'Locator'
  #page
  #steps
  #words

  /** @param {DomPage} page @param {Step[]} [steps] @param {string} [words] */
  constructor(page, steps = [], words = 'page') {
    this.#page = page
    this.#steps = steps
    this.#words = words
  }

  toString() {
    return this.#words
  }

  /** @param {Step} step @param {string} words @returns {DomLocator} */
  #then(step, words) {
    return new DomLocator(this.#page, [...this.#steps, step], `${this.#words}.${words}`)
  }

  /** @returns {Found} what is there now */
  find() {
    const { window } = this.#page
    const rendering = new Rendering(window)
    /** @type {Element[]} */
    let elements = [/** @type {any} */ (window.document.documentElement)]
    for (const step of this.#steps) elements = step({ elements, rendering })
    return { elements, rendering }
  }

  /** @param {string | DomLocator} selector @param {{ hasText?: Text, has?: DomLocator, hasNotText?: Text }} [options] */
  locator(selector, options = {}) {
    if (typeof selector !== 'string') return this.#then(inside(selector), `locator(${selector})`)
    const parts = splitVisible(selector)
    const found = this.#then(({ elements, rendering }) => {
      const all = elements.flatMap(root =>
        parts.flatMap(({ plain, isVisible, seen }) =>
          select(root, plain || '*').filter(
            one =>
              (!isVisible || rendering.isVisible(one)) &&
              (!seen || Array.from(one.querySelectorAll(seen)).some(inner => rendering.isVisible(inner))),
          ),
        ),
      )
      return inOrder(all)
    }, `locator(${selector})`)
    return Object.keys(options).length > 0 ? found.filter(options) : found
  }

  /** @param {string} role @param {Record<string, any>} [options] */
  getByRole(role, { name, exact, includeHidden, ...states } = {}) {
    const fits = name === undefined ? () => true : matcher(name, exact)
    const isIn = hasState(states)
    const candidates = ROLES[role]
    return this.#then(
      ({ elements, rendering }) =>
        inOrder(elements.flatMap(root => select(root, candidates ?? '*'))).filter(
          element =>
            (candidates || getRole(element) === role) &&
            isIn(element) &&
            (includeHidden || (rendering.isRendered(element) && !isHiddenForAll(element))) &&
            fits(normal(nameOf(element, rendering))),
        ),
      `getByRole(${role}, ${name})`,
    )
  }

  /** @param {Text} text @param {{ exact?: boolean }} [options] */
  getByText(text, { exact } = {}) {
    const fits = matcher(text, exact)
    return this.#then(
      ({ elements }) =>
        inOrder(
          elements.flatMap(root =>
            [root, ...select(root, '*')].filter(
              element =>
                fits(textOf(element)) && !Array.from(element.children).some(child => fits(textOf(child))),
            ),
          ),
        ).filter(element => !/^(script|style|head|title|html)$/.test(element.localName)),
      `getByText(${text})`,
    )
  }

  /** @param {Text} text @param {{ exact?: boolean }} [options] */
  getByLabel(text, { exact } = {}) {
    const fits = matcher(text, exact)
    return this.#then(
      ({ elements }) =>
        inOrder(elements.flatMap(root => select(root, '*'))).filter(element => {
          const labels = labelsOf(element)
          return labels.some(fits)
        }),
      `getByLabel(${text})`,
    )
  }

  /** @param {string} attribute @param {Text} text @param {boolean} [isExact] */
  #byAttribute(attribute, text, isExact) {
    const fits = matcher(text, isExact)
    return this.#then(
      ({ elements }) =>
        inOrder(elements.flatMap(root => select(root, `[${attribute}]`))).filter(one =>
          fits(one.getAttribute(attribute) ?? ''),
        ),
      `by ${attribute} (${text})`,
    )
  }

  /** @param {Text} text @param {{ exact?: boolean }} [options] */
  getByTitle(text, { exact } = {}) {
    return this.#byAttribute('title', text, exact)
  }

  /** @param {Text} text @param {{ exact?: boolean }} [options] */
  getByPlaceholder(text, { exact } = {}) {
    return this.#byAttribute('placeholder', text, exact)
  }

  /** @param {{ hasText?: Text, hasNotText?: Text, has?: DomLocator, hasNot?: DomLocator, visible?: boolean }} options */
  filter({ hasText, hasNotText, has, hasNot, visible }) {
    const fits = hasText === undefined ? () => true : matcher(hasText)
    const fails = hasNotText === undefined ? () => false : matcher(hasNotText)
    return this.#then(
      ({ elements, rendering }) =>
        elements.filter(
          one =>
            fits(textOf(one)) &&
            !fails(textOf(one)) &&
            (!has || has.within(one, rendering).length > 0) &&
            (!hasNot || hasNot.within(one, rendering).length === 0) &&
            (visible === undefined || rendering.isVisible(one) === visible),
        ),
      `filter(${hasText ?? hasNotText ?? ''}${visible === undefined ? '' : ` visible: ${visible}`})`,
    )
  }

  /** @param {Element} root @param {Rendering} rendering @returns {Element[]} what it finds in an element */
  within(root, rendering) {
    let elements = [root]
    for (const step of this.#steps) elements = step({ elements, rendering })
    return elements
  }

  /** @param {DomLocator} other */
  or(other) {
    return this.#then(({ elements }) => inOrder([...elements, ...other.find().elements]), `or(${other})`)
  }

  /** @param {DomLocator} other */
  and(other) {
    return this.#then(({ elements }) => {
      const both = new Set(other.find().elements)
      return elements.filter(one => both.has(one))
    }, `and(${other})`)
  }

  /** @param {number} index */
  nth(index) {
    return this.#then(({ elements }) => elements.slice(index).slice(0, 1), `nth(${index})`)
  }

  first() {
    return this.nth(0)
  }

  last() {
    return this.nth(-1)
  }

  page() {
    return this.#page
  }

  // --- what is there now

  async count() {
    return this.find().elements.length
  }

  async all() {
    return this.find().elements.map((_, index) => this.nth(index))
  }

  async allTextContents() {
    return this.find().elements.map(one => one.textContent ?? '')
  }

  async allInnerTexts() {
    return this.allTextContents()
  }

  async isVisible() {
    const { elements, rendering } = this.find()
    return elements.length > 0 && rendering.isVisible(this.#only(elements))
  }

  async isHidden() {
    return !(await this.isVisible())
  }

  /** @param {Function | string} run @param {unknown} [argument] */
  async evaluateAll(run, argument) {
    return this.#page.run(run, this.find().elements, argument)
  }

  // --- what waits for one element

  /** @param {Element[]} elements @returns {Element} */
  #only(elements) {
    if (elements.length > 1)
      throw new Error(
        `${this}: ${elements.length} elements, such as ${elements
          .slice(0, 3)
          .map(one => one.outerHTML.slice(0, 120))
          .join(' and ')}`,
      )
    return elements[0]
  }

  /**
   * @template T
   * @param {() => T | undefined | false} look
   * @param {string} wanted
   * @param {number} [timeout] ms
   * @returns {Promise<T>}
   */
  async #until(look, wanted, timeout = PATIENCE) {
    for (const end = performance.now() + (timeout || PATIENCE); ; ) {
      const found = look()
      if (found !== undefined && found !== false) return found
      if (performance.now() > end) {
        const seen = this.find().elements.map(one => one.outerHTML.slice(0, 300))
        throw new Error(
          `${this} is not ${wanted} within ${timeout} ms; there: ${seen.join('\n') || 'nothing'}`,
        )
      }
      await new Promise(resolve => setTimeout(resolve, STEP))
    }
  }

  /** @param {{ timeout?: number }} [options] @returns {Promise<Element>} */
  one({ timeout } = {}) {
    return this.#until(() => this.#only(this.find().elements), 'there', timeout)
  }

  /** @param {{ timeout?: number }} [options] @returns {Promise<Element>} once a user could use it */
  #usable({ timeout } = {}) {
    return this.#until(
      () => {
        const { elements, rendering } = this.find()
        const element = elements.length > 0 && this.#only(elements)
        if (!element || !rendering.isVisible(element) || isDisabled(element)) return false
        // Nothing outside a modal dialog can be used.
        const dialogs = element.ownerDocument.querySelectorAll('dialog[open]')
        const dialog = dialogs[dialogs.length - 1]
        return !dialog || dialog.contains(element) ? element : false
      },
      'usable',
      timeout,
    )
  }

  /** @param {{ state?: 'visible' | 'hidden' | 'attached' | 'detached', timeout?: number }} [options] */
  async waitFor({ state = 'visible', timeout } = {}) {
    await this.#until(
      () => {
        const { elements, rendering } = this.find()
        if (state === 'detached') return elements.length === 0
        if (state === 'hidden') return elements.length === 0 || !rendering.isVisible(this.#only(elements))
        if (elements.length === 0) return false
        return state === 'attached' || rendering.isVisible(this.#only(elements))
      },
      state,
      timeout,
    )
  }

  /** @param {Function | string} run @param {unknown} [argument] @param {{ timeout?: number }} [options] */
  async evaluate(run, argument, options) {
    return this.#page.run(run, await this.one(options), argument)
  }

  /** @param {string} name @param {{ timeout?: number }} [options] */
  async getAttribute(name, options) {
    return (await this.one(options)).getAttribute(name)
  }

  async textContent(options = {}) {
    return (await this.one(options)).textContent
  }

  async innerText(options = {}) {
    return (await this.one(options)).textContent
  }

  async inputValue(options = {}) {
    return /** @type {HTMLInputElement} */ (await this.one(options)).value
  }

  async isChecked(options = {}) {
    return isChecked(await this.one(options))
  }

  async isDisabled(options = {}) {
    return isDisabled(await this.one(options))
  }

  async isEnabled(options = {}) {
    return !(await this.isDisabled(options))
  }

  async boundingBox(options = {}) {
    const { x, y, width, height } = (await this.one(options)).getBoundingClientRect()
    return { x, y, width, height }
  }

  async elementHandle(options = {}) {
    await this.one(options)
    return { waitForElementState: async () => {} }
  }

  async scrollIntoViewIfNeeded() {
    await this.one()
  }

  async click(options = {}) {
    act.click(await this.#usable(options), options)
  }

  async tap(options = {}) {
    await this.click(options)
  }

  async dblclick(options = {}) {
    const element = await this.#usable(options)
    act.click(element)
    act.click(element)
    act.dispatch(element, 'MouseEvent', 'dblclick')
  }

  async hover(options = {}) {
    act.hover(await this.#usable(options))
  }

  async focus(options = {}) {
    /** @type {HTMLElement} */
    ;(await this.one(options)).focus()
  }

  async blur(options = {}) {
    /** @type {HTMLElement} */
    ;(await this.one(options)).blur()
  }

  /** @param {string} text @param {{ timeout?: number }} [options] */
  async fill(text, options) {
    act.fill(await this.#usable(options), text)
  }

  async clear(options = {}) {
    await this.fill('', options)
  }

  /** @param {string} key @param {{ timeout?: number }} [options] */
  async press(key, options) {
    await this.focus(options)
    await this.#page.keyboard.press(key)
  }

  /** @param {string} text */
  async pressSequentially(text) {
    await this.focus()
    await this.#page.keyboard.type(text)
  }

  async check(options = {}) {
    await this.setChecked(true, options)
  }

  async uncheck(options = {}) {
    await this.setChecked(false, options)
  }

  /** @param {boolean} wanted @param {{ timeout?: number }} [options] */
  async setChecked(wanted, options) {
    const element = await this.#usable(options)
    if (isChecked(element) === wanted) return
    act.click(element)
    await this.#until(
      () => isChecked(this.#only(this.find().elements) ?? element) === wanted,
      `checked: ${wanted}`,
    )
  }

  /** @param {string | { label?: string, value?: string, index?: number }} wanted @param {{ timeout?: number }} [options] */
  async selectOption(wanted, options) {
    const element = /** @type {HTMLSelectElement} */ (await this.#usable(options))
    const option = await this.#until(
      () => Array.from(element.options).find(one => isWanted(one, wanted)) ?? false,
      `a choice of ${JSON.stringify(wanted)}`,
      options?.timeout,
    )
    act.select(element, option)
  }

  /** @param {any} files */
  async setInputFiles(files) {
    act.giveFiles(await this.one(), [files].flat())
  }

  /** @param {string} type @param {object} [init] */
  async dispatchEvent(type, init = {}) {
    act.dispatch(await this.one(), 'Event', type, init)
  }

  // --- Playwright's expect()

  /**
   * @param {string} expression
   * @param {{ isNot: boolean, timeout: number, expectedText?: any[], expectedNumber?: number, expectedValue?: any, expressionArg?: string }} options
   */
  async _expect(expression, options) {
    const { isNot, timeout } = options
    /** @type {{ matches: boolean, value?: unknown, isMissing?: boolean }} */
    let last = { matches: isNot }
    for (const end = performance.now() + timeout; ; ) {
      last = this.#judge(expression, options)
      if (last.matches !== isNot) break
      if (performance.now() > end) {
        const received = { value: last.value }
        const errorMessage = last.isMissing ? 'element(s) not found' : undefined
        return { matches: isNot, received, log: [`waiting for ${this}`], timedOut: true, errorMessage }
      }
      await new Promise(resolve => setTimeout(resolve, STEP))
    }
    return { matches: !isNot, received: { value: last.value }, log: [] }
  }

  /** @param {string} expression @param {any} options @returns {{ matches: boolean, value?: unknown, isMissing?: boolean }} */
  #judge(expression, options) {
    const { expectedText = [], expectedNumber, expressionArg = '', isNot } = options
    const { elements, rendering } = this.find()
    if (expression === 'to.have.count')
      return { matches: elements.length === expectedNumber, value: elements.length }
    const fits = expectedText.map(expected)
    if (expression.endsWith('.array')) {
      const texts = elements.map(one => (expression.includes('class') ? one.className : one.textContent))
      const isSubset = expression.startsWith('to.contain')
      let at = 0
      for (const text of texts) {
        if (at < fits.length && fits[at](text ?? '')) at++
        else if (!isSubset) break
      }
      return { matches: at === fits.length && (isSubset || texts.length === fits.length), value: texts }
    }
    if (expression === 'to.be.detached') return { matches: elements.length === 0 }
    if (expression === 'to.be.hidden' && elements.length === 0) return { matches: true, value: 'hidden' }
    if (elements.length === 0)
      return {
        matches: isNot && expression !== 'to.be.visible' && expression !== 'to.be.attached',
        isMissing: true,
      }
    const element = this.#only(elements)
    const text = (/** @type {string | null} */ value) => ({ matches: fits[0](value ?? ''), value })
    const is = (/** @type {boolean} */ matches, /** @type {string} */ word) => ({
      matches,
      value: matches ? word : `not ${word}`,
    })
    switch (expression) {
      case 'to.be.attached':
        return { matches: true }
      case 'to.be.visible':
        return is(rendering.isVisible(element), 'visible')
      case 'to.be.hidden':
        return is(!rendering.isVisible(element), 'hidden')
      case 'to.be.disabled':
        return is(isDisabled(element), 'disabled')
      case 'to.be.enabled':
        return is(!isDisabled(element), 'enabled')
      case 'to.be.focused':
        return is(element.ownerDocument.activeElement === element, 'focused')
      case 'to.be.empty':
        return is(!element.textContent && !(/** @type {any} */ (element).value), 'empty')
      case 'to.be.checked':
        return is(isChecked(element) === (options.expectedValue?.checked ?? true), 'checked')
      case 'to.have.text':
        return text(element.textContent)
      case 'to.have.value':
        return text(/** @type {HTMLInputElement} */ (element).value)
      case 'to.have.class':
        return text(element.className)
      case 'to.have.id':
        return text(element.id)
      case 'to.have.role':
        return text(getRole(element))
      case 'to.have.accessible.name':
        return text(nameOf(element, rendering))
      case 'to.have.attribute':
        return { matches: element.hasAttribute(expressionArg) }
      case 'to.have.attribute.value': {
        const value = element.getAttribute(expressionArg)
        return { matches: value !== null && fits[0](value), value }
      }
      case 'to.have.css':
        return text(
          /** @type {Window} */ (element.ownerDocument.defaultView)
            .getComputedStyle(element)
            .getPropertyValue(expressionArg),
        )
      default:
        throw new Error(`${expression} is for a test in a browser.`)
    }
  }
}

/** @param {DomLocator} locator @returns {Step} */
const inside =
  locator =>
  ({ elements, rendering }) =>
    inOrder(elements.flatMap(root => locator.within(root, rendering)))
