// SPDX-License-Identifier: Apache-2.0
// A file of games that is being read, or has been. Its games stay in the file, its index in a Worker.

import { readPgn } from 'binbo/pgn'
import { Listeners } from '../page/listeners.js'
import { startWorker } from '../page/load.js'

/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {import('./game-index.js').Near} Near */
/** @typedef {import('./game-index.js').Row} Row */
/** @typedef {import('./sources.js').Part} Part */

/**
 * How far the reading is, and the search with it.
 * @typedef {object} Reading
 * @property {'reading' | 'done' | 'cancelled' | 'failed'} phase
 * @property {number} bytes
 * @property {number} totalBytes
 * @property {number} games
 * @property {number} readable games in which there is something to see
 * @property {number} firstReadable place of the first of them, or -1
 * @property {string} firstError of the first game that has any; '' without
 * @property {number} faulty games with errors
 * @property {number} found games that the filter lets pass
 * @property {number} filters how many have been asked for
 * @property {boolean} searching
 * @property {string} failure why it failed
 */

/**
 * What the Worker is asked.
 * @typedef {{ type: 'read', file: Blob, parts: Part[] } | { type: 'cancel' } |
 *   { type: 'rows', id: number, from: number, to: number } |
 *   { type: 'near', id: number, number: number } | { type: 'filter', text: string, errorsOnly: boolean }} Question
 */

/** @typedef {{ type: 'reading', reading: Reading } | { type: 'answer', id: number, value: Row[] | Near }} Answer */

/** @type {Reading} */
const BEGINNING = {
  phase: 'reading',
  bytes: 0,
  totalBytes: 0,
  games: 0,
  readable: 0,
  firstReadable: -1,
  firstError: '',
  faulty: 0,
  found: 0,
  filters: 0,
  searching: false,
  failure: '',
}
const NOTHING_NEAR = { place: -1, previous: null, next: null }

export class PgnFile {
  #blob
  #worker = startWorker('pgn-worker')
  /** @type {Reading} */
  #reading
  #filters = 0
  #wanted = { text: '', errorsOnly: false }
  #asked = 0
  /** @type {Map<number, (value?: any) => void>} by the number of the question; without a value there is no answer */
  #waiting = new Map()
  /** Is there nobody who answers? */
  #isSilent = false
  #listeners = new Listeners()

  /** @param {import('./sources.js').Source} source */
  constructor({ name, blob, parts, isKept }) {
    this.name = name
    /** Can its games be had again when the page is closed? */
    this.isKept = isKept
    this.#blob = blob
    this.#reading = { ...BEGINNING, totalBytes: blob.size }
    this.#worker.addEventListener('message', ({ data }) => this.#take(data))
    this.#worker.addEventListener('error', event => {
      const failure = event.message || 'its Worker could not be loaded'
      this.#isSilent = true
      this.#tell({ ...this.#reading, phase: 'failed', failure })
      this.#expectNothing()
    })
    this.#ask({ type: 'read', file: blob, parts })
  }

  /** @returns {Readonly<Reading>} */
  get reading() {
    return this.#reading
  }

  /** @returns {boolean} whether `reading.found` counts what the last filter wants, to the end */
  get settled() {
    return this.#reading.filters === this.#filters && !this.#reading.searching
  }

  /** @returns {Readonly<{ text: string, errorsOnly: boolean }>} the last filter */
  get wanted() {
    return this.#wanted
  }

  /** @param {() => void} listener told several times a second @returns {() => void} ends that */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /** Ends the reading; what has been read stays. */
  cancel() {
    this.#ask({ type: 'cancel' })
  }

  /** @param {string} text words that all must be in a game's row @param {boolean} errorsOnly */
  filter(text, errorsOnly) {
    this.#filters++
    this.#wanted = { text, errorsOnly }
    this.#ask({ type: 'filter', text, errorsOnly })
  }

  /**
   * @param {number} from place among the games that were found
   * @param {number} to
   * @returns {Promise<Row[]>} none of a file that is closed, or whose Worker has failed
   */
  rows(from, to) {
    return this.#find(id => ({ type: 'rows', id, from, to }), /** @type {Row[]} */ ([]))
  }

  /**
   * @param {number} number of a game in the file
   * @returns {Promise<Near>} where it is among the games that were found, and what is beside it
   */
  near(number) {
    return this.#find(id => ({ type: 'near', id, number }), /** @type {Near} */ (NOTHING_NEAR))
  }

  /**
   * @param {Row} row
   * @returns {Promise<PgnGame>}
   * @throws {DOMException} the file has gone, or is another by now
   */
  async game({ from, to }) {
    for await (const game of readPgn(this.#blob.slice(from, to))) return game
    throw new Error('the file has changed since it was read')
  }

  close() {
    this.#isSilent = true
    this.#worker.terminate()
    this.#listeners.clear()
    this.#expectNothing()
  }

  /**
   * @template T
   * @param {(id: number) => Question} question
   * @param {T} nothing where there is no answer
   * @returns {Promise<T>}
   */
  #find(question, nothing) {
    if (this.#isSilent) return Promise.resolve(nothing)
    const id = ++this.#asked
    this.#ask(question(id))
    return new Promise(resolve => this.#waiting.set(id, (value = nothing) => resolve(value)))
  }

  #expectNothing() {
    for (const answer of this.#waiting.values()) answer()
    this.#waiting.clear()
  }

  /** @param {Question} question */
  #ask(question) {
    this.#worker.postMessage(question)
  }

  /** @param {Answer} answer */
  #take(answer) {
    if (answer.type === 'reading') return this.#tell(answer.reading)
    this.#waiting.get(answer.id)?.(answer.value)
    this.#waiting.delete(answer.id)
  }

  /** @param {Reading} reading */
  #tell(reading) {
    this.#reading = reading
    this.#listeners.emit()
  }
}
