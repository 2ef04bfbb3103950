// SPDX-License-Identifier: Apache-2.0
// Buttons that are off for a while, and keep the focus: browsers take it away from what is `disabled`.

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
