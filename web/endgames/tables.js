// SPDX-License-Identifier: Apache-2.0
// The user's endgame tables: they are opened, and asked about the position that is analysed. The prober itself is loaded with the
// first tables. Every failure becomes a sentence in the place of the answer.

import {
  askToRead,
  checkTablesAddress,
  keepFolder,
  keptFolder,
  mayRead,
  savedPlace,
  savePlace,
  sourceOf,
  tablesIn,
} from './places.js'
import { answerOf, problemOf } from './table-words.js'

/** @import { Position } from 'binbo' */
/** @import { Tablebase } from 'binbo/tablebase' */
/** @import { AnalysisTables } from 'binbo/uci' */
/** @import { Views } from '../page/store.js' */
/** @import { PlacesState } from '../study/places.js' */
/** @import { GameState, Study } from '../study/study.js' */
/** @import { Chosen, TablePlace } from './places.js' */
/** @import { Answer, Problem } from './table-words.js' */

/** What the room's views read; `tables`: what they say at `node`, null for nothing. @typedef {GameState & PlacesState & { tables: TablesShown | null }} State */
/** `tables`: null until there are some, or they are looked for. @typedef {{ tables: EndgameTables | null, study: Study, store: Views<State> }} Page */

/** What stands in the place of tables. `isSlow`: it takes long. @typedef {Answer | Problem | { isSlow: boolean }} TablesShown */

/** Milliseconds for an answer; those after which it is said that one waits. */
const PATIENCE = 20_000
const SLOW = 300
/** Tables have no more men. */
const MOST_MEN = 7
const MOST_ANSWERS = 500
const WAITING = Object.freeze({ isSlow: false })
const SLOW_WAITING = Object.freeze({ isSlow: true })

/** @param {Position} position @returns {number} */
const menOf = position => position.pieces().length

export class EndgameTables {
  #place = savedPlace()
  /** @type {Tablebase | null} */
  #tables = null
  /** The folder, until the user has allowed it again. @type {Chosen | null} */
  #locked = null
  /** Why there are no tables. @type {Problem | null} */
  #problem = null
  /** By FEN. @type {Map<string, Answer | Problem | null>} null: nothing is said about it */
  #answers = new Map()
  /** The FEN that is asked about. */
  #asked = ''
  #isSlow = false
  #store
  /** Is a place that was chosen being tried? */
  #isTrying = false
  /** Why the last one that was chosen is not used, as text for users. */
  #refusal = ''
  /** Grows with each change of the tables. */
  #turn = 0

  /** @param {Page} page */
  constructor({ store }) {
    this.#store = store
    store.react(state => this.#follow(state))
    if (this.#place) void this.#open(() => this.#reopen(/** @type {TablePlace} */ (this.#place)))
  }

  /** @returns {TablePlace | null} */
  get place() {
    return this.#place
  }

  /** @returns {number | null} men of the largest table; null where that is not known */
  get maxMen() {
    return this.#place?.kind === 'folder' && this.#tables ? this.#tables.maxMen : null
  }

  get isTrying() {
    return this.#isTrying
  }

  /** @returns {string} why tables cannot be used, as text for users: those that were chosen last, else those of `place`; or '' */
  get failure() {
    return this.#refusal || (this.#problem?.text ?? '')
  }

  /** For the analysis of a game: the first failure leaves the rest to the engine. @returns {AnalysisTables | undefined} */
  get forAnalysis() {
    const tables = this.#tables
    if (!tables) return undefined
    let isAway = false
    const leave = () => {
      isAway = true
      return null
    }
    return {
      covers: position => !isAway && tables.covers(position),
      wdl: position => within(tables.wdl(position)).catch(leave),
      moves: position => within(tables.moves(position)).catch(() => []),
    }
  }

  /**
   * @param {Position} position
   * @returns {TablesShown | null} null: nothing
   */
  shownFor(position) {
    if (!this.#place || menOf(position) > MOST_MEN) return null
    if (this.#problem) return this.#problem
    const known = this.#answers.get(position.fen)
    if (known !== undefined) return known
    if (!this.#tables || menOf(position) > this.#tables.maxMen) return null
    return this.#isSlow ? SLOW_WAITING : WAITING
  }

  /**
   * Uses tables at an address, if they are there; `failure` says why not.
   * @param {string} text as typed
   * @returns {Promise<void>}
   */
  async useUrl(text) {
    const checked = checkTablesAddress(text, location.protocol)
    if ('problem' in checked) this.#refusal = checked.problem
    else
      await this.#try({ kind: 'url', name: checked.url }, async place => {
        const tables = await openTables(place.name)
        // One that all tables have.
        await within(tables.wdl('8/8/8/8/8/k7/8/K6Q w - - 0 1', { throws: true }))
        this.#use(place, tables)
      })
  }

  /**
   * Uses a folder that the user has chosen, if it has tables; `failure` says why not.
   * @param {Chosen} chosen
   * @param {string} name
   * @returns {Promise<void>}
   */
  useFolder(chosen, name) {
    return this.#try({ kind: 'folder', name, isKept: false }, async place => {
      const tables = await openFolder(chosen)
      this.#use({ ...place, isKept: await keepFolder(chosen) }, tables)
    })
  }

  remove() {
    this.#refusal = ''
    this.#use(null, null)
  }

  /** @template {TablePlace} P @param {P} place @param {(place: P) => Promise<void>} use */
  async #try(place, use) {
    this.#isTrying = true
    this.#refusal = ''
    try {
      await use(place)
    } catch (error) {
      this.#refusal = problemOf(error, place).text
    } finally {
      this.#isTrying = false
    }
  }

  /** After a problem: asks again, and for a folder that must be allowed again the user. */
  async retry() {
    const chosen = this.#locked
    const place = this.#place
    if (place && (chosen || this.#problem))
      await this.#open(async () =>
        chosen && (await askToRead(chosen)) ? openFolder(chosen) : this.#reopen(place),
      )
    for (const [fen, answer] of this.#answers) if (answer && 'text' in answer) this.#answers.delete(fen)
    this.#store.change()
  }

  /** @param {TablePlace | null} place @param {Tablebase | null} tables */
  #use(place, tables) {
    this.#turn++
    this.#place = place
    this.#locked = null
    savePlace(place)
    this.#take(tables, null)
  }

  /** @param {Tablebase | null} tables @param {Problem | null} problem */
  #take(tables, problem) {
    this.#tables = tables
    this.#problem = problem
    this.#answers.clear()
    this.#asked = ''
    this.#store.change()
  }

  /** @param {() => Promise<Tablebase>} open */
  async #open(open) {
    const turn = ++this.#turn
    const place = /** @type {TablePlace} */ (this.#place)
    /** @type {Tablebase | null} */
    let tables = null
    /** @type {Problem | null} */
    let problem = null
    try {
      tables = await open()
    } catch (error) {
      problem = problemOf(error, place)
    }
    if (turn === this.#turn) this.#take(tables, problem)
  }

  /** @param {TablePlace} place of an earlier visit @returns {Promise<Tablebase>} */
  async #reopen(place) {
    if (place.kind === 'url') return openTables(place.name)
    const chosen = await keptFolder()
    if (!chosen) throw new DOMException('not kept', 'NotFoundError')
    if (await mayRead(chosen)) return openFolder(chosen)
    this.#locked = chosen
    throw new DOMException('not allowed', 'NotAllowedError')
  }

  /** @param {State} state */
  #follow({ view, position, tables }) {
    if (view !== 'analyse' || !tables || !('isSlow' in tables) || !this.#tables) return
    const { fen } = position
    if (fen !== this.#asked) void this.#ask(this.#tables, position, fen)
  }

  /** @param {Tablebase} tables @param {Position} position @param {string} fen */
  async #ask(tables, position, fen) {
    this.#asked = fen
    this.#isSlow = false
    const turn = this.#turn
    const slow = setTimeout(() => {
      if (this.#asked !== fen) return
      this.#isSlow = true
      this.#store.change()
    }, SLOW)
    const place = /** @type {TablePlace} */ (this.#place)
    const answer = await within(answerOf(tables, position)).catch(error => problemOf(error, place))
    clearTimeout(slow)
    if (turn !== this.#turn) return
    if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear()
    this.#answers.set(fen, answer)
    if (this.#asked === fen) this.#asked = ''
    this.#store.change()
  }
}

/** @param {Page} page @returns {EndgameTables} of the page */
export const tablesOf = page => (page.tables ??= new EndgameTables(page))

/** @param {import('binbo/tablebase').TableSources} source @returns {Promise<Tablebase>} */
const openTables = async source => (await import('binbo/tablebase')).Tablebase.open(source)

/**
 * @param {Chosen} chosen that may be read
 * @returns {Promise<Tablebase>}
 * @throws {DOMException} NotFoundError without tables
 */
async function openFolder(chosen) {
  const files = await tablesIn(chosen)
  if (files.size === 0) throw new DOMException('no tables', 'NotFoundError')
  return openTables(sourceOf(files))
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T>} rejects with a TimeoutError when patience is over
 */
function within(promise) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), PATIENCE)
  })
  return /** @type {Promise<T>} */ (Promise.race([promise, late])).finally(() => clearTimeout(timer))
}
