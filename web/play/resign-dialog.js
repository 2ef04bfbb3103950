// SPDX-License-Identifier: Apache-2.0
// Asks whether a player really resigns.

import { openGameDialog } from '../game/game-dialog.js'
import { h } from '../page/dom.js'

/** @typedef {import('../game/study.js').Study} Study */

/**
 * @param {Study} study
 * @param {string} text what follows from it
 * @param {() => void} onResign
 */
export function askResign(study, text, onResign) {
  const dialog = openGameDialog(
    study,
    'Resign this game?',
    {},
    h('p', {}, text),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', onclick: resign }, 'Resign'),
      h(
        'button',
        { type: 'button', class: 'primary', autofocus: true, onclick: () => dialog.close() },
        'Go on',
      ),
    ),
  )

  function resign() {
    dialog.close()
    onResign()
  }
}
