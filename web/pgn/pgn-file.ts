// SPDX-License-Identifier: Apache-2.0
// An open file of games. The games stay in the file and the index in a Worker, which reports the requested rows: the visible
// games and the neighbours of the game on the board.

import type { PgnGame } from 'binbo/pgn'
import { readPgn } from 'binbo/pgn'
import type { Words } from '../page/error-words.js'
import { startWorker } from '../page/load.js'
import { say } from '../page/texts.js'
import type { Filter, Near, Row, Sorting } from './game-index.js'
import { EVERYTHING, UNSORTED } from './game-index.js'
import type { Part, Source } from './input.js'
import { inAnyLetters } from './pgn-text.js'

/** The requested state of the list, which the Worker reports. */
type Wanted = {
  /** increased with each change */
  version: number
  /** increased with each change of the next two fields */
  filters: number
  filter: Filter
  sorting: Sorting
  /** approximate place of the first visible game */
  from: number
  /** number of the game on the board, or 0 */
  opened: number
}

/** The games that match the filter. */
type List = {
  /** number of games found */
  found: number
  /** number of games in the file at that time */
  games: number
  /** changes with the set of games and with their order */
  restarts: number
  /** place of the first of `rows` */
  from: number
  /** the rows around the requested place */
  rows: Row[]
  /** the neighbours of the game on the board */
  near: Near
}

/** A report: the progress of reading and of the search. */
export type Reading = {
  phase: 'reading' | 'done' | 'cancelled' | 'failed'
  bytes: number
  totalBytes: number
  games: number
  /** games with moves or headers */
  readable: number
  firstReadable: Row | null
  /** in all games */
  firstError: Words | null
  /** games with errors */
  faulty: number
  /** of what was wanted when it was written */
  version: number
  /** whether the list is incomplete */
  searching: boolean
  list: List
  /** the reason, if phase is 'failed' */
  failure: string
}

/** To the Worker. */
export type Question =
  | { type: 'read'; file: Blob; parts: Part[] }
  | { type: 'cancel' }
  | { type: 'want'; wanted: Wanted }

const INITIAL: Reading = {
  ...{ phase: 'reading', bytes: 0, totalBytes: 0, failure: '', version: 0, searching: false },
  ...{ games: 0, readable: 0, firstReadable: null, firstError: null, faulty: 0 },
  list: {
    ...{ found: 0, games: 0, restarts: 0, from: 0, rows: [] },
    near: { place: -1, previous: null, next: null },
  },
}
const ALL: Wanted = {
  ...{ version: 0, filters: 0, from: 0, opened: 0 },
  ...{ filter: EVERYTHING, sorting: UNSORTED },
}

export class PgnFile {
  #worker = startWorker('pgn-worker')
  #report: () => void
  reading = INITIAL
  wanted = ALL
  /** The last report that answered the current request. */
  list = INITIAL.list
  /** A new object with each selection; -1: none. */
  selection = { place: -1 }
  /** The game opened last, even if it could not be shown. */
  opened: Row | null = null
  /** A remark for users, or ''. */
  remark = ''
  /** Whether to select the opened game when its place is known. */
  #selectsOpened = false

  declare source: Source
  declare name: string
  /** Whether the user has the games in a file. */
  declare isKept: boolean

  /** @param report called after each change, several times a second */
  constructor(source: Source, report: () => void) {
    const { name, blob, parts, isKept } = source
    this.source = source
    this.name = name
    this.isKept = isKept
    this.#report = report
    this.reading = { ...INITIAL, totalBytes: blob.size }
    this.#worker.addEventListener('message', ({ data }) => this.#take(data))
    this.#worker.addEventListener('error', () => {
      const failure = say`A part of the page could not be loaded. Check your connection, then open the file again.`
      this.#take({ ...this.reading, phase: 'failed', failure })
    })
    this.#ask({ type: 'read', file: blob, parts })
  }

  /** The state for views; `model` takes the users' requests. */
  get shown() {
    const { name, isKept, remark, reading, list, wanted, selection, opened } = this
    return Object.freeze({ model: this, name, isKept, remark, reading, list, wanted, selection, opened })
  }

  /** @returns whether the list answers the current request */
  get isSettled(): boolean {
    return this.reading.version === this.wanted.version && !this.reading.searching
  }

  /** @param place of the list @returns undefined until it is loaded */
  rowAt(place: number): Row | undefined {
    return this.list.rows[place - this.list.from]
  }

  /** Stops reading; the games read so far stay. */
  cancel() {
    this.#ask({ type: 'cancel' })
  }

  filter(change: Partial<Pick<Wanted, 'filter' | 'sorting'>>) {
    this.look(0, { ...change, filters: this.wanted.filters + 1 })
  }

  /** @param from place of the first visible game */
  look(from: number, change?: Partial<Wanted>) {
    this.wanted = { ...this.wanted, from, ...change, version: this.wanted.version + 1 }
    this.#ask({ type: 'want', wanted: this.wanted })
    this.#report()
  }

  /** @param place of the list; the nearest one that exists is selected */
  select(place: number) {
    const last = this.list.found - 1
    this.selection = { place: Math.min(Math.max(0, place), last) }
    this.#report()
  }

  /** @param row of the game that is on the board */
  mark(row: Row) {
    this.opened = row
    this.#selectsOpened = true
    this.look(this.wanted.from, { opened: row.number })
  }

  /** @throws {DOMException} the file is gone or has changed */
  async game({ from, to }: Row): Promise<PgnGame> {
    const text = this.source.blob.slice(from, to)
    for await (const game of readPgn(text))
      return inAnyLetters(game, async () => new Uint8Array(await text.arrayBuffer()))
    throw new DOMException('the file has changed since it was read', 'NotReadableError')
  }

  close() {
    this.#worker.terminate()
  }

  #ask(question: Question) {
    this.#worker.postMessage(question)
  }

  #take(reading: Reading) {
    this.reading = reading
    if (this.isSettled) {
      if (reading.list.restarts !== this.list.restarts) this.selection = { place: -1 }
      this.list = reading.list
      const { place } = this.list.near
      if (this.#selectsOpened && place >= 0) this.selection = { place }
      this.#selectsOpened = false
    }
    this.#report()
  }
}
