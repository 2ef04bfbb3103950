// SPDX-License-Identifier: Apache-2.0
// Dialogs: the browser's own, which keep the focus inside and close with Escape.

import { h } from './dom.js'

/** @typedef {import('./dom.js').Child} Child */

let count = 0

/**
 * Opens a modal dialog over the page; it is taken out of the page when it closes.
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
      h('h2', { id }, title),
      h(
        'button',
        { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => dialog.close() },
        '×',
      ),
    ),
    ...content,
  )
  dialog.addEventListener('close', () => {
    dialog.remove()
    onClose?.()
  })
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}
