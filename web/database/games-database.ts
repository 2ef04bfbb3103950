// SPDX-License-Identifier: Apache-2.0
// The database of the page: its games, what is looked for, and the games found, of which the rows in sight are here.

import { ChessError } from 'binbo'
import type { GameHead } from 'binbo/database'
import { parsePgn } from 'binbo/pgn'
import { setData } from '../page/dom.js'
import type { Words } from '../page/error-words.js'
import { keepFocus } from '../page/focus.js'
import { reportError } from '../page/load.js'
import type { Views } from '../page/store.js'
import { save } from '../page/text-out.js'
import { countText } from '../pgn/game-index.js'
import type { Source } from '../pgn/input.js'
import type { OpenFile } from '../pgn/open-file.js'
import type { OpenGames } from '../storage/open-games.js'
import { playersOf } from '../study/headers.js'
import type { Places, PlacesState } from '../study/places.js'
import type { Study } from '../study/study.js'
import type { Added, Format, Found, ImportProgress, Searching, Sort } from './answers.js'
import type { Criteria } from './criteria.js'
import { EVERYTHING } from './criteria.js'
import { DatabaseLink, Refusal } from './link.js'
import { makeRoom, roomStart } from './room-view.js'

/** What the room's views read; `database`: null until it is used. */
export type State = PlacesState & { database: DatabaseState | null }
/** What it needs of the page. */
export type Page = {
  database: GamesDatabase | null
  study: Study
  games: OpenGames
  places: Places
  openFile: OpenFile
  store: Views<State>
}

/** What the room shows. */
export type DatabaseState = {
  /** in the place of the open file */
  isShown: boolean
  games: number
  /** that they take */
  bytes: number
  /** why they are not kept, an error code, or '' */
  unkept: string
  /** whether it is known which games were kept */
  isOpen: boolean
  importing: (Omit<ImportProgress, 'facts'> & { name: string }) | null
  /** the outcome of the last import */
  remark: string
  failure: Words
  criteria: Criteria
  /** whether all fields of the filter are shown where there is little room */
  hasFields: boolean
  showsPattern: boolean
  /** how far a search is that takes long */
  searching: Omit<Searching, 'heads'> | null
  /** of the first games of a search that has not ended the version is -1 */
  found: Found
  sort: Sort
  /** place of the first row that is here */
  from: number
  heads: readonly GameHead[]
  /** place of the first row in sight, as it was asked for last */
  asked: number
  /** changes when the games found are others, or in another order */
  restarts: number
  selection: { readonly place: number }
  /** number of the game on the board, or -1 */
  opened: number
}

const NO_WORDS = { text: '', code: '' }
const NOTHING_FOUND = { count: 0, version: 0, white: 0, draws: 0, black: 0 }
/** Of the games found by a search that has not ended. */
const UNENDED = -1
const NOTHING_ADDED = { added: 0, skipped: 0, faults: 0 }
const NO_ROWS = { from: 0, heads: [], asked: 0, selection: { place: -1 } }
const EMPTY: DatabaseState = Object.freeze({
  ...{
    isShown: false,
    games: 0,
    bytes: 0,
    unkept: '',
    isOpen: false,
    importing: null,
    remark: '',
    failure: NO_WORDS,
  },
  ...{
    criteria: EVERYTHING,
    ...{ hasFields: false, showsPattern: false, searching: null },
    found: NOTHING_FOUND,
    sort: 'id',
    ...NO_ROWS,
    restarts: 0,
    opened: -1,
  },
})
/** Rows that are asked for at a time, and how many of them stand before the first one in sight. */
const ROWS = 150
const ROWS_BEFORE = 50

let made: GamesDatabase | undefined

/** @returns made at the first call */
export const databaseOf = (page: Page): GamesDatabase => (made ??= new GamesDatabase(page))

export class GamesDatabase {
  #page: Page
  #link = new DatabaseLink()
  #state = EMPTY
  #room: (shown: DatabaseState, redraw: () => void) => unknown
  /** Imports come one after the other. */
  #imports: Promise<unknown> = Promise.resolve()
  #import = new AbortController()
  #search = new AbortController()
  /** Games when they were last looked for. */
  #searched = 0

  constructor(page: Page) {
    this.#page = page
    page.database = this
    this.#room = makeRoom(page, this)
    const main = document.querySelector('#main') as HTMLElement
    this.#imports = this.#open()
    // The board is hidden while the room is shown.
    page.store.drawWith(({ view, database }) => {
      const room = view === 'games' && database?.isShown ? 'database' : ''
      if ((main.dataset.room ?? '') !== room) keepFocus(main, roomStart, () => setData(main, { room }))
    })
  }

  /** Shows the games that were kept. */
  async #open() {
    try {
      this.#set({ ...(await this.#link.ask('open', undefined)), isOpen: true })
      await this.#find()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** @returns another object after each change */
  get shown(): DatabaseState {
    return this.#state
  }

  /** What asks its Worker. */
  get link() {
    return this.#link
  }

  /** @param redraw draws it again @returns the template of the room */
  view(redraw: () => void) {
    return this.#room(this.#state, redraw)
  }

  /** Shows the room in the place of the games, or the open file again. */
  show(isShown: boolean) {
    this.#set({ isShown })
    this.#page.places.show('games')
    if (isShown) roomStart()?.focus({ preventScroll: true })
  }

  /** Adds the games of files; the room shows how far it is. */
  add(source: Source) {
    this.show(true)
    this.#imports = this.#imports.then(() => this.#add(source))
  }

  /** Ends the current import; the games before stay. */
  cancel() {
    this.#import.abort()
  }

  filter(change: Partial<Criteria>) {
    this.#set({ criteria: { ...this.#state.criteria, ...change } })
    void this.#find({ restarts: true })
  }

  /** Finds the games that have the position on the board, or lets it narrow nothing again. */
  filterByBoard(isWanted: boolean) {
    this.filter({ fen: isWanted ? this.#page.study.position.fen : '' })
  }

  /** Shows all fields of the filter, or hides them, where there is little room. */
  toggleFields() {
    this.#set({ hasFields: !this.#state.hasFields })
  }

  /** Shows the board of the pattern, or hides it; what stands on it is looked for all the same. */
  togglePattern() {
    this.#set({ showsPattern: !this.#state.showsPattern })
  }

  /** Ends a search; the games that are shown stay. */
  stopSearch() {
    this.#search.abort()
    this.#set({ searching: null })
  }

  sortBy(sort: Sort) {
    this.#set({ sort })
    void this.#find({ restarts: true })
  }

  /** Loads the rows around a place. @param place of the first row in sight */
  async look(place: number) {
    this.#set({ asked: place })
    try {
      const { version, ...rows } = await this.#rowsAt(place)
      const { found, asked } = this.#state
      if (version === found.version && asked === place) this.#set(rows)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** @param place the nearest row that exists is selected */
  select(place: number) {
    this.#set({ selection: { place: Math.min(Math.max(0, place), this.#state.found.count - 1) } })
  }

  /** Puts a game found on the board. */
  async openAt(place: number) {
    const head = this.#state.heads[place - this.#state.from]
    if (!head) return
    const { study, games, places } = this.#page
    try {
      const { pgn, ply } = await this.#link.ask('game', { id: head.id })
      const [game] = parsePgn(pgn)
      const path = Array(ply).fill(0)
      games.open(() => study.load(game, { path }), `${playersOf(head)}.`, {
        isLook: true,
        isOfFile: true,
        quiet: true,
      })
      this.#set({ opened: head.id })
      places.showGame()
    } catch (error) {
      if (error instanceof ChessError) reportError(error, `${playersOf(head)}: it cannot be shown.`)
      else this.#fail(error)
    }
  }

  /** Removes the games found. */
  async remove() {
    try {
      this.#set(await this.#link.ask('remove', undefined))
      this.#set({ criteria: EVERYTHING, remark: '', failure: NO_WORDS })
      await this.#find({ restarts: true })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Saves the games found as a file. */
  async export(as: Format) {
    try {
      save(`games.${as}`, await this.#link.ask('export', { as }))
    } catch (error) {
      this.#fail(error)
    }
  }

  async #add({ name, blob, parts }: Source) {
    const { signal } = (this.#import = new AbortController())
    const begin = { read: 0, totalBytes: blob.size, added: 0 }
    this.#set({ importing: { name, ...begin }, remark: '', failure: NO_WORDS })
    const onProgress = ({ facts, ...progress }: ImportProgress) => {
      this.#set({ importing: { name, ...progress }, ...facts })
      // Not more often: looking for games takes longer the more there are.
      if (this.#state.games > 2 * this.#searched) void this.#find()
    }
    try {
      const added = await this.#link.ask('add', { blob, parts }, { signal, onProgress })
      this.#set({ remark: addedText(name, added, signal.aborted) })
    } catch (error) {
      // Stopped before it began.
      if (signal.aborted) this.#set({ remark: addedText(name, NOTHING_ADDED, true) })
      else this.#fail(error)
    }
    // Also when it failed there may be more games than were reported.
    this.#set(await this.#link.ask('open', undefined).catch(() => ({})))
    this.#set({ importing: null })
    await this.#find()
  }

  /** Looks for games; a later call ends this one. @param options `restarts`: the list begins anew */
  async #find({ restarts = false }: { restarts?: boolean } = {}) {
    this.#search.abort()
    const { signal } = (this.#search = new AbortController())
    this.#searched = this.#state.games
    const onProgress = ({ heads, ...searching }: Searching) => {
      if (signal.aborted) return
      const found = { ...NOTHING_FOUND, count: heads.length, version: UNENDED }
      this.#set({ searching, ...(restarts ? { found, heads, from: 0 } : {}) })
    }
    try {
      const asking = { signal, onProgress }
      const found = await this.#link.ask('find', { criteria: this.#state.criteria }, asking)
      const asked = restarts ? 0 : this.#state.asked
      const { version, ...rows } = await this.#rowsAt(asked)
      if (signal.aborted || version !== found.version) return
      const before = this.#state.restarts
      this.#set({ found, ...rows, asked, searching: null })
      if (restarts) this.#set({ restarts: before + 1, selection: NO_ROWS.selection })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** @param place of the first row in sight */
  async #rowsAt(place: number) {
    const from = Math.max(0, place - ROWS_BEFORE)
    const { sort } = this.#state
    return { from, ...(await this.#link.ask('heads', { from, to: from + ROWS, sort })) }
  }

  #fail(error: unknown) {
    if (!(error instanceof Refusal)) throw error
    this.#set({ failure: error.words, searching: null })
  }

  #set(change: Partial<DatabaseState>) {
    this.#state = Object.freeze({ ...this.#state, ...change })
    this.#page.store.change()
  }
}

function addedText(
  name: string,
  { added, skipped, faults }: Pick<Added, 'added' | 'skipped' | 'faults'>,
  isStopped: boolean,
) {
  const begin = isStopped
    ? `${name}: stopped. ${countText(added, 'game')} read before that`
    : `${name}: ${countText(added, 'game')} added`
  const errors = faults > 0 ? `, ${countText(faults, 'error')} in them` : ''
  const left = skipped > 0 ? `; ${countText(skipped, 'game')} could not be read` : ''
  return `${begin}${errors}${left}.`
}
