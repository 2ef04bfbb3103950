// SPDX-License-Identifier: Apache-2.0
// The database in its Worker: each method is a request of the page. The last set of games found stays here, so that only the
// rows in sight are sent to the page.

import type { Variant } from 'binbo'
import { ChessError, Position } from 'binbo'
import type {
  Database,
  Exploration,
  GameGroup,
  GameHead,
  GameQuery,
  GameSet,
  SortColumn,
} from 'binbo/database'
import { openDatabase } from 'binbo/database'
import { RESTORE, SET_OF, WORSE_DOUBLES } from '../../js/database/hidden.js'
import { fold } from '../../js/database/names.js'
import { removeOriginFolder } from '../../js/database/origin-folder.js'
import { fitsName } from '../pgn/game-index.js'
import { hasNotes } from '../study/nodes.js'
import type { Fetched, Keep, Outcome, PlayerSource, SourceFiles } from './adding.js'
import { addFromSite, addSource, fetchedIn, forgetIn, savedNotes, unsavedNotes } from './adding.js'
import type { Criteria, FilterName } from './criteria.js'
import { conditionsOf, familyOf, playerPattern, queryOf, usedFilters, without } from './criteria.js'
import type { Leaves, LeavesQuery, OwnGame } from './own-games.js'
import { gamesOf, leavesOf } from './own-games.js'
import type { Pair, SamePlayer } from './same-players.js'
import { joinPlayers, samePlayers } from './same-players.js'

/** `games`: their number; `unsaved`: the error code why they are not saved, or ''. */
type Totals = { games: number; bytes: number; unsaved: string; isReadOnly: boolean }
/** Progress of an import: bytes read, games added, and the totals so far. */
export type ImportProgress = { read: number; totalBytes: number; added: number; totals: Totals }
export type Added = Totals & Outcome & { added: number }
/** Progress of a fetch: games so far, the totals, and the seconds until the site allows the next request, or 0. */
export type FetchProgress = { fetched: number; wait: number; totals: Totals }
/** `problem`: why the site gave no more games, as text for users, or ''. */
export type AddedOfPlayer = Added & { problem: string }
/** Numbers of games by result; games without a result are not counted. */
export type Results = { white: number; draws: number; black: number }
/**
 * `version`: a new number for each search. `easier`: if no game was found, how many there are without one of the filters.
 */
export type Found = Results & { count: number; version: number; easier: readonly Easier[] }
type Easier = { name: FilterName; count: number }
/** Progress of a search: games searched, games found, and the first of these. */
export type SearchProgress = { games: number; totalGames: number; count: number; heads: GameHead[] }
/** `down`: highest first, texts in descending order. */
export type Sort = { column: SortColumn; down: boolean }
export type Format = 'pgn' | 'csv'
/** What the games found are grouped by. */
export type GroupTab = 'opening' | 'player' | 'year'
/** Games with the same key; null: unknown. `won` and `lost`: by White, or by the player that was searched or that the key names. */
export type GroupRow = {
  key: string | number | null
  games: number
  won: number
  drawn: number
  lost: number
  averageElo: number | undefined
}
/** `isOfPlayer`: results are a player's, not White's. `total`: the number of groups, of which the largest are in `rows`. */
export type Grouped = { rows: GroupRow[]; total: number; isOfPlayer: boolean }
/** Names that may be one player's, and names that the user has made one. */
export type Names = { same: SamePlayer[]; joined: { name: string; aliases: string[] }[] }
/** A copy of a game. `notes`: comments and variations; undefined if they were not counted. */
export type Copy = { group: number; head: GameHead; notes: number | undefined; isWorse: boolean }
/** Groups of doubles with their copies, in a row. `groups`: how many there are. */
export type Doubles = { groups: number; copies: Copy[] }
/** All games of the database, the games found last, or the games of the open file. */
export type Scope = 'all' | 'found' | 'file'
/** A position to explore. */
export type ExploreQuery = { fen: string; variant: Variant; scope: Scope; topGames: number }
/** `signal`: cancels a request; `report`: sends its progress. */
export type Control<Progress> = { signal: AbortSignal; report: (progress: Progress) => void }

/** @param id '' for the first one @returns the name of a database: an origin may have the page in several folders */
const nameOf = (id: string): string => `binbo${new URL('.', location.href).pathname}${id}`

/** Texts of files are stored up to this many bytes, and up to this part of the free storage. */
const MAX_TEXT = 1 << 29
const STORAGE_SHARE = 1 / 10

/** The largest numbers of groups, and of groups of doubles, that are listed, and of copies whose notes are counted. */
const MOST_GROUPS = 5000
const MOST_DOUBLES = 1000
const MOST_READ = 500
/** Filters between two pauses. */
const PAUSE = 50

/** Games that are shown while a search is running. */
const FIRST_HITS = 100

export class DatabaseService {
  #opened: Promise<Database> | null = null
  /** Which of the user's databases it is. */
  #id = ''
  #isReadOnly = false
  #found: { set: GameSet; version: number; criteria: Criteria } | null = null
  /** By token: what remove() and keep() have done. `removed`: its games; `added`: a new game, or -1. */
  #changes: Map<number, { removed: GameSet | null; added: number }> = new Map()
  #lastToken = 0
  #version = 0
  /** By game found: the first ply with what the search looked for. */
  #plies: ReadonlyMap<number, number> = new Map()
  /** The games of the open file, in memory. */
  #file: Database | null = null
  /** The error code why games are not saved, or ''. */
  #unsaved = ''
  /** What was fetched into a database that is not saved. */
  #notes = unsavedNotes()
  /** The games with each result; valid until the games change. */
  #results: { games: number; sets: GameSet[] } = { games: 0, sets: [] }
  /** The names of openings; valid until the games change. */
  #known: { games: number; openings: readonly string[] } = { games: 0, openings: [] }

  /** Opens one of the user's databases, in place of another one. */
  async open({ id }: { id: string }): Promise<Totals> {
    if (this.#opened && id !== this.#id) {
      await (await this.#opened).close()
      this.#opened = null
      this.#unsaved = ''
      this.#notes = unsavedNotes()
      this.#found = null
      this.#changes.clear()
      this.#forget()
    }
    this.#id = id
    return this.#totalsOf(await this.#database())
  }

  /** Deletes a database that is not open. */
  async drop({ id }: { id: string }) {
    await removeOriginFolder(nameOf(id))
  }

  /** Adds the games of files; if it is cancelled, the games added before stay. */
  async add(source: SourceFiles, { signal, report }: Control<ImportProgress>): Promise<Added> {
    const database = await this.#database()
    const before = database.games
    const added = () => database.games - before
    const keep = await this.#keepOf(source.blob)
    const outcome = await addSource(database, source, { keep, signal }, read => {
      report({ read, totalBytes: source.blob.size, added: added(), totals: this.#totalsOf(database) })
    })
    return { ...this.#totalsOf(database), added: added(), ...outcome }
  }

  /** @returns 'text' if the database survives a reload and there is enough storage */
  async #keepOf({ size }: Blob): Promise<Keep> {
    if (this.#unsaved !== '') return 'reference'
    const { quota = 0, usage = 0 } = (await navigator.storage.estimate?.()) ?? {}
    return size <= Math.min(MAX_TEXT, (quota - usage) * STORAGE_SHARE) ? 'text' : 'reference'
  }

  /** Adds the games of a player of a site that the database does not have; see addFromSite(). */
  async addPlayer(given: PlayerSource, { signal, report }: Control<FetchProgress>): Promise<AddedOfPlayer> {
    const database = await this.#database()
    const before = database.games
    const tell = (fetched: number, wait: number) =>
      report({ fetched, wait, totals: this.#totalsOf(database) })
    const outcome = await addFromSite(database, this.#noteStore(), given, signal, tell)
    return { ...this.#totalsOf(database), added: database.games - before, ...outcome }
  }

  /** @returns the players whose games were fetched into the database */
  async players(): Promise<Fetched[]> {
    await this.#database()
    return fetchedIn(await this.#noteStore().read())
  }

  /** Forgets how far a player's games were fetched: the next call fetches all. */
  async forgetPlayer(player: Fetched) {
    await this.#database()
    await forgetIn(this.#noteStore(), player)
  }

  /** The notes about fetched games, which are removed with the database. */
  #noteStore = () => (this.#unsaved === '' ? savedNotes(nameOf(this.#id)) : this.#notes)

  /** Finds games, which heads(), remove() and others then refer to. */
  async find(
    { criteria }: { criteria: Criteria },
    { signal, report }: Control<SearchProgress>,
  ): Promise<Found> {
    // What the other tab has added.
    if (this.#isReadOnly) await (await this.#database()).refresh()
    let set = await this.#filtered(criteria, signal)
    const query = queryOf(criteria)
    const plies: Map<number, number> = new Map()
    if (query) set = await this.#search(query, set, plies, { signal, report })
    const { count } = set
    const easier = count === 0 ? await this.#easier(criteria, signal) : []
    const version = ++this.#version
    this.#plies = plies
    this.#found = { set, version, criteria }
    return { count, version, easier, ...(await this.#resultsOf(set)) }
  }

  /** @returns the games that meet all conditions on their headers */
  async #filtered(criteria: Criteria, signal: AbortSignal): Promise<GameSet> {
    const database = await this.#database()
    let set = await database.filter()
    for (const { any, isNot } of conditionsOf(criteria, await this.#openings())) {
      let either = set.and(set.not())
      for (const [index, filter] of any.entries()) {
        either = either.or(await database.filter(filter))
        // Lets a cancellation arrive.
        if (index % PAUSE === PAUSE - 1) await new Promise(resolve => setTimeout(resolve))
        signal.throwIfAborted()
      }
      set = set.and(isNot ? either.not() : either)
    }
    return set
  }

  /** @returns how many games there are without one of the filters, where no search of positions is needed to know */
  async #easier(criteria: Criteria, signal: AbortSignal): Promise<Easier[]> {
    const found: Easier[] = []
    for (const filter of usedFilters(criteria)) {
      const rest = without(criteria, filter)
      const count = queryOf(rest) ? 0 : (await this.#filtered(rest, signal)).count
      if (count > 0) found.push({ name: filter.name, count })
    }
    return found.sort((a, b) => b.count - a.count)
  }

  /** @returns the names of openings in the database, most games first */
  async #openings(): Promise<readonly string[]> {
    const database = await this.#database()
    const { games } = database
    if (games !== this.#known.games) {
      const groups = await database.groups(await database.filter(), ['opening'])
      this.#known = { games, openings: groups.flatMap(({ key: [name] }) => (name ? [String(name)] : [])) }
    }
    return this.#known.openings
  }

  /**
   * @param set the games to search
   * @param plies filled with the ply of each game found
   * @returns the games found
   */
  async #search(
    query: GameQuery,
    set: GameSet,
    plies: Map<number, number>,
    { signal, report }: Control<SearchProgress>,
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
    // A cancelled search must not replace the games found.
    signal.throwIfAborted()
    return found
  }

  /** @param range a part of the sorted games found */
  async heads(range: {
    from: number
    to: number
    sort: Sort
  }): Promise<{ version: number; heads: GameHead[] }> {
    const database = await this.#database()
    const { set, version } = this.#foundGames()
    const { from, to, sort } = range
    const heads = await database.heads(set, { from, to, sort: [sort.column, sort.down ? 'desc' : 'asc'] })
    return { version, heads }
  }

  /** @returns `ply`: the first one with what the search looked for, or 0 */
  async game({ id }: { id: number }): Promise<{ pgn: string; ply: number }> {
    const pgn = (await (await this.#database()).game(id)).toString()
    return { pgn, ply: this.#plies.get(id) ?? 0 }
  }

  async gamesOf(given: { player: string; most: number }, { signal }: Control<never>): Promise<OwnGame[]> {
    return gamesOf(await this.#database(), given, signal)
  }

  async leaves(given: LeavesQuery, { signal }: Control<never>): Promise<Leaves> {
    return leavesOf(await this.#database(), given, signal)
  }

  /** Finds the moves played in a position, and the best rated players' games. */
  async explore(
    { fen, variant, scope, topGames }: ExploreQuery,
    { signal }: Control<never>,
  ): Promise<Exploration> {
    const position = Position.from(fen, { variant })
    if (scope === 'file') return this.#fileGames().explore(position, { topGames, signal })
    const database = await this.#database()
    const set = scope === 'found' ? this.#foundGames().set : undefined
    return database.explore(position, { in: set, topGames, signal })
  }

  /**
   * Reads the open file for explore(), in place of the previous one; reports bytes.
   * @returns the number of its games
   * @throws {ChessError} see Database.add(); the signal's reason
   */
  async readFile(source: SourceFiles, { signal, report }: Control<number>): Promise<number> {
    await this.closeFile()
    const database = (this.#file = await openDatabase())
    await addSource(database, source, { keep: 'reference', signal }, report)
    signal.throwIfAborted()
    return database.games
  }

  /** Frees the games that readFile() has read. */
  async closeFile() {
    await this.#file?.close()
    this.#file = null
  }

  /** @param game `id`: of a game of the open file @returns its PGN */
  async fileGame({ id }: { id: number }): Promise<string> {
    return (await this.#fileGames().game(id)).toString()
  }

  /** Groups the games found, most games first. */
  async groups({ by }: { by: GroupTab }, { signal }: Control<never>): Promise<Grouped> {
    const database = await this.#database()
    const { set, criteria } = this.#foundGames()
    const player = playerPattern(criteria)
    const parts = [by] as const
    const counted = async (some: GameSet) =>
      by === 'opening'
        ? familiesOf(await database.groups(some, parts), set.count)
        : database.groups(some, parts)
    const groups = await counted(set)
    signal.throwIfAborted()
    let rows: GroupRow[] = groups.map(
      ({ key: [key], games, white, draws, black, averageElo, won, lost }) => ({
        ...{ key, games, won: won ?? white, drawn: draws, lost: lost ?? black, averageElo },
      }),
    )
    if (player && by === 'player') {
      // The opponents, with the results of the player.
      rows = rows
        .filter(({ key }) => !fitsName(player, String(key)))
        .map(row => ({ ...row, won: row.lost, lost: row.won }))
    } else if (player) {
      const of = async (playerResult: 'won' | 'lost') => {
        const some = set.and(await database.filter({ player, playerResult }))
        return new Map((await counted(some)).map(({ key: [key], games }) => [key, games]))
      }
      const [won, lost] = [await of('won'), await of('lost')]
      rows = rows.map(row => ({ ...row, won: won.get(row.key) ?? 0, lost: lost.get(row.key) ?? 0 }))
    }
    // The newest first.
    if (by === 'year') rows.sort((a, b) => Number(b.key) - Number(a.key))
    return {
      rows: rows.slice(0, MOST_GROUPS),
      total: rows.length,
      isOfPlayer: by === 'player' || player !== '',
    }
  }

  /** Names of the games found that may be one player's. */
  async names(_: undefined, { signal }: Control<never>): Promise<Names> {
    const database = await this.#database()
    const named: { name: string; games: number }[] = []
    const joined: Names['joined'] = []
    for await (const { name, games, aliases } of database.players({ in: this.#foundGames().set })) {
      signal.throwIfAborted()
      named.push({ name, games })
      const others = aliases.filter(other => fold(other) !== fold(name))
      if (others.length > 0) joined.push({ name, aliases: others })
    }
    return { same: samePlayers(named), joined }
  }

  /** Makes names one player's, or players of their own again; see joinPlayers(). */
  async join(given: { database: string; pairs: readonly Pair[]; isExact?: boolean }): Promise<Pair[]> {
    const { database, pairs, isExact = false } = given
    return joinPlayers(await this.#databaseAs(database), pairs, isExact)
  }

  /** Finds doubles among the games found. */
  async doubles(_: undefined, { signal }: Control<never>): Promise<Doubles> {
    const database = await this.#database()
    const { set } = this.#foundGames()
    const worse = await database[WORSE_DOUBLES](set)
    const copies: Copy[] = []
    let groups = 0
    for await (const group of database.doubles(set)) {
      signal.throwIfAborted()
      if (groups++ >= MOST_DOUBLES) continue
      for (const head of await database.heads(group))
        copies.push({ group: groups, head, notes: undefined, isWorse: worse.has(head.id) })
    }
    for (const copy of copies.slice(0, MOST_READ)) {
      signal.throwIfAborted()
      let notes = 0
      const nodes = [(await database.game(copy.head.id)).root]
      for (const node of nodes) {
        notes += Number(hasNotes(node)) + Math.max(0, node.children.length - 1)
        nodes.push(...node.children)
      }
      copy.notes = notes
    }
    return { groups, copies }
  }

  /** Removes games. @param given `ids`: default: the games found @returns `removed`: how many; `token`: for restore() */
  async remove(given: {
    database: string
    ids?: readonly number[]
  }): Promise<Totals & { removed: number; token: number }> {
    const { ids } = given
    const database = await this.#databaseAs(given.database)
    const set = ids ? database[SET_OF](ids) : this.#foundGames().set
    const removed = await database.remove(set)
    return { ...this.#totalsOf(database), removed, token: this.#changed(set) }
  }

  /** Undoes a remove() or keep(). @returns null: it cannot be undone any more */
  async restore({ token }: { token: number }): Promise<Totals | null> {
    const change = this.#changes.get(token)
    if (!change) return null
    const database = await this.#database()
    const { removed, added } = change
    const addition = added < 0 ? null : database[SET_OF]([added])
    // The new game was itself replaced or removed.
    if (addition?.has(added) === false) return null
    this.#changes.delete(token)
    if (removed) await database[RESTORE](removed)
    if (addition) await database.remove(addition)
    this.#forget()
    return this.#totalsOf(database)
  }

  /** Adds a game. @param given `replaced`: the game in whose place it is, if that is still there; -1: none @returns `id` of the new game; `token`: for restore() */
  async keep(given: {
    database: string
    pgn: string
    replaced: number
  }): Promise<Totals & { id: number; token: number }> {
    const { pgn, replaced } = given
    const database = await this.#databaseAs(given.database)
    const old = replaced < 0 ? null : database[SET_OF]([replaced])
    const isThere = old?.has(replaced) === true
    const id = isThere ? await database.replace(replaced, pgn) : await database.addGame(pgn)
    return { ...this.#totalsOf(database), id, token: this.#changed(isThere ? old : null, id) }
  }

  /** Joins the games found into one tree, whose comments say how often and with which score a move was played. */
  async tree(
    { plies, minGames }: { plies: number; minGames: number },
    { signal }: Control<never>,
  ): Promise<string> {
    const database = await this.#database()
    const { set } = this.#foundGames()
    const tree = await database.tree(set, { plies, minGames, signal })
    const nodes = [tree.root]
    for (const node of nodes) {
      node.comments = node.comments.map(comment =>
        comment.replace(/\[%games (\d+),(\d+),(\d+),(\d+)\]/, (_, games, white, draws, black) => {
          const decided = Number(white) + Number(draws) + Number(black)
          const score = Math.round((100 * (Number(white) + Number(draws) / 2)) / decided)
          return `${games} ${games === '1' ? 'game' : 'games'}${decided > 0 ? `, White ${score} %` : ''}`
        }),
      )
      nodes.push(...node.children)
    }
    tree.headers.set('Event', `Tree of ${set.count} games`)
    return tree.toString()
  }

  /** Writes the games found. */
  async export({ as }: { as: Format }): Promise<Blob> {
    const database = await this.#database()
    return new Response(database.export(this.#foundGames().set, as)).blob()
  }

  /** @returns a token that undoes the change */
  #changed(removed: GameSet | null, added = -1): number {
    this.#forget()
    this.#changes.set(++this.#lastToken, { removed, added })
    return this.#lastToken
  }

  /** The games have changed, even if their number has not. */
  #forget() {
    this.#results = { games: 0, sets: [] }
    this.#known = { games: 0, openings: [] }
  }

  /** @throws {Error} another database is open: numbers of games mean other games there */
  #databaseAs(id: string) {
    if (id !== this.#id) throw new Error('another database is open')
    return this.#database()
  }

  #database() {
    this.#opened ??= this.#open()
    return this.#opened
  }

  /** @returns the saved database, or one in memory if it cannot be opened */
  async #open(): Promise<Database> {
    const name = nameOf(this.#id)
    this.#isReadOnly = false
    try {
      const database = await openDatabase({ name, storage: 'opfs' })
      // Frees the files of games that were all removed.
      if (database.games === 0 && database.bytes > 0) await database.compact()
      return database
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      this.#unsaved = error.code
      if (error.code !== 'ERR_DATABASE_BUSY') return openDatabase()
      this.#isReadOnly = true
      return openDatabase({ name, storage: 'opfs', mode: 'read' })
    }
  }

  #totalsOf({ games, bytes }: Database): Totals {
    return { games, bytes, unsaved: this.#unsaved, isReadOnly: this.#isReadOnly }
  }

  #foundGames() {
    if (!this.#found) throw new Error('find() was not called')
    return this.#found
  }

  #fileGames() {
    if (!this.#file) throw new Error('readFile() was not called')
    return this.#file
  }

  async #resultsOf(set: GameSet): Promise<Results> {
    const database = await this.#database()
    const { games } = database
    if (games !== this.#results.games || games === 0) {
      const results = ['1-0', '1/2-1/2', '0-1'] as const
      this.#results = { games, sets: await Promise.all(results.map(result => database.filter({ result }))) }
    }
    const [white, draws, black] = this.#results.sets.map(games => set.and(games).count)
    return { white, draws, black }
  }
}

/**
 * @param groups by the names of openings
 * @param count of their games
 * @returns families, such as 'Sicilian Defense', or the groups if all games are of one family
 */
function familiesOf(groups: GameGroup[], count: number): GameGroup[] {
  const families: Map<string | null, GameGroup> = new Map()
  for (const group of groups) {
    const key = group.key[0] === null ? null : familyOf(String(group.key[0]))
    const family = families.get(key)
    if (!family) families.set(key, { ...group, key: [key] })
    else {
      const [elo, other] = [family.averageElo, group.averageElo]
      const games = family.games + group.games
      if (elo && other) family.averageElo = Math.round((elo * family.games + other * group.games) / games)
      else family.averageElo ??= other
      for (const name of ['games', 'white', 'draws', 'black'] as const) family[name] += group[name]
    }
  }
  const [first] = families.values()
  return first?.games === count ? groups : Array.from(families.values()).sort((a, b) => b.games - a.games)
}
