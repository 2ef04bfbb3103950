// SPDX-License-Identifier: Apache-2.0
// The list of the games of the open file.

import { html } from 'lit-html'
import type { Rows } from '../page/row-list.js'
import { RowList } from '../page/row-list.js'
import { say } from '../page/texts.js'
import { resultSign } from '../study/descriptions.js'
import { knownDate, playerName } from '../study/headers.js'
import type { Row } from './game-index.js'
import { countText } from './game-index.js'
import type { Page } from './open-file.js'
import type { PgnFile } from './pgn-file.js'

type FileState = PgnFile['shown']

/** @param redraw draws the view that contains the list */
export function makeGameList({ openFile, store }: Page, redraw: () => void): RowList<Row> {
  const list = new RowList(
    {
      id: 'pgn-game-',
      read: () => openFile.file && rowsOf(openFile.file),
      look: place => openFile.file?.look(place),
      select: place => openFile.file?.select(place),
      open: place => openFile.openAt(place),
      cells,
      isCurrent: row => row.number === openFile.file?.opened?.number,
    },
    redraw,
  )
  store.react(() => list.follow())
  return list
}

/** A column of a list, with its label, its name for screen readers, and whether its highest value comes first. */
export type Head<Column> = readonly [column: Column, label: string, name: string, isDownFirst?: boolean]

/** The heads of a list's columns, which sort it. */
export const headsView = <Column extends string>(
  heads: readonly Head<Column>[],
  { column, down }: { column: string; down: boolean },
  sort: (sorting: { column: Column; down: boolean }) => void,
) =>
  html`<div class="pgn-sorters" role="group" aria-label=${say`Sort by`}>${heads.map(
    ([head, label, name, isDownFirst = false]) => {
      const isSorted = head === column
      const words = isSorted
        ? down
          ? say`Sort by ${name}, descending`
          : say`Sort by ${name}, ascending`
        : say`Sort by ${name}`
      return html`<button type="button" class=${`pgn-${head}`} aria-pressed=${isSorted}
      data-order=${isSorted ? (down ? 'down' : 'up') : ''} aria-label=${words}
      @click=${() => sort({ column: head, down: isSorted ? !down : isDownFirst })}>${label}</button>`
    },
  )}</div>`

export const rowsOf = ({
  list: { found, from, rows, restarts },
  selection,
  wanted,
}: Pick<FileState, 'list' | 'selection' | 'wanted'>): Rows<Row> => ({
  ...{ found, from, rows, restarts, selection, asked: wanted.from },
})

function cells(row: Row) {
  const { number, result, event, date, eco, moves, errors, warningTexts } = row
  const faults = errors > 0 ? countText(errors, 'error') : warningTexts.length > 0 ? say`Warning` : ''
  // Spaces separate the cells for screen readers.
  return html`<span class="pgn-number">${number} </span><span class="pgn-white"><span>${playerName(
    row.white,
  )}</span> <small>${row.whiteElo} </small></span><span class="pgn-black"><span>${playerName(
    row.black,
  )}</span> <small>${row.blackElo} </small></span><span class="pgn-result">${resultSign(
    result,
  )} </span><span class="pgn-date">${knownDate(date)} </span><span class="pgn-eco">${eco} </span><span
    class="pgn-moves">${moves} </span><span class=${faults ? 'pgn-event pgn-faults' : 'pgn-event'}>${
      faults || event
    } </span>`
}
