// SPDX-License-Identifier: Apache-2.0
// What of a document without layout is seen: by the rules of the page's own styles that hide, and by what browsers hide.

/** @import { Window } from 'happy-dom' */

/** Elements that are seen without text in them. */
const REPLACED =
  'button, canvas, hr, iframe, img, input, meter, progress, select, svg, svg *, textarea, video'
/** Elements that styles give a size. */
const SIZED = '.board, .eval-bar, .bar, [style*="width"], [style*="height"]'

/**
 * @param {import('happy-dom').CSSStyleSheet | import('happy-dom').CSSGroupingRule} rules
 * @returns {string} those of them that decide what is hidden
 */
function hidingRules({ cssRules }) {
  let text = ''
  for (const rule of /** @type {any[]} */ (Array.from(cssRules))) {
    if (rule.cssRules && rule.selectorText === undefined) {
      const inner = hidingRules(rule)
      if (inner) text += rule.media ? `@media ${rule.media.mediaText}{${inner}}` : inner
    } else if (rule.style) {
      const kept = ['display', 'visibility', '--row'].filter(name => rule.style.getPropertyValue(name))
      const lines = kept.map(name => {
        const isImportant = rule.style.getPropertyPriority(name) ? ' !important' : ''
        return `${name}:${rule.style.getPropertyValue(name)}${isImportant}`
      })
      if (lines.length > 0) text += `${rule.selectorText}{${lines.join(';')}}\n`
    }
  }
  return text
}

/** @type {Map<string, string>} the rules that hide by the style sheet */
const known = new Map()

/** What browsers hide, unless a page's own rule says otherwise. */
export const BROWSERS_STYLES = ':where(dialog:not([open]), [popover]:not([popover-open])) { display: none }'

/** Puts the part of a style sheet that hides into a document. @param {Window} window @param {string} css */
export function addStyles(window, css) {
  const style = window.document.createElement('style')
  const before = known.get(css)
  style.textContent = before ?? css
  window.document.head.append(style)
  if (before !== undefined) return
  known.set(css, hidingRules(/** @type {any} */ (style.sheet)))
  style.textContent = known.get(css) ?? ''
}

/**
 * What a document shows at one moment; ask another one after a change.
 */
export class Rendering {
  #window
  /** @type {Map<Element, { isRendered: boolean, isVisible: boolean }>} */
  #known = new Map()

  /** @param {Window} window */
  constructor(window) {
    this.#window = window
  }

  /** @param {Element} element @returns {{ isRendered: boolean, isVisible: boolean }} isVisible: as `visibility` says */
  #look(element) {
    const before = this.#known.get(element)
    if (before) return before
    const parent = element.parentElement
    const above = parent ? this.#look(parent) : { isRendered: element.isConnected, isVisible: true }
    const found = above.isRendered && !isHiddenByBrowsers(element) ? this.#styled(element, above) : HIDDEN
    this.#known.set(element, found)
    return found
  }

  /** @param {Element} element @param {{ isVisible: boolean }} above */
  #styled(element, above) {
    const style = this.#window.getComputedStyle(/** @type {any} */ (element))
    if (style.display === 'none') return HIDDEN
    // It inherits, but happy-dom gives `visible` for each element without a rule of its own.
    const own = style.visibility
    return { isRendered: true, isVisible: own === 'hidden' ? false : above.isVisible }
  }

  /** @param {Element} element @returns {boolean} whether it has a box, as checkVisibility() asks */
  isRendered(element) {
    return this.#look(element).isRendered
  }

  /** @param {Element} element @returns {boolean} whether a user sees it */
  isVisible(element) {
    const { isRendered, isVisible } = this.#look(element)
    if (!isRendered || !isVisible) return false
    if (element.matches(REPLACED) || element.matches(SIZED)) return true
    if (/\S/.test(element.textContent ?? '')) return true
    return Array.from(element.children).some(child => this.isVisible(child))
  }
}

const HIDDEN = { isRendered: false, isVisible: false }

/** @param {Element} element */
function isHiddenByBrowsers(element) {
  if (/^(head|script|style|template|datalist)$/.test(element.localName)) return true
  const parent = element.parentElement
  if (parent?.localName === 'details' && !parent.hasAttribute('open')) return element.localName !== 'summary'
  return element.localName === 'input' && element.getAttribute('type') === 'hidden'
}
