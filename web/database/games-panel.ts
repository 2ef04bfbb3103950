// SPDX-License-Identifier: Apache-2.0
// The place "Games": the room of games, whose source is the open file or the database; buttons to open games; and earlier games.

import { parsePgn } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { element, openPicker, takeFiles } from '../page/dom.js'
import { ownKey } from '../page/local-storage.js'
import { button } from '../page/templates.js'
import { download } from '../page/text-out.js'
import { language, say } from '../page/texts.js'
import type { Page } from '../pgn/open-file.js'
import { focusPanel, panelStart } from '../pgn/open-file.js'
import type { EarlierGame } from '../storage/earlier-games.js'
import { openEarlier, unopened } from '../storage/reopen.js'
import { firstMoves, known, playersIn } from '../study/headers.js'
import { makeFileView } from './file-view.js'
import { shortList } from './game-list.js'

/** A replaced or closed game, with its players or first moves. */
type Earlier = { game: EarlierGame; title: string; moves: string; time: string; result: string }

/** Saved data that was damaged, by its name in storage: saved-game.js and saved-tabs.js put it aside. */
const DAMAGED = { 'damaged game': 'damaged-game.json', 'damaged tabs': 'damaged-games.json' }
/** The suggested file types; any file can be chosen. */
const ACCEPT = '.pgn,.txt,.bin,application/x-chess-pgn,text/plain'
/** Characters at the start of a PGN that contain its headers and first moves. */
const START = 5000

export function mountGames(page: Page) {
  const root = element('games', HTMLElement)
  const { study, store, openFile, games, places } = page
  let earlier = readEarlier(page)
  let damaged = Object.entries(DAMAGED)
    .map(([name, file]) => ({ name, file, text: keptHere(name) }))
    .filter(({ text }) => text !== '')
  /** The reason why the last paste failed. */
  let failure = ''
  const fileView = makeFileView(page, () => redraw())

  const paste = async () => {
    const isWanted = study.request()
    try {
      const text = await navigator.clipboard.readText()
      if (!isWanted()) return
      failure = text.trim() === '' ? say`There is no text to paste.` : ''
      if (!failure) openFile.readText(text)
    } catch {
      failure = say`This browser does not let the page paste by itself: press Ctrl+V, or ⌘V on a Mac.`
    }
    redraw()
  }
  const add = () => {
    games.add()
    places.showGame()
  }
  const read = (event: Event) => openFile.readFiles(takeFiles(event))
  const forget = (forgotten: string) => {
    localStorage.removeItem(ownKey(forgotten))
    damaged = damaged.filter(({ name }) => name !== forgotten)
    redraw()
  }
  const showDatabase = () => page.withDatabase(database => database.show(true))
  const fetchGames = () => page.withDatabase(database => database.askPlayer())

  const redraw = store.show(
    root,
    ({ file, database }) =>
      database?.isShown
        ? page.database?.view(() => redraw())
        : html`<div class="games-file">
      <div class="pgn-ways" role="group" aria-label=${say`Open games`}><input type="file" accept=${ACCEPT} multiple hidden
        aria-label=${say`PGN file, of any size`} @change=${read}>${[
          button({
            ...{ id: 'games-open', class: file ? '' : 'primary', icon: 'open', label: say`Open a file` },
            run: openPicker,
          }),
          button({ icon: 'paste', label: say`Paste`, run: paste }),
          button({ icon: 'new', label: say`New tab`, run: add }),
          button({ id: 'games-database', icon: 'list', label: say`Database`, run: showDatabase }),
          file
            ? nothing
            : button({ id: 'games-fetch', icon: 'friend', label: say`By user name`, run: fetchGames }),
        ]}</div>
      <p class="soft" role="status">${failure}</p>
      ${
        file
          ? repeat([file], ({ model }) => model, fileView)
          : html`<p class="soft">${say`PGN files of any size, or an opening book (.bin): drop them anywhere on the page. Nothing is sent anywhere.`}</p>`
      }</div>
      ${earlier.length > 0 ? earlierView(earlier, page) : nothing}${damaged.map(
        ({ name, file, text }) =>
          html`<div class="pgn-damaged"><p class="soft">${say`Saved games were damaged. What was there is kept.`}</p><div class="row">${button({ label: say`Download it`, run: () => download(file, text) })}${button(
            {
              ...{ label: say`Forget it`, run: () => forget(name) },
            },
          )}</div></div>`,
      )}`,
    panelStart,
  )
  // Games may have been saved while the panel was hidden.
  store.react(({ view, current, games: { length } }, before) => {
    if (view !== 'games') return
    if (before?.view === view && before.current === current && before.games.length === length) return
    earlier = readEarlier(page)
    failure = ''
    redraw()
  })
  if (root.checkVisibility()) focusPanel()
  openFile.bringBack()
}

function readEarlier(page: Page): Earlier[] {
  return unopened(page).map(game => {
    const [tree] = parsePgn(game.pgn.slice(0, START))
    const time = new Date(game.at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
    const [players, moves] = [playersIn(tree), firstMoves(tree) || say`A position that was set up`]
    const result = known(tree.headers.get('Result')).replace('*', '')
    return { game, title: players || moves, moves: players && moves, time, result }
  })
}

function earlierView(earlier: Earlier[], page: Page) {
  return html`<section class="pgn-earlier" aria-labelledby="pgn-earlier"><h3 id="pgn-earlier">${say`Earlier games`}</h3>
    <p class="soft">${say`Games that you had on the board. The last twenty are kept on this device.`}</p>
    ${shortList(earlier, {
      verb: say`Open`,
      open: ({ game }) => openEarlier(page, game),
      listed: ({ title, moves, time, result }) => ({
        ...{ title, event: moves, date: say`Left ${time}`, result },
        ...{ white: '', black: '', whiteElo: '', blackElo: '', eco: '', plies: 0 },
      }),
    })}</section>`
}

/** @returns '' also if storage is forbidden */
function keptHere(name: string): string {
  try {
    return localStorage.getItem(ownKey(name)) ?? ''
  } catch {
    return ''
  }
}
