// SPDX-License-Identifier: Apache-2.0
// The position as a FEN to type or paste. Errors of syntax are shown at their place; a well-formed FEN may still be
// illegal.

import { ChessError, Setup, validateFen } from 'binbo'
import { html } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import { live } from 'lit-html/directives/live.js'
import { codeLink } from '../page/dom.js'
import { sentenceOf } from '../page/error-words.js'
import { excerpt } from '../page/excerpt.js'
import { tidyFen } from '../study/fen-text.js'

/** @import { Variant } from 'binbo' */
/** @import { Editor, Shown } from './editor.js' */

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

/** @param {Shown} shown @param {Editor} editor */
export const fenView = ({ fen, fault }, editor) =>
  html`<div><label>FEN<input id="setup-fen" class="code" spellcheck="false" autocomplete="off" autocapitalize="off"
    aria-describedby="setup-fen-error" aria-invalid=${fault !== null} .value=${live(fen)}
    @input=${(/** @type {any} */ { target }) => editor.read(target.value)} /></label><p id="setup-fen-error" class="error"
    role="alert">${guard([fault], () =>
      fault ? [fault.text, ' ', codeLink(fault.code), excerpt(tidyFen(fen), fault.offset)] : '',
    )}</p></div>`
