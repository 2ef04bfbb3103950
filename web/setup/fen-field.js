// SPDX-License-Identifier: Apache-2.0
// The position as a FEN to type or paste. Errors of syntax are shown at their place; a well-formed FEN may still be
// illegal.

import { ChessError, Setup, validateFen } from 'binbo'
import { codeLink, h } from '../page/dom.js'
import { sentenceOf } from '../page/error-words.js'
import { excerpt } from '../page/excerpt.js'
import { tidyFen } from '../study/fen-text.js'

/** @import { Variant } from 'binbo' */

/** @typedef {{ text: string, code: string, offset: number }} SyntaxFault */

/** The errors that are at a place in the text. */
const SYNTAX =
  'EMPTY FIELDS RANKS RANK_EMPTY RANK_SHORT RANK_LONG RANK_DIGITS PIECE SIDE CASTLING EN_PASSANT HALFMOVE FULLMOVE POCKET CHECKS'
    .split(' ')
    .map(name => `ERR_FEN_${name}`)

/** An eighth slash without a pocket behind it. */
const LOST_SLASH = /^\S*\/ /

/**
 * @param {string} fen of any variant
 * @param {Variant} variant of the draft; an empty pocket behind an eighth slash is a mistake in others than crazyhouse
 * @returns {SyntaxFault | null} null if it is well-formed
 */
export function syntaxFault(fen, variant) {
  try {
    new Setup(fen)
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    return faultOf(error)
  }
  const checked = validateFen(fen, { variant })
  if (checked.ok || !SYNTAX.includes(checked.error.code)) return null
  // A pocket there names the variant.
  return checked.error.code === 'ERR_FEN_RANKS' && !LOST_SLASH.test(fen) ? null : faultOf(checked.error)
}

/** @param {ChessError} error @returns {SyntaxFault} */
const faultOf = ({ code, offset = 0 }) => ({ text: sentenceOf(code), code, offset })

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
   * @param {(fen: string | null) => void} onFen null for text that is not a well-formed FEN
   */
  constructor(variant, onFen) {
    this.#variant = variant
    this.#onFen = onFen
    this.element = h('div', {}, h('label', {}, 'FEN', this.input), this.#error)
  }

  /** @param {string} fen replaces the text in the field */
  show(fen) {
    this.input.value = fen
    this.#showFault(null)
  }

  #read() {
    const fen = tidyFen(this.input.value)
    const fault = syntaxFault(fen, this.#variant())
    this.#showFault(fault, fen)
    this.#onFen(fault ? null : fen)
  }

  /** @param {SyntaxFault | null} fault @param {string} [fen] that has the fault */
  #showFault(fault, fen = '') {
    this.input.setAttribute('aria-invalid', String(fault !== null))
    this.#error.replaceChildren(
      ...(fault ? [fault.text, ' ', codeLink(fault.code) ?? '', excerpt(fen, fault.offset)] : []),
    )
  }
}
