// SPDX-License-Identifier: Apache-2.0
// The open file as the source of the room: the progress of reading, its filters, the list, buttons for the games beside the
// opened one, which the board shows, and the errors of the selected game.

import { html, nothing } from 'lit-html'
import type { Words } from '../page/error-words.js'
import { asSize } from '../page/figures.js'
import type { Rows } from '../page/row-list.js'
import { button, codeView } from '../page/templates.js'
import { say } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
import type { Filter, Row } from '../pgn/game-index.js'
import { EVERYTHING as ALL_GAMES, countText } from '../pgn/game-index.js'
import type { Page } from '../pgn/open-file.js'
import type { PgnFile, Reading } from '../pgn/pgn-file.js'
import { resultSign } from '../study/descriptions.js'
import { playersOf } from '../study/headers.js'
import type { Criteria, FilterName } from './criteria.js'
import { conditionsOf, EVERYTHING, problemsIn, RESULTS } from './criteria.js'
import type { Typed } from './filter-view.js'
import { filterView, focusFields } from './filter-view.js'
import { checkChip, FILE_HEADS, headView, makeGameList } from './game-list.js'

type FileState = PgnFile['shown']

/** They only narrow the list together with a name. */
const SIDES = { white: say`With White`, black: say`With Black` }

/** What the index of a file knows. Results have chips of their own, and openings and time controls need the moves. */
const ANSWERED: readonly FilterName[] = [
  'player',
  'outcome',
  'colour',
  'opponent',
  'dates',
  'elo',
  'event',
  'eco',
]

/** @returns the filters of a file: criteria as typed, whose conditions its Worker tests */
function makeFilters(openFile: Page['openFile'], file: PgnFile, redraw: () => void) {
  let typed: Typed = { criteria: EVERYTHING, problems: [], editing: '', hasRare: false }
  const set = (change: Partial<Typed>) => {
    typed = { ...typed, ...change }
    redraw()
  }
  const only = (change: Partial<Filter>) => file.filter({ filter: { ...file.wanted.filter, ...change } })
  return {
    file,
    only,
    get shown() {
      return { ...typed, selection: file.selection }
    },
    /** @param change EVERYTHING: all games are found */
    filter(change: Partial<Criteria>) {
      const criteria = { ...typed.criteria, ...change }
      const problems = problemsIn(criteria)
      set({ criteria, problems })
      if (problems.length > 0) return
      const { words: text, results } = criteria
      const conditions = conditionsOf({ ...criteria, words: '', results: [] }, [])
      only({ ...(change === EVERYTHING && ALL_GAMES), text, results, conditions })
    },
    edit(editing: FilterName | '') {
      if (editing === typed.editing) return
      set({ editing })
      focusFields(editing)
    },
    toggleRare: () => set({ hasRare: !typed.hasRare }),
    openAt: (place: number) => openFile.openAt(place),
    select: (place: number) => file.select(place),
  }
}

type FileFilters = ReturnType<typeof makeFilters>

/** @param redraw draws the panel again @returns the view of the open file */
export function makeFileView(page: Page, redraw: () => void): (file: FileState) => unknown {
  const { openFile, store } = page
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
  let last: FileFilters | undefined
  return file => {
    const filters = last?.file === file.model ? last : makeFilters(openFile, file.model, redraw)
    last = filters
    return fileView(file, page, filters, games =>
      list.view(games, file.wanted.sorting, noneView(file, filters)),
    )
  }
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

function fileView(
  file: FileState,
  { openFile, withDatabase }: Page,
  filters: FileFilters,
  listView: (games: Rows<Row>) => unknown,
) {
  const { name, remark, reading, list, model } = file
  const isReading = reading.phase === 'reading'
  const isEmpty = !isReading && reading.readable === 0
  const isAll = list.found === list.games
  const { text, code } = problemWords(file)
  return html`<div class="pgn-games">${headView({
    ...{ name, hint: say`${name}: choose other games` },
    choose: () => withDatabase(database => database.choose()),
    count: html`<div class="pgn-reading"><progress ?hidden=${!isReading}
      aria-label=${say`How much of the file is read`} max=${reading.totalBytes || 1} .value=${reading.bytes}></progress><span
      class=${isAll || isReading ? '' : 'visually-hidden'}>${progressText(reading)}</span><p role="status"
      class=${isAll ? 'visually-hidden' : ''}>${isReading || isEmpty ? '' : foundText(list)}</p><button type="button"
      id="games-cancel" ?hidden=${!isReading} @click=${() => model.cancel()}>${say`Cancel`}</button></div>`,
    acts: button({ class: 'quiet', icon: 'close', title: say`Close the file`, run: () => openFile.close() }),
  })}
    <p class="error" role="alert">${text || nothing}${code ? html` ${codeView(code)}` : nothing}</p>
    ${remark ? html`<p class="soft">${remark}</p>` : nothing}
    ${
      isEmpty
        ? nothing
        : [
            filterView(filters.shown, filters, () => nothing, {
              ...{ id: 'games-find', placeholder: say`Player, event, result or year` },
              ...{ choices: choicesView(filters), names: ANSWERED },
              more: say`Player, date, rating, event and ECO`,
            }),
            listView(rowsOf(file)),
            stepsView(file, openFile),
          ]
    }
    <div class="pgn-chosen">${faultsView(model.rowAt(file.selection.place) ?? file.opened)}</div>
  </div>`
}

/** The usual filters of files, always in sight. They are as chosen last: a snapshot may be older. */
function choicesView({ file, only, filter, shown }: FileFilters) {
  const { side, errorsOnly } = file.wanted.filter
  const { results } = shown.criteria
  return html`<div class="pgn-chips" role="group" aria-label=${say`Only|filter`}>${[
    ...keysOf(RESULTS).map(result =>
      checkChip(RESULTS[result], results.includes(result), isOn => {
        const others = results.filter(other => other !== result)
        filter({ results: isOn ? [...others, result] : others })
      }),
    ),
    ...keysOf(SIDES).map(one => checkChip(SIDES[one], side === one, isOn => only({ side: isOn ? one : '' }))),
    checkChip(say`Errors only`, errorsOnly, isOn => only({ errorsOnly: isOn })),
  ]}</div>`
}

/** @returns a way back to all games, if none is found */
const noneView = ({ list: { found, games } }: FileState, filters: FileFilters) =>
  found === 0 && games > 0
    ? html`<p class="pgn-none">${say`No game has all of this.`} ${button({
        ...{ label: say`Show all games`, run: () => filters.filter(EVERYTHING) },
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
