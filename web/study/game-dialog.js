// SPDX-License-Identifier: Apache-2.0
// Dialogs about the current game: they close when another game is loaded.

import { html } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { showWhile } from '../page/hold.js'

/** @import { Study } from './study.js' */

/**
 * Opens a dialog that closes when another game is loaded.
 * @param {Study} study
 * @param {string} title
 * @param {Parameters<typeof openDialog>[1]} options
 * @param {() => unknown} view returns the template of the content
 */
export function openGameDialog(study, title, { onClose, ...options }, view) {
  const { tree } = study
  const end = () => {
    stop()
    onClose?.()
  }
  const dialog = openDialog(title, { ...options, onClose: end }, view)
  const stop = showWhile(() => study.tree === tree, dialog.close)
  return dialog
}

/**
 * Asks before something is done to the game that is hard to mend.
 * @param {Study} study
 * @param {{ title: string, text: string, label: string, other: string }} words `text`: the consequence; `label`: of the
 *   button that does it; `other`: of the one that does not, which has the focus
 * @param {() => void} run does it
 */
export function askFirst(study, { title, text, label, other }, run) {
  const agree = () => {
    dialog.close()
    run()
  }
  const dialog = openGameDialog(
    study,
    title,
    {},
    () => html`<p>${text}</p><div class="actions"><button type="button" @click=${agree}>${label}</button><button
      type="button" class="primary" autofocus @click=${() => dialog.close()}>${other}</button></div>`,
  )
}
