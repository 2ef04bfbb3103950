// SPDX-License-Identifier: Apache-2.0
// The list of games, of the open file and of the database: its columns, which sort it, and its rows.

import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { styleMap } from 'lit-html/directives/style-map.js'
import { fieldValue, isChecked } from '../page/dom.js'
import { exactly } from '../page/figures.js'
import type { RowSource, Rows } from '../page/row-list.js'
import { RowList } from '../page/row-list.js'
import { say } from '../page/texts.js'
import { resultSign } from '../study/descriptions.js'
import { knownDate, playerName } from '../study/headers.js'

/** What a row shows of a game. Unknown texts are ''. */
type ListedGame = {
  /** its place in the file or the database, from 1 */
  number: number
  white: string
  black: string
  /** such as '2700' */
  whiteElo: number | string | undefined
  blackElo: number | string | undefined
  result: string
  date: string
  event: string
  eco: string
  /** the name of its opening */
  opening?: string
  /** the kind of its time control, and the header */
  time?: { kind: string; header: string }
  plies: number
  /** shown in place of the event */
  faults?: string
}

type Column = 'id' | 'white' | 'black' | 'elo' | 'result' | 'date' | 'event' | 'opening' | 'speed' | 'plies'

/** A column of a list, with its label, its name for screen readers, and whether its highest value comes first. */
type Head<Column> = readonly [column: Column, label: string, name: string, isDownFirst?: boolean]

const SHARED_HEADS: readonly Head<Exclude<Column, 'opening' | 'speed' | 'plies'>>[] = [
  ['id', say`No.`, say`No. of the game`],
  ['white', say`White`, say`White`],
  ['black', say`Black`, say`Black`],
  ['elo', 'Elo', 'Elo', true],
  ['result', say`Result`, say`result`],
  ['date', say`Date`, say`date`, true],
  ['event', say`Event`, say`event`],
]
const MOVES_HEAD = ['plies', say`Moves`, say`number of moves`] as const
/** The columns of a file, in order. Of the opening it has the header's code alone. */
export const FILE_HEADS: readonly Head<Exclude<Column, 'speed'>>[] = [
  ...SHARED_HEADS,
  ['opening', say`ECO`, say`ECO code`],
  MOVES_HEAD,
]
export const DATABASE_HEADS: readonly Head<Column>[] = [
  ...SHARED_HEADS,
  ['opening', say`Opening`, say`opening`],
  ['speed', say`Time`, say`time control`],
  MOVES_HEAD,
]

/** The field that finds games: the arrow down enters the list. Enter submits the form. */
export function findField(field: {
  id: string
  placeholder: string
  words: string
  find: (words: string) => void
  /** selects a game, as the list is entered */
  select: () => void
}) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    document.querySelector<HTMLElement>('.pgn-list')?.focus()
    field.select()
  }
  return html`<label class="pgn-find"><span class="visually-hidden">${say`Find`}</span><input type="search" id=${field.id}
    placeholder=${field.placeholder} autocomplete="off" .value=${live(field.words)} @keydown=${press}
    @input=${(event: Event) => field.find(fieldValue(event))}></label>`
}

/** A choice of a filter. */
export const checkChip = (label: string, isOn: boolean, turn: (isOn: boolean) => void) =>
  html`<label class="chip"><input type="checkbox" .checked=${live(isOn)} @change=${(event: Event) =>
    turn(isChecked(event))}>${label}</label>`

/** The games, and what happens to them. */
type GameSource<Game, Column> = Omit<RowSource<Game>, 'cells' | 'label'> & {
  /** a class of the list */
  kind: string
  heads: readonly Head<Column>[]
  sort: (sorting: { column: Column; down: boolean }) => void
  listed: (game: Game) => ListedGame
}

/**
 * @param redraw draws the view that contains the list
 * @returns its view; call `follow` after each change
 */
export function makeGameList<Game extends object, Column extends string>(
  source: GameSource<Game, Column>,
  redraw: () => void,
) {
  const list = new RowList<Game>({ ...source, cells: game => cellsOf(source.listed(game)) }, redraw)
  return {
    follow: () => list.follow(),
    /** @param none shown if there are no rows */
    view: (rows: Rows<Game>, sorting: { column: string; down: boolean }, none: unknown) =>
      html`<div class=${`pgn-table ${source.kind}`} style=${styleMap({ '--digits': exactly(rows.found).length })}>${headsView(
        source,
        sorting,
      )}${none}${list.view(rows)}</div>`,
  }
}

export type GameList<Game extends object> = ReturnType<typeof makeGameList<Game, string>>

const headsView = <Game, Column extends string>(
  { heads, sort }: GameSource<Game, Column>,
  { column, down }: { column: string; down: boolean },
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

function cellsOf({ number, white, black, whiteElo, blackElo, result, date, event, ...game }: ListedGame) {
  const { eco, opening, time, plies, faults } = game
  const elo = whiteElo || blackElo ? `${whiteElo || '–'} / ${blackElo || '–'}` : ''
  const moves = plies === 0 ? '' : exactly((plies + 1) >> 1)
  // Screen readers need the spaces.
  return html`<span class="pgn-id">${exactly(number)} </span><span class="pgn-names"><span class="pgn-white">${playerName(
    white,
  )} </span><span class="pgn-black">${playerName(black)} </span></span><span class="pgn-elo">${elo} </span><span class="pgn-result">${resultSign(
    result,
  )} </span><span class="pgn-date">${knownDate(date)} </span><span class=${faults ? 'pgn-event pgn-faults' : 'pgn-event'}>${
    faults || event
  } </span><span class="pgn-opening" title=${opening ?? nothing}>${eco} ${opening ? openingView(opening) : nothing} </span>${
    time ? html`<span class="pgn-speed" title=${time.header || nothing}>${time.kind} </span>` : nothing
  }<span class="pgn-plies">${moves}</span>`
}

/** Of 'Sicilian Defense: Najdorf Variation' narrow columns show only the last part: the code says the family. */
function openingView(name: string) {
  const end = name.indexOf(':') + 1
  return html`<span>${end > 0 ? html`<span class="family">${name.slice(0, end)} </span>` : nothing}${name.slice(end).trim()}</span>`
}
