// SPDX-License-Identifier: Apache-2.0
// Makes and finds elements.

/** text, or a node; null, undefined and false are skipped */
type Child = string | number | Node | null | undefined | false

/**
 * Attributes by name: true writes an empty value; false, null and undefined leave the attribute out. A function is a
 * listener, named after its event, such as `onclick`.
 */
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>

/** Makes an element. */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag)
  set(made, attributes)
  append(made, children)
  return made
}

/** Makes an SVG element. */
export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  set(made, attributes)
  append(made, children)
  return made
}

/** Finds an element of index.html by its id. */
export function element<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`)
  return found
}

/** Writes a text only if it differs: screen readers announce every write, and browsers draw it anew. */
export function writeText(target: Element, text: string) {
  if (target.textContent !== text) target.textContent = text
}

/** Writes data-* attributes that differ. */
export function setData({ dataset }: HTMLElement, data: Record<string, string>) {
  for (const [name, value] of Object.entries(data)) if (dataset[name] !== value) dataset[name] = value
}

/** A picture of web/icons.svg, hidden from screen readers: the element around it has a name. */
export const icon = (name: string): SVGElement =>
  svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `icons.svg#${name}` }),
  )

/**
 * The code of an error, for developers: it leads to its heading in the documents.
 * @param code such as 'ERR_SAN_ILLEGAL', or ''
 */
export const codeLink = (code: string): HTMLElement | null =>
  code === ''
    ? null
    : h('a', { class: 'error-code', href: `docs/errors.html#${code.toLowerCase()}`, target: '_blank' }, code)

function set(target: Element, attributes: Attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') target.addEventListener(name.replace(/^on/, ''), value)
    else if (value === true) target.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined)
      target.setAttribute(name, String(value))
  }
}

function append(target: Element, children: Child[]) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      target.append(child instanceof Node ? child : String(child))
    }
  }
}
