// SPDX-License-Identifier: Apache-2.0
import { pieceElement } from './piece.js'

/** @type {readonly [import('binbo').Promotion, import('binbo').PieceType][]} */
const CHOICES = [
  ['q', 'queen'],
  ['r', 'rook'],
  ['b', 'bishop'],
  ['n', 'knight'],
]

/**
 * Asks which piece a pawn becomes.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} row where the choices go
 * @param {import('binbo').Color} color
 * @returns {Promise<import('binbo').Promotion | null>} null when the dialog is dismissed
 */
export function askPromotion(dialog, row, color) {
  return new Promise(resolve => {
    /** @type {import('binbo').Promotion | null} */
    let chosen = null
    row.replaceChildren(
      ...CHOICES.map(([letter, type]) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.title = type
        button.setAttribute('aria-label', type)
        button.append(pieceElement(color, type))
        button.addEventListener('click', () => {
          chosen = letter
          dialog.close()
        })
        return button
      }),
    )
    dialog.addEventListener('close', () => resolve(chosen), { once: true })
    dialog.showModal()
  })
}
