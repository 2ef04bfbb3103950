// SPDX-License-Identifier: Apache-2.0
// The user's endgame tables: opens them and looks up the position that is analysed. The prober is loaded with the first
// tables. A failure is shown as text instead of the answer.

import type { Position } from 'binbo'
import type { Tablebase, TableSources } from 'binbo/tablebase'
import type { AnalysisTables } from 'binbo/uci'
import type { Views } from '../page/store.js'
import type { PlacesState } from '../study/places.js'
import type { GameState, Study } from '../study/study.js'
import type { Folder, TableLocation } from './locations.js'
import {
  askToRead,
  checkTablesAddress,
  mayRead,
  savedFolder,
  savedLocation,
  saveFolder,
  saveLocation,
  sourceOf,
} from './locations.js'
import type { Answer, Problem } from './table-words.js'
import { answerOf, problemOf } from './table-words.js'

/** The part of the snapshot that the room's views read; `tables`: about the position at `node`. */
export type State = GameState & PlacesState & { tables: TablesShown | null }
/** The models that the room uses; `tables`: null until they are first used. */
export type Page = { tables: EndgameTables | null; study: Study; store: Views<State> }

/** `isSlow`: the answer is awaited for a while. */
type TablesShown = Answer | Problem | { isSlow: boolean }

/** Milliseconds that an answer may take, and after which the page says that it waits. */
const TIMEOUT = 20_000
const SLOW_TIME = 300
/** The largest tables have this many men. */
const MAX_MEN = 7
const MAX_ANSWERS = 500
const WAITING = Object.freeze({ isSlow: false })
const SLOW_WAITING = Object.freeze({ isSlow: true })

const menOf = (position: Position): number => position.pieces().length

export class EndgameTables {
  #location = savedLocation()
  #tables: Tablebase | null = null
  /** A saved folder that the user must allow again. */
  #locked: Folder | null = null
  /** Why the tables could not be opened. */
  #problem: Problem | null = null
  /** By FEN; null: the tables do not cover the position. */
  #answers: Map<string, Answer | Problem | null> = new Map()
  /** The FEN that is being looked up. */
  #pending = ''
  #isSlow = false
  #store: Views<State>
  /** Is a newly chosen location being tried? */
  #isTrying = false
  /** Why the location that was chosen last is not used, as text for users. */
  #refusal = ''
  /** Counts changes of the tables: answers of earlier tables are out of date. */
  #version = 0

  constructor({ store }: Page) {
    this.#store = store
    store.react(state => this.#follow(state))
    const location = this.#location
    if (location) void this.#open(location, () => this.#reopen(location))
  }

  get location(): TableLocation | null {
    return this.#location
  }

  /** @returns men of the largest table; null if unknown */
  get maxMen(): number | null {
    return this.#location?.kind === 'folder' && this.#tables ? this.#tables.maxMen : null
  }

  get isTrying() {
    return this.#isTrying
  }

  /** @returns why the location that was chosen last, or the current one, cannot be used, as text for users; or '' */
  get failure(): string {
    return this.#refusal || (this.#problem?.text ?? '')
  }

  /** @returns tables for the analysis of a game; after the first failure the engine alone judges */
  get forAnalysis(): AnalysisTables | undefined {
    const tables = this.#tables
    if (!tables) return undefined
    let hasFailed = false
    const fail = () => {
      hasFailed = true
      return null
    }
    return {
      covers: position => !hasFailed && tables.covers(position),
      wdl: position => inTime(tables.wdl(position)).catch(fail),
      moves: position => inTime(tables.moves(position)).catch(() => []),
    }
  }

  /** @returns its part of the snapshot; null for a position that the tables do not cover */
  shownFor(position: Position): TablesShown | null {
    if (!this.#location || menOf(position) > MAX_MEN) return null
    if (this.#problem) return this.#problem
    const known = this.#answers.get(position.fen)
    if (known !== undefined) return known
    if (!this.#tables || menOf(position) > this.#tables.maxMen) return null
    return this.#isSlow ? SLOW_WAITING : WAITING
  }

  /**
   * Uses the tables at a URL, if they can be read; otherwise `failure` has the reason.
   * @param text as typed
   */
  async useUrl(text: string): Promise<void> {
    const checked = checkTablesAddress(text, location.protocol)
    if ('problem' in checked) this.#refusal = checked.problem
    else
      await this.#try({ kind: 'url', name: checked.url }, async location => {
        const tables = await openTables(location.name)
        // A position that all sets of tables cover.
        await inTime(tables.wdl('8/8/8/8/8/k7/8/K6Q w - - 0 1', { throws: true }))
        this.#use(location, tables)
      })
  }

  /** Uses the tables of a chosen folder, if it has any; otherwise `failure` has the reason. */
  useFolder(folder: Folder, name: string): Promise<void> {
    return this.#try({ kind: 'folder', name, isSaved: false }, async location => {
      const tables = await openTables(await sourceOf(folder))
      this.#use({ ...location, isSaved: await saveFolder(folder) }, tables)
    })
  }

  remove() {
    this.#refusal = ''
    this.#use(null, null)
  }

  async #try<L extends TableLocation>(location: L, use: (location: L) => Promise<void>) {
    this.#isTrying = true
    this.#refusal = ''
    try {
      await use(location)
    } catch (error) {
      this.#refusal = problemOf(error, location).text
    } finally {
      this.#isTrying = false
    }
  }

  /** Tries again after a problem; asks the user for a folder that must be allowed again. */
  async retry() {
    const folder = this.#locked
    const location = this.#location
    if (location && (folder || this.#problem))
      await this.#open(location, async () =>
        folder && (await askToRead(folder)) ? openTables(await sourceOf(folder)) : this.#reopen(location),
      )
    for (const [fen, answer] of this.#answers) if (answer && 'text' in answer) this.#answers.delete(fen)
    this.#store.change()
  }

  #use(location: TableLocation | null, tables: Tablebase | null) {
    this.#version++
    this.#location = location
    this.#locked = null
    saveLocation(location)
    this.#set(tables, null)
  }

  #set(tables: Tablebase | null, problem: Problem | null) {
    this.#tables = tables
    this.#problem = problem
    this.#answers.clear()
    this.#pending = ''
    this.#store.change()
  }

  async #open(location: TableLocation, open: () => Promise<Tablebase>) {
    const version = ++this.#version
    let tables: Tablebase | null = null
    let problem: Problem | null = null
    try {
      tables = await open()
    } catch (error) {
      problem = problemOf(error, location)
    }
    if (version === this.#version) this.#set(tables, problem)
  }

  /** Opens the tables of an earlier visit. */
  async #reopen(location: TableLocation): Promise<Tablebase> {
    if (location.kind === 'url') return openTables(location.name)
    const folder = await savedFolder()
    if (!folder) throw new DOMException('not saved', 'NotFoundError')
    if (await mayRead(folder)) return openTables(await sourceOf(folder))
    this.#locked = folder
    throw new DOMException('not allowed', 'NotAllowedError')
  }

  #follow({ view, position, tables }: State) {
    const location = this.#location
    if (view !== 'analyse' || !tables || !('isSlow' in tables) || !this.#tables || !location) return
    if (position.fen !== this.#pending) void this.#lookUp(position, this.#tables, location)
  }

  async #lookUp(position: Position, tables: Tablebase, location: TableLocation) {
    const { fen } = position
    this.#pending = fen
    this.#isSlow = false
    const version = this.#version
    const slow = setTimeout(() => {
      if (this.#pending !== fen) return
      this.#isSlow = true
      this.#store.change()
    }, SLOW_TIME)
    const answer = await inTime(answerOf(tables, position)).catch(error => problemOf(error, location))
    clearTimeout(slow)
    if (version !== this.#version) return
    if (this.#answers.size >= MAX_ANSWERS) this.#answers.clear()
    this.#answers.set(fen, answer)
    if (this.#pending === fen) this.#pending = ''
    this.#store.change()
  }
}

/** @returns the page's only instance, created at the first call */
export const tablesOf = (page: Page): EndgameTables => (page.tables ??= new EndgameTables(page))

const openTables = async (source: TableSources): Promise<Tablebase> =>
  (await import('binbo/tablebase')).Tablebase.open(source)

/** @returns rejects with a TimeoutError if the promise takes too long */
function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), TIMEOUT)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
