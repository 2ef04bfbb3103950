// SPDX-License-Identifier: Apache-2.0
// What the Worker of a database answers. Of the games that were found it keeps the last set, so that only the rows in sight
// travel to the page.

import { ChessError, Position } from 'binbo'
import { openDatabase } from 'binbo/database'
import { addSource } from './add-source.js'
import { conditionsOf, queryOf } from './criteria.js'
import { FileGames } from './file-games.js'

/** @import { Variant } from 'binbo' */
/** @import { Database, Exploration, GameHead, GameQuery, GameSet } from 'binbo/database' */
/** @import { Keep, Readable } from './add-source.js' */
/** @import { Criteria } from './criteria.js' */

/** How many games there are, the bytes that they take, and the error code why they are not kept, or ''. @typedef {{ games: number, bytes: number, unkept: string }} Facts */
/** How far an import is, and what it added so far. @typedef {{ read: number, totalBytes: number, added: number, facts: Facts }} ImportProgress */
/** What was added; `faults`: the errors in it. @typedef {Facts & { added: number, skipped: number, faults: number }} Added */
/** The results of games; the others have none. @typedef {{ white: number, draws: number, black: number }} Results */
/** @typedef {Results & { count: number, version: number }} Found */
/** How far a search is, how many games it has found, and the first of them. @typedef {{ games: number, totalGames: number, count: number, heads: GameHead[] }} Searching */
/** @typedef {'id' | 'date' | 'elo'} Sort */
/** @typedef {'pgn' | 'csv'} Format */
/** Which games are asked: all that are kept, those of them found last, or those of the open file. @typedef {'all' | 'found' | 'file'} Among */
/** A position, and among which games it is looked for. @typedef {{ fen: string, variant: Variant, among: Among, topGames: number }} Place */
/** How a question is answered. @typedef {{ signal: AbortSignal, report: (progress: any) => void }} Way */

/** The name of the page's database: an origin may have the page in several folders. */
const NAME = `binbo${new URL('.', location.href).pathname}`

/** The texts of files up to so many bytes are kept, if they take at most one part in so many of the room that is left. */
const MOST_TEXT = 1 << 29
const ROOM_SHARE = 10

/** Games that are shown while a search goes on. */
const FIRST_HITS = 100

export class Answers {
  /** @type {Promise<Database> | null} */
  #opened = null
  /** @type {{ set: GameSet, version: number } | null} */
  #found = null
  #version = 0
  /** Where what was looked for is, in the games found so far. @type {ReadonlyMap<number, number>} */
  #plies = new Map()
  #file = new FileGames()
  /** Why games are not kept, an error code, or ''. */
  #unkept = ''
  /** The games with each result; valid while there are as many games. @type {{ games: number, sets: GameSet[] }} */
  #results = { games: 0, sets: [] }

  /** @returns {Promise<Facts>} */
  async open() {
    return this.#factsOf(await this.#database())
  }

  /**
   * Adds the games of a file; those that were added before it is stopped stay.
   * @param {Readable} source
   * @param {Way} way
   * @returns {Promise<Added>}
   */
  async add(source, { signal, report }) {
    const database = await this.#database()
    const before = database.games
    const added = () => database.games - before
    const keep = await this.#keepOf(source.blob)
    const outcome = await addSource(database, source, { keep, signal }, read => {
      report({ read, totalBytes: source.blob.size, added: added(), facts: this.#factsOf(database) })
    })
    return { ...this.#factsOf(database), added: added(), ...outcome }
  }

  /** @param {Blob} blob @returns {Promise<Keep>} the texts where they are kept over a reload and there is room for them */
  async #keepOf({ size }) {
    if (this.#unkept !== '') return 'reference'
    const { quota = 0, usage = 0 } = (await navigator.storage.estimate?.()) ?? {}
    return size <= Math.min(MOST_TEXT, (quota - usage) / ROOM_SHARE) ? 'text' : 'reference'
  }

  /**
   * Finds games; they stay those that other questions are about.
   * @param {{ criteria: Criteria }} given
   * @param {Way} way
   * @returns {Promise<Found>} reports Searching
   */
  async find({ criteria }, { signal, report }) {
    const database = await this.#database()
    let set = await database.filter()
    for (const some of conditionsOf(criteria)) {
      let either = await database.filter(some[0])
      for (const condition of some.slice(1)) either = either.or(await database.filter(condition))
      set = set.and(either)
    }
    const query = queryOf(criteria)
    /** @type {Map<number, number>} */
    const plies = new Map()
    if (query) set = await this.#search(query, set, plies, { signal, report })
    const version = ++this.#version
    this.#plies = plies
    this.#found = { set, version }
    return { count: set.count, version, ...(await this.#resultsOf(set)) }
  }

  /**
   * @param {GameQuery} query
   * @param {GameSet} set where it looks
   * @param {Map<number, number>} plies of the games found, which it fills
   * @param {Way} way reports Searching
   * @returns {Promise<GameSet>} the games found
   */
  async #search(query, set, plies, { signal, report }) {
    const database = await this.#database()
    this.#plies = plies
    /** @type {Promise<GameHead>[]} */
    const first = []
    const search = database.search(query, {
      in: set,
      signal,
      onProgress: async ({ games, totalGames, hits }) => {
        const heads = await Promise.all(first)
        if (!signal.aborted) report({ games, totalGames, count: hits, heads })
      },
    })
    for await (const { game, ply } of search) {
      plies.set(game, ply)
      if (first.length < FIRST_HITS) first.push(database.head(game))
    }
    const found = await search.set
    // What is found by then is out of date.
    signal.throwIfAborted()
    return found
  }

  /**
   * @param {{ from: number, to: number, sort: Sort }} range of the games found
   * @returns {Promise<{ version: number, heads: GameHead[] }>}
   */
  async heads(range) {
    const database = await this.#database()
    const { set, version } = this.#foundGames()
    return { version, heads: await database.heads(set, range) }
  }

  /** @param {{ id: number }} given @returns {Promise<{ pgn: string, ply: number }>} `ply`: the first one that was looked for, 0 for none */
  async game({ id }) {
    const pgn = (await (await this.#database()).game(id)).toString()
    return { pgn, ply: this.#plies.get(id) ?? 0 }
  }

  /**
   * What was played from a position.
   * @param {Place} place
   * @param {Way} way
   * @returns {Promise<Exploration>}
   */
  async explore({ fen, variant, among, topGames }, { signal }) {
    const position = Position.from(fen, { variant })
    if (among === 'file') return this.#file.database.explore(position, { topGames, signal })
    const database = await this.#database()
    const set = among === 'found' ? this.#foundGames().set : undefined
    return database.explore(position, { in: set, topGames, signal })
  }

  /** Reads the open file, which explore() can then be asked about. @param {Readable} source @param {Way} way @returns {Promise<number>} its games */
  readFile(source, way) {
    return this.#file.read(source, way)
  }

  /** Gives back what readFile() has read. */
  closeFile() {
    return this.#file.close()
  }

  /** @param {{ id: number }} given of a game of the file @returns {Promise<string>} its PGN */
  async fileGame({ id }) {
    return (await this.#file.database.game(id)).toString()
  }

  /** Removes the games found. @returns {Promise<Facts>} */
  async remove() {
    const database = await this.#database()
    await database.remove(this.#foundGames().set)
    // Memory and files are given back.
    if (database.games === 0) await database.compact()
    return this.#factsOf(database)
  }

  /**
   * Writes the games found.
   * @param {{ as: Format }} given
   * @returns {Promise<Blob>}
   */
  async export({ as }) {
    const database = await this.#database()
    return new Response(database.export(this.#foundGames().set, as)).blob()
  }

  #database() {
    this.#opened ??= this.#open()
    return this.#opened
  }

  /** @returns {Promise<Database>} the one that is kept, or one in memory */
  async #open() {
    try {
      return await openDatabase({ name: NAME, storage: 'opfs' })
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      this.#unkept = error.code
      return openDatabase()
    }
  }

  /** @param {Database} database @returns {Facts} */
  #factsOf({ games, bytes }) {
    return { games, bytes, unkept: this.#unkept }
  }

  #foundGames() {
    if (!this.#found) throw new Error('nothing was looked for')
    return this.#found
  }

  /** @param {GameSet} set @returns {Promise<Results>} */
  async #resultsOf(set) {
    const database = await this.#database()
    const { games } = database
    if (games !== this.#results.games || games === 0) {
      const results = /** @type {const} */ (['1-0', '1/2-1/2', '0-1'])
      this.#results = { games, sets: await Promise.all(results.map(result => database.filter({ result }))) }
    }
    const [white, draws, black] = this.#results.sets.map(some => set.and(some).count)
    return { white, draws, black }
  }
}
