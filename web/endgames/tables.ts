// SPDX-License-Identifier: Apache-2.0
// The user's endgame tables: they are opened, and asked about the position that is analysed. The prober itself is loaded with the
// first tables. Every failure becomes a sentence in the place of the answer.

import type { Position } from 'binbo'
import type { Tablebase, TableSources } from 'binbo/tablebase'
import type { AnalysisTables } from 'binbo/uci'
import type { Views } from '../page/store.js'
import type { PlacesState } from '../study/places.js'
import type { GameState, Study } from '../study/study.js'
import type { Chosen, TablePlace } from './places.js'
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
import type { Answer, Problem } from './table-words.js'
import { answerOf, problemOf } from './table-words.js'

/** What the room's views read; `tables`: what they say at `node`, null for nothing. */
export type State = GameState & PlacesState & { tables: TablesShown | null }
/** `tables`: null until there are some, or they are looked for. */
export type Page = { tables: EndgameTables | null; study: Study; store: Views<State> }

/** What stands in the place of tables. `isSlow`: it takes long. */
type TablesShown = Answer | Problem | { isSlow: boolean }

/** Milliseconds for an answer; those after which it is said that one waits. */
const PATIENCE = 20_000
const SLOW = 300
/** Tables have no more men. */
const MOST_MEN = 7
const MOST_ANSWERS = 500
const WAITING = Object.freeze({ isSlow: false })
const SLOW_WAITING = Object.freeze({ isSlow: true })

const menOf = (position: Position): number => position.pieces().length

export class EndgameTables {
  #place = savedPlace()
  #tables: Tablebase | null = null
  /** The folder, until the user has allowed it again. */
  #locked: Chosen | null = null
  /** Why there are no tables. */
  #problem: Problem | null = null
  /** By FEN. null: nothing is said about it */
  #answers: Map<string, Answer | Problem | null> = new Map()
  /** The FEN that is asked about. */
  #asked = ''
  #isSlow = false
  #store: Views<State>
  /** Is a place that was chosen being tried? */
  #isTrying = false
  /** Why the last one that was chosen is not used, as text for users. */
  #refusal = ''
  /** Grows with each change of the tables. */
  #turn = 0

  constructor({ store }: Page) {
    this.#store = store
    store.react(state => this.#follow(state))
    if (this.#place) void this.#open(() => this.#reopen(this.#place as TablePlace))
  }

  get place(): TablePlace | null {
    return this.#place
  }

  /** @returns men of the largest table; null where that is not known */
  get maxMen(): number | null {
    return this.#place?.kind === 'folder' && this.#tables ? this.#tables.maxMen : null
  }

  get isTrying() {
    return this.#isTrying
  }

  /** @returns why tables cannot be used, as text for users: those that were chosen last, else those of `place`; or '' */
  get failure(): string {
    return this.#refusal || (this.#problem?.text ?? '')
  }

  /** For the analysis of a game: the first failure leaves the rest to the engine. */
  get forAnalysis(): AnalysisTables | undefined {
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

  /** @returns null: nothing */
  shownFor(position: Position): TablesShown | null {
    if (!this.#place || menOf(position) > MOST_MEN) return null
    if (this.#problem) return this.#problem
    const known = this.#answers.get(position.fen)
    if (known !== undefined) return known
    if (!this.#tables || menOf(position) > this.#tables.maxMen) return null
    return this.#isSlow ? SLOW_WAITING : WAITING
  }

  /**
   * Uses tables at an address, if they are there; `failure` says why not.
   * @param text as typed
   */
  async useUrl(text: string): Promise<void> {
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

  /** Uses a folder that the user has chosen, if it has tables; `failure` says why not. */
  useFolder(chosen: Chosen, name: string): Promise<void> {
    return this.#try({ kind: 'folder', name, isKept: false }, async place => {
      const tables = await openFolder(chosen)
      this.#use({ ...place, isKept: await keepFolder(chosen) }, tables)
    })
  }

  remove() {
    this.#refusal = ''
    this.#use(null, null)
  }

  async #try<P extends TablePlace>(place: P, use: (place: P) => Promise<void>) {
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

  #use(place: TablePlace | null, tables: Tablebase | null) {
    this.#turn++
    this.#place = place
    this.#locked = null
    savePlace(place)
    this.#take(tables, null)
  }

  #take(tables: Tablebase | null, problem: Problem | null) {
    this.#tables = tables
    this.#problem = problem
    this.#answers.clear()
    this.#asked = ''
    this.#store.change()
  }

  async #open(open: () => Promise<Tablebase>) {
    const turn = ++this.#turn
    const place = this.#place as TablePlace
    let tables: Tablebase | null = null
    let problem: Problem | null = null
    try {
      tables = await open()
    } catch (error) {
      problem = problemOf(error, place)
    }
    if (turn === this.#turn) this.#take(tables, problem)
  }

  /** @param place of an earlier visit */
  async #reopen(place: TablePlace): Promise<Tablebase> {
    if (place.kind === 'url') return openTables(place.name)
    const chosen = await keptFolder()
    if (!chosen) throw new DOMException('not kept', 'NotFoundError')
    if (await mayRead(chosen)) return openFolder(chosen)
    this.#locked = chosen
    throw new DOMException('not allowed', 'NotAllowedError')
  }

  #follow({ view, position, tables }: State) {
    if (view !== 'analyse' || !tables || !('isSlow' in tables) || !this.#tables) return
    const { fen } = position
    if (fen !== this.#asked) void this.#ask(this.#tables, position, fen)
  }

  async #ask(tables: Tablebase, position: Position, fen: string) {
    this.#asked = fen
    this.#isSlow = false
    const turn = this.#turn
    const slow = setTimeout(() => {
      if (this.#asked !== fen) return
      this.#isSlow = true
      this.#store.change()
    }, SLOW)
    const place = this.#place as TablePlace
    const answer = await within(answerOf(tables, position)).catch(error => problemOf(error, place))
    clearTimeout(slow)
    if (turn !== this.#turn) return
    if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear()
    this.#answers.set(fen, answer)
    if (this.#asked === fen) this.#asked = ''
    this.#store.change()
  }
}

/** @returns of the page */
export const tablesOf = (page: Page): EndgameTables => (page.tables ??= new EndgameTables(page))

const openTables = async (source: TableSources): Promise<Tablebase> =>
  (await import('binbo/tablebase')).Tablebase.open(source)

/**
 * @param chosen that may be read
 * @throws {DOMException} NotFoundError without tables
 */
async function openFolder(chosen: Chosen): Promise<Tablebase> {
  const files = await tablesIn(chosen)
  if (files.size === 0) throw new DOMException('no tables', 'NotFoundError')
  return openTables(sourceOf(files))
}

/** @returns rejects with a TimeoutError when patience is over */
function within<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), PATIENCE)
  })
  return (Promise.race([promise, late]) as Promise<T>).finally(() => clearTimeout(timer))
}
