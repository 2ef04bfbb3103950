// SPDX-License-Identifier: Apache-2.0
// Games as lists, whatever their source is: the head of the room, the columns, which sort the list, its rows, short lists, and
// results as a bar.

import type { GameHead } from 'binbo/database'
import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { styleMap } from 'lit-html/directives/style-map.js'
import { isChecked } from '../page/dom.js'
import { exactly } from '../page/figures.js'
import type { RowSource, Rows } from '../page/row-list.js'
import { RowList } from '../page/row-list.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { resultSign } from '../study/descriptions.js'
import { knownDate, playerName } from '../study/headers.js'
import { SPEEDS } from './criteria.js'
import type { Results } from './service.js'

/** What a row shows of a game. Unknown texts are ''. */
type ListedGame = {
  /** its place in the file or the database, from 1 */
  number?: number
  /** shown in place of the players, in short lists */
  title?: string
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

/** In a bar of 200 pixels, a part shows its figure if it has this many per cent or more. */
const MIN_SHOWN = 14

/**
 * The head of the room: the name of the source, which offers others, how many games it has, and what can be done with them.
 * @param head.hint the name of the button, for screen readers
 */
export const headView = (head: {
  name: string
  hint: string
  choose: () => unknown
  count: unknown
  acts: unknown
}) =>
  html`<div class="db-head"><h2>${button({
    ...{ class: 'db-name', label: html`<span>${head.name}</span> <span aria-hidden="true">▾</span>` },
    ...{ name: head.hint, run: head.choose },
  })}</h2>${head.count}<div class="db-acts" role="group" aria-label=${say`The games`}>${head.acts}</div></div>`

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

/**
 * A short list: all its games are in the document, and a click opens one.
 * @param list.kind a class of the list
 * @param list.verb begins the names of its buttons, for screen readers
 */
export const shortList = <Game>(
  games: readonly Game[],
  list: { kind?: string; verb?: string; listed: (game: Game) => ListedGame; open: (game: Game) => unknown },
) =>
  html`<div class="pgn-table"><ol class=${`pgn-short ${list.kind ?? ''}`} role="list">${games.map(
    game =>
      html`<li><button type="button" class="pgn-row" @click=${() => list.open(game)}>${
        list.verb ? html`<span class="visually-hidden">${list.verb} </span>` : nothing
      }${cellsOf(list.listed(game))}</button></li>`,
  )}</ol></div>`

/** A game of a database, for a list. */
export const listedHead = ({ id, event, site, eco, opening, speed, timeControl, ...game }: GameHead) => ({
  ...{ ...game, number: id + 1, event: event || site, eco: opening?.eco ?? eco, opening: opening?.name },
  time: { kind: speed ? SPEEDS[speed] : timeControl, header: timeControl },
})

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
  const { title, eco, opening, time, plies, faults } = game
  const elo = whiteElo || blackElo ? `${whiteElo || '–'} / ${blackElo || '–'}` : ''
  const moves = plies === 0 ? '' : exactly((plies + 1) >> 1)
  // Screen readers need the spaces.
  return html`${number ? html`<span class="pgn-id">${exactly(number)} </span>` : nothing}<span class="pgn-names"><span class="pgn-white">${
    title ?? playerName(white)
  } </span>${title === undefined ? html`<span class="pgn-black">${playerName(black)} </span>` : nothing}</span><span class="pgn-elo">${elo} </span><span class="pgn-result">${resultSign(
    result,
  )} </span><span class="pgn-date">${knownDate(date)} </span><span class=${faults ? 'pgn-event pgn-faults' : 'pgn-event'}>${
    faults || event
  } </span>${
    eco || number
      ? html`<span class="pgn-opening" title=${opening ?? nothing}>${eco} ${opening ? html`<span>${nameInFamily(opening)}</span>` : nothing} </span>`
      : nothing
  }${
    time ? html`<span class="pgn-speed" title=${time.header || nothing}>${time.kind} </span>` : nothing
  }<span class="pgn-plies">${moves}</span>`
}

/** @returns such as 'Najdorf Variation' for 'Sicilian Defense: Najdorf Variation': the code says the family */
const nameInFamily = (name: string): string => name.slice(name.indexOf(':') + 1).trim()

/**
 * @param minShown a part shows its figure if it has this many per cent or more
 * @param isOfPlayer the results are a player's: won, drawn, lost
 */
export function resultBar(
  { white, draws, black }: Results,
  minShown: number = MIN_SHOWN,
  isOfPlayer = false,
) {
  const total = white + draws + black
  if (total === 0) return html`<span class="wdl" role="img" aria-label=${say`No results`}></span>`
  const [won, drawn, lost] = [white, draws, black].map(part => (100 * part) / total)
  const part = (share: number, name: string) =>
    share === 0
      ? nothing
      : html`<span class=${name} style=${styleMap({ '--share': `${share}%` })}>${
          share < minShown ? '' : `${Math.round(share)}%`
        }</span>`
  return html`<span class="wdl" role="img"
    aria-label=${
      isOfPlayer
        ? say`Won ${Math.round(won)} %, ${Math.round(drawn)} % drawn, lost ${Math.round(lost)} %`
        : say`White won ${Math.round(won)} %, ${Math.round(drawn)} % drawn, Black won ${Math.round(lost)} %`
    }>${[part(won, 'white'), part(drawn, 'draws'), part(lost, 'black')]}</span>`
}
