// SPDX-License-Identifier: Apache-2.0
// Makes and finds elements.

/** @typedef {string | number | Node | null | undefined | false} Child text, or a node; null, undefined and false are skipped */

/**
 * Attributes by name: true writes an empty value; false, null and undefined leave the attribute out. A function is a
 * listener, named after its event, such as `onclick`.
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  set(made, attributes)
  append(made, children)
  return made
}

/**
 * Makes an SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  set(made, attributes)
  append(made, children)
  return made
}

/**
 * Finds an element of index.html by its id.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function element(id, type) {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`)
  return found
}

/**
 * Writes a text only if it differs: screen readers announce every write, and browsers draw it anew.
 * @param {Element} target
 * @param {string} text
 */
export function writeText(target, text) {
  if (target.textContent !== text) target.textContent = text
}

/** Writes data-* attributes that differ. @param {HTMLElement} target @param {Record<string, string>} data */
export function setData({ dataset }, data) {
  for (const [name, value] of Object.entries(data)) if (dataset[name] !== value) dataset[name] = value
}

/**
 * A picture of web/icons.svg, hidden from screen readers: the element around it has a name.
 * @param {string} name
 * @returns {SVGElement}
 */
export const icon = name =>
  svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `icons.svg#${name}` }),
  )

/**
 * The code of an error, for developers: it leads to its heading in the documents.
 * @param {string} code such as 'ERR_SAN_ILLEGAL', or ''
 * @returns {HTMLElement | null}
 */
export const codeLink = code =>
  code === ''
    ? null
    : h('a', { class: 'error-code', href: `docs/errors.html#${code.toLowerCase()}`, target: '_blank' }, code)

/** @param {Element} target @param {Attributes} attributes */
function set(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') target.addEventListener(name.replace(/^on/, ''), value)
    else if (value === true) target.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined)
      target.setAttribute(name, String(value))
  }
}

/** @param {Element} target @param {Child[]} children */
function append(target, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      target.append(child instanceof Node ? child : String(child))
    }
  }
}
