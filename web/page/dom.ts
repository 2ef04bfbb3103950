// SPDX-License-Identifier: Apache-2.0
// Makes and finds elements, and reads the fields of events.

/** text, or a node; null, undefined and false are skipped */
type Child = string | number | Node | null | undefined | false

/** `onclick` and others */
type Listeners = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void }

/** The type of a method: unlike that of a function, it takes listeners for events of one kind. */
type AnyListener = { listen(event: Event): void }['listen']

/**
 * Attributes by name: true writes an empty value; false, null and undefined leave the attribute out. A function is a
 * listener, named after its event, such as `onclick`.
 */
interface Attributes extends Listeners {
  [name: string]: string | number | boolean | null | undefined | AnyListener
}

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

/** Finds an element of index.html by its id; it throws if there is none of the type. */
export const element = <T extends Element>(id: string, type: new () => T): T =>
  checked(document.getElementById(id), type, `#${id}`)

/** Finds the first element in `root` by a CSS selector; it throws if there is none of the type. */
export const find = <T extends Element>(root: ParentNode, selector: string, type: new () => T): T =>
  checked(root.querySelector(selector), type, selector)

/** @returns the element whose listener runs; after an `await` there is none */
export const listenerOf = <T extends Element>({ type, currentTarget }: Event, kind: new () => T): T =>
  checked(currentTarget, kind, `for ${type}`)

/** @returns what is typed or chosen in the field that the event is about */
export function fieldValue({ type, target }: Event): string {
  if (target && 'value' in target) return String(target.value)
  throw new TypeError(`${type} has no field`)
}

/** @returns whether the checkbox that the event is about is checked */
export const isChecked = ({ type, target }: Event): boolean =>
  checked(target, HTMLInputElement, `for ${type}`).checked

/** Takes the chosen files out of the file field that the event is about: the same file can be chosen again. */
export function takeFiles({ type, target }: Event): File[] {
  const field = checked(target, HTMLInputElement, `for ${type}`)
  const files = [...(field.files ?? [])]
  field.value = ''
  return files
}

/** Opens the hidden file field beside the button that is pressed. */
export const openPicker = (event: Event) =>
  find(
    listenerOf(event, HTMLElement).parentElement ?? document,
    'input[type="file"]',
    HTMLInputElement,
  ).click()

function checked<T extends Element>(found: EventTarget | null, type: new () => T, name: string): T {
  if (found instanceof type) return found
  throw new Error(`the page has no ${type.name} ${name}`)
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
