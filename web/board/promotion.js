// SPDX-License-Identifier: Apache-2.0
// Asks which piece a pawn becomes.

import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { picture } from './pieces.js'

/** @typedef {import('binbo').Move} Move */

const NAMES = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' }

/**
 * @param {Move[]} moves the promotions of one pawn on one square
 * @param {AbortSignal} signal takes the question back
 * @returns {Promise<Move | null>} null when it was closed without an answer
 */
export function askPromotion(moves, signal) {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(null)
    /** @type {Move | null} */
    let chosen = null
    const choices = moves.flatMap(move => (move.promotion ? { move, piece: move.promotion } : []))
    const buttons = choices.map(({ move, piece }) =>
      h(
        'button',
        {
          type: 'button',
          autofocus: piece === 'q',
          'aria-label': NAMES[piece],
          title: NAMES[piece],
          onclick: () => {
            chosen = move
            dialog.close()
          },
        },
        picture(move.color === 'white' ? piece.toUpperCase() : piece),
      ),
    )
    const dialog = openDialog(
      'Which piece?',
      { class: 'promotion', onClose: () => resolve(chosen) },
      h('div', { class: 'choices' }, ...buttons),
    )
    // Beside the dialog is the dialog's own backdrop.
    dialog.addEventListener('click', event => event.target === dialog && dialog.close())
    signal.addEventListener('abort', () => dialog.close(), { once: true })
  })
}
