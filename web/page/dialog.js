// SPDX-License-Identifier: Apache-2.0
// Modal dialogs: those of the browser, which keep the focus inside and close with Escape.

import { h } from './dom.js'
import { focusBoard } from './focus.js'
import { makeSpeech, moveNotices } from './notices.js'

/** @import { Child } from './dom.js' */

/** Elements that can have the focus. */
const CONTROLS = 'input, select, textarea, button, summary, a[href], [tabindex="0"]'
/** Fields that open a phone's keyboard, which hides half of the dialog, unless they are what it is for. */
const TYPED =
  ':is(textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])):not([autofocus])'
const touch = matchMedia('(pointer: coarse)')

let count = 0

/**
 * Opens a modal dialog; it is removed when it closes. The focus goes to the element with `autofocus`, by default to the
 * first control of the content.
 * @param {string} title
 * @param {{ class?: string, onClose?: () => void }} options
 * @param {...Child} content
 * @returns {HTMLDialogElement} close() closes it
 */
export function openDialog(title, { class: name = '', onClose }, ...content) {
  const id = `dialog-${++count}`
  const dialog = h(
    'dialog',
    { class: name, 'aria-labelledby': id },
    h(
      'header',
      {},
      h('h2', { id, tabindex: -1 }, title),
      h(
        'button',
        { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => dialog.close() },
        '×',
      ),
    ),
    ...content,
    makeSpeech(),
  )
  dialog.addEventListener('close', () => {
    moveNotices()
    dialog.remove()
    onClose?.()
    // The element that opened it may be gone.
    if (document.activeElement === document.body) focusBoard()
  })
  document.body.append(dialog)
  dialog.showModal()
  focusMain(dialog)
  moveNotices()
  return dialog
}

/** @param {HTMLDialogElement} dialog without a control in its content the focus stays on the close button */
function focusMain(dialog) {
  const controls = /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll(CONTROLS))
  const usable = Array.from(controls).filter(
    control =>
      control.tabIndex >= 0 &&
      control.checkVisibility() &&
      !control.matches('dialog > header *, :disabled, [type="radio"]:not(:checked)'),
  )
  const main = usable.find(control => control.hasAttribute('autofocus')) ?? usable[0]
  const place = touch.matches && main?.matches(TYPED) ? dialog.querySelector('h2') : main
  place?.focus({ preventScroll: true })
}
