// SPDX-License-Identifier: Apache-2.0
// The view of an open file: the progress of reading, a filter, the list, buttons for the games beside the opened one, and the
// errors of the selected game.

import { html, nothing } from 'lit-html'
import type { Words } from '../page/error-words.js'
import { asSize } from '../page/figures.js'
import type { Rows } from '../page/row-list.js'
import { button, codeView } from '../page/templates.js'
import { say } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
import { resultSign } from '../study/descriptions.js'
import { playersOf } from '../study/headers.js'
import type { Filter, Row } from './game-index.js'
import { countText, EVERYTHING } from './game-index.js'
import type { GameList } from './game-list.js'
import { checkChip, FILE_HEADS, findField, makeGameList } from './game-list.js'
import type { Page } from './open-file.js'
import type { PgnFile, Reading } from './pgn-file.js'

type FileState = PgnFile['shown']

const RESULTS = { '1-0': say`White won`, '1/2-1/2': say`Draw`, '0-1': say`Black won` }
/** They only narrow the list together with a name. */
const SIDES = { white: say`With White`, black: say`With Black` }

/** @param redraw draws the view that contains the list @returns the list of the open file's games */
export function makeFileList({ openFile, store }: Page, redraw: () => void): GameList<Row> {
  const list = makeGameList(
    {
      ...{ id: 'pgn-game-', kind: 'of-file', heads: FILE_HEADS },
      read: () => openFile.file && rowsOf(openFile.file),
      look: place => openFile.file?.look(place),
      select: place => openFile.file?.select(place),
      open: place => openFile.openAt(place),
      isCurrent: row => row.number === openFile.file?.opened?.number,
      sort: sorting => openFile.file?.filter({ sorting }),
      listed: row => ({ ...row, faults: faultsText(row) }),
    },
    redraw,
  )
  store.react(list.follow)
  return list
}

const rowsOf = ({
  list: { found, from, rows, restarts },
  selection,
  wanted,
}: Pick<FileState, 'list' | 'selection' | 'wanted'>): Rows<Row> => ({
  ...{ found, from, rows, restarts, selection, asked: wanted.from },
})

const faultsText = ({ errors, warningTexts }: Row): string =>
  errors > 0 ? countText(errors, 'error') : warningTexts.length > 0 ? say`Warning` : ''

export function fileView(file: FileState, { openFile }: Page, games: GameList<Row>) {
  const { name, remark, reading, list, model } = file
  const isReading = reading.phase === 'reading'
  const isEmpty = !isReading && reading.readable === 0
  const isAll = list.found === list.games
  const { text, code } = problemWords(file)
  const close = { class: 'quiet', icon: 'close', title: say`Close the file`, run: () => openFile.close() }
  return html`<div class="pgn-games">
    <div class="pgn-head"><h2>${name}</h2><div class="pgn-reading"><progress ?hidden=${!isReading}
      aria-label=${say`How much of the file is read`} max=${reading.totalBytes || 1} .value=${reading.bytes}></progress><span
      class=${isAll || isReading ? '' : 'visually-hidden'}>${progressText(reading)}</span><p role="status"
      class=${isAll ? 'visually-hidden' : ''}>${isReading || isEmpty ? '' : foundText(list)}</p><button type="button"
      id="games-cancel" ?hidden=${!isReading} @click=${() => model.cancel()}>${say`Cancel`}</button></div>${button(close)}</div>
    <p class="error" role="alert">${text || nothing}${code ? html` ${codeView(code)}` : nothing}</p>
    ${remark ? html`<p class="soft">${remark}</p>` : nothing}
    ${isEmpty ? nothing : [filterView(file, openFile), games.view(rowsOf(file), file.wanted.sorting, noneView(file)), stepsView(file, openFile)]}
    <div class="pgn-chosen">${faultsView(model.rowAt(file.selection.place) ?? file.opened)}</div>
  </div>`
}

function filterView({ model, wanted: { filter } }: FileState, openFile: Page['openFile']) {
  const { text, side, results, errorsOnly } = filter
  const change = (changed: Partial<Filter>) =>
    model.filter({ filter: { ...model.wanted.filter, ...changed } })
  const openFirst = (event: Event) => {
    event.preventDefault()
    openFile.openAt(0)
  }
  return html`<form class="pgn-filter" role="search" @submit=${openFirst}>${findField({
    ...{ id: 'games-find', placeholder: say`Player, event, result or year`, words: text },
    ...{ find: text => change({ text }), select: () => model.select(model.selection.place) },
  })}<div class="pgn-chips" role="group" aria-label=${say`Only|filter`}>${[
    ...keysOf(RESULTS).map(result =>
      checkChip(RESULTS[result], results.includes(result), isOn => {
        const others = model.wanted.filter.results.filter(other => other !== result)
        change({ results: isOn ? [...others, result] : others })
      }),
    ),
    ...keysOf(SIDES).map(one =>
      checkChip(SIDES[one], side === one, isOn => change({ side: isOn ? one : '' })),
    ),
    checkChip(say`Errors only`, errorsOnly, isOn => change({ errorsOnly: isOn })),
  ]}</div></form>`
}

/** @returns a way back to all games, if none is found */
const noneView = ({ list: { found, games }, model }: FileState) =>
  found === 0 && games > 0
    ? html`<p class="pgn-none">${say`No game has all of this.`} ${button({
        ...{ label: say`Show all games`, run: () => model.filter({ filter: EVERYTHING }) },
      })}</p>`
    : nothing

function stepsView({ reading, list: { near }, opened }: FileState, openFile: Page['openFile']) {
  const step = (row: Row | null, icon: string, title: string) =>
    button({ class: 'quiet', icon, title, off: !row, run: () => row && openFile.open(row) })
  return html`<div class="pgn-steps">${step(opened && near.previous, 'back', say`Previous game`)}<p
    class="pgn-place soft">${opened ? say`Game ${opened.number} of ${reading.games}` : ''}</p>${step(
      ...[near.next, 'forward', say`Next game`],
    )}</div>`
}

/** The errors and warnings of a game. */
function faultsView(row: Row | null) {
  if (!row || row.errorTexts.length + row.warningTexts.length === 0) return nothing
  const { number, result, errors, errorTexts, warningTexts } = row
  const more = errors - errorTexts.length
  const item = ({ text, code }: Words) => html`<li>${text} ${codeView(code)}</li>`
  return html`<strong>${say`Game ${String(number)}: ${playersOf(row)} ${resultSign(result)}`}</strong><ul
    aria-label=${errors > 0 ? say`Errors of this game` : say`Warnings of this game`}>${errorTexts.map(item)}${
      more > 0 ? html`<li>${countText(more, 'more error')}</li>` : nothing
    }${warningTexts.map(item)}</ul>`
}

function progressText({ phase, bytes, totalBytes, games, readable, faulty }: Reading) {
  const counted = countText(games, 'game')
  if (phase === 'reading') return say`${asSize(bytes)} of ${asSize(totalBytes)}, ${counted}`
  if (readable === 0) return ''
  const part =
    phase === 'done' ? asSize(totalBytes) : say`the first ${asSize(bytes)} of ${asSize(totalBytes)}`
  return faulty > 0 ? say`${counted}, ${faulty} with errors, in ${part}` : say`${counted}, in ${part}`
}

/** @returns '' without a failure */
function problemWords({
  reading: { phase, readable, games, failure, firstError },
  name,
  isKept,
}: FileState): Words {
  const words = (text: string, code = '') => ({ text, code })
  if (phase === 'failed')
    return words(games > 0 ? `${failure} ${say`The games before that are here.`}` : failure)
  if (phase === 'cancelled') return words(say`Reading was stopped: these are the games up to that point.`)
  if (phase === 'reading' || readable > 0) return words('')
  const none = isKept ? say`There is no game in ${name}.` : say`There is no game in this text.`
  if (firstError) return words(`${none} ${firstError.text}`, firstError.code)
  return words(`${none} ${say`Games in PGN look like this:`} [White "Anna"] [Black "Ben"] 1. e4 e5 *`)
}

const foundText = ({ found, games }: FileState['list']) =>
  found === games ? say`All games are shown.` : say`${countText(found, 'game')} of ${games} found.`
