// SPDX-License-Identifier: Apache-2.0
// The keyboard focus: where it goes when its element is gone, and buttons that keep it while they are off.

/** Was the keyboard used last, and not a mouse or a finger? */
let isKeyboard = false

/** Heeds from now on what is used. */
export function watchKeyboard() {
  addEventListener('keydown', () => setKeyboard(true), { capture: true })
  addEventListener('pointerdown', () => setKeyboard(false), { capture: true })
}

/**
 * Who uses the keyboard comes to the squares; for others the arrow keys go on walking through the game. Where a dialog is
 * open, all are at its title.
 */
export function focusBoard() {
  const dialog = Array.from(document.querySelectorAll('dialog:modal')).at(-1)
  const place = dialog
    ? dialog.querySelector('h2')
    : document.querySelector(isKeyboard ? '#board [tabindex="0"]' : '.table')
  if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: !isKeyboard })
}

/**
 * Calls an action that may take away, hide or turn off what has the focus.
 * @param {Element} part of the page that it changes
 * @param {() => HTMLElement} next tells what has the focus afterwards, where it was lost
 * @param {() => void} action
 */
export function keepFocus(part, next, action) {
  const hadFocus = part.contains(document.activeElement)
  action()
  // Browsers blur what is hidden at once, or later.
  const { activeElement } = document
  const isLost =
    activeElement === document.body || !activeElement?.checkVisibility({ visibilityProperty: true })
  if (hadFocus && isLost) next().focus({ preventScroll: true })
}

/** @param {boolean} used */
function setKeyboard(used) {
  isKeyboard = used
}

/** @param {HTMLButtonElement} button @param {boolean} isAllowed where it is not, a click does nothing */
export function allow(button, isAllowed) {
  button.setAttribute('aria-disabled', String(!isAllowed))
  // The same listener is added once, however often; in the capture phase it comes before all others.
  button.addEventListener('click', stopWhereOff, { capture: true })
}

/** @param {HTMLButtonElement} button */
export const isAllowed = button => button.getAttribute('aria-disabled') !== 'true'

/** @param {Event} event */
function stopWhereOff(event) {
  if (isAllowed(/** @type {HTMLButtonElement} */ (event.currentTarget))) return
  event.stopImmediatePropagation()
  event.preventDefault()
}
