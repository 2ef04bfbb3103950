// SPDX-License-Identifier: Apache-2.0
// Dialogs about the current game: they close when another game is loaded.

import { openDialog } from '../page/dialog.js'

/** @import { Study } from './study.js' */

/**
 * Opens a dialog that closes when another game is loaded.
 * @param {Study} study
 * @param {string} title
 * @param {{ class?: string, onClose?: () => void }} options
 * @param {...import('../page/dom.js').Child} content
 * @returns {HTMLDialogElement}
 */
export function openGameDialog(study, title, { onClose, ...options }, ...content) {
  const dialog = openDialog(title, { ...options, onClose: end }, ...content)
  const stop = study.onChange(change => {
    if (change === 'game') dialog.close()
  })

  function end() {
    stop()
    onClose?.()
  }
  return dialog
}
