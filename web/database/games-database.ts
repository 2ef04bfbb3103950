// SPDX-License-Identifier: Apache-2.0
// The database of the page: the number of games, the search criteria, and the rows in sight of the games found.

import { ChessError } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import { parsePgn } from 'binbo/pgn'
import { element, setData } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { reportError } from '../page/load.js'
import { notify, undoable } from '../page/notices.js'
import type { Views } from '../page/store.js'
import { save } from '../page/text-out.js'
import { say } from '../page/texts.js'
import { countText } from '../pgn/game-index.js'
import type { Source } from '../pgn/input.js'
import type { OpenFile } from '../pgn/open-file.js'
import { panelStart } from '../pgn/open-file.js'
import type { OpenGames } from '../storage/open-games.js'
import { playersOf, titleOf } from '../study/headers.js'
import type { Places, PlacesState } from '../study/places.js'
import type { Study } from '../study/study.js'
import type { Criteria, FilterName } from './criteria.js'
import { EVERYTHING, problemsIn, quotedName } from './criteria.js'
import type { DatabaseState, Tab } from './database-state.js'
import {
  EMPTY,
  NO_FAULTS,
  NO_ROWS,
  NO_WORDS,
  NOTHING_ADDED,
  NOTHING_FOUND,
  UNFINISHED,
} from './database-state.js'
import { openDatabases } from './dialogs.js'
import { focusFields } from './filter-view.js'
import type { Import } from './imports.js'
import { fileImport, outcomeOf } from './imports.js'
import { DatabaseLink, RequestError, showFailure } from './link.js'
import { openPlayers } from './players-dialog.js'
import { hasPreview, makePreview } from './preview.js'
import { makeRoom } from './room-view.js'
import type { Pair } from './same-players.js'
import type { Format, GroupRow, GroupTab, Names, SearchProgress, Sort } from './service.js'
import type { Shelved } from './shelf.js'
import { changed, changeShelf, followShelf, newId, readShelf, withFirst } from './shelf.js'

/** The part of the snapshot that the room's views read; `database`: null until it is used. */
export type State = PlacesState & { database: DatabaseState | null }
/** The models that the room uses. */
export type Page = {
  database: GamesDatabase | null
  study: Study
  games: OpenGames
  places: Places
  openFile: OpenFile
  store: Views<State>
}

/** Rows that are requested at a time, and how many of them precede the first one in sight. */
const ROWS = 150
const ROWS_BEFORE = 50
const LOST = say`This cannot be undone any more.`

/** @returns the page's only instance, created at the first call */
export const databaseOf = (page: Page): GamesDatabase => page.database ?? new GamesDatabase(page)

export class GamesDatabase {
  #page: Page
  #link = new DatabaseLink()
  #state = EMPTY
  #room: (shown: DatabaseState, redraw: () => void) => unknown
  /** Resolves after the last import: imports run one after the other. */
  #imports: Promise<unknown> = Promise.resolve()
  #import = new AbortController()
  #search = new AbortController()
  #tab = new AbortController()
  /** By database, of games that were opened from it or saved into it: what it has of them. */
  #origins: Map<string, WeakMap<PgnGame, { id: number; pgn: string }>> = new Map()
  /** The database that the Worker has open. */
  #loaded: string | null = null
  /** The number of games at the last search. */
  #searchedGames = 0

  constructor(page: Page) {
    this.#page = page
    page.database = this
    this.#room = makeRoom(page, this)
    const main = element('main', HTMLElement)
    this.#set({ shelf: readShelf() })
    followShelf(() => this.#setShelf(readShelf()))
    this.#imports = this.#open()
    for (const { id, isDeleted } of this.#state.shelf) if (isDeleted) void this.#drop(id)
    // The board is hidden while the room is shown.
    page.store.drawWith(({ view, database }) => {
      const room = view === 'games' && database?.isShown ? 'database' : ''
      if ((main.dataset.room ?? '') !== room) keepFocus(main, panelStart, () => setData(main, { room }))
    })
  }

  /** Shows the saved games. */
  async #open() {
    const id = this.#id
    try {
      const totals = await this.#link.request('open', { id })
      // An empty database begins its numbers of games again.
      if (this.#loaded !== id && totals.games === 0) this.#origins.delete(id)
      this.#loaded = id
      // Another one was chosen meanwhile.
      if (id !== this.#id) return
      this.#set({ ...totals, isOpen: true })
      this.#count()
      await this.#find()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Of the open database. */
  get #id(): string {
    return this.#state.shelf[0].id
  }

  /** Changes the list of databases. The open one stays the first here, whatever other tabs do. */
  #shelve(change: (all: readonly Shelved[]) => readonly Shelved[]) {
    this.#setShelf(changeShelf(change))
  }

  #setShelf(all: readonly Shelved[], first = this.#id) {
    this.#set({ shelf: withFirst(all, first, this.#state.shelf[0]) })
  }

  /** Writes down how many games a database has. */
  #count(id = this.#id, { games }: { games: number } = this.#state) {
    if (this.#state.shelf.find(one => one.id === id)?.games !== games)
      this.#shelve(all => changed(all, id, { games }))
  }

  /** Opens one of the databases, when the current import has ended. @returns whether there is such a database */
  openDatabase(id: string): boolean {
    const all = changeShelf(before => withFirst(before, id))
    if (all[0].id !== id) return false
    if (id === this.#id) return true
    this.#setShelf(all, id)
    this.#set({
      ...{ isOpen: false, games: 0, bytes: 0, found: NOTHING_FOUND, ...NO_ROWS, searching: null },
      ...{ grouped: null, names: null, doubles: null, preview: null, tab: 'games', opened: -1 },
      ...{ criteria: EVERYTHING, problems: [], remark: '', faults: NO_FAULTS, failure: NO_WORDS },
    })
    this.#search.abort()
    this.#tab.abort()
    this.#imports = this.#imports.then(() => this.#open())
    return true
  }

  /** Adds an empty database and opens it. */
  addDatabase(name: string) {
    const added = { id: newId(), name, games: 0, isDeleted: false }
    this.#shelve(all => [...all, added])
    this.openDatabase(added.id)
  }

  renameDatabase(id: string, name: string) {
    this.#shelve(all => changed(all, id, { name }))
  }

  /** Deletes a database, with "Undo". Its files are removed when that is no longer offered. */
  deleteDatabase(id: string) {
    const deleted = this.#state.shelf.find(one => one.id === id)
    if (!deleted) return
    this.#shelve(all => changed(all, id, { isDeleted: true }))
    const next = this.#state.shelf.find(({ isDeleted }) => !isDeleted)
    if (id === this.#id) {
      if (next) this.openDatabase(next.id)
      else this.addDatabase(say`My games`)
    }
    const undo = () => {
      this.#shelve(all => changed(all, id, { isDeleted: false }))
      // Another tab may have removed its files.
      if (!this.openDatabase(id)) notify({ text: LOST, tone: 'error' })
    }
    const text = say`${deleted.name} was deleted, with ${countText(deleted.games, 'game')}.`
    notify({ ...undoable(text, undo), until: 'closed', unused: () => this.#drop(id) })
  }

  /** Removes the files of a deleted database. */
  async #drop(id: string) {
    const isDropped = await this.#link.request('drop', { id }).then(
      () => true,
      () => false,
    )
    // Otherwise the next visit tries again.
    if (isDropped) this.#shelve(all => all.filter(one => one.id !== id))
  }

  /** @returns what the open database has of the games on the board */
  #originsIn(database: string) {
    const origins = this.#origins.get(database) ?? new WeakMap()
    this.#origins.set(database, origins)
    return origins
  }

  /** @returns what the database knows of the game on the board; null: there is no game, or no database yet */
  get board(): { title: string; state: 'new' | 'same' | 'changed' } | null {
    const { study } = this.#page
    const { tree } = study
    if (tree.root.children.length === 0 || !this.#state.isOpen) return null
    const origin = this.#originsIn(this.#id).get(tree)
    const state = !origin ? 'new' : origin.pgn === study.snapshot().pgn ? 'same' : 'changed'
    return { title: titleOf(tree), state }
  }

  /** Writes the game on the board into the database, in place of the game that it was; with "Undo". @param isNew beside it */
  async keepGame(isNew = false) {
    const { tree } = this.#page.study
    const { pgn } = this.#page.study.snapshot()
    if (!this.#state.isOpen) await this.#imports
    const [{ id: database, name }] = this.#state.shelf
    const origins = this.#originsIn(database)
    const origin = origins.get(tree)
    const replaced = !isNew && origin ? origin.id : -1
    try {
      const { id, token, ...totals } = await this.#link.request('keep', { database, pgn, replaced })
      origins.set(tree, { id, pgn })
      this.#set({ ...totals, opened: id })
      await this.#find()
      const undone = () => void (origin ? origins.set(tree, origin) : origins.delete(tree))
      const text = replaced < 0 ? say`Saved into ${name}.` : say`Written back into ${name}.`
      notify({ ...undoable(text, () => void this.#restore(token, undone)), until: 'closed' })
    } catch (error) {
      showFailure(error)
    }
  }

  /** Joins the games found into one tree and puts it on the board. */
  async openTree(plies: number, minGames: number) {
    const { study, games, places } = this.#page
    const isWanted = study.request()
    try {
      const [tree] = parsePgn(await this.#link.request('tree', { plies, minGames }))
      if (!isWanted()) return
      games.open(() => study.load(tree), say`The games are joined.`, { isLook: true, quiet: true })
      places.showGame()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** @returns another object after each change */
  get shown(): DatabaseState {
    return this.#state
  }

  /** @returns the connection to the Worker */
  get link() {
    return this.#link
  }

  /** @param redraw draws the view again @returns the template of the room */
  view(redraw: () => void) {
    return this.#room(this.#state, redraw)
  }

  /** Shows the database, or the open file again. */
  show(isShown: boolean) {
    this.#set({ isShown })
    this.#page.places.show('games')
    if (isShown) panelStart()?.focus({ preventScroll: true })
  }

  /** Adds the games of files; the room shows the progress. */
  add(source: Source) {
    this.import(fileImport(source))
  }

  /** Adds games, after the imports before. */
  import(one: Import) {
    this.show(true)
    this.#imports = this.#imports.then(() => this.#run(one))
  }

  /** Opens the dialog with the databases and the open file. */
  choose = () => openDatabases(this, this.#page.openFile.file)

  /** Opens the dialog that fetches games by user name. */
  askPlayer = () => openPlayers(this)

  /** Runs a task after the imports before. @returns what it does */
  later<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#imports.then(task)
    this.#imports = done.catch(() => {})
    return done
  }

  /** Cancels the current import; games that were added stay. */
  cancel() {
    this.#import.abort()
  }

  filter(change: Partial<Criteria>) {
    const criteria = { ...this.#state.criteria, ...change }
    const problems = problemsIn(criteria)
    this.#set({ criteria, problems })
    if (problems.length === 0) void this.#find({ restarts: true })
    else this.#search.abort()
  }

  /** Finds only games with the position on the board, or games with any position again. */
  filterByBoard(isOn: boolean) {
    this.filter({ fen: isOn ? this.#page.study.position.fen : '' })
  }

  /** Shows the fields of a filter; '': of none. */
  edit(editing: FilterName | '') {
    if (editing === this.#state.editing) return
    this.#set({ editing })
    this.#page.store.draw()
    focusFields(editing)
  }

  /** Offers all filters, or the usual ones. */
  toggleRare() {
    this.#set({ hasRare: !this.#state.hasRare })
  }

  /** Cancels a search; the rows that are shown stay. */
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
      void this.#loadPreview()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Selects the row at a place, or the nearest one that exists. */
  select(place: number) {
    this.#set({ selection: { place: Math.min(Math.max(0, place), this.#state.found.count - 1) } })
    void this.#loadPreview()
  }

  /** Shows a move of the preview. @param at its number; 0: the start */
  showPly(at: number) {
    const { preview } = this.#state
    if (preview) this.#set({ preview: { ...preview, at, isMoved: true } })
  }

  /** Turns the board of the preview. */
  turnPreview() {
    const { preview } = this.#state
    if (preview) this.#set({ preview: { ...preview, isFlipped: !preview.isFlipped } })
  }

  /** Loads the preview of the selected game. */
  async #loadPreview() {
    const selected = () => this.#state.heads[this.#state.selection.place - this.#state.from]
    const id = hasPreview() ? selected()?.id : undefined
    const { preview } = this.#state
    if (id === undefined || id === preview?.id) return
    try {
      const { pgn, ply } = await this.#link.request('game', { id })
      if (selected()?.id !== id) return
      const [game] = parsePgn(pgn)
      this.#set({ preview: makePreview(id, game, ply, preview?.isFlipped ?? false) })
    } catch (error) {
      if (!(error instanceof ChessError)) this.#fail(error)
    }
  }

  /** Puts a game found on the board. */
  async openAt(place: number) {
    const head = this.#state.heads[place - this.#state.from]
    if (!head) return
    const { study, games, places } = this.#page
    const [database, isWanted] = [this.#id, study.request()]
    try {
      const { pgn, ply } = await this.#link.request('game', { id: head.id })
      if (!isWanted()) return
      const [game] = parsePgn(pgn)
      const { preview } = this.#state
      const at = preview?.id === head.id && preview.isMoved ? preview.at : ply
      games.open(() => study.load(game, { path: Array(at).fill(0) }), `${playersOf(head)}.`, {
        isLook: true,
        isOfFile: true,
        quiet: true,
      })
      // As the study writes it.
      this.#originsIn(database).set(game, { id: head.id, pgn: study.snapshot().pgn })
      if (database === this.#id) this.#set({ opened: head.id })
      places.showGame()
    } catch (error) {
      if (error instanceof ChessError) reportError(error, say`${playersOf(head)}: it cannot be shown.`)
      else this.#fail(error)
    }
  }

  /** Shows the games found, or their groups, names or doubles. */
  showTab(tab: Tab) {
    this.#set({ tab })
    this.#page.store.draw()
    void this.#loadTab()
  }

  /** Loads what the tab shows of the games found. */
  async #loadTab() {
    const { tab, found, grouped, names, doubles } = this.#state
    const { version } = found
    if (tab === 'games' || version <= 0) return
    const old = tab === 'names' ? names : tab === 'doubles' ? doubles : grouped
    if (old?.version === version && (!('by' in old) || old.by === tab)) return
    this.#tab.abort()
    const { signal } = (this.#tab = new AbortController())
    try {
      if (tab === 'names') {
        const answer = await this.#link.request('names', undefined, { signal })
        if (!signal.aborted) this.#set({ names: { ...answer, version }, joining: new Map() })
      } else if (tab === 'doubles') {
        const answer = await this.#link.request('doubles', undefined, { signal })
        if (!signal.aborted) this.#set({ doubles: { ...answer, version }, staying: new Map() })
      } else {
        const answer = await this.#link.request('groups', { by: tab }, { signal })
        if (!signal.aborted) this.#set({ grouped: { ...answer, by: tab, version }, group: { place: -1 } })
      }
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** Selects the group at a place, or the nearest one. */
  selectGroup(place: number) {
    const last = (this.#state.grouped?.rows.length ?? 0) - 1
    this.#set({ group: { place: Math.min(Math.max(0, place), last) } })
  }

  /** Shows the games of a group. */
  openGroup({ key }: GroupRow, by: GroupTab) {
    this.#set({ tab: 'games' })
    if (by === 'year') this.filter({ dates: key === null ? ['?', ''] : [String(key), String(key)] })
    else if (by === 'opening') this.filter({ opening: key === null ? '?' : quotedName(String(key)) })
    else if (this.#state.criteria.player.trim()) this.filter({ opponent: quotedName(String(key)) })
    else this.filter({ player: quotedName(String(key)) })
  }

  /** Chooses whether names that may be one player's are joined. @param index of `names.same` */
  chooseNames(index: number, isJoined: boolean) {
    this.#set({ joining: new Map(this.#state.joining).set(index, isJoined) })
  }

  /** Makes the chosen names one player's each, with "Undo". */
  async joinNames() {
    const { names, joining } = this.#state
    const chosen = names?.same.filter(({ isSafe }, index) => joining.get(index) ?? isSafe) ?? []
    const pairs = chosen.flatMap(({ names: [{ name }, ...others] }) =>
      others.map((other): Pair => [other.name, name]),
    )
    await this.#join(pairs, say`${countText(chosen.length, 'player')} joined.`)
  }

  /** Makes names players of their own again. */
  separate({ name, aliases }: Names['joined'][number]) {
    // Either one may be the other's alias.
    const pairs = [name, ...aliases].map((one): Pair => [one, null])
    return this.#join(pairs, say`${name} is apart again.`)
  }

  async #join(pairs: readonly Pair[], text: string, { database = this.#id, isExact = false } = {}) {
    try {
      const back = await this.#link.request('join', { database, pairs, isExact })
      await this.#find()
      const run = () => void this.#join(back, say`The names are as before.`, { database, isExact: true })
      notify({ ...undoable(text, run), until: 'closed' })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Chooses the copy of a game that stays. @param group its number */
  chooseCopy(group: number, id: number) {
    this.#set({ staying: new Map(this.#state.staying).set(group, id) })
  }

  /** Removes the games found, or the ones with these ids, with "Undo". */
  async remove(ids?: readonly number[]) {
    try {
      const { removed, token, ...totals } = await this.#link.request('remove', { database: this.#id, ids })
      this.#set({ ...totals, remark: '', faults: NO_FAULTS, failure: NO_WORDS, preview: null })
      if (!ids) this.#set({ criteria: EVERYTHING, problems: [] })
      await this.#find({ restarts: true })
      const text = say`${countText(removed, 'game')} removed.`
      notify({ ...undoable(text, () => void this.#restore(token)), until: 'closed' })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Undoes a change of the games. @param undone called when it is undone */
  async #restore(token: number, undone = () => {}) {
    try {
      const totals = await this.#link.request('restore', { token })
      if (!totals) return void notify({ text: LOST, tone: 'error' })
      undone()
      this.#set(totals)
      await this.#find({ restarts: true })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Saves the games found as a file. */
  async export(as: Format) {
    try {
      save(`games.${as}`, await this.#link.request('export', { as }))
    } catch (error) {
      this.#fail(error)
    }
  }

  async #run({ begin, run }: Import) {
    const { signal } = (this.#import = new AbortController())
    const database = this.#loaded ?? this.#id
    this.#set({ importing: begin, remark: '', faults: NO_FAULTS, failure: NO_WORDS })
    try {
      const added = await run(this.#link, signal, (importing, totals) => {
        // Another database may be shown already.
        this.#set({ importing, ...(this.#state.isOpen && totals) })
        // Each search takes longer than the one before, so it is repeated only when the number of games has doubled.
        if (this.#state.games > 2 * this.#searchedGames) void this.#find()
      })
      this.#set(outcomeOf(begin.name, added, signal.aborted))
      this.#count(database, added)
    } catch (error) {
      // Cancelled before it began.
      if (signal.aborted) this.#set(outcomeOf(begin.name, NOTHING_ADDED, true))
      else this.#fail(error)
    }
    // A failed import may have added more games than it reported.
    this.#set({ importing: null })
    await this.#open()
  }

  /** Finds games; a later call cancels this one. @param options `restarts`: scrolls the list to its start */
  async #find({ restarts = false }: { restarts?: boolean } = {}) {
    if (!this.#state.isOpen) return
    this.#search.abort()
    const { signal } = (this.#search = new AbortController())
    this.#searchedGames = this.#state.games
    const onProgress = ({ heads, ...searching }: SearchProgress) => {
      if (signal.aborted) return
      const found = { ...NOTHING_FOUND, count: heads.length, version: UNFINISHED }
      this.#set({ searching, ...(restarts ? { found, heads, from: 0 } : {}) })
    }
    try {
      const { criteria } = this.#state
      const found = await this.#link.request('find', { criteria }, { signal, onProgress })
      const asked = restarts ? 0 : this.#state.asked
      const { version, ...rows } = await this.#rowsAt(asked)
      if (signal.aborted || version !== found.version) return
      this.#count()
      const before = this.#state.restarts
      this.#set({ found, ...rows, asked, searching: null })
      if (restarts) this.#set({ restarts: before + 1, selection: NO_ROWS.selection, preview: null })
      void this.#loadTab()
      // There is always a preview.
      if (this.#state.selection.place < 0 && hasPreview()) this.select(0)
      else void this.#loadPreview()
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** @param place of the first row in sight */
  async #rowsAt(place: number) {
    const from = Math.max(0, place - ROWS_BEFORE)
    const { sort } = this.#state
    return { from, ...(await this.#link.request('heads', { from, to: from + ROWS, sort })) }
  }

  #fail(error: unknown) {
    if (!(error instanceof RequestError)) throw error
    this.#set({ failure: error.words, searching: null })
  }

  #set(change: Partial<DatabaseState>) {
    this.#state = Object.freeze({ ...this.#state, ...change })
    this.#page.store.change()
  }
}
