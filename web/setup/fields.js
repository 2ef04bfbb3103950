// SPDX-License-Identifier: Apache-2.0
// The fields of a position besides its pieces: side to move, castling, en passant, the two counters, the variant, and
// what only variants have: pockets and checks to give.

import { variants } from 'binbo'
import { h } from '../page/dom.js'
import { COLORS, colorName, variantName } from '../study/descriptions.js'
import {
  enPassantSquares,
  hasCastling,
  hasRight,
  MOST_CHECKS,
  POCKET,
  RIGHTS,
  withRight,
} from '../study/draft.js'

/** @import { Variant } from 'binbo' */
/** @import { Draft } from '../study/draft.js' */

/** Of one kind in a pocket. */
const MOST_IN_POCKET = 64

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
      onchange: () => this.#onChange({ variant: /** @type {Variant} */ (this.#variant.value) }),
    },
    ...variants.map(variant => h('option', { value: variant }, variantName(variant))),
  )
  #castling = group('Castling still allowed', ...this.#rights.map((box, at) => labelled(RIGHTS[at][1], box)))
  #pockets = COLORS.map(color =>
    POCKET.map(type => counter(0, count => this.#changePocket(color, type, count), MOST_IN_POCKET)),
  )
  #pocketGroups = COLORS.map((color, side) =>
    group(
      `${colorName(color)}’s pocket`,
      ...POCKET.map((type, at) =>
        h('label', {}, `${type[0].toUpperCase()}${type.slice(1)}s`, this.#pockets[side][at]),
      ),
    ),
  )
  #checks = COLORS.map(color => counter(1, count => this.#changeChecks(color, count), MOST_CHECKS))
  #checksGroup = group(
    'Checks still to give',
    ...COLORS.map((color, at) => h('label', {}, colorName(color), this.#checks[at])),
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
      this.#castling,
      h(
        'div',
        { class: 'setup-pairs' },
        h('label', {}, 'En passant', this.#enPassant),
        h('label', {}, 'Variant', this.#variant),
        h('label', {}, 'Move number', this.#fullmove),
        h('label', { title: 'Since the last capture or pawn move' }, 'Halfmove clock', this.#halfmove),
      ),
      ...this.#pocketGroups,
      this.#checksGroup,
    )
    for (const each of this.#pocketGroups) each.classList.add('setup-pocket')
    this.#checksGroup.classList.add('setup-pocket')
    this.show(draft)
  }

  /** @param {Draft} draft */
  show(draft) {
    this.#draft = draft
    const { side, enPassant, variant, fullmove, halfmove, pockets, checks } = draft
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
    this.#castling.hidden = !hasCastling(variant) && draft.castling === ''
    this.#checksGroup.hidden = checks === null
    COLORS.forEach((color, side) => {
      this.#pocketGroups[side].hidden = pockets === null
      this.#pockets[side].forEach((input, at) => {
        input.value = String(pockets?.[color][POCKET[at]] ?? 0)
      })
      this.#checks[side].value = String(checks?.[color] ?? MOST_CHECKS)
    })
  }

  /** @param {'white' | 'black'} color @param {typeof POCKET[number]} type @param {number} count */
  #changePocket(color, type, count) {
    const { pockets } = this.#draft
    if (pockets) this.#onChange({ pockets: { ...pockets, [color]: { ...pockets[color], [type]: count } } })
  }

  /** @param {'white' | 'black'} color @param {number} count */
  #changeChecks(color, count) {
    const { checks } = this.#draft
    if (checks) this.#onChange({ checks: { ...checks, [color]: count } })
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

/**
 * @param {number} min
 * @param {(value: number) => void} change
 * @param {number} [max]
 * @returns {HTMLInputElement}
 */
function counter(min, change, max = MOST) {
  /** @param {{ target: HTMLInputElement }} event */
  const read = ({ target }) => {
    const value = Math.trunc(Number(target.value))
    change(Math.min(Math.max(value || min, min), max))
  }
  return h('input', { type: 'number', inputmode: 'numeric', min, max, onchange: read })
}
