// SPDX-License-Identifier: Apache-2.0
// The explorer: looks up the position on the board in the database, or in the open file, after every move. The previous
// answer stays until the newest one arrives.

import type { Position } from 'binbo'
import { ChessError } from 'binbo'
import type { Exploration, GameHead } from 'binbo/database'
import type { PgnGame } from 'binbo/pgn'
import { parsePgn } from 'binbo/pgn'
import type { Board } from '../board/board.js'
import { EVERYTHING, isNarrow } from '../database/criteria.js'
import { NO_WORDS } from '../database/database-state.js'
import type {
  Page as DatabasePage,
  State as DatabaseState,
  GamesDatabase,
} from '../database/games-database.js'
import { RequestError } from '../database/link.js'
import type { ExploreQuery, Scope } from '../database/service.js'
import type { Words } from '../page/error-words.js'
import { loadPart, reportError } from '../page/load.js'
import type { Views } from '../page/store.js'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import type { PgnFile } from '../pgn/pgn-file.js'
import { SQUARES } from '../study/fen-text.js'
import { playersOf } from '../study/headers.js'
import type { GameState } from '../study/study.js'

/** The part of the snapshot that the room's views read; `explorer`: null until it is used. */
export type State = GameState &
  DatabaseState & { explorer: ExplorerState | null; file: PgnFile['shown'] | null }
/** The models that the room uses. */
export type Page = { explorer: Explorer | null; store: Views<State> } & DatabasePage & { board: Board }

/** The games in which positions are looked up. */
export const SOURCES = ['database', 'file'] as const
export type Source = (typeof SOURCES)[number]

export type ExplorerState = {
  /** the user's choice; '' for none */
  wanted: Source | ''
  /** the last answer, and the position and games that it is about */
  answer: (Exploration & { position: Position; scope: Scope }) | null
  /** whether a newer answer is awaited */
  isWaiting: boolean
  /** whether more than the best rated games are listed */
  hasAll: boolean
  /** progress in bytes while the open file is read */
  reading: { read: number; totalBytes: number } | null
  /** number of games read from the file */
  fileGames: number
  failure: Words
}

const EMPTY: ExplorerState = Object.freeze({
  ...{ wanted: '', answer: null, isWaiting: false, hasAll: false, reading: null, fileGames: 0 },
  failure: NO_WORDS,
})
/** The number of games listed at first, and at most. */
const FIRST_GAMES = 6
export const MAX_GAMES = 200

/** @returns whether the open file has more than one game */
export const hasFile = ({ file }: Pick<State, 'file'>): boolean => file !== null && file.reading.readable > 1

/** @returns the source in use; '' without any games */
export function sourceIn(state: Pick<State, 'file' | 'database' | 'explorer'>): Source | '' {
  const { database, explorer } = state
  const hasDatabase = database !== null && database.games > 0
  if (explorer?.wanted === 'file' && hasFile(state)) return 'file'
  return hasDatabase ? 'database' : hasFile(state) && database?.isOpen ? 'file' : ''
}

export class Explorer {
  #page: Page
  #database: GamesDatabase
  #state = EMPTY
  /** Identifies the last query. */
  #key = ''
  #query = new AbortController()
  /** The file whose games are or will be read. */
  #file: PgnFile | null = null
  #reading = new AbortController()
  /** Is the example database being filled? */
  #isFilling = false

  constructor(page: Page, database: GamesDatabase) {
    this.#page = page
    this.#database = database
  }

  /** @returns another object after each change */
  get shown(): ExplorerState {
    return this.#state
  }

  /** Called after each change of the page. */
  follow(state: State) {
    if (this.#file && this.#file !== state.file?.model) this.#forgetFile()
    if (state.view !== 'analyse' || state.tab !== 'explorer' || !state.database) return
    const source = sourceIn(state)
    if (source === 'file' && state.file && !this.#file) void this.#readFile(state.file)
    const { criteria, found } = state.database
    const isReady = source === 'file' ? this.#state.fileGames > 0 : source !== '' && found.version > 0
    if (!isReady) return
    const scope = source === 'file' ? 'file' : isNarrow(criteria) ? 'found' : 'all'
    const { position } = state
    const { fen, variant } = position
    const topGames = this.#state.hasAll ? MAX_GAMES : FIRST_GAMES
    const key = [fen, variant, scope, source === 'file' ? '' : found.version, topGames].join()
    if (key !== this.#key) void this.#explore(key, position, { fen, variant, scope, topGames })
  }

  choose(wanted: Source | '') {
    this.#set({ wanted, hasAll: false, failure: NO_WORDS })
  }

  /** Lists more games than the best rated ones. */
  showAll() {
    this.#set({ hasAll: true })
  }

  /** Opens the database with the games that have the position. */
  showGames() {
    this.#database.show(true)
    this.#database.filterByBoard(true)
  }

  /** Removes the filter of the database. */
  clearFilter() {
    this.#database.filter(EVERYTHING)
  }

  openRoom() {
    this.#database.show(true)
  }

  openFile() {
    this.#page.openFile.show()
  }

  /** Fills an example database, and stays here. */
  async openExample() {
    if (this.#isFilling) return
    this.#isFilling = true
    await loadPart(
      () => import('../database/classics.js'),
      async part => {
        await part.addClassics(this.#database)
        this.#page.places.show('explorer')
      },
    )
    this.#isFilling = false
  }

  openRepertoires() {
    this.#page.places.show('train')
  }

  /** Shows the arrow of a move of the answer. @param uci '' or a drop shows none */
  point(uci: string) {
    const from = oneOf(SQUARES, uci.slice(0, 2))
    const to = oneOf(SQUARES, uci.slice(2, 4))
    this.#page.board.showHint(from && to ? { from, to } : null, this.#state.answer?.position)
  }

  /** Plays a move, if the answer's position is still on the board. */
  play(uci: string) {
    const { study } = this.#page
    if (!this.#state.answer?.position.equals(study.position) || study.status.over) return
    this.point('')
    study.play(uci)
  }

  /** Puts a game on the board, at the position of the answer. */
  async open(head: GameHead) {
    const { answer } = this.#state
    if (!answer) return
    const { study, games } = this.#page
    const { id } = head
    const isWanted = study.request()
    try {
      const pgn =
        answer.scope === 'file'
          ? await this.#database.link.request('fileGame', { id })
          : (await this.#database.link.request('game', { id })).pgn
      if (!isWanted()) return
      const [game] = parsePgn(pgn)
      const path = Array(plyOf(game, answer.position)).fill(0)
      const open = () => study.load(game, { path })
      games.open(open, `${playersOf(head)}.`, { isLook: true, isOfFile: true, quiet: true })
    } catch (error) {
      if (error instanceof ChessError) reportError(error, say`${playersOf(head)}: it cannot be shown.`)
      else this.#fail(error)
    }
  }

  async #explore(key: string, position: Position, query: ExploreQuery) {
    this.#query.abort()
    const { signal } = (this.#query = new AbortController())
    this.#key = key
    this.#set({ isWaiting: true })
    try {
      const answer = await this.#database.link.request('explore', query, { signal })
      if (signal.aborted) return
      const found = { ...answer, position, scope: query.scope }
      this.#set({ answer: found, isWaiting: false, failure: NO_WORDS })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  async #readFile({ model }: PgnFile['shown']) {
    const { blob, parts } = model.source
    const { signal } = (this.#reading = new AbortController())
    this.#file = model
    this.#set({ reading: { read: 0, totalBytes: blob.size } })
    const onProgress = (read: number) =>
      signal.aborted || this.#set({ reading: { read, totalBytes: blob.size } })
    try {
      const fileGames = await this.#database.link.request('readFile', { blob, parts }, { signal, onProgress })
      if (!signal.aborted) this.#set({ fileGames, reading: null })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** The file was closed, or another one was opened. */
  #forgetFile() {
    this.#reading.abort()
    this.#file = null
    const isShown = this.#state.answer?.scope === 'file'
    if (isShown || this.#key.includes(',file,')) {
      this.#query.abort()
      this.#key = ''
    }
    this.#set({ reading: null, fileGames: 0, ...(isShown ? { answer: null, isWaiting: false } : {}) })
    void this.#database.link.request('closeFile')
  }

  #fail(error: unknown) {
    if (!(error instanceof RequestError)) throw error
    this.#set({ failure: error.words, isWaiting: false, reading: null })
  }

  #set(change: Partial<ExplorerState>) {
    this.#state = Object.freeze({ ...this.#state, ...change })
    this.#page.store.change()
  }
}

/** @returns the first ply of the main line with the position; 0 if there is none */
function plyOf({ root }: PgnGame, position: Position): number {
  let ply = 0
  for (let node = root; !node.position.equals(position); node = node.children[0], ply++)
    if (node.children.length === 0) return 0
  return ply
}
