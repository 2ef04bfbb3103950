// SPDX-License-Identifier: Apache-2.0
// Shows the tables' answer for the position: the verdict, and the moves grouped by result. A click plays a move.

import { html, nothing } from 'lit-html'
import { listenerOf } from '../page/dom.js'
import { rove } from '../page/roving.js'
import { button, codeView } from '../page/templates.js'
import { say } from '../page/texts.js'
import type { Answer, MoveGroup, Problem } from './table-words.js'
import type { Page, State } from './tables.js'

const DTZ = say`Distance to zeroing: moves of both sides until the next capture or pawn move`

/** Plays a move in UCI, if its position is still on the board. */
type Play = (uci: string) => unknown

export function tablesView({ tables, node }: State, page: Page) {
  const { study } = page
  return html`<section class="endgame" aria-label=${say`Endgame tables`} tabindex="-1" ?hidden=${tables === null}>${
    tables === null ? nothing : contentView(tables, uci => study.node === node && study.playLine([uci]), page)
  }</section>`
}

function contentView(shown: NonNullable<State['tables']>, play: Play, page: Page) {
  if ('isSlow' in shown) return html`<p class="soft">${shown.isSlow ? say`Asking the tables…` : ''}</p>`
  return 'text' in shown ? problemView(shown, page) : answerView(shown, play)
}

const problemView = ({ text, code, retry }: Problem, page: Page) =>
  html`<p class="endgame-problem" role="alert">${text} ${codeView(code)}</p>${
    retry ? button({ label: retry, run: () => page.tables?.retry() }) : nothing
  }`

const answerView = ({ verdict, dtz, groups }: Answer, play: Play) =>
  html`<p class="endgame-verdict"><b>${verdict}</b> <span class="soft">${
    dtz ? html`<abbr title=${DTZ}>DTZ</abbr> ${dtz}` : say`by the tables`
  }</span></p>${groups.map(group => groupView(group, play))}`

const groupView = ({ name, kind, moves }: MoveGroup, play: Play) =>
  html`<div class="endgame-moves"><span class="chip" data-kind=${kind}>${name}</span><div role="toolbar" aria-label=${name}
    @keydown=${rove}>${moves.map(
      ({ uci, san, dtz }, at) =>
        html`<button type="button" class="quiet" tabindex=${at === 0 ? 0 : -1} @click=${(event: MouseEvent) =>
          leave(event) || play(uci)}><span class="san">${san}</span>${
          dtz
            ? html`<small class="soft" aria-label=${`DTZ ${Math.abs(dtz)}`}>${Math.abs(dtz)}</small>`
            : nothing
        }</button>`,
    )}</div></div>`

/** The button will be replaced, so the focus moves to the section around it. */
const leave = (event: MouseEvent) =>
  listenerOf(event, HTMLElement).closest<HTMLElement>('.endgame')?.focus({ preventScroll: true })
