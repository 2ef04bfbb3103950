// SPDX-License-Identifier: Apache-2.0
// The view of the database: filters, the list of the games found, buttons that save or remove them, and the progress of an
// import.

import type { GameHead } from 'binbo/database'
import { html, nothing } from 'lit-html'
import { openPicker, takeFiles } from '../page/dom.js'
import { asSize, exactly } from '../page/figures.js'
import { loadPart } from '../page/load.js'
import type { Rows } from '../page/row-list.js'
import { button, codeView } from '../page/templates.js'
import { say, sayWith } from '../page/texts.js'
import { countText } from '../pgn/game-index.js'
import { usedFilters, without } from './criteria.js'
import type { DatabaseState, Importing } from './database-state.js'
import { IN_ANOTHER_TAB } from './database-state.js'
import { openFaults, openRemoval, openSaving, openTree } from './dialogs.js'
import { filterView } from './filter-view.js'
import { DATABASE_HEADS, headView, listedHead, makeGameList, resultBar } from './game-list.js'
import type { GamesDatabase, Page } from './games-database.js'
import { makePattern } from './pattern-view.js'
import { hasPreview, previewView } from './preview.js'
import { makeTabs, tabsView } from './tabs-view.js'

/** @returns the view; its `redraw` draws it again */
export function makeRoom(
  page: Page,
  model: GamesDatabase,
): (shown: DatabaseState, redraw: () => void) => unknown {
  const { store, openFile, study } = page
  let redraw = () => {}
  const patternView = makePattern({
    filter: change => model.filter(change),
    position: () => study.position,
    redraw: () => redraw(),
  })
  const emptyOf = makeEmpty(model, () => redraw())
  const otherTab = makeTabs(page, model, () => redraw())
  const list = makeGameList(
    {
      ...{ id: 'database-game-', kind: 'db-table', heads: DATABASE_HEADS },
      read: () => rowsOf(model.shown),
      look: place => model.look(place),
      select: place => model.select(place),
      open: place => model.openAt(place),
      isSelectedFirst: hasPreview,
      isCurrent: ({ id }) => id === model.shown.opened,
      sort: sorting => model.sortBy(sorting),
      listed: listedHead,
    },
    () => redraw(),
  )
  let shownBefore = model.shown.preview
  store.react(() => {
    list.follow()
    const { preview } = model.shown
    if (preview !== shownBefore)
      document.querySelector('.db-moves [aria-current]')?.scrollIntoView({ block: 'nearest' })
    shownBefore = preview
  })
  const read = (event: Event) => openFile.readFiles(takeFiles(event))
  return (shown, redrawRoom) => {
    redraw = redrawRoom
    return html`<div class="db-room">
    ${databaseHead(shown, model, read)}
    ${importView(shown, model)}
    ${shown.isReadOnly ? nothing : boardView(model)}
    ${
      shown.games === 0
        ? emptyOf(shown)
        : [
            filterView(shown, model, patternView),
            searchView(shown, model),
            tabsView(shown, model),
            html`<div class="db-body" id="database-tab" role="tabpanel" aria-labelledby=${`database-tab-${shown.tab}`}>${
              shown.tab === 'games'
                ? [list.view(rowsOf(shown), shown.sort, noneView(shown, model)), previewView(shown, model)]
                : html`<div class=${`pgn-table db-table by-${shown.tab}`}>${otherTab(shown)}</div>`
            }</div>`,
          ]
    }
    <p class="soft db-foot">${storageText(shown)}</p>
  </div>`
  }
}

const rowsOf = ({ found, from, heads, asked, restarts, selection }: DatabaseState): Rows<GameHead> => ({
  ...{ found: found.count, from, rows: heads, asked, restarts, selection },
})

function databaseHead(shown: DatabaseState, model: GamesDatabase, read: (event: Event) => void) {
  const { found, games, shelf, isReadOnly } = shown
  const isEmpty = found.count === 0 || found.version < 0
  return headView({
    ...{ name: shelf[0].name, hint: say`${shelf[0].name}: choose a database`, choose: model.choose },
    count: html`<p role="status">${games > 0 ? foundText(shown) : nothing}</p>${
      games > 0 && found.version >= 0 ? resultBar(found) : nothing
    }`,
    acts: html`<input type="file"
    accept=".pgn,.txt,application/x-chess-pgn,text/plain" multiple hidden aria-label=${say`PGN files for the database`}
    @change=${read}>${[
      button({
        ...{ id: 'database-add', icon: 'open', label: say`Add files`, title: say`Add files` },
        ...{ class: games === 0 ? 'primary' : '', off: isReadOnly, run: openPicker },
      }),
      button({
        ...{ id: 'database-fetch', icon: 'friend', label: say`By user name`, off: isReadOnly },
        title: say`Your games from Lichess or Chess.com`,
        run: () => model.askPlayer(),
      }),
      games === 0
        ? nothing
        : [
            button({
              ...{ icon: 'download', label: say`Save these`, title: say`Save these games` },
              ...{ off: isEmpty, run: () => openSaving(shown, model) },
            }),
            button({
              ...{
                icon: 'main-line',
                label: say`Join into a tree`,
                title: say`Join these games into a tree`,
              },
              ...{ off: isEmpty, run: () => openTree(shown, model) },
            }),
            button({
              ...{ icon: 'delete', label: say`Remove these`, title: say`Remove these games` },
              ...{ off: isEmpty || isReadOnly, run: () => openRemoval(shown, model) },
            }),
          ],
      button({
        ...{ icon: 'list', label: say`Files`, title: say`Back to files and earlier games` },
        run: () => model.show(false),
      }),
    ]}`,
  })
}

/** The game on the board, if the database does not have it as it is there. */
function boardView(model: GamesDatabase) {
  const { board } = model
  if (!board || board.state === 'same') return nothing
  const isChanged = board.state === 'changed'
  const title = html`<b>${board.title}</b>`
  return html`<div class="db-onboard"><span>${
    isChanged
      ? sayWith`On the board: ${title}, which differs from the game here.`
      : sayWith`On the board: ${title}`
  }</span>${
    isChanged
      ? [
          button({ class: 'primary', label: say`Write it back`, run: () => model.keepGame() }),
          button({ label: say`Save as a new game`, run: () => model.keepGame(true) }),
        ]
      : button({ label: say`Save it here`, run: () => model.keepGame() })
  }</div>`
}

function importView({ importing, remark, faults, failure }: DatabaseState, model: GamesDatabase) {
  const { text, code } = failure
  const errors = countText(faults.count, 'error')
  return html`${
    importing
      ? html`<div class="db-import"><span>${importing.name}</span> ${
          'host' in importing
            ? fetchView(importing)
            : html`<progress aria-label=${say`How much of the file is read`} max=${importing.totalBytes || 1}
          .value=${importing.read}></progress><span>${readText(importing)}</span>`
        }${button({
          ...{
            id: 'database-cancel',
            label: 'host' in importing ? say`Stop` : say`Cancel`,
            run: () => model.cancel(),
          },
        })}</div>`
      : nothing
  }<div class="db-remark"><p class="soft" role="status">${remark}${faults.count > 0 ? ` ${say`It has ${errors}.`}` : ''}</p>${
    faults.count > 0
      ? button({
          class: 'quiet',
          label: faults.count === 1 ? say`Show the error` : say`Show the errors`,
          run: () => openFaults(faults),
        })
      : nothing
  }</div><p class="error" role="alert">${text || nothing}${code ? html` ${codeView(code)}` : nothing}</p>`
}

const readText = ({ read, totalBytes, added }: Extract<Importing, { read: number }>) =>
  say`${asSize(read)} of ${asSize(totalBytes)}, ${countText(added, 'game')}`

/** How many games there are is not known. */
const fetchView = ({ host, added, wait }: Extract<Importing, { host: string }>) =>
  html`<progress aria-label=${say`Games are fetched`}></progress> <span>${say`${countText(added, 'game')} so far`}</span> ${
    wait > 0
      ? html`<span>${say`${host} asks to wait: it goes on by itself in ${exactly(wait)} s`}</span> `
      : nothing
  }`

const searchView = ({ searching, games }: DatabaseState, model: GamesDatabase) =>
  searching
    ? html`<div class="db-import"><progress aria-label=${say`How much is searched`} max=${searching.totalGames || 1}
        .value=${searching.games}></progress><span>${say`${exactly(Math.min(searching.games, games))} of ${countText(games, 'game')} searched`}</span>${button({ id: 'database-stop', label: say`Stop`, run: () => model.stopSearch() })}</div>`
    : nothing

/** @returns the view of a database without games */
function makeEmpty(model: GamesDatabase, redraw: () => void) {
  let isLoading = false
  const load = async () => {
    isLoading = true
    redraw()
    await loadPart(
      () => import('./classics.js'),
      part => part.addClassics(model),
    )
    isLoading = false
    redraw()
  }
  return (shown: DatabaseState) => emptyView(shown, { isLoading, load })
}

const emptyView = (
  { importing, isOpen, isReadOnly }: DatabaseState,
  { isLoading, load }: { isLoading: boolean; load: () => void },
) =>
  importing || !isOpen
    ? nothing
    : html`<p class="soft">${say`There are no games here yet. Add PGN files of any size, or drop them anywhere on the page: a million games can be searched by players, years and positions. Or fetch your own games from Lichess or Chess.com, by your user name there. Nothing is sent anywhere before you ask for it.`}</p>${
        isReadOnly
          ? nothing
          : html`<div class="row">${button({
              ...{ id: 'database-classics', label: isLoading ? say`Loading …` : say`Look at an example` },
              ...{ off: isLoading, run: load },
            })}</div><p class="soft">${say`${4886} games of masters, 1834 to 1930: names, places, years, results and moves, 0.2 MB. They are from the opening book of GNU Chess, by Stuart Cracraft and Simon Waters, which is in the public domain.`}</p>`
      }`

/** No game was found: which filter is in the way? */
function noneView({ criteria, found, searching }: DatabaseState, model: GamesDatabase) {
  if (found.count > 0 || found.version === 0 || searching) return nothing
  const used = usedFilters(criteria)
  return html`<p class="pgn-none">${say`No games.`} ${found.easier.map(({ name, count }) => {
    const filter = used.find(one => one.name === name)
    if (!filter) return nothing
    const words = `${filter.label} ${filter.text(criteria)}`.trim()
    return button({
      label: say`Without ‘${words}’: ${exactly(count)}`,
      run: () => model.filter(without(criteria, filter)),
    })
  })}</p>`
}

/** By error code: why games are not saved. */
const UNSAVED: Record<string, string> = {
  ERR_DATABASE_BUSY: IN_ANOTHER_TAB,
  ERR_DATABASE_DAMAGED: say`The database that was kept here is damaged and was left as it is: what is added now is gone when the page is closed.`,
}
const NEVER_SAVED = say`This browser does not keep the database: its games are gone when the page is closed.`

function storageText({ games, bytes, unsaved, isOpen }: DatabaseState): string {
  const where = unsaved
    ? (UNSAVED[unsaved] ?? NEVER_SAVED)
    : isOpen && games > 0
      ? say`Kept in this browser.`
      : ''
  const size = games > 0 ? `${asSize(bytes)}.` : ''
  return `${where} ${size}`.trim()
}

/** @returns such as '212 of 1,048 games' */
const foundText = ({ found: { count, version }, games, searching }: DatabaseState): string =>
  version < 0
    ? searching
      ? say`${countText(searching.count, 'game')} found so far`
      : say`The first ${countText(count, 'game')} found: the search was stopped`
    : count === games
      ? countText(games, 'game')
      : say`${exactly(count)} of ${countText(games, 'game')}`
