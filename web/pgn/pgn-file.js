// SPDX-License-Identifier: Apache-2.0
// An open file of games. The games stay in the file, the index in a Worker.

import { readPgn } from 'binbo/pgn'
import { Listeners } from '../page/listeners.js'
import { startWorker } from '../page/load.js'

/** @import { PgnGame } from 'binbo/pgn' */
/** @import { Near, Row, Sorting } from './game-index.js' */
/** @import { Part } from './input.js' */
/** @typedef {{ text: string, errorsOnly: boolean, sorting: Sorting }} Wanted */

/**
 * The progress of reading and of the search.
 * @typedef {object} Reading
 * @property {'reading' | 'done' | 'cancelled' | 'failed'} phase
 * @property {number} bytes
 * @property {number} totalBytes
 * @property {number} games
 * @property {number} readable games with moves or headers
 * @property {number} firstReadable place of the first of them, or -1
 * @property {import('../page/error-words.js').Words | null} firstError of all games
 * @property {number} faulty games with errors
 * @property {number} found games that match the filter
 * @property {number} filters number of filters set so far
 * @property {number} restarts changes when the games found are others, or in another order
 * @property {boolean} searching
 * @property {string} failure the reason, if phase is 'failed'
 */

/**
 * A request to the Worker.
 * @typedef {{ type: 'read', file: Blob, parts: Part[] } | { type: 'cancel' } |
 *   { type: 'rows', id: number, from: number, to: number } |
 *   { type: 'near', id: number, number: number } | { type: 'filter', text: string, errorsOnly: boolean, sorting: Sorting }} Question
 */

/** @typedef {{ type: 'reading', reading: Reading } | { type: 'answer', id: number, value: Row[] | Near }} Answer */

/** @type {Reading} */
const INITIAL = {
  phase: 'reading',
  bytes: 0,
  totalBytes: 0,
  games: 0,
  readable: 0,
  firstReadable: -1,
  firstError: null,
  faulty: 0,
  found: 0,
  filters: 0,
  restarts: 0,
  searching: false,
  failure: '',
}
const NONE_NEAR = { place: -1, previous: null, next: null }

export class PgnFile {
  #blob
  #worker = startWorker('pgn-worker')
  /** @type {Reading} */
  #reading
  #filters = 0
  /** @type {Wanted} */
  #wanted = { text: '', errorsOnly: false, sorting: { column: 'number', down: false } }
  #asked = 0
  /** @type {Map<number, (value?: any) => void>} resolve requests, by their numbers; without a value there is no answer */
  #waiting = new Map()
  /** Has the Worker ended or failed? */
  #isEnded = false
  #listeners = new Listeners()

  /** @param {import('./input.js').Source} source */
  constructor({ name, blob, parts, isKept }) {
    this.name = name
    /** Does the user still have the games after the page is closed? */
    this.isKept = isKept
    this.#blob = blob
    this.#reading = { ...INITIAL, totalBytes: blob.size }
    this.#worker.addEventListener('message', ({ data }) => this.#take(data))
    this.#worker.addEventListener('error', () => {
      const failure =
        'A part of the page could not be loaded. Check your connection, then open the file again.'
      this.#isEnded = true
      this.#update({ ...this.#reading, phase: 'failed', failure })
      this.#answerNone()
    })
    this.#ask({ type: 'read', file: blob, parts })
  }

  /** @returns {Readonly<Reading>} */
  get reading() {
    return this.#reading
  }

  /** @returns {boolean} whether `reading.found` is complete for the last filter */
  get settled() {
    return this.#reading.filters === this.#filters && !this.#reading.searching
  }

  /** @returns {Readonly<Wanted>} the last filter and order */
  get wanted() {
    return this.#wanted
  }

  /** @param {() => void} listener called several times a second @returns {() => void} removes it */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /** Ends reading; the games read so far stay. */
  cancel() {
    this.#ask({ type: 'cancel' })
  }

  /** @param {Partial<Wanted>} change `text`: words; a row must contain all of them */
  filter(change) {
    this.#filters++
    this.#wanted = { ...this.#wanted, ...change }
    this.#ask({ type: 'filter', ...this.#wanted })
  }

  /**
   * @param {number} from place among the games found
   * @param {number} to exclusive
   * @returns {Promise<Row[]>} empty if the file is closed or the Worker has failed
   */
  rows(from, to) {
    return this.#find(id => ({ type: 'rows', id, from, to }), /** @type {Row[]} */ ([]))
  }

  /**
   * @param {number} number of a game in the file
   * @returns {Promise<Near>} its place and its neighbours among the games found
   */
  near(number) {
    return this.#find(id => ({ type: 'near', id, number }), /** @type {Near} */ (NONE_NEAR))
  }

  /**
   * @param {Row} row
   * @returns {Promise<PgnGame>}
   * @throws {DOMException} the file is gone or has changed
   */
  async game({ from, to }) {
    for await (const game of readPgn(this.#blob.slice(from, to))) return game
    throw new DOMException('the file has changed since it was read', 'NotReadableError')
  }

  close() {
    this.#isEnded = true
    this.#worker.terminate()
    this.#listeners.clear()
    this.#answerNone()
  }

  /**
   * @template T
   * @param {(id: number) => Question} question
   * @param {T} nothing returned if there is no answer
   * @returns {Promise<T>}
   */
  #find(question, nothing) {
    if (this.#isEnded) return Promise.resolve(nothing)
    const id = ++this.#asked
    this.#ask(question(id))
    return new Promise(resolve => this.#waiting.set(id, (value = nothing) => resolve(value)))
  }

  #answerNone() {
    for (const answer of this.#waiting.values()) answer()
    this.#waiting.clear()
  }

  /** @param {Question} question */
  #ask(question) {
    this.#worker.postMessage(question)
  }

  /** @param {Answer} answer */
  #take(answer) {
    if (answer.type === 'reading') return this.#update(answer.reading)
    this.#waiting.get(answer.id)?.(answer.value)
    this.#waiting.delete(answer.id)
  }

  /** @param {Reading} reading */
  #update(reading) {
    this.#reading = reading
    this.#listeners.emit()
  }
}
