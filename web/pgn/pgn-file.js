// SPDX-License-Identifier: Apache-2.0
// A file of games that is being read, or has been. Its games stay in the file, its index in a Worker.

import { readPgn } from 'binbo/pgn'

/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {import('./game-index.js').Row} Row */

/**
 * How far the reading is, and the search with it.
 * @typedef {object} Reading
 * @property {'reading' | 'done' | 'cancelled' | 'failed'} phase
 * @property {number} bytes
 * @property {number} totalBytes
 * @property {number} games
 * @property {number} readable games in which there is something to see
 * @property {number} faulty games with errors
 * @property {number} found games that the filter lets pass
 * @property {number} filters how many have been asked for
 * @property {boolean} searching
 * @property {string} failure why it failed
 */

/**
 * What the Worker is asked.
 * @typedef {{ type: 'read', file: Blob } | { type: 'cancel' } | { type: 'rows', id: number, from: number, to: number } |
 *   { type: 'filter', text: string, errorsOnly: boolean }} Question
 */

/** @typedef {{ type: 'reading', reading: Reading } | { type: 'rows', id: number, rows: Row[] }} Answer */

/** @type {Reading} */
const BEGINNING = {
  phase: 'reading',
  bytes: 0,
  totalBytes: 0,
  games: 0,
  readable: 0,
  faulty: 0,
  found: 0,
  filters: 0,
  searching: false,
  failure: '',
}

export class PgnFile {
  #blob
  #worker = new Worker(new URL('pgn-worker.js', document.baseURI), { type: 'module' })
  /** @type {Reading} */
  #reading
  #filters = 0
  #asked = 0
  /** @type {Map<number, (rows: Row[]) => void>} */
  #waiting = new Map()
  /** @type {Set<() => void>} */
  #listeners = new Set()

  /** @param {string} name @param {Blob} blob of UTF-8 or Latin-1 */
  constructor(name, blob) {
    this.name = name
    this.#blob = blob
    this.#reading = { ...BEGINNING, totalBytes: blob.size }
    this.#worker.addEventListener('message', ({ data }) => this.#take(data))
    this.#worker.addEventListener('error', event => {
      const failure = event.message || 'its Worker could not be loaded'
      this.#tell({ ...this.#reading, phase: 'failed', failure })
    })
    this.#ask({ type: 'read', file: blob })
  }

  /** @returns {Readonly<Reading>} */
  get reading() {
    return this.#reading
  }

  /** @returns {boolean} whether `reading.found` counts what the last filter wants, to the end */
  get settled() {
    return this.#reading.filters === this.#filters && !this.#reading.searching
  }

  /** @param {() => void} listener told several times a second @returns {() => void} ends that */
  onChange(listener) {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the reading; what has been read stays. */
  cancel() {
    this.#ask({ type: 'cancel' })
  }

  /** @param {string} text words that all must be in a game's row @param {boolean} errorsOnly */
  filter(text, errorsOnly) {
    this.#filters++
    this.#ask({ type: 'filter', text, errorsOnly })
  }

  /**
   * @param {number} from place among the games that were found
   * @param {number} to
   * @returns {Promise<Row[]>}
   */
  rows(from, to) {
    const id = ++this.#asked
    this.#ask({ type: 'rows', id, from, to })
    return new Promise(resolve => this.#waiting.set(id, resolve))
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
    this.#worker.terminate()
    this.#listeners.clear()
  }

  /** @param {Question} question */
  #ask(question) {
    this.#worker.postMessage(question)
  }

  /** @param {Answer} answer */
  #take(answer) {
    if (answer.type === 'reading') return this.#tell(answer.reading)
    this.#waiting.get(answer.id)?.(answer.rows)
    this.#waiting.delete(answer.id)
  }

  /** @param {Reading} reading */
  #tell(reading) {
    this.#reading = reading
    for (const listener of this.#listeners) listener()
  }
}
