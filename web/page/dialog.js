// SPDX-License-Identifier: Apache-2.0
// Dialogs: the browser's own, which keep the focus inside and close with Escape.

import { h } from './dom.js'
import { focusBoard } from './focus.js'
import { makeSpeech, moveNotices } from './notices.js'

/** @typedef {import('./dom.js').Child} Child */

/** What can have the focus. */
const CONTROLS = 'input, select, textarea, button, summary, a[href], [tabindex="0"]'
/** What a phone brings its keyboard up for. */
const TYPED = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])'
const touch = matchMedia('(pointer: coarse)')

let count = 0

/**
 * Opens a modal dialog over the page; it is taken out of the page when it closes. The focus is on what has `autofocus`,
 * or else on the first control of the content.
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
    // What it was opened from may be gone.
    if (document.activeElement === document.body) focusBoard()
  })
  document.body.append(dialog)
  dialog.showModal()
  focusMain(dialog)
  moveNotices()
  return dialog
}

/** @param {HTMLDialogElement} dialog where there is nothing but the way out, the focus is there */
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
