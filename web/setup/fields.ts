// SPDX-License-Identifier: Apache-2.0
// The fields of a position besides its pieces: side to move, castling, en passant, the two counters, the variant, and the
// pockets and remaining checks of variants.

import { VARIANTS } from 'binbo'
import { html, nothing } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import { live } from 'lit-html/directives/live.js'
import { fieldValue, isChecked } from '../page/dom.js'
import { excerpt } from '../page/excerpt.js'
import { codeView } from '../page/templates.js'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import { COLORS, colorName, variantName } from '../study/descriptions.js'
import type { Draft } from '../study/draft.js'
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
import type { Editor, Shown } from './editor.js'

/** The most pieces of one type in a pocket. */
const MOST_IN_POCKET = 64

const MOST = 65535

const IN_POCKET: Record<(typeof POCKET)[number], string> = {
  pawn: say`Pawns`,
  knight: say`Knights`,
  bishop: say`Bishops`,
  rook: say`Rooks`,
  queen: say`Queens`,
}

/** @param change called for each change by the user */
export function fieldsView(draft: Draft, change: (changes: Partial<Draft>) => void) {
  const { side, enPassant, variant, fullmove, halfmove, pockets, checks, castling } = draft
  // A square from a FEN is listed even if it is impossible.
  const squares = [...new Set<Draft['enPassant']>(['-', ...enPassantSquares(draft), enPassant])]
  const sides = (['w', 'b'] as const).map((each, at) =>
    // An en passant square belongs to the side that has just moved.
    check(colorName(COLORS[at]), each === side, () => change({ side: each, enPassant: '-' }), 'setup-side'),
  )
  const rights = RIGHTS.map(([right, name]) =>
    check(name, hasRight(draft, right), isWanted => change({ castling: withRight(draft, right, isWanted) })),
  )
  return html`<div class="setup-fields">
    ${group(say`To move`, sides)}
    ${hasCastling(variant) || castling !== '' ? group(say`Castling still allowed`, rights) : nothing}
    <div class="setup-pairs">
      ${choice(say`En passant`, 'setup-en-passant', squares, enPassant, enPassant => change({ enPassant }))}
      ${choice(say`Variant`, 'setup-variant', VARIANTS, variant, variant => change({ variant }))}
      ${counter(say`Move number`, fullmove, 1, MOST, fullmove => change({ fullmove }))}
      ${counter(say`Halfmove clock`, halfmove, 0, MOST, halfmove => change({ halfmove }), say`Since the last capture or pawn move`)}
    </div>
    ${
      pockets &&
      COLORS.map(color => {
        const pocket = pockets[color]
        const counters = POCKET.map(type =>
          counter(IN_POCKET[type], pocket[type], 0, MOST_IN_POCKET, count =>
            change({ pockets: { ...pockets, [color]: { ...pocket, [type]: count } } }),
          ),
        )
        return group(say`${colorName(color)}’s pocket`, counters, 'setup-pocket')
      })
    }
    ${
      checks &&
      group(
        say`Checks still to give`,
        COLORS.map(color =>
          counter(colorName(color), checks[color], 1, MOST_CHECKS, count =>
            change({ checks: { ...checks, [color]: count } }),
          ),
        ),
        'setup-pocket',
      )
    }</div>`
}

/** @param kind a class */
const group = (title: string, content: unknown, kind?: string) =>
  html`<fieldset class=${kind ?? nothing}><legend>${title}</legend>${content}</fieldset>`

/** @param radios their name */
const check = (label: string, isOn: boolean, change: (isOn: boolean) => void, radios?: string) =>
  html`<label class="check"><input type=${radios ? 'radio' : 'checkbox'} name=${radios ?? nothing}
    .checked=${live(isOn)} @change=${(event: Event) => change(isChecked(event))} />${label}</label>`

const choice = <T extends string>(
  label: string,
  id: string,
  values: readonly T[],
  chosen: T,
  change: (value: T) => void,
) => {
  const choose = (event: Event) => change(oneOf(values, fieldValue(event)) ?? chosen)
  return html`<label>${label}<select id=${id} @change=${choose}>${values.map(
    value => html`<option value=${value} .selected=${live(value === chosen)}>${nameOf(value)}</option>`,
  )}</select></label>`
}

/** @param value of a choice */
const nameOf = (value: string) => {
  const variant = oneOf(VARIANTS, value)
  return value === '-' ? say`None` : variant ? variantName(variant) : value
}

function counter(
  label: string,
  value: number,
  min: number,
  max: number,
  change: (value: number) => void,
  title?: string,
) {
  const read = (event: Event) =>
    change(Math.min(Math.max(Math.trunc(Number(fieldValue(event))) || min, min), max))
  return html`<label title=${title ?? nothing}>${label}<input type="number" inputmode="numeric" min=${min} max=${max}
    .value=${live(String(value))} @change=${read} /></label>`
}

export const fenView = ({ fen, fault }: Shown, editor: Editor) =>
  html`<div><label>FEN<input id="setup-fen" class="code" spellcheck="false" autocomplete="off" autocapitalize="off"
    aria-describedby="setup-fen-error" aria-invalid=${fault !== null} .value=${live(fen)}
    @input=${(event: Event) => editor.read(fieldValue(event))} /></label><p id="setup-fen-error" class="error"
    role="alert">${guard([fault], () =>
      fault ? [fault.text, ' ', codeView(fault.code), excerpt(tidyFen(fen), fault.offset)] : '',
    )}</p></div>`
