// SPDX-License-Identifier: Apache-2.0
// An open file of games. The games stay in the file, the index in a Worker, which reports what was asked for: the games in
// sight and those beside the one on the board.

import { readPgn } from 'binbo/pgn'
import { startWorker } from '../page/load.js'

/** @import { PgnGame } from 'binbo/pgn' */
/** @import { Filter, Near, Row, Sorting } from './game-index.js' */
/** @import { Part } from './input.js' */

/**
 * What the list shall show, and the Worker report.
 * @typedef {object} Wanted
 * @property {number} version counts the changes
 * @property {number} filters counts those of the next two
 * @property {Filter} filter
 * @property {Sorting} sorting
 * @property {number} from place of the first game in sight, roughly
 * @property {number} opened number of the game on the board, or 0
 */

/**
 * The games that match the filter.
 * @typedef {object} List
 * @property {number} found their number
 * @property {number} games of the file when they were found
 * @property {number} restarts changes when they are others, or in another order
 * @property {number} from place of the first of `rows`
 * @property {Row[]} rows those around the wanted place
 * @property {Near} near the neighbours of the game on the board
 */

/**
 * A report: the progress of reading and of the search.
 * @typedef {object} Reading
 * @property {'reading' | 'done' | 'cancelled' | 'failed'} phase
 * @property {number} bytes
 * @property {number} totalBytes
 * @property {number} games
 * @property {number} readable games with moves or headers
 * @property {Row | null} firstReadable
 * @property {import('../page/error-words.js').Words | null} firstError of all games
 * @property {number} faulty games with errors
 * @property {number} version of what was wanted when it was written
 * @property {boolean} searching whether the list is not complete yet
 * @property {List} list
 * @property {string} failure the reason, if phase is 'failed'
 */

/**
 * To the Worker.
 * @typedef {{ type: 'read', file: Blob, parts: Part[] } | { type: 'cancel' } | { type: 'want', wanted: Wanted }} Question
 */

/** @type {Reading} */
const INITIAL = {
  ...{ phase: 'reading', bytes: 0, totalBytes: 0, failure: '', version: 0, searching: false },
  ...{ games: 0, readable: 0, firstReadable: null, firstError: null, faulty: 0 },
  list: {
    found: 0,
    games: 0,
    restarts: 0,
    from: 0,
    rows: [],
    near: { place: -1, previous: null, next: null },
  },
}
/** @type {Wanted} */
const ALL = {
  ...{ version: 0, filters: 0, from: 0, opened: 0 },
  filter: { text: '', side: '', results: [], errorsOnly: false },
  sorting: { column: 'number', down: false },
}

export class PgnFile {
  #worker = startWorker('pgn-worker')
  #report
  reading = INITIAL
  wanted = ALL
  /** The last one that was as wanted. */
  list = INITIAL.list
  /** Another object with each selection; -1 for none. */
  selection = { place: -1 }
  /** The last game that was opened, also if it could not be shown. @type {Row | null} */
  opened = null
  /** What users should know about it; '' for nothing. */
  remark = ''
  /** Is the opened game selected as soon as its place is known? */
  #selectsOpened = false

  /** @param {import('./input.js').Source} source @param {() => void} report called after each change, several times a second */
  constructor(source, report) {
    const { name, blob, parts, isKept } = source
    this.source = source
    this.name = name
    /** Does the user still have the games after the page is closed? */
    this.isKept = isKept
    this.#report = report
    this.reading = { ...INITIAL, totalBytes: blob.size }
    this.#worker.addEventListener('message', ({ data }) => this.#take(data))
    this.#worker.addEventListener('error', () => {
      const failure =
        'A part of the page could not be loaded. Check your connection, then open the file again.'
      this.#take({ ...this.reading, phase: 'failed', failure })
    })
    this.#ask({ type: 'read', file: blob, parts })
  }

  /** What views show; `model` takes what users want. */
  get shown() {
    const { name, isKept, remark, reading, list, wanted, selection, opened } = this
    return Object.freeze({ model: this, name, isKept, remark, reading, list, wanted, selection, opened })
  }

  /** @returns {boolean} whether the list is as wanted */
  get isSettled() {
    return this.reading.version === this.wanted.version && !this.reading.searching
  }

  /** @param {number} place of the list @returns {Row | undefined} undefined until it is loaded */
  rowAt(place) {
    return this.list.rows[place - this.list.from]
  }

  /** Ends reading; the games read so far stay. */
  cancel() {
    this.#ask({ type: 'cancel' })
  }

  /** @param {Partial<Pick<Wanted, 'filter' | 'sorting'>>} change */
  filter(change) {
    this.look(0, { ...change, filters: this.wanted.filters + 1 })
  }

  /** @param {number} from place of the first game in sight @param {Partial<Wanted>} [change] */
  look(from, change) {
    this.wanted = { ...this.wanted, from, ...change, version: this.wanted.version + 1 }
    this.#ask({ type: 'want', wanted: this.wanted })
    this.#report()
  }

  /** @param {number} place of the list; the nearest one that exists is selected */
  select(place) {
    const last = this.list.found - 1
    this.selection = { place: Math.min(Math.max(0, place), last) }
    this.#report()
  }

  /** @param {Row} row of the game that is on the board */
  mark(row) {
    this.opened = row
    this.#selectsOpened = true
    this.look(this.wanted.from, { opened: row.number })
  }

  /**
   * @param {Row} row
   * @returns {Promise<PgnGame>}
   * @throws {DOMException} the file is gone or has changed
   */
  async game({ from, to }) {
    for await (const game of readPgn(this.source.blob.slice(from, to))) return game
    throw new DOMException('the file has changed since it was read', 'NotReadableError')
  }

  close() {
    this.#worker.terminate()
  }

  /** @param {Question} question */
  #ask(question) {
    this.#worker.postMessage(question)
  }

  /** @param {Reading} reading */
  #take(reading) {
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
