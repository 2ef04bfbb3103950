// SPDX-License-Identifier: Apache-2.0
// The position as a FEN to type or paste. Errors of syntax are shown at their place; a well-formed FEN may still be
// illegal.

import { ChessError, Setup, validateFen } from 'binbo'
import { h } from '../page/dom.js'
import { excerpt } from '../page/excerpt.js'
import { tidyFen } from '../study/fen-text.js'

/** @import { Variant } from 'binbo' */

/** @typedef {{ text: string, offset: number }} SyntaxFault */

/** @type {Record<string, string>} */
const FAULTS = {
  ERR_FEN_EMPTY: 'Type or paste a FEN.',
  ERR_FEN_FIELDS: 'A FEN has at most 6 fields: board, side, castling, en passant and two counters.',
  ERR_FEN_RANKS: 'The board has 8 ranks with / between them.',
  ERR_FEN_RANK_EMPTY: 'A rank is missing: write 8 for an empty one.',
  ERR_FEN_RANK_SHORT: 'This rank has fewer than 8 squares.',
  ERR_FEN_RANK_LONG: 'This rank has more than 8 squares.',
  ERR_FEN_RANK_DIGITS: 'Two digits in a row: write their sum.',
  ERR_FEN_PIECE: 'A board has only the letters KQRBNP and kqrbnp, 1 to 8 and /.',
  ERR_FEN_SIDE: 'The side to move is w or b.',
  ERR_FEN_CASTLING: 'Castling is -, or some of KQkq, each once.',
  ERR_FEN_EN_PASSANT: 'En passant is -, or a square on rank 3 or 6.',
  ERR_FEN_HALFMOVE: 'The halfmove clock is a number up to 65535.',
  ERR_FEN_FULLMOVE: 'The move number is a number up to 65535.',
  ERR_FEN_POCKET: 'A pocket has the letters QRBNP and qrbnp in brackets, as in [QNp], at most 64 of each.',
  ERR_FEN_CHECKS: 'Checks are those still to give, as in 3+3, or those given, as in +0+0; at most 3.',
}

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
  if (checked.ok || !Object.hasOwn(FAULTS, checked.error.code)) return null
  // A pocket there names the variant.
  return checked.error.code === 'ERR_FEN_RANKS' && !LOST_SLASH.test(fen) ? null : faultOf(checked.error)
}

/** @param {ChessError} error @returns {SyntaxFault} */
const faultOf = ({ code, message, offset = 0 }) => ({ text: FAULTS[code] ?? message, offset })

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
    this.#error.replaceChildren(...(fault ? [fault.text, excerpt(fen, fault.offset)] : []))
  }
}
