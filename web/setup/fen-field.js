// SPDX-License-Identifier: Apache-2.0
// The position as a FEN that can be typed or pasted; what is wrong with its form is shown at its place.

import { h } from '../page/dom.js'
import { formError } from './fen-form.js'

/** @typedef {import('binbo').Variant} Variant */
/** @typedef {import('./fen-form.js').FormError} FormError */

/** Characters that are shown on each side of an error. */
const AROUND = 18

export class FenField {
  #input = h('input', {
    id: 'setup-fen',
    class: 'code',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-describedby': 'setup-fen-error',
    oninput: () => this.#read(),
  })
  #error = h('p', { id: 'setup-fen-error', class: 'error', role: 'alert' })
  #onFen
  #variant

  /**
   * @param {() => Variant} variant
   * @param {(fen: string | null) => void} onFen null for a text that is no FEN
   */
  constructor(variant, onFen) {
    this.#variant = variant
    this.#onFen = onFen
    this.element = h('div', {}, h('label', {}, 'FEN', this.#input), this.#error)
  }

  /** @param {string} fen replaces what was typed */
  show(fen) {
    this.#input.value = fen
    this.#showError(null)
  }

  #read() {
    const fen = this.#input.value
    const error = formError(fen, this.#variant())
    this.#showError(error)
    this.#onFen(error ? null : fen)
  }

  /** @param {FormError | null} error */
  #showError(error) {
    this.#input.setAttribute('aria-invalid', String(error !== null))
    this.#error.replaceChildren(...(error ? [error.text, excerpt(this.#input.value, error.offset)] : []))
  }
}

/** @param {string} text @param {number} offset @returns {HTMLElement} the text around the place, which is marked */
function excerpt(text, offset) {
  const [character = ''] = text.slice(offset)
  const start = Math.max(0, offset - AROUND)
  const end = offset + character.length
  return h(
    'span',
    { class: 'code excerpt' },
    start > 0 && '…',
    text.slice(start, offset),
    h('mark', {}, character.trim() || '␣'),
    text.slice(end, end + AROUND),
    end + AROUND < text.length && '…',
  )
}
