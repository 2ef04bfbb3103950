// SPDX-License-Identifier: Apache-2.0
// Where the focus goes when the thing that had it is done with: to the board, never to nowhere.

/** Was the keyboard used last, and not a mouse or a finger? */
let isKeyboard = false

/** Heeds from now on what is used. */
export function watchKeyboard() {
  addEventListener('keydown', () => setKeyboard(true), { capture: true })
  addEventListener('pointerdown', () => setKeyboard(false), { capture: true })
}

/** Who uses the keyboard comes to the squares; for others the arrow keys go on walking through the game. */
export function focusBoard() {
  const place = document.querySelector(isKeyboard ? '#board [tabindex="0"]' : '.table')
  if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: !isKeyboard })
}

/**
 * Calls an action that may take away what has the focus.
 * @param {Element} part of the page that it changes
 * @param {HTMLElement} next has the focus afterwards, where it was lost
 * @param {() => void} action
 */
export function keepFocus(part, next, action) {
  const hadFocus = part.contains(document.activeElement)
  action()
  if (hadFocus && !part.contains(document.activeElement)) next.focus({ preventScroll: true })
}

/** @param {boolean} used */
function setKeyboard(used) {
  isKeyboard = used
}
