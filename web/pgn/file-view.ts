// SPDX-License-Identifier: Apache-2.0
// The view of an open file: the progress of reading, a filter, the list, buttons for the games beside the opened one, and the
// errors of the selected game.

import { html, nothing } from 'lit-html'
import { styleMap } from 'lit-html/directives/style-map.js'
import type { Words } from '../page/error-words.js'
import { asSize } from '../page/figures.js'
import type { RowList } from '../page/row-list.js'
import { button, codeView } from '../page/templates.js'
import { resultSign } from '../study/descriptions.js'
import { playersOf } from '../study/headers.js'
import type { Column, Filter, Row } from './game-index.js'
import { countText } from './game-index.js'
import type { Head } from './game-list.js'
import { headsView, rowsOf } from './game-list.js'
import type { Page } from './open-file.js'
import type { PgnFile, Reading } from './pgn-file.js'

type FileState = PgnFile['shown']

/** Milliseconds after the last key before the filter is applied. */
const PAUSE = 150

const COLUMNS: Head<Column>[] = [
  ['number', 'No.', 'No. of the game'],
  ['white', 'White', 'White'],
  ['black', 'Black', 'Black'],
  ['result', 'Result', 'result'],
  ['date', 'Date', 'date'],
  ['eco', 'ECO', 'ECO code'],
  ['moves', 'Moves', 'number of moves'],
  ['event', 'Event', 'event'],
]

/** Checkboxes that narrow the list; the colours only do so together with a name. */
const CHIPS: [name: string, value: string, label: string][] = [
  ['result', '1-0', 'White won'],
  ['result', '1/2-1/2', 'Draw'],
  ['result', '0-1', 'Black won'],
  ['side', 'white', 'With White'],
  ['side', 'black', 'With Black'],
  ['errors', 'yes', 'Errors only'],
]

let timer: ReturnType<typeof setTimeout> | undefined

export function fileView(file: FileState, { openFile }: Page, games: RowList<Row>) {
  const { name, remark, reading, list, model } = file
  const isReading = reading.phase === 'reading'
  const isEmpty = !isReading && reading.readable === 0
  const isAll = list.found === list.games
  const { text, code } = problemWords(file)
  const close = { class: 'quiet', icon: 'close', title: 'Close the file', run: () => openFile.close() }
  return html`<div class="pgn-games">
    <div class="pgn-head"><h2>${name}</h2><div class="pgn-reading"><progress ?hidden=${!isReading}
      aria-label="How much of the file is read" max=${reading.totalBytes || 1} .value=${reading.bytes}></progress><span
      class=${isAll || isReading ? '' : 'visually-hidden'}>${progressText(reading)}</span><p role="status"
      class=${isAll ? 'visually-hidden' : ''}>${isReading || isEmpty ? '' : foundText(list)}</p><button type="button"
      id="games-cancel" ?hidden=${!isReading} @click=${() => model.cancel()}>Cancel</button></div>${button(close)}</div>
    <p class="error" role="alert">${text || nothing}${code ? html` ${codeView(code)}` : nothing}</p>
    ${remark ? html`<p class="soft">${remark}</p>` : nothing}
    ${isEmpty ? nothing : [filterView(model, openFile), tableView(file, games), stepsView(file, openFile)]}
    <div class="pgn-chosen">${faultsView(model.rowAt(file.selection.place) ?? file.opened)}</div>
  </div>`
}

function filterView(model: PgnFile, openFile: Page['openFile']) {
  const search = (form: HTMLFormElement) => {
    clearTimeout(timer)
    const data = new FormData(form)
    const sides = data.getAll('side')
    const filter: Filter = {
      text: String(data.get('text')),
      side: sides.length === 1 ? (sides[0] === 'white' ? 'white' : 'black') : '',
      results: data.getAll('result').map(String),
      errorsOnly: data.has('errors'),
    }
    model.filter({ filter })
  }
  const searchSoon = ({ currentTarget }: Event & { currentTarget: HTMLFormElement }) => {
    clearTimeout(timer)
    timer = setTimeout(search, PAUSE, currentTarget)
  }
  const openFirst = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    search(event.currentTarget)
    openFile.openAt(0)
  }
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    document.querySelector<HTMLElement>('.pgn-list')?.focus()
    model.select(model.selection.place)
  }
  return html`<form class="pgn-filter" id="games-filter" role="search" @input=${searchSoon} @reset=${searchSoon}
    @submit=${openFirst}><label><span class="visually-hidden">Find</span><input type="search" id="games-find" name="text"
    placeholder="Player, event, result or year" autocomplete="off" @keydown=${enterList}></label><div class="pgn-chips"
    role="group" aria-label="Only">${CHIPS.map(
      ([name, value, label]) =>
        html`<label class="chip"><input type="checkbox" name=${name} value=${value}>${label}</label>`,
    )}</div></form>`
}

function tableView(file: FileState, games: RowList<Row>) {
  const { reading, list, wanted, model } = file
  const isNone = list.found === 0 && list.games > 0
  return html`<div class="pgn-table" style=${styleMap({ '--digits': String(reading.games).length })}>${headsView(
    COLUMNS,
    wanted.sorting,
    sorting => model.filter({ sorting }),
  )}${
    isNone
      ? html`<p class="pgn-none">No game has all of this. <button type="reset" form="games-filter">Show all
            games</button></p>`
      : nothing
  }${games.view(rowsOf(file))}</div>`
}

function stepsView({ reading, list: { near }, opened }: FileState, openFile: Page['openFile']) {
  const step = (row: Row | null, icon: string, title: string) =>
    button({ class: 'quiet', icon, title, off: !row, run: () => row && openFile.open(row) })
  const games = reading.games.toLocaleString('en')
  return html`<div class="pgn-steps">${step(opened && near.previous, 'back', 'Previous game')}<p
    class="pgn-place soft">${opened ? `Game ${opened.number.toLocaleString('en')} of ${games}` : ''}</p>${step(
      ...[near.next, 'forward', 'Next game'],
    )}</div>`
}

/** The errors and warnings of a game. */
function faultsView(row: Row | null) {
  if (!row || row.errorTexts.length + row.warningTexts.length === 0) return nothing
  const { number, result, errors, errorTexts, warningTexts } = row
  const more = errors - errorTexts.length
  const item = ({ text, code }: Words) => html`<li>${text} ${codeView(code)}</li>`
  return html`<strong>Game ${number}: ${playersOf(row)} ${resultSign(result)}</strong><ul
    aria-label=${errors > 0 ? 'Errors of this game' : 'Warnings of this game'}>${errorTexts.map(item)}${
      more > 0 ? html`<li>${countText(more, 'more error')}</li>` : nothing
    }${warningTexts.map(item)}</ul>`
}

function progressText({ phase, bytes, totalBytes, games, readable, faulty }: Reading) {
  const counted = countText(games, 'game')
  if (phase === 'reading') return `${asSize(bytes)} of ${asSize(totalBytes)}, ${counted}`
  const errors = faulty > 0 ? `, ${faulty.toLocaleString('en')} with errors` : ''
  const part = phase === 'done' ? asSize(totalBytes) : `the first ${asSize(bytes)} of ${asSize(totalBytes)}`
  return readable === 0 ? '' : `${counted}${errors}, in ${part}`
}

/** @returns '' without a failure */
function problemWords({
  reading: { phase, readable, games, failure, firstError },
  name,
  isKept,
}: FileState): Words {
  const words = (text: string, code = '') => ({ text, code })
  if (phase === 'failed') return words(`${failure}${games > 0 ? ' The games before that are here.' : ''}`)
  if (phase === 'cancelled') return words('Reading was stopped: these are the games up to that point.')
  if (phase === 'reading' || readable > 0) return words('')
  const none = `There is no game in ${isKept ? name : 'this text'}.`
  if (firstError) return words(`${none} ${firstError.text}`, firstError.code)
  return words(`${none} Games in PGN look like this: [White "Anna"] [Black "Ben"] 1. e4 e5 *`)
}

const foundText = ({ found, games }: FileState['list']) =>
  found === games
    ? 'All games are shown.'
    : `${countText(found, 'game')} of ${games.toLocaleString('en')} found.`
