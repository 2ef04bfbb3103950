// SPDX-License-Identifier: Apache-2.0
// The promotion dialog.

import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'
import { picture } from './pieces.js'

/** @typedef {import('binbo').Move} Move */

const NAMES = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight', k: 'King' }
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * @param {Move[]} moves the promotions of one pawn on one square
 * @param {AbortSignal} signal closes the dialog
 * @returns {Promise<Move | null>} null if it was closed without an answer
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
          title: `${NAMES[piece]} (${piece.toUpperCase()})`,
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
    dialog.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
      if (ctrlKey || metaKey || altKey) return
      buttons[choices.findIndex(({ piece }) => piece === key.toLowerCase())]?.click()
      const focused = /** @type {HTMLButtonElement} */ (document.activeElement)
      const place = buttons.indexOf(focused) + (STEPS[key] ?? 0)
      if (Object.hasOwn(STEPS, key)) buttons.at(place % buttons.length)?.focus()
    })
    // A click beside the dialog is one on its backdrop.
    dialog.addEventListener('click', event => event.target === dialog && dialog.close())
    signal.addEventListener('abort', () => dialog.close(), { once: true })
  })
}
