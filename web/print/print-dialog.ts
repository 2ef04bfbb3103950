// SPDX-License-Identifier: Apache-2.0
// Prints the game on the board, or a worksheet: the choices, and the sheet as it will be. While a game is open, printing the page
// prints the game, also from the browser's menu.

import type { PgnNode } from 'binbo/pgn'
import { html } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { fieldValue, isChecked } from '../page/dom.js'
import { saveSetting, setting } from '../page/settings.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import { known } from '../study/headers.js'
import { lastOfLine } from '../study/nodes.js'
import type { Study } from '../study/study.js'
import type { GameChoice, PrintedGame } from './game-sheet.js'
import { gameSheet } from './game-sheet.js'
import { printInstead } from './paper.js'
import type { Worksheet } from './worksheet.js'
import { A_PAGE, worksheet } from './worksheet.js'

/** The models that printing uses. */
export type Page = {
  study: Study
  board: { readonly flipped: boolean }
  store: { readonly state: { readonly asks: PgnNode | null } }
}

const DIAGRAMS = [
  ['marked', say`At marked moves`],
  ['ten', say`Every ten moves`],
  ['none', say`None`],
] as const
const COLUMNS = [
  ['two', say`Two`],
  ['one', say`One`],
] as const
const PARTS = [
  ['comments', say`Comments`, true],
  ['variations', say`Variations`, true],
  ['evaluations', say`Evaluations`, false],
] as const

/** null until it is loaded; without it the tags of the game name the opening. */
let openings: typeof import('binbo/openings') | null = null

export async function mountPrint(page: Page) {
  try {
    openings ??= await import('binbo/openings')
  } catch {
    // Without a network.
  }
  printInstead(() => sheetOf(page))
}

/** @returns what the user chose last */
function gameChoice(): GameChoice {
  const chosen = <T extends string>(name: string, offered: readonly (readonly [T, string])[]): T =>
    oneOf(
      offered.map(([value]) => value),
      setting<string>(`print-${name}`, ''),
    ) ?? offered[0][0]
  const [comments, variations, evaluations] = PARTS.map(([name, , usual]) => setting(`print-${name}`, usual))
  return {
    ...{ diagrams: chosen('diagrams', DIAGRAMS), columns: chosen('columns', COLUMNS) },
    ...{ comments, variations, evaluations },
  }
}

const pageChoice = () => oneOf(A_PAGE, setting<string>('print-a-page', '')) ?? '6'

/** @returns the sheet of the game on the board, as the user chose last */
const sheetOf = (page: Page): HTMLElement => gameSheet(printedGame(page), gameChoice())

function printedGame({ study, board: { flipped }, store }: Page): PrintedGame {
  const { tree, node, variant } = study
  const found = variant === 'standard' ? openings?.openingOf(lastOfLine(tree.root)) : null
  const [eco, name] = found
    ? [found.eco, found.name]
    : ['ECO', 'Opening'].map(tag => known(tree.headers.get(tag)))
  const opening = eco && name ? `${name} (${eco})` : name || eco
  return { tree, node, flipped, opening, isAsked: store.state.asks !== null }
}

/** Opens the dialog that prints the game on the board. */
export const openPrintGame = (page: Page) =>
  openPrint(say`Print this game`, () => sheetOf(page), [
    () => choiceView('diagrams', say`Diagrams`, DIAGRAMS, gameChoice().diagrams),
    () => {
      const choice = gameChoice()
      return html`<fieldset><legend>${say`With`}</legend>${PARTS.map(
        ([name, label]) => html`<label class="check"><input type="checkbox" .checked=${choice[name]}
          @change=${(event: Event) => saveSetting(`print-${name}`, isChecked(event))}>${label}</label>`,
      )}</fieldset>`
    },
    () => choiceView('columns', say`Columns`, COLUMNS, gameChoice().columns),
  ])

/** Opens the dialog that prints positions to solve. */
export const openPrintWorksheet = (sheet: Worksheet) =>
  openPrint(say`Print a worksheet`, () => worksheet(sheet, pageChoice()), [
    () =>
      choiceView(
        'a-page',
        say`Diagrams a page`,
        A_PAGE.map(count => [count, count] as const),
        pageChoice(),
      ),
  ])

function openPrint(title: string, draw: () => HTMLElement, fields: (() => unknown)[]) {
  const end = printInstead(draw)
  const dialog = openDialog(
    title,
    { class: 'wide', body: 'print-dialog', onClose: end },
    () => html`<form class="print-choices" @change=${() => dialog.draw()}>${fields.map(field => field())}<p
      class="soft">${say`Black on white, on A4 or Letter. The paper, and “Save as PDF”, are chosen in the browser’s own dialog.`}</p><div
      class="actions foot">${button({
        ...{ label: say`Print or save as PDF`, class: 'primary', run: () => window.print() },
      })}</div></form><div class="print-preview" role="img" aria-label=${say`The sheet`}>${draw()}</div>`,
  )
}

function choiceView<T extends string>(
  name: string,
  label: string,
  offered: readonly (readonly [T, string])[],
  chosen: T,
) {
  const choose = (event: Event) => saveSetting(`print-${name}`, fieldValue(event))
  return html`<fieldset><legend>${label}</legend><div class="row" role="radiogroup" aria-label=${label}>${offered.map(
    ([value, text]) => html`<label class="check"><input type="radio" name=${`print-${name}`} value=${value}
      ?checked=${value === chosen} @change=${choose}>${text}</label>`,
  )}</div></fieldset>`
}
