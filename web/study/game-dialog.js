// SPDX-License-Identifier: Apache-2.0
// Dialogs about the current game: they close when another game is loaded.

import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { showWhile } from '../page/hold.js'

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
  const { tree } = study
  const stop = showWhile(
    () => study.tree === tree,
    () => dialog.close(),
  )

  function end() {
    stop()
    onClose?.()
  }
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
  const dialog = openGameDialog(
    study,
    title,
    {},
    h('p', {}, text),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', onclick: agree }, label),
      h(
        'button',
        { type: 'button', class: 'primary', autofocus: true, onclick: () => dialog.close() },
        other,
      ),
    ),
  )

  function agree() {
    dialog.close()
    run()
  }
}
