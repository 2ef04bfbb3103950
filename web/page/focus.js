// SPDX-License-Identifier: Apache-2.0
// The keyboard focus: where it goes when its element is gone, and buttons that keep it while they are off.

/** Was the keyboard used last, rather than a mouse or a finger? */
let isKeyboard = false

/** Starts to watch which of them is used. */
export function watchKeyboard() {
  addEventListener('keydown', () => setKeyboard(true), { capture: true })
  addEventListener('pointerdown', () => setKeyboard(false), { capture: true })
}

/** @param {boolean} used */
function setKeyboard(used) {
  isKeyboard = used
}

/**
 * Moves the focus to the squares for keyboard users, and to the table around them for others, whose arrow keys go through
 * the game. In an open dialog it moves to the title instead.
 */
export function focusBoard() {
  const dialog = Array.from(document.querySelectorAll('dialog:modal')).at(-1)
  const place = dialog
    ? dialog.querySelector('h2')
    : document.querySelector(isKeyboard ? '#board [tabindex="0"]' : '.table')
  if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: !isKeyboard })
}

/**
 * Calls an action that may remove, hide or turn off the element with the focus.
 * @param {Element} part of the page that the action changes
 * @param {() => HTMLElement} next the element that gets the focus if it was lost
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

/**
 * Turns a button on or off. It keeps the focus, which `disabled` would take away.
 * @param {HTMLButtonElement} button
 * @param {boolean} isAllowed if false, clicks have no effect
 */
export function allow(button, isAllowed) {
  button.setAttribute('aria-disabled', String(!isAllowed))
  // Adding the same listener again has no effect; capture makes it the first one.
  button.addEventListener('click', stopIfOff, { capture: true })
}

/** @param {HTMLButtonElement} button @returns {boolean} whether clicks have an effect */
export const isAllowed = button => button.getAttribute('aria-disabled') !== 'true'

/** @param {Event} event */
function stopIfOff(event) {
  if (isAllowed(/** @type {HTMLButtonElement} */ (event.currentTarget))) return
  event.stopImmediatePropagation()
  event.preventDefault()
}
