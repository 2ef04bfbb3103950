// SPDX-License-Identifier: Apache-2.0
// The keyboard focus: where it goes when its element is gone, and buttons that keep it while they are off.

import { listenerOf } from './dom.js'

/** Was the keyboard used last, rather than a mouse or a finger? */
let isKeyboard = false

/** Milliseconds after a key within which what it opens, closes or loads has the focus. */
const FOCUSING = 500

/** Starts to watch which of them is used. Keys never leave the page without a focus. */
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
}

function setKeyboard(used: boolean) {
  isKeyboard = used
}

/**
 * Moves the focus to the squares for keyboard users, and to the table around them for others, whose arrow keys go through
 * the game. In an open dialog it moves to the title instead.
 */
export function focusBoard() {
  const place = titleOfDialog() ?? document.querySelector(isKeyboard ? '#board [tabindex="0"]' : '.table')
  if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: !isKeyboard })
}

/** Moves the focus to the table around the squares: the arrow keys go through the game. */
export function focusTable() {
  const table = document.querySelector('.table')
  if (table instanceof HTMLElement) table.focus({ preventScroll: true })
}

/** Gives the focus a place where keys do what they do without one. */
function focusPlace() {
  if (titleOfDialog() === undefined) focusTable()
  else focusBoard()
}

/** @returns of the open dialog; undefined if none is open */
const titleOfDialog = (): Element | null | undefined =>
  Array.from(document.querySelectorAll('dialog:modal')).at(-1)?.querySelector('h2')

/**
 * Calls an action that may remove, hide or turn off the element with the focus.
 * @param part of the page that the action changes
 * @param next the element that gets the focus if it was lost; the board does where that is hidden or missing
 */
export function keepFocus(part: Element, next: () => HTMLElement | null | undefined, action: () => void) {
  const hadFocus = part.contains(document.activeElement)
  action()
  // What follows lays out the page.
  if (!hadFocus) return
  if (isLost()) next()?.focus({ preventScroll: true })
  // On phones it may stand in a part that is not shown.
  if (isLost()) focusBoard()
}

/** @returns whether nothing that can be seen has the focus: browsers blur what is hidden at once, or later */
function isLost(): boolean {
  const { activeElement, body } = document
  return activeElement === body || !activeElement?.checkVisibility({ visibilityProperty: true })
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
