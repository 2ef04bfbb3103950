// SPDX-License-Identifier: Apache-2.0
// Dialogs about the current game: they close when another game is loaded.

import { html } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { showWhile } from '../page/hold.js'
import type { Study } from './study.js'

/**
 * Opens a dialog that closes when another game is loaded.
 * @param view returns the template of the content
 */
export function openGameDialog(
  study: Study,
  title: string,
  { onClose, ...options }: Parameters<typeof openDialog>[1],
  view: () => unknown,
) {
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
 * Asks for confirmation before a change of the game that is hard to reverse.
 * @param words `text`: the consequence; `label`: of the button that runs it; `other`: of the button that cancels, which
 *   has the focus
 * @param run makes the change
 */
export function askFirst(
  study: Study,
  { title, text, label, other }: { title: string; text: string; label: string; other: string },
  run: () => void,
) {
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
