// SPDX-License-Identifier: Apache-2.0
// The fields of a position besides its pieces: side to move, castling, en passant, the two counters, the variant, and
// what only variants have: pockets and checks to give.

import { VARIANTS } from 'binbo'
import { html, nothing } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import { live } from 'lit-html/directives/live.js'
import { codeLink } from '../page/dom.js'
import { excerpt } from '../page/excerpt.js'
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
import { tidyFen } from '../study/fen-text.js'

/** @import { Variant } from 'binbo' */
/** @import { Draft } from '../study/draft.js' */
/** @import { Editor, Shown } from './editor.js' */

/** Of one kind in a pocket. */
const MOST_IN_POCKET = 64

const MOST = 65535

/** @param {Draft} draft @param {(changes: Partial<Draft>) => void} change called for each change by the user */
export function fieldsView(draft, change) {
  const { side, enPassant, variant, fullmove, halfmove, pockets, checks, castling } = draft
  // A square from a FEN is listed even if it is impossible.
  const squares = [...new Set(['-', ...enPassantSquares(draft), enPassant])]
  const sides = /** @type {const} */ (['w', 'b']).map((each, at) =>
    // An en passant square belongs to the side that has just moved.
    check(colorName(COLORS[at]), each === side, () => change({ side: each, enPassant: '-' }), 'setup-side'),
  )
  const rights = RIGHTS.map(([right, name]) =>
    check(name, hasRight(draft, right), isWanted => change({ castling: withRight(draft, right, isWanted) })),
  )
  return html`<div class="setup-fields">
    ${group('To move', sides)}
    ${hasCastling(variant) || castling !== '' ? group('Castling still allowed', rights) : nothing}
    <div class="setup-pairs">
      ${choice('En passant', 'setup-en-passant', squares, enPassant, enPassant => change({ enPassant }))}
      ${choice('Variant', 'setup-variant', VARIANTS, variant, variant => change({ variant }))}
      ${counter('Move number', fullmove, 1, MOST, fullmove => change({ fullmove }))}
      ${counter('Halfmove clock', halfmove, 0, MOST, halfmove => change({ halfmove }), 'Since the last capture or pawn move')}
    </div>
    ${
      pockets &&
      COLORS.map(color => {
        const pocket = pockets[color]
        const counters = POCKET.map(type =>
          counter(`${type[0].toUpperCase()}${type.slice(1)}s`, pocket[type], 0, MOST_IN_POCKET, count =>
            change({ pockets: { ...pockets, [color]: { ...pocket, [type]: count } } }),
          ),
        )
        return group(`${colorName(color)}’s pocket`, counters, 'setup-pocket')
      })
    }
    ${
      checks &&
      group(
        'Checks still to give',
        COLORS.map(color =>
          counter(colorName(color), checks[color], 1, MOST_CHECKS, count =>
            change({ checks: { ...checks, [color]: count } }),
          ),
        ),
        'setup-pocket',
      )
    }</div>`
}

/** @param {string} title @param {unknown} content @param {string} [kind] a class */
const group = (title, content, kind) =>
  html`<fieldset class=${kind ?? nothing}><legend>${title}</legend>${content}</fieldset>`

/** @param {string} label @param {boolean} isChecked @param {(isChecked: boolean) => void} change @param {string} [radios] their name */
const check = (label, isChecked, change, radios) =>
  html`<label class="check"><input type=${radios ? 'radio' : 'checkbox'} name=${radios ?? nothing}
    .checked=${live(isChecked)} @change=${(/** @type {any} */ { target }) => change(target.checked)} />${label}</label>`

/**
 * @template {string} T
 * @param {string} label
 * @param {string} id
 * @param {readonly T[]} values
 * @param {T} chosen
 * @param {(value: T) => void} change
 */
const choice = (label, id, values, chosen, change) =>
  html`<label>${label}<select id=${id} @change=${(/** @type {any} */ { target }) => change(target.value)}>${values.map(
    value => html`<option value=${value} .selected=${live(value === chosen)}>${nameOf(value)}</option>`,
  )}</select></label>`

/** @param {string} value of a choice */
const nameOf = value =>
  value === '-' ? 'None' : value.length === 2 ? value : variantName(/** @type {Variant} */ (value))

/**
 * @param {string} label
 * @param {number} value
 * @param {number} min
 * @param {number} max
 * @param {(value: number) => void} change
 * @param {string} [title]
 */
function counter(label, value, min, max, change, title) {
  const read = (/** @type {any} */ { target }) =>
    change(Math.min(Math.max(Math.trunc(Number(target.value)) || min, min), max))
  return html`<label title=${title ?? nothing}>${label}<input type="number" inputmode="numeric" min=${min} max=${max}
    .value=${live(String(value))} @change=${read} /></label>`
}

/** @param {Shown} shown @param {Editor} editor */
export const fenView = ({ fen, fault }, editor) =>
  html`<div><label>FEN<input id="setup-fen" class="code" spellcheck="false" autocomplete="off" autocapitalize="off"
    aria-describedby="setup-fen-error" aria-invalid=${fault !== null} .value=${live(fen)}
    @input=${(/** @type {any} */ { target }) => editor.read(target.value)} /></label><p id="setup-fen-error" class="error"
    role="alert">${guard([fault], () =>
      fault ? [fault.text, ' ', codeLink(fault.code), excerpt(tidyFen(fen), fault.offset)] : '',
    )}</p></div>`
