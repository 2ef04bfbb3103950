// SPDX-License-Identifier: Apache-2.0
// Prints the game on the board, or a worksheet: the choices, and the sheet as it will be.

import { html } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { fieldValue, isChecked } from '../page/dom.js'
import { saveSetting, setting } from '../page/settings.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import type { GameChoice } from './game-sheet.js'
import { gameSheet } from './game-sheet.js'
import type { Page } from './page.js'
import { printedGame } from './page.js'
import { printInstead } from './paper.js'
import type { Worksheet } from './worksheet.js'
import { A_PAGE, worksheet } from './worksheet.js'

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
export const sheetOf = (page: Page): HTMLElement => gameSheet(printedGame(page), gameChoice())

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
