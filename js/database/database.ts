// SPDX-License-Identifier: Apache-2.0
// A database of games: in memory on the calling thread, and optionally in files.

import { argumentError, typeName } from '../core/errors.js'
import type { Game } from '../game/game.js'
import type { PositionSource } from '../game/position.js'
import type { Color } from '../game/squares.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import type { Waiting } from '../pgn/source.js'
import type { AddedGames, AddOptions, Keep } from './add.js'
import { addGames, addOneGame, pgnOfGame } from './add.js'
import type { Sort } from './columns.js'
import { checkSort, orderOf } from './columns.js'
import { compacted, compactedSources } from './compact.js'
import type { GroupedGame } from './doubles.js'
import { groupDoubles } from './doubles.js'
import { databaseError } from './errors.js'
import type { Exploration, ExploreOptions } from './explore.js'
import { checkExploreOptions, explorePosition, warmUp } from './explore.js'
import type { ByteStream, ExportFormat, ExportOptions } from './export.js'
import { exportGames } from './export.js'
import type { DatabaseFiles } from './files.js'
import type { GameFilter } from './filter.js'
import { filterGames } from './filter.js'
import { bitsOf, checkRange, countBits, GameSet, idsInOrder, KEY, readOptions } from './game-set.js'
import type { GameGroup, GroupBy } from './groups.js'
import { checkGroups, groupGames } from './groups.js'
import type { GameHead } from './heads.js'
import { headOf } from './heads.js'
import { COMMITTED, LOST_FILES, RESTORE, SET_OF, SOURCE_PATHS, TALLY, WORSE_DOUBLES } from './hidden.js'
import { gameOf } from './kept-games.js'
import type { KeptTexts } from './kept-texts.js'
import type { LeavesOptions, RepertoireLeaves } from './leaves.js'
import { checkLeavesOptions, leavesOf } from './leaves.js'
import type { DamagedFile } from './loading.js'
import type { LostFile } from './lost-texts.js'
import { damagedTexts, lostFiles } from './lost-texts.js'
import type { AddSource } from './many-sources.js'
import { meanwhile } from './many-sources.js'
import { Aliases } from './names.js'
import type { DatabasePlayer, PlayersOptions } from './players.js'
import { checkPlayersOptions, listPlayers } from './players.js'
import type { GameQuery } from './query.js'
import { compileQuery } from './query.js'
import type { ReadFiles } from './read-files.js'
import type { SearchOptions } from './search.js'
import { checkSearchOptions, GameSearch } from './search.js'
import { Sources } from './sources.js'
import type { Store } from './store.js'
import type { TreeOptions } from './tree.js'
import { checkTreeOptions, treeOf } from './tree.js'
import { Workers } from './workers.js'

/** The rows of heads(), and their order. */
export type HeadsOptions = {
  /** Default 'id'. */
  sort?: Sort | undefined
  /** The first row, from 0. */
  from?: number | undefined
  /** The row after the last one. */
  to?: number | undefined
}

const HEADS_NAMES = ['sort', 'from', 'to']
/** Milliseconds between two commits during add(), if no segment becomes full. */
const COMMIT_INTERVAL = 5000
/** The last segment gets postings if more than 1/UNPOSTED_DIVISOR of its games have none; before, these are replayed. */
const UNPOSTED_DIVISOR = 16

/** A database, in which games are found by headers, positions, patterns and moves. openDatabase() makes one. */
export class Database {
  /** The name that openDatabase() was given. */
  readonly name: string
  #damaged: DamagedFile[]
  #store: Store
  #sources: Sources
  #options
  /** Names of players that are one. */
  #aliases: Aliases
  #files: DatabaseFiles | undefined
  /** The files of a database that is only read. */
  #reader: ReadFiles | undefined
  /** The threads that search full segments. */
  #threads: Workers | undefined
  #isClosed = false
  /** A bit for each game that was removed. */
  #removed: Uint32Array<ArrayBufferLike>
  #removedCount = 0
  /** The identity of the current numbering. compact() replaces it, which invalidates older GameSets. */
  #numbers = {}
  /** The last change in the queue: changes run one after the other. */
  #lastChange: Promise<unknown> = Promise.resolve()

  /**
   * @hideconstructor
   * @param kept owned
   */
  constructor(
    key: symbol,
    store: Store,
    options: { name: string; isLite: boolean; maxMemory: number },
    kept: {
      files: DatabaseFiles | undefined
      reader: ReadFiles | undefined
      threads: Workers | undefined
      removed?: Uint32Array
      damaged?: DamagedFile[]
    },
  ) {
    if (key !== KEY) throw argumentError('openDatabase() makes databases')
    this.name = options.name
    this.#damaged = kept.damaged ?? []
    this.#store = store
    const files = kept.files ?? kept.reader
    this.#sources = files?.sources ?? new Sources()
    this.#options = options
    this.#aliases = files?.aliases ?? new Aliases()
    this.#files = kept.files
    this.#reader = kept.reader
    this.#threads = kept.threads
    this.#removed = kept.removed ?? new Uint32Array(0)
    this.#removedCount = countBits(this.#removed)
    this.#post(store)
  }

  /** The number of games, without removed ones. */
  get games(): number {
    return this.#requireStore().games - this.#removedCount
  }

  /** @internal What add() has left out and removed, also where it failed later. */
  readonly [TALLY] = { skipped: 0, replaced: 0 }

  /** @internal The same as of the last commit: after a failed one, the database has games that are not in its files. */
  get [COMMITTED](): number {
    return this.#files?.games ?? this.games
  }

  /** @internal */
  [LOST_FILES](games = this.#setOf(this.#all())): Promise<LostFile[]> {
    return lostFiles(this.#requireStore(), this.#sources, games)
  }

  /** The size of the games, their indexes and the kept texts, in bytes. */
  get bytes(): number {
    const games = this.#requireStore().wasm.binbo_database_bytes()
    return games + (this.#threads?.bytes ?? 0) + this.#sources.texts.size
  }

  /**
   * Files that could not be opened or read; all others were loaded. They stay until compact(). Games with their texts in such
   * a file have only their moves.
   */
  get damaged(): readonly DamagedFile[] {
    const store = this.#requireStore()
    const texts = damagedTexts(store, this.#sources, this.#setOf(this.#all()))
    return Object.freeze([...this.#damaged, ...texts])
  }

  /**
   * Adds the games of a PGN. Games with errors are kept up to the first of their main line. Headers are
   * kept; variations and comments are in the texts, of which `keep` says whether they are kept. Games that are in files
   * when it is ended stay.
   * @param source as of readPgn(), or an iterable of such sources other than strings and bytes, which are committed together; strings
   *   or bytes in an iterable are one text
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY, ERR_DATABASE_CLOSED, ERR_DATABASE_READONLY, ERR_DATABASE_FULL, ERR_DATABASE_STORAGE, ERR_MEMORY; the
   *   signal's reason; what the source throws. The games before stay
   */
  async add(source: AddSource, options?: AddOptions): Promise<AddedGames> {
    this.#requireWriter()
    return this.#inTurn(async () => {
      const store = this.#requireStore()
      const adding = addGames(store, source, options, this.#keepOf(store))
      await adding.catch(() => {})
      await this.#commit(store)
      return (await adding)()
    })
  }

  /**
   * Adds a game with its text: variations and comments, too.
   * @param game a Game, a PgnGame, or a PGN with one game and no errors
   * @returns its number
   * @throws {ChessError} ERR_ARGUMENT, ERR_PGN_* of the text, ERR_DATABASE_MEMORY, ERR_DATABASE_CLOSED, ERR_DATABASE_READONLY, ERR_DATABASE_READONLY, ERR_DATABASE_FULL,
   *   ERR_DATABASE_STORAGE; nothing is added then
   */
  async addGame(game: Game | PgnGame | string): Promise<number> {
    this.#requireWriter()
    const pgn = pgnOfGame(game)
    return this.#inTurn(() => this.#keepGame(pgn))
  }

  /**
   * Puts a game, as of addGame(), in place of another one: in one commit, so that a crash leaves one of the two.
   * @param id of the game that is removed
   * @returns the number of the new game
   * @throws {ChessError} ERR_DATABASE_GAME; as addGame(), and everything is then as before
   */
  async replace(id: number, game: Game | PgnGame | string): Promise<number> {
    this.#requireWriter()
    const pgn = pgnOfGame(game)
    return this.#inTurn(() => this.#keepGame(pgn, this.#idOf(id)))
  }

  /** @param old the game that it replaces */
  async #keepGame(pgn: string, old?: number): Promise<number> {
    const store = this.#requireStore()
    this.#keepOf(store).check()
    addOneGame(store, this.#sources, pgn)
    const id = store.games - 1
    const before = this.#removed
    if (old !== undefined) this.#remove([old])
    try {
      await this.#commit(store)
    } catch (error) {
      if (!this.#isClosed) {
        this.#setRemoved(before)
        this.#remove([id])
      }
      throw error
    }
    return id
  }

  #remove(ids: Iterable<number>) {
    const removed = new Uint32Array(Math.ceil(this.#requireStore().games / 32))
    removed.set(this.#removed)
    for (const id of ids) removed[id >>> 5] |= 1 << (id & 31)
    this.#setRemoved(removed)
  }

  #setRemoved(removed: Uint32Array<ArrayBufferLike>) {
    this.#removed = removed
    this.#removedCount = countBits(removed)
  }

  #keepOf(store: Store): Keep {
    const [files, threads] = [this.#files, this.#threads]
    let last = performance.now()
    const [aliases, removed, sources] = [this.#aliases, this.#removed, this.#sources]
    const check = () => {
      if (this.#requireStore().memory + (threads?.memory ?? 0) > this.#options.maxMemory)
        throw databaseError('ERR_DATABASE_MEMORY')
    }
    const keep = { aliases, check, remove: this.#remove.bind(this), removed, sources, tally: this[TALLY] }
    if (!files && !threads)
      return { ...keep, commit: () => undefined, committed: () => store.games, waiting: next => next }
    let full = Math.floor(store.games / store.segmentGames)
    const commit = () => {
      const now = Math.floor(store.games / store.segmentGames)
      if (now === full && (!files || performance.now() - last < COMMIT_INTERVAL))
        return files?.writeTexts(sources.texts)
      full = now
      last = performance.now()
      return files ? this.#commit(store) : threads?.give(store, this.#options.isLite)
    }
    const waiting: Waiting = next => {
      if (!files || files.committed === store.games) return next
      return meanwhile(next, Math.max(0, last + COMMIT_INTERVAL - performance.now()), () => {
        last = performance.now()
        return this.#commit(store)
      })
    }
    return { ...keep, commit, waiting, committed: () => files?.committed ?? store.games }
  }

  async #commit(store: Store) {
    if (this.#isClosed) return
    const [files, threads] = [this.#files, this.#threads]
    // In memory only: full segments move to the threads first, so no postings are made here.
    if (!files) await threads?.take(store, this.#options.isLite)
    this.#post(store)
    await files?.commit(store, this.#removed)
    if (files) await threads?.take(store, this.#options.isLite)
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#lastChange.then(change)
    this.#lastChange = turn.catch(() => {})
    return turn
  }

  /**
   * The games whose headers meet all conditions.
   * @param filter default: all games
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED
   */
  async filter(filter?: GameFilter): Promise<GameSet> {
    return this.#setOf(filterGames(this.#requireStore(), this.#aliases, filter))
  }

  /**
   * Counts the moves that were played from a position. Positions are the same if pieces, side to move, castling rights, legal
   * en passant, rules, pockets and checks are: set-up games and Chess960 count as well.
   * `ignore` leaves out castling rights or en passant.
   * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY; the signal's reason
   */
  async explore(position: PositionSource, options?: ExploreOptions): Promise<Exploration> {
    const given = checkExploreOptions(options)
    const removed = given.in === undefined ? this.#removed : undefined
    return explorePosition(position, this.#scanOf(given), given, removed)
  }

  /**
   * Finds the games in which a query holds at some ply of the main line. The hit of a game is the first such ply.
   * @returns an async iterable of the hits; its `count` and `set` are promises
   * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, ERR_MOVE_SQUARE, ERR_DATABASE_CLOSED
   */
  search(query: GameQuery, options?: SearchOptions): GameSearch {
    const given = checkSearchOptions(options)
    const program = compileQuery(query)
    const scan = { ...this.#scanOf(given), program }
    const [numbers, all] = [this.#numbers, this.#all()]
    const toSet = (ids: Iterable<number>) => {
      const bits = new Uint32Array(scan.bits.length)
      for (const id of ids) bits[id >>> 5] |= 1 << (id & 31)
      return new GameSet(KEY, numbers, bits, all)
    }
    const checkNumbers = () => {
      this.#requireStore()
      if (numbers !== this.#numbers) throw argumentError('The search is older than compact(): search again')
    }
    return new GameSearch(scan, given, toSet, checkNumbers)
  }

  /**
   * Joins games into one tree: those from the start that most of them have. The moves of a position are sorted by their
   * games, most first, then by the lowest number of a game. Each move, and the root, has a comment such as
   * '[%games 12,5,3,4]': 12 games, of which White won 5, 3 were drawn, Black won 4. Lines that meet by transposition stay apart.
   * @throws {ChessError} ERR_ARGUMENT, also for more than 500,000 moves, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY; the signal's
   *   reason
   */
  async tree(set: GameSet, options?: TreeOptions): Promise<PgnGame> {
    const store = this.#requireStore()
    const given = checkTreeOptions(options)
    const ids = this.#setOf(bitsOf(set, this.#numbers)).ids()
    return treeOf(store, ids, given, () => void this.#requireStore())
  }

  /**
   * Compares games with a repertoire, by its positions: where do they leave it, by whose move, and which of its moves does no
   * game reach? A game leaves it at the last of its positions that it reaches, also by another order of moves.
   * @param repertoire trees; their variations count as their main lines do
   * @param side whose repertoire it is
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY; ERR_PGN_VARIANT, ERR_PGN_TAG_FEN of a tree
   *   whose start could not be read; the signal's reason
   */
  async leaves(
    repertoire: PgnGame | readonly PgnGame[],
    side: Color,
    options?: LeavesOptions,
  ): Promise<RepertoireLeaves> {
    return leavesOf(repertoire, side, this.#scanOf(checkLeavesOptions(options)))
  }

  /**
   * The facts of a game that a list shows.
   * @param id the number of a game
   * @throws {ChessError} ERR_DATABASE_GAME, ERR_DATABASE_CLOSED
   */
  async head(id: number): Promise<GameHead> {
    return headOf(this.#requireStore(), this.#idOf(id))
  }

  /**
   * A list of games.
   * @returns rows `from` to before `to`; removed games are left out
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY
   */
  async heads(set: GameSet, options?: HeadsOptions): Promise<GameHead[]> {
    const store = this.#requireStore()
    const given = readOptions(options, HEADS_NAMES)
    const sort = checkSort(given.sort)
    const rows = this.#setOf(bitsOf(set, this.#numbers))
    const { from, to } = checkRange(given, rows.count)
    const ids =
      sort === undefined
        ? rows.ids({ from, to })
        : idsInOrder(bitsOf(rows, this.#numbers), orderOf(store, sort), from, to)
    return Array.from(ids, id => headOf(store, id))
  }

  /**
   * All headers of a game as they were, in their order, whatever `keep` was.
   * @param id of a game
   * @throws {ChessError} ERR_DATABASE_GAME, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY
   */
  async tags(id: number): Promise<Record<string, string>> {
    const store = this.#requireStore()
    return Object.fromEntries(store.tags(this.#idOf(id)))
  }

  /**
   * The players of the games, most games first. Names that differ in case, accents or blanks at the ends are one player's, and
   * those that alias() made one.
   * @param options default: all players
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED, when it is called and while it is read
   */
  players(options?: PlayersOptions): AsyncIterable<DatabasePlayer> {
    const store = this.#requireStore()
    const { beginning, in: set } = checkPlayersOptions(options)
    const { bits, check } = this.#scanOf({ in: set })
    return listPlayers(store, this.#aliases, beginning, bits, check)
  }

  /**
   * Makes two names one player's, for filter(), players(), groups() and doubles. It is kept with the games.
   * @param name such as 'Kramnik,V'
   * @param sameAs such as 'Kramnik, Vladimir'; null: `name` is a player of its own again
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED, ERR_DATABASE_READONLY, ERR_DATABASE_FULL, ERR_DATABASE_STORAGE; everything is as before then
   */
  async alias(name: string, sameAs: string | null): Promise<void> {
    this.#requireWriter()
    await this.#inTurn(async () => {
      const store = this.#requireStore()
      const before = this.#aliases
      this.#aliases = before.with(name, sameAs)
      const files = this.#files
      if (files === undefined) return
      files.aliases = this.#aliases
      try {
        await files.commit(store, this.#removed)
      } catch (error) {
        files.aliases = this.#aliases = before
        throw error
      }
    })
  }

  /**
   * Finds doubles: games of the same players (alias(), case, accents and blanks at the ends do not count) from the same start, whose
   * moves are equal, or one's, 20 plies or more, are the beginning of the other's. Their date and result are the same as far as
   * both have them; a year has both or neither. A game that may be in several groups is in that of the longest game, of equally
   * long ones in that of the lowest number.
   * @param set default: all games
   * @returns sets of two games or more, by their lowest number; no game is in two of them. They are found when the first one is read
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED when it is called; ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY while it is
   *   read
   */
  doubles(set?: GameSet): AsyncIterable<GameSet> {
    const [groups, all, numbers] = [this.#doublesIn(set), this.#all(), this.#numbers]
    const check = () => void this.#requireStore()
    async function* sets(): AsyncGenerator<GameSet, void> {
      for (const group of await groups()) {
        check()
        const ids = group.map(({ id }) => id)
        yield new GameSet(KEY, numbers, ids, all)
      }
    }
    return sets()
  }

  /**
   * @internal
   * @returns for each of doubles() the games of which another one is the better copy, as of add({ dedupe: 'better' })
   */
  async [WORSE_DOUBLES](set?: GameSet): Promise<GameSet> {
    const [groups, all, numbers] = [this.#doublesIn(set), this.#all(), this.#numbers]
    const ids = (await groups()).flat().flatMap(({ id, isWorse }) => (isWorse ? [id] : []))
    ids.sort((a, b) => a - b)
    return new GameSet(KEY, numbers, ids, all)
  }

  /**
   * @internal
   * @returns the files that have texts of its games, on this machine
   */
  get [SOURCE_PATHS](): string[] {
    return this.#sources.paths
  }

  #doublesIn(set: GameSet | undefined): () => Promise<GroupedGame[][]> {
    const { store, bits, check } = this.#scanOf({ in: set })
    const [aliases, sources] = [this.#aliases, this.#sources]
    return () => groupDoubles(store, aliases, sources, bits, check)
  }

  /**
   * Games in groups, with their results: most games first, then by key. Names are those that players() has.
   * @param by the parts of the key; with 'player', a game is in the groups of both players
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY
   */
  async groups(set: GameSet, by: readonly GroupBy[]): Promise<GameGroup[]> {
    const store = this.#requireStore()
    const parts = checkGroups(by)
    const { bits, check } = this.#scanOf({ in: set })
    return groupGames(store, this.#aliases, bits, parts, check)
  }

  /**
   * A game as it was, with all headers, variations and comments, where its text is kept or can still be reached: in a file that has
   * the same size and time of change, or in a Blob until the database is closed. Places of its errors are those in its text.
   * @param id of a game
   * @returns otherwise its moves and headers
   * @throws {ChessError} ERR_DATABASE_GAME, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY
   */
  async game(id: number): Promise<PgnGame> {
    const store = this.#requireStore()
    const game = await gameOf(store, this.#sources, this.#idOf(id))
    this.#requireStore()
    return game
  }

  /**
   * Removes games; the others keep their numbers. compact() frees the space.
   * @returns how many were removed
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED, ERR_DATABASE_READONLY, ERR_DATABASE_FULL, ERR_DATABASE_STORAGE
   */
  async remove(set: GameSet): Promise<number> {
    this.#requireWriter()
    return this.#inTurn(() => this.#changeRemoved(set, (before, bits) => before | bits))
  }

  /**
   * @param change returns the bits of removed games
   * @returns how many more are removed
   */
  async #changeRemoved(set: GameSet, change: (before: number, bits: number) => number): Promise<number> {
    const store = this.#requireStore()
    const bits = bitsOf(set, this.#numbers)
    const [before, count] = [this.#removed, this.#removedCount]
    const removed = new Uint32Array(Math.ceil(store.games / 32)).map((_, i) =>
      change(before[i] ?? 0, bits[i] ?? 0),
    )
    this.#setRemoved(removed)
    try {
      await this.#files?.commit(store, removed)
    } catch (error) {
      if (!this.#isClosed) this.#setRemoved(before)
      throw error
    }
    return this.#removedCount - count
  }

  /**
   * @internal
   * @returns the games with these numbers, without removed ones
   */
  [SET_OF](ids: Iterable<number>): GameSet {
    const bits = this.#all().fill(0)
    for (const id of ids) bits[id >>> 5] |= 1 << (id & 31)
    return this.#setOf(bits)
  }

  /**
   * @internal
   * Brings removed games back, until compact() has dropped them.
   * @param set from before they were removed
   * @throws {ChessError} as remove()
   */
  async [RESTORE](set: GameSet): Promise<void> {
    this.#requireWriter()
    await this.#inTurn(() => this.#changeRemoved(set, (before, bits) => before & ~bits))
  }

  /**
   * Frees the space of removed games and damaged files. Games get new numbers, without gaps, so older sets of games are
   * refused. Meanwhile all games are in memory twice.
   * @throws {ChessError} ERR_DATABASE_CLOSED, ERR_DATABASE_READONLY, ERR_DATABASE_MEMORY, ERR_DATABASE_FULL, ERR_DATABASE_STORAGE; the database is
   *   then unchanged
   */
  async compact(): Promise<void> {
    this.#requireWriter()
    await this.#inTurn(async () => {
      const store = this.#requireStore()
      const fresh = await compacted(store, this.#removed, this.#options, () => void this.#requireStore())
      this.#post(fresh)
      const files = this.#files
      const write = async (texts: KeptTexts) => {
        this.#requireStore()
        await files?.writeTexts(texts)
      }
      const sources = await compactedSources(this.#sources, fresh, write)
      await files?.replace(fresh, sources)
      this.#requireStore()
      this.#threads = await this.#replaceThreads(fresh)
      this.#store = fresh
      this.#sources = sources
      this.#numbers = {}
      this.#removed = new Uint32Array(0)
      this.#removedCount = 0
      this.#damaged = []
    })
  }

  /**
   * Moves a database that was opened with mode: 'read' to the newest commit of the program that changes it. Games keep their
   * numbers, and sets of games stay valid, until that program calls compact(): then older sets are refused, as there. During the
   * call, all answers are those before it. A failed call changes nothing.
   * @returns whether there was a newer commit; false with other modes
   * @throws {ChessError} ERR_DATABASE_CLOSED, ERR_DATABASE_DAMAGED, ERR_DATABASE_MEMORY, ERR_DATABASE_STORAGE, ERR_DATABASE_WORKER
   */
  async refresh(): Promise<boolean> {
    this.#requireStore()
    const reader = this.#reader
    if (reader === undefined) return false
    return this.#inTurn(async () => {
      const store = this.#requireStore()
      const loading = { ...this.#options, check: () => void this.#requireStore() }
      const found = await reader.refresh(store, loading, first => this.#hide(store, first))
      this.#requireStore()
      if (found === undefined) return false
      this.#post(found.store)
      try {
        if (found.store === store) await this.#threads?.take(store, this.#options.isLite)
        else this.#threads = await this.#replaceThreads(found.store)
      } catch (error) {
        reader.forget()
        throw error
      }
      if (found.store !== store) this.#numbers = {}
      this.#store = found.store
      this.#sources = reader.sources
      this.#aliases = reader.aliases
      this.#damaged = found.damaged
      this.#setRemoved(found.removed)
      return true
    })
  }

  /** Hides games that belong to no commit yet, as if they were removed. */
  #hide(store: Store, first: number) {
    const removed = new Uint32Array(Math.ceil(store.games / 32))
    removed.set(this.#removed)
    for (let id = first; id < store.games; id++) removed[id >>> 5] |= 1 << (id & 31)
    this.#setRemoved(removed)
  }

  /**
   * Writes games, by number or in the order of `sort`, in pieces that are made on demand.
   *
   * - 'pgn': the games of game(): a text that is UTF-8, begins with a tag, ends with a result and has no errors is written
   *   byte for byte; other games are written in the export format of PGN
   * - 'csv', 'jsonl', 'arrow', 'parquet': a row for each game, as CSV (RFC 4180), JSON Lines, a stream of Apache Arrow or a file of
   *   Apache Parquet. The columns are those of a GameHead, with the opening's name and code, or `columns`; an unknown rating,
   *   opening or header is null, in CSV empty
   * - 'arrow-positions', 'parquet-positions': a row for each position, including the last one of a game: `key`, its Polyglot key;
   *   `ply`, from 0; `game`, the id; `move`, the next move as in Polyglot books, null at the end; `result`, 1, 0 or −1 for White,
   *   null if there is none
   * - 'polyglot': the book that Book.fromGames() makes of them; games of variants other than Chess960 are left out.
   * @returns fails with ERR_DATABASE_CLOSED if the database is closed before its end, and with ERR_DATABASE_MEMORY if there is
   *   not enough memory
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY
   */
  export(set: GameSet, as: ExportFormat, options?: ExportOptions): ByteStream {
    const store = this.#requireStore()
    // The games in their current numbering, even if compact() runs during the export.
    const open = () => this.#requireStore() && store
    return exportGames(open, this.#setOf(bitsOf(set, this.#numbers)).ids(), this.#sources, as, options)
  }

  /**
   * Frees the memory and closes the files. Later calls and calls in progress fail with ERR_DATABASE_CLOSED; closing again has
   * no effect.
   */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#store = undefined as never
    this.#removed = new Uint32Array(0)
    this.#threads?.close()
    await this.#files?.close()
    if (this.#reader) await this.#lastChange
  }

  /** @throws {ChessError} ERR_DATABASE_CLOSED, ERR_DATABASE_READONLY */
  #requireWriter() {
    this.#requireStore()
    if (this.#reader) throw databaseError('ERR_DATABASE_READONLY')
  }

  #requireStore(): Store {
    if (this.#isClosed) throw databaseError('ERR_DATABASE_CLOSED')
    return this.#store
  }

  /** Makes postings for full segments, and for the last one if many of its games have none. */
  #post(store: Store) {
    warmUp(store)
    if (this.#options.isLite) return
    const { games, segmentGames } = store
    for (let segment = 0; segment < store.segments; segment++) {
      const inside = Math.min(games - segment * segmentGames, segmentGames)
      const without = inside - (store.wasm.binbo_database_posted(segment) >>> 0)
      const isWorthwhile = inside === segmentGames ? without > 0 : without * UNPOSTED_DIVISOR > inside
      // Without memory for postings, the games are replayed.
      if (isWorthwhile && store.wasm.binbo_database_post(segment) === 0) return
    }
  }

  /** @returns threads that have the games of the store; the old ones end when they have answered */
  async #replaceThreads(store: Store): Promise<Workers | undefined> {
    const old = this.#threads
    if (old === undefined) return undefined
    const threads = await Workers.start(old.count, store)
    try {
      await threads.take(store, this.#options.isLite)
      this.#requireStore()
    } catch (error) {
      threads.close()
      throw error
    }
    old.retire()
    return threads
  }

  /** @returns a bit for each game, without removed ones; owned by the caller */
  #all(): Uint32Array {
    const { games } = this.#requireStore()
    const bits = new Uint32Array(Math.ceil(games / 32)).fill(0xffffffff)
    if (games % 32 !== 0) bits[bits.length - 1] = 2 ** (games % 32) - 1
    for (let i = 0; i < this.#removed.length; i++) bits[i] &= ~this.#removed[i]
    return bits
  }

  /** @returns the set of these games, without removed ones */
  #setOf(bits: Uint32Array): GameSet {
    const all = this.#all()
    const there = all.slice()
    for (let i = 0; i < there.length; i++) there[i] &= bits[i] ?? 0
    return new GameSet(KEY, this.#numbers, there, all)
  }

  #scanOf({ in: set, signal }: { in?: unknown; signal?: AbortSignal | undefined }) {
    const store = this.#requireStore()
    const bits = this.#all()
    if (set !== undefined) {
      const wanted = bitsOf(set, this.#numbers)
      for (let i = 0; i < bits.length; i++) bits[i] &= wanted[i] ?? 0
    }
    return { store, bits, signal, check: () => void this.#requireStore(), workers: this.#threads }
  }

  #idOf(id: unknown): number {
    const store = this.#requireStore()
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= store.games)
      throw databaseError('ERR_DATABASE_GAME', typeof id === 'number' ? String(id) : typeName(id))
    if (((this.#removed[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0)
      throw databaseError('ERR_DATABASE_GAME', `${id}, which was removed`)
    return id
  }
}
