// SPDX-License-Identifier: Apache-2.0
// The position as a FEN that can be typed or pasted; what is wrong with its form is shown at its place.

import { tidyFen } from '../game/fen-text.js'
import { h } from '../page/dom.js'
import { excerpt } from '../page/excerpt.js'
import { formError } from './fen-form.js'

/** @typedef {import('binbo').Variant} Variant */
/** @typedef {import('./fen-form.js').FormError} FormError */

export class FenField {
  input = h('input', {
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
    this.element = h('div', {}, h('label', {}, 'FEN', this.input), this.#error)
  }

  /** @param {string} fen replaces what was typed */
  show(fen) {
    this.input.value = fen
    this.#showError(null)
  }

  #read() {
    const fen = tidyFen(this.input.value)
    const error = formError(fen, this.#variant())
    this.#showError(error, fen)
    this.#onFen(error ? null : fen)
  }

  /** @param {FormError | null} error @param {string} [fen] in which it is */
  #showError(error, fen = '') {
    this.input.setAttribute('aria-invalid', String(error !== null))
    this.#error.replaceChildren(...(error ? [error.text, excerpt(fen, error.offset)] : []))
  }
}
