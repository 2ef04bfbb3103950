// SPDX-License-Identifier: Apache-2.0
// The fields of a position besides its pieces: side to move, castling, en passant, the two counters and the variant.

import { h } from '../page/dom.js'
import { enPassantSquares, hasRight, RIGHTS, withRight } from './draft.js'

/** @typedef {import('./draft.js').Draft} Draft */

const MOST = 65535

export class Fields {
  #draft
  #onChange
  #sides = /** @type {const} */ (['w', 'b']).map(side =>
    radio('setup-side', () =>
      // An en passant square belongs to the side that has just moved.
      this.#onChange({ side, enPassant: '-' }),
    ),
  )
  #rights = RIGHTS.map(([right]) => checkbox(wanted => this.#changeRight(right, wanted)))
  #enPassant = h('select', {
    id: 'setup-en-passant',
    onchange: () => this.#onChange({ enPassant: this.#enPassant.value }),
  })
  #variant = h(
    'select',
    {
      id: 'setup-variant',
      onchange: () =>
        this.#onChange({ variant: this.#variant.value === 'chess960' ? 'chess960' : 'standard' }),
    },
    h('option', { value: 'standard' }, 'Standard chess'),
    h('option', { value: 'chess960' }, 'Chess960'),
  )
  #fullmove = counter(1, fullmove => this.#onChange({ fullmove }))
  #halfmove = counter(0, halfmove => this.#onChange({ halfmove }))

  /**
   * @param {Draft} draft
   * @param {(changes: Partial<Draft>) => void} onChange called for each change by the user
   */
  constructor(draft, onChange) {
    this.#draft = draft
    this.#onChange = onChange
    const [white, black] = this.#sides
    this.element = h(
      'div',
      { class: 'setup-fields' },
      group('To move', labelled('White', white), labelled('Black', black)),
      group('Castling still allowed', ...this.#rights.map((box, at) => labelled(RIGHTS[at][1], box))),
      h(
        'div',
        { class: 'setup-pairs' },
        h('label', {}, 'En passant', this.#enPassant),
        h('label', {}, 'Rules', this.#variant),
        h('label', {}, 'Move number', this.#fullmove),
        h('label', { title: 'Since the last capture or pawn move' }, 'Halfmove clock', this.#halfmove),
      ),
    )
    this.show(draft)
  }

  /** @param {Draft} draft */
  show(draft) {
    this.#draft = draft
    const { side, enPassant, variant, fullmove, halfmove } = draft
    this.#sides.forEach((input, at) => {
      input.checked = side === 'wb'[at]
    })
    this.#rights.forEach((input, at) => {
      input.checked = hasRight(draft, RIGHTS[at][0])
    })
    // A square from a FEN is listed even if it is impossible.
    const squares = new Set(['-', ...enPassantSquares(draft), enPassant])
    this.#enPassant.replaceChildren(
      ...[...squares].map(value => h('option', { value }, value === '-' ? 'None' : value)),
    )
    this.#enPassant.value = enPassant
    this.#variant.value = variant
    this.#fullmove.value = String(fullmove)
    this.#halfmove.value = String(halfmove)
  }

  /** @param {string} right @param {boolean} wanted */
  #changeRight(right, wanted) {
    this.#onChange({ castling: withRight(this.#draft, right, wanted) })
  }
}

/** @param {string} title @param {...HTMLElement} content */
const group = (title, ...content) => h('fieldset', {}, h('legend', {}, title), ...content)

/** @param {string} text @param {HTMLInputElement} input */
const labelled = (text, input) => h('label', { class: 'check' }, input, text)

/** @param {string} name @param {() => void} choose */
const radio = (name, choose) => h('input', { type: 'radio', name, onchange: choose })

/** @param {(checked: boolean) => void} change @returns {HTMLInputElement} */
const checkbox = change => h('input', { type: 'checkbox', onchange: event => change(event.target.checked) })

/** @param {number} min @param {(value: number) => void} change @returns {HTMLInputElement} */
function counter(min, change) {
  /** @param {{ target: HTMLInputElement }} event */
  const read = ({ target }) => {
    const value = Math.trunc(Number(target.value))
    change(Math.min(Math.max(value || min, min), MOST))
  }
  return h('input', { type: 'number', inputmode: 'numeric', min, max: MOST, onchange: read })
}
