// SPDX-License-Identifier: Apache-2.0
// What the Worker of a database answers. Of the games that were found it keeps the last set, so that only the rows in sight
// travel to the page.

import type { Variant } from 'binbo'
import { ChessError, Position } from 'binbo'
import type { Database, Exploration, GameHead, GameQuery, GameSet } from 'binbo/database'
import { openDatabase } from 'binbo/database'
import type { Keep, Readable } from './add-source.js'
import { addSource } from './add-source.js'
import type { Criteria } from './criteria.js'
import { conditionsOf, queryOf } from './criteria.js'
import { FileGames } from './file-games.js'

/** How many games there are, the bytes that they take, and the error code why they are not kept, or ''. */
type Facts = { games: number; bytes: number; unkept: string }
/** How far an import is, and what it added so far. */
export type ImportProgress = { read: number; totalBytes: number; added: number; facts: Facts }
/** What was added; `faults`: the errors in it. */
export type Added = Facts & { added: number; skipped: number; faults: number }
/** The results of games; the others have none. */
export type Results = { white: number; draws: number; black: number }
export type Found = Results & { count: number; version: number }
/** How far a search is, how many games it has found, and the first of them. */
export type Searching = { games: number; totalGames: number; count: number; heads: GameHead[] }
export type Sort = 'id' | 'date' | 'elo'
export type Format = 'pgn' | 'csv'
/** Which games are asked: all that are kept, those of them found last, or those of the open file. */
export type Among = 'all' | 'found' | 'file'
/** A position, and among which games it is looked for. */
export type Place = { fen: string; variant: Variant; among: Among; topGames: number }
/** How a question is answered. */
export type Way = { signal: AbortSignal; report: (progress: any) => void }

/** The name of the page's database: an origin may have the page in several folders. */
const NAME = `binbo${new URL('.', location.href).pathname}`

/** The texts of files up to so many bytes are kept, if they take at most one part in so many of the room that is left. */
const MOST_TEXT = 1 << 29
const ROOM_SHARE = 10

/** Games that are shown while a search goes on. */
const FIRST_HITS = 100

export class Answers {
  #opened: Promise<Database> | null = null
  #found: { set: GameSet; version: number } | null = null
  #version = 0
  /** Where what was looked for is, in the games found so far. */
  #plies: ReadonlyMap<number, number> = new Map()
  #file = new FileGames()
  /** Why games are not kept, an error code, or ''. */
  #unkept = ''
  /** The games with each result; valid while there are as many games. */
  #results: { games: number; sets: GameSet[] } = { games: 0, sets: [] }

  async open(): Promise<Facts> {
    return this.#factsOf(await this.#database())
  }

  /** Adds the games of a file; those that were added before it is stopped stay. */
  async add(source: Readable, { signal, report }: Way): Promise<Added> {
    const database = await this.#database()
    const before = database.games
    const added = () => database.games - before
    const keep = await this.#keepOf(source.blob)
    const outcome = await addSource(database, source, { keep, signal }, read => {
      report({ read, totalBytes: source.blob.size, added: added(), facts: this.#factsOf(database) })
    })
    return { ...this.#factsOf(database), added: added(), ...outcome }
  }

  /** @returns the texts where they are kept over a reload and there is room for them */
  async #keepOf({ size }: Blob): Promise<Keep> {
    if (this.#unkept !== '') return 'reference'
    const { quota = 0, usage = 0 } = (await navigator.storage.estimate?.()) ?? {}
    return size <= Math.min(MOST_TEXT, (quota - usage) / ROOM_SHARE) ? 'text' : 'reference'
  }

  /**
   * Finds games; they stay those that other questions are about.
   * @returns reports Searching
   */
  async find({ criteria }: { criteria: Criteria }, { signal, report }: Way): Promise<Found> {
    const database = await this.#database()
    let set = await database.filter()
    for (const some of conditionsOf(criteria)) {
      let either = await database.filter(some[0])
      for (const condition of some.slice(1)) either = either.or(await database.filter(condition))
      set = set.and(either)
    }
    const query = queryOf(criteria)
    const plies: Map<number, number> = new Map()
    if (query) set = await this.#search(query, set, plies, { signal, report })
    const version = ++this.#version
    this.#plies = plies
    this.#found = { set, version }
    return { count: set.count, version, ...(await this.#resultsOf(set)) }
  }

  /**
   * @param set where it looks
   * @param plies of the games found, which it fills
   * @param way reports Searching
   * @returns the games found
   */
  async #search(
    query: GameQuery,
    set: GameSet,
    plies: Map<number, number>,
    { signal, report }: Way,
  ): Promise<GameSet> {
    const database = await this.#database()
    this.#plies = plies
    const first: Promise<GameHead>[] = []
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

  /** @param range of the games found */
  async heads(range: {
    from: number
    to: number
    sort: Sort
  }): Promise<{ version: number; heads: GameHead[] }> {
    const database = await this.#database()
    const { set, version } = this.#foundGames()
    return { version, heads: await database.heads(set, range) }
  }

  /** @returns `ply`: the first one that was looked for, 0 for none */
  async game({ id }: { id: number }): Promise<{ pgn: string; ply: number }> {
    const pgn = (await (await this.#database()).game(id)).toString()
    return { pgn, ply: this.#plies.get(id) ?? 0 }
  }

  /** What was played from a position. */
  async explore({ fen, variant, among, topGames }: Place, { signal }: Way): Promise<Exploration> {
    const position = Position.from(fen, { variant })
    if (among === 'file') return this.#file.database.explore(position, { topGames, signal })
    const database = await this.#database()
    const set = among === 'found' ? this.#foundGames().set : undefined
    return database.explore(position, { in: set, topGames, signal })
  }

  /** Reads the open file, which explore() can then be asked about. @returns its games */
  readFile(source: Readable, way: Way): Promise<number> {
    return this.#file.read(source, way)
  }

  /** Gives back what readFile() has read. */
  closeFile() {
    return this.#file.close()
  }

  /** @param given of a game of the file @returns its PGN */
  async fileGame({ id }: { id: number }): Promise<string> {
    return (await this.#file.database.game(id)).toString()
  }

  /** Removes the games found. */
  async remove(): Promise<Facts> {
    const database = await this.#database()
    await database.remove(this.#foundGames().set)
    // Memory and files are given back.
    if (database.games === 0) await database.compact()
    return this.#factsOf(database)
  }

  /** Writes the games found. */
  async export({ as }: { as: Format }): Promise<Blob> {
    const database = await this.#database()
    return new Response(database.export(this.#foundGames().set, as)).blob()
  }

  #database() {
    this.#opened ??= this.#open()
    return this.#opened
  }

  /** @returns the one that is kept, or one in memory */
  async #open(): Promise<Database> {
    try {
      return await openDatabase({ name: NAME, storage: 'opfs' })
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      this.#unkept = error.code
      return openDatabase()
    }
  }

  #factsOf({ games, bytes }: Database): Facts {
    return { games, bytes, unkept: this.#unkept }
  }

  #foundGames() {
    if (!this.#found) throw new Error('nothing was looked for')
    return this.#found
  }

  async #resultsOf(set: GameSet): Promise<Results> {
    const database = await this.#database()
    const { games } = database
    if (games !== this.#results.games || games === 0) {
      const results = ['1-0', '1/2-1/2', '0-1'] as const
      this.#results = { games, sets: await Promise.all(results.map(result => database.filter({ result }))) }
    }
    const [white, draws, black] = this.#results.sets.map(some => set.and(some).count)
    return { white, draws, black }
  }
}
