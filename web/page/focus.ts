// SPDX-License-Identifier: Apache-2.0
// The keyboard focus: restores it when its element disappears; buttons that are off keep it.

import { listenerOf } from './dom.js'

/** Was the keyboard used last, rather than a mouse or a finger? */
let isKeyboard = false

/** Milliseconds after a key press until an element must have the focus: the key may open, close or load a part. */
const FOCUSING = 500

/** Watches whether keys or pointers are used. A key press that loses the focus gets it back. */
export function watchKeyboard() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKey = () => {
    setKeyboard(true)
    if (isLost()) return
    clearTimeout(timer)
    timer = setTimeout(() => document.hasFocus() && isLost() && focusPlace(), FOCUSING)
  }
  addEventListener('keydown', onKey, { capture: true })
  addEventListener('pointerdown', () => setKeyboard(false), { capture: true })
  for (const type of ['pointerdown', 'pointermove'] as const)
    addEventListener(type, followPointer, { capture: true })
}

let [pointerX, pointerY] = [NaN, NaN]
let isMoved = false

function followPointer({ clientX, clientY }: PointerEvent) {
  isMoved = clientX !== pointerX || clientY !== pointerY
  pointerX = clientX
  pointerY = clientY
}

/** @returns whether the pointer has moved with the current event: browsers also send one if a layout moves an element under it */
export const hasMoved = (): boolean => isMoved

function setKeyboard(used: boolean) {
  isKeyboard = used
  // Styles show where the focus is in containers, too, which get it only by script.
  document.documentElement.toggleAttribute('data-keys', used)
}

/**
 * Moves the focus to the squares for keyboard users, and to the table around them for others, whose arrow keys go through
 * the game. In an open dialog it moves to the title instead.
 */
export function focusBoard() {
  const title = titleOfDialog()
  if (title) focus(title)
  else focus(document.querySelector(isKeyboard ? '#board [tabindex="0"]' : '.table'))
}

/** Moves the focus to the table around the squares: the arrow keys go through the game. */
export function focusTable() {
  focus(document.querySelector('.table'), true)
}

/** @param place where rooms of phones hide the board, their button in the head gets the focus */
function focus(place: Element | null, preventScroll = !isKeyboard) {
  const seen = isVisible(place) ? place : document.querySelector('#modes [aria-pressed="true"]')
  if (seen instanceof HTMLElement || seen instanceof SVGElement) seen.focus({ preventScroll })
}

const isVisible = (element: Element | null): boolean =>
  element?.checkVisibility({ visibilityProperty: true }) ?? false

/** Moves the focus to an element where the keys of the page work. */
function focusPlace() {
  if (titleOfDialog() === undefined) focusTable()
  else focusBoard()
}

/** @returns the title of the open dialog; undefined if none is open */
const titleOfDialog = (): Element | null | undefined =>
  Array.from(document.querySelectorAll('dialog:modal')).at(-1)?.querySelector('h2')

/**
 * Calls an action that may remove, hide or turn off the element with the focus.
 * @param part of the page that the action changes
 * @param next returns the element that gets the focus if it was lost; the board gets it if that is hidden or missing
 */
export function keepFocus(part: Element, next: () => HTMLElement | null | undefined, action: () => void) {
  const hadFocus = part.contains(document.activeElement)
  action()
  // The checks below force a layout.
  if (!hadFocus) return
  if (isLost()) next()?.focus({ preventScroll: true })
  // On phones the element may be in a hidden part.
  if (isLost()) focusBoard()
}

/** @returns whether no visible element has the focus: browsers blur a hidden element at once, or later */
function isLost(): boolean {
  const { activeElement, body } = document
  return activeElement === body || !isVisible(activeElement)
}

/**
 * Turns a button on or off. It keeps the focus, which `disabled` would take away.
 * @param isAllowed if false, clicks have no effect
 */
export function allow(button: HTMLButtonElement, isAllowed: boolean) {
  button.setAttribute('aria-disabled', String(!isAllowed))
  // Adding the same listener again has no effect; capture makes it the first one.
  button.addEventListener('click', stopIfOff, { capture: true })
}

/** @returns whether clicks have an effect */
export const isAllowed = (button: HTMLButtonElement): boolean =>
  button.getAttribute('aria-disabled') !== 'true'

function stopIfOff(event: Event) {
  if (isAllowed(listenerOf(event, HTMLButtonElement))) return
  event.stopImmediatePropagation()
  event.preventDefault()
}
