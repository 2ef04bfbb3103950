// SPDX-License-Identifier: Apache-2.0
// What elements say of themselves: texts, roles, names and states, as Playwright reads them.

import { computeAccessibleName } from 'dom-accessibility-api'

/** @import { Rendering } from './rendering.js' */

/** @typedef {string | RegExp} Text */

/** @param {string | null | undefined} text */
export const normal = text =>
  (text ?? '')
    .replace(/\u200b|\u00ad/g, '')
    .trim()
    .replace(/\s+/g, ' ')

/** @param {Text} wanted @param {boolean} [isExact] @returns {(text: string) => boolean} */
export function matcher(wanted, isExact = false) {
  if (typeof wanted !== 'string')
    return text => new RegExp(wanted.source, wanted.flags.replace('g', '')).test(text)
  const words = normal(wanted)
  return isExact
    ? text => normal(text) === words
    : text => normal(text).toLowerCase().includes(words.toLowerCase())
}

/** @param {Element} element @returns {string} as Playwright reads it */
export function textOf(element) {
  if (element.localName === 'input' && /^(button|submit)$/.test(element.getAttribute('type') ?? ''))
    return /** @type {HTMLInputElement} */ (element).value
  if (/^(script|style|head|template)$/.test(element.localName)) return ''
  let text = ''
  for (const node of element.childNodes)
    text +=
      node.nodeType === 3
        ? node.textContent
        : node.nodeType === 1
          ? textOf(/** @type {Element} */ (node))
          : ''
  return text
}

/** @param {Element} element */
export const isHiddenForAll = element => element.closest('[aria-hidden="true"]') !== null

/** @param {Element} element @param {Rendering} rendering */
export const nameOf = (element, rendering) =>
  computeAccessibleName(element, {
    getComputedStyle: /** @type {any} */ (
      (/** @type {Element} */ one) => ({
        display: one.isConnected && !rendering.isRendered(one) ? 'none' : 'block',
        visibility: 'visible',
        getPropertyValue: (/** @type {string} */ name) =>
          name === 'display' && one.isConnected && !rendering.isRendered(one) ? 'none' : '',
      })
    ),
    computedStyleSupportsPseudoElements: false,
  })

/** @type {Record<string, string>} what dom-accessibility-api does not tell apart */
export const ROLES = { switch: '[role="switch"]', application: '[role="application"]' }

/** @param {Element} element @returns {boolean} */
export function isDisabled(element) {
  if (element.matches(':disabled')) return true
  return element.closest('[aria-disabled="true"]') !== null || element.closest('fieldset[disabled]') !== null
}

/** @param {Element} element @returns {boolean} */
export const isChecked = element =>
  'checked' in element && element.matches('input')
    ? Boolean(element.checked)
    : element.getAttribute('aria-checked') === 'true'

/** @param {Record<string, any>} options @returns {(element: Element) => boolean} */
export function hasState({ checked, pressed, expanded, selected, disabled, level }) {
  const is = (/** @type {Element} */ element, /** @type {string} */ name) =>
    element.getAttribute(name) === 'true'
  return element =>
    (checked === undefined || isChecked(element) === checked) &&
    (pressed === undefined || is(element, 'aria-pressed') === pressed) &&
    (expanded === undefined || is(element, 'aria-expanded') === expanded) &&
    (selected === undefined ||
      (element.localName === 'option'
        ? /** @type {HTMLOptionElement} */ (element).selected
        : is(element, 'aria-selected')) === selected) &&
    (disabled === undefined || isDisabled(element) === disabled) &&
    (level === undefined || element.matches(`h${level}, [aria-level="${level}"]`))
}

/** @param {any} wanted of Playwright's matchers @returns {(text: string) => boolean} */
export function expected({
  string,
  regexSource,
  regexFlags,
  matchSubstring,
  ignoreCase,
  normalizeWhiteSpace,
}) {
  const tidy = (/** @type {string} */ text) => {
    const words = normalizeWhiteSpace ? normal(text) : text
    return ignoreCase ? words.toLowerCase() : words
  }
  if (string === undefined) return text => new RegExp(regexSource, regexFlags).test(tidy(text))
  return text => (matchSubstring ? tidy(text).includes(tidy(string)) : tidy(text) === tidy(string))
}

/** @param {Element} element @returns {string[]} */
export function labelsOf(element) {
  const label = element.getAttribute('aria-label')
  const by = element.getAttribute('aria-labelledby')
  const named = by
    ? by.split(/\s+/).map(id => element.ownerDocument.getElementById(id)?.textContent ?? '')
    : label
      ? [label]
      : []
  const own = 'labels' in element && element.labels ? Array.from(/** @type {any} */ (element.labels)) : []
  return [...named, ...own.map(one => textOf(one))]
}

/** @param {HTMLOptionElement} option @param {string | { label?: string, value?: string, index?: number }} wanted */
export function isWanted(option, wanted) {
  if (typeof wanted === 'string')
    return option.value === wanted || normal(option.textContent) === normal(wanted)
  return (
    (wanted.label === undefined || normal(option.textContent) === normal(wanted.label)) &&
    (wanted.value === undefined || option.value === wanted.value) &&
    (wanted.index === undefined || option.index === wanted.index)
  )
}
