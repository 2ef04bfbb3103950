// SPDX-License-Identifier: Apache-2.0
// A database of games, in memory and on the calling thread.

import { argumentError } from '../core/errors.js'
import { checkOptions, choice } from '../core/options.js'
import { ready } from '../core/wasm.js'
import { parsePgn } from '../pgn/reader.js'
import { addGames } from './add.js'
import { databaseError } from './errors.js'
import { checkExploreOptions, explorePosition } from './explore.js'
import { exportGames } from './export.js'
import { filterGames } from './filter.js'
import { bitsOf, checkRange, GameSet, KEY } from './game-set.js'
import { headOf, pgnOf } from './heads.js'
import { compileQuery } from './query.js'
import { checkSearchOptions, GameSearch } from './search.js'
import { Store } from './store.js'

/** @import { ChessError } from '../core/errors.js' */
/** @import { PositionSource } from '../game/position.js' */
/** @import { PgnGame } from '../pgn/pgn-game.js' */
/** @import { PgnSource } from '../pgn/source.js' */
/** @import { AddedGames, AddOptions } from './add.js' */
/** @import { Exploration, ExploreOptions } from './explore.js' */
/** @import { ExportFormat } from './export.js' */
/** @import { GameFilter } from './filter.js' */
/** @import { GameHead } from './heads.js' */
/** @import { GameQuery } from './query.js' */
/** @import { SearchOptions } from './search.js' */

/**
 * How a database is opened.
 * @typedef {object} DatabaseOptions
 * @property {string | undefined} [name] for those who have several
 * @property {'memory' | undefined} [storage] where the games are
 * @property {1 | undefined} [workers] how many threads work; the calling one
 * @property {'lite' | 'default' | undefined} [index] 'lite' saves about 120 bytes a game, and opening positions take longer
 * @property {number | undefined} [maxMemory] bytes of WebAssembly memory, at most 2^32
 * @property {AbortSignal | undefined} [signal] ends the opening with its reason
 */

/**
 * Which games heads() gives, and in which order.
 * @typedef {object} HeadsOptions
 * @property {'date' | 'elo' | 'id' | undefined} [sort] newest first, highest mean rating first, or by number (default); equal ones by number
 * @property {number | undefined} [from] the first row, from 0
 * @property {number | undefined} [to] behind the last row
 */

const OPTION_NAMES = ['name', 'storage', 'workers', 'index', 'maxMemory', 'signal']
const HEADS_NAMES = ['sort', 'from', 'to']
const SORTS = /** @type {const} */ (['id', 'date', 'elo'])
const INDEXES = /** @type {const} */ (['default', 'lite'])
const MOST_MEMORY = 2 ** 32
const SEGMENT_GAMES = 1 << 16
/** So many games without postings are replayed rather than indexed. */
const UNPOSTED_SHARE = 16
/** For tests: games in a segment, a power of two from 64 on. */
const SEGMENT_GAMES_OPTION = Symbol.for('binbo.database.segmentGames')

/**
 * Opens a database; it is empty.
 * @param {DatabaseOptions} [options]
 * @returns {Promise<Database>}
 * @throws {ChessError} ERR_ARGUMENT, ERR_INIT, ERR_WASM; the signal's reason
 */
export async function openDatabase(options) {
  const given = checkOptions(options, OPTION_NAMES)
  const { name = '', storage = 'memory', workers = 1, index, maxMemory = MOST_MEMORY, signal } = given
  if (typeof name !== 'string') throw argumentError('name is a text', name)
  if (storage !== 'memory') throw argumentError("This version has storage: 'memory' alone", storage)
  if (workers !== 1) throw argumentError('This version works on the calling thread: workers is 1', workers)
  if (typeof maxMemory !== 'number' || !(maxMemory > 0))
    throw argumentError('maxMemory is a number of bytes', maxMemory)
  const isLite = INDEXES[choice('index', index, INDEXES)] === 'lite'
  const abort = /** @type {AbortSignal | undefined} */ (signal)
  abort?.throwIfAborted()
  ready()
  const size = /** @type {any} */ (given)[SEGMENT_GAMES_OPTION] ?? SEGMENT_GAMES
  return new Database(KEY, new Store(size), { name, isLite, maxMemory })
}

/** Games that are found by headers, positions, patterns and moves. openDatabase() makes one. */
export class Database {
  /**
   * The name that openDatabase() was given.
   * @type {string}
   */
  name
  #store
  #options
  #isClosed = false
  /** A bit for each game that was removed. */
  #removed = new Uint32Array(0)
  #removedCount = 0

  /**
   * @internal
   * @param {symbol} key
   * @param {Store} store
   * @param {{ name: string, isLite: boolean, maxMemory: number }} options
   */
  constructor(key, store, options) {
    if (key !== KEY) throw argumentError('openDatabase() makes databases')
    this.name = options.name
    this.#store = store
    this.#options = options
  }

  /**
   * How many games there are.
   * @returns {number}
   */
  get games() {
    return this.#open().games - this.#removedCount
  }

  /**
   * How many bytes the games and their indexes take.
   * @returns {number}
   */
  get bytes() {
    return this.#open().wasm.binbo_database_bytes()
  }

  /**
   * Adds the games of a PGN. Games with errors are kept up to the first of their main line. Variations, comments and other
   * headers than those of a GameHead and Round are not kept.
   * @param {PgnSource} source as of readPgn()
   * @param {AddOptions} [options]
   * @returns {Promise<AddedGames>}
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY, ERR_DATABASE_CLOSED, ERR_MEMORY; the signal's reason; what the source
   *   throws. The games before stay
   */
  async add(source, options) {
    const store = this.#open()
    try {
      return await addGames(store, this.#options.maxMemory, source, options, () => void this.#open())
    } finally {
      if (!this.#isClosed) this.#post(store)
    }
  }

  /**
   * The games whose headers meet all conditions.
   * @param {GameFilter} [filter] default: all games
   * @returns {Promise<GameSet>}
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED
   */
  async filter(filter) {
    return this.#setOf(filterGames(this.#open(), filter))
  }

  /**
   * Counts what was played from a position. It is the same position where pieces, side to move, castling rights, legal
   * en passant, rules, pockets and checks are: set-up games and Chess960 count, too.
   * @param {PositionSource} position
   * @param {ExploreOptions} [options]
   * @returns {Promise<Exploration>}
   * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY; the signal's reason
   */
  async explore(position, options) {
    const given = checkExploreOptions(options)
    return explorePosition(position, this.#scanOf(given), given.topGames)
  }

  /**
   * Looks for the games in which a query holds at some ply of the main line: one hit a game, its first ply.
   * @param {GameQuery} query
   * @param {SearchOptions} [options]
   * @returns {GameSearch} to be iterated; its `count` and `set` are promises
   * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, ERR_MOVE_SQUARE, ERR_DATABASE_CLOSED
   */
  search(query, options) {
    const given = checkSearchOptions(options)
    const program = compileQuery(query)
    const scan = { ...this.#scanOf(given), program }
    return new GameSearch(scan, given, ids => {
      const bits = new Uint32Array(scan.bits.length)
      for (const id of ids) bits[id >>> 5] |= 1 << (id & 31)
      return new GameSet(KEY, this, bits, this.#all())
    })
  }

  /**
   * The facts of a game that a list shows.
   * @param {number} id of a game
   * @returns {Promise<GameHead>}
   * @throws {ChessError} ERR_DATABASE_GAME, ERR_DATABASE_CLOSED
   */
  async head(id) {
    return headOf(this.#open(), this.#idOf(id))
  }

  /**
   * A list of games.
   * @param {GameSet} set
   * @param {HeadsOptions} [options]
   * @returns {Promise<GameHead[]>} rows `from` to before `to`; removed games are left out
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED
   */
  async heads(set, options) {
    const store = this.#open()
    const given = checkOptions(options, HEADS_NAMES)
    const sort = SORTS[choice('sort', given.sort, SORTS)]
    const ids = this.#setOf(bitsOf(set, this)).ids()
    const { from, to } = checkRange(given, ids.length)
    if (sort !== 'id') {
      const keys = new Map(Array.from(ids, id => [id, sortKey(store, id, sort)]))
      const keyOf = (/** @type {number} */ id) => /** @type {number} */ (keys.get(id))
      ids.sort((a, b) => keyOf(b) - keyOf(a) || a - b)
    }
    return Array.from(ids.subarray(from, to), id => headOf(store, id))
  }

  /**
   * A game as PGN has it.
   * @param {number} id of a game
   * @returns {Promise<PgnGame>} its moves and the headers that are kept
   * @throws {ChessError} ERR_DATABASE_GAME, ERR_DATABASE_CLOSED, ERR_DATABASE_MEMORY
   */
  async game(id) {
    return parsePgn(pgnOf(this.#open(), this.#idOf(id)))[0]
  }

  /**
   * Removes games; the numbers of the others stay as they are. Their memory is not given back.
   * @param {GameSet} set
   * @returns {Promise<number>} how many were removed
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED
   */
  async remove(set) {
    const all = this.#all()
    const bits = bitsOf(set, this)
    const removed = new Uint32Array(all.length)
    removed.set(this.#removed)
    for (let i = 0; i < bits.length; i++) removed[i] |= bits[i]
    this.#removed = removed
    const before = this.#removedCount
    this.#removedCount = this.#store.games - new GameSet(KEY, this, this.#all(), all).count
    return this.#removedCount - before
  }

  /**
   * Writes games, by number, in pieces that are made as they are read.
   *
   * - 'pgn': the export format of PGN
   * - 'csv', 'arrow': a row a game, with the columns of a GameHead; CSV as RFC 4180 has it, or a stream of Apache Arrow
   * - 'arrow-positions': a row a position, the last one of a game included: `key`, its Polyglot key; `ply`, from 0; `game`, the id;
   *   `move`, the next one as Polyglot books have it, null at the end; `result`, 1, 0 or −1 for White, null for none
   * - 'polyglot': the book that Book.fromGames() makes of them; games of variants other than Chess960 are left out
   *
   * @param {GameSet} set
   * @param {ExportFormat} as
   * @returns {ReadableStream<Uint8Array>} fails with ERR_DATABASE_CLOSED where the database is closed before its end, with
   *   ERR_DATABASE_MEMORY when memory is out
   * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_CLOSED
   */
  export(set, as) {
    return exportGames(() => this.#open(), this.#setOf(bitsOf(set, this)).ids(), as)
  }

  /**
   * Gives the memory back. Whatever is asked afterwards fails with ERR_DATABASE_CLOSED, work under way as well; closing again
   * has no effect.
   * @returns {Promise<void>}
   */
  async close() {
    this.#isClosed = true
    this.#store = /** @type {any} */ (undefined)
    this.#removed = new Uint32Array(0)
  }

  /** @returns {Store} */
  #open() {
    if (this.#isClosed) throw databaseError('ERR_DATABASE_CLOSED')
    return this.#store
  }

  /**
   * Makes postings for segments that are full, and for the last one if it has many games without.
   * @param {Store} store
   */
  #post(store) {
    if (this.#options.isLite) return
    const { games, segmentGames } = store
    for (let segment = 0; segment < store.segments; segment++) {
      const inside = Math.min(games - segment * segmentGames, segmentGames)
      const without = inside - (store.wasm.binbo_database_posted(segment) >>> 0)
      const isWorthwhile = inside === segmentGames ? without > 0 : without * UNPOSTED_SHARE > inside
      // Without memory for postings, the games are replayed.
      if (isWorthwhile && store.wasm.binbo_database_post(segment) === 0) return
    }
  }

  /** @returns {Uint32Array} a bit for each game that there is; owned by the caller */
  #all() {
    const { games } = this.#open()
    const bits = new Uint32Array(Math.ceil(games / 32)).fill(0xffffffff)
    if (games % 32 !== 0) bits[bits.length - 1] = 2 ** (games % 32) - 1
    for (let i = 0; i < this.#removed.length; i++) bits[i] &= ~this.#removed[i]
    return bits
  }

  /**
   * @param {Uint32Array} bits
   * @returns {GameSet} without removed games
   */
  #setOf(bits) {
    const all = this.#all()
    const there = all.map((word, i) => word & (bits[i] ?? 0))
    return new GameSet(KEY, this, there, all)
  }

  /** @param {{ in?: unknown, signal?: AbortSignal | undefined }} options */
  #scanOf({ in: set, signal }) {
    const store = this.#open()
    const bits = this.#all()
    if (set !== undefined) {
      const wanted = bitsOf(set, this)
      for (let i = 0; i < bits.length; i++) bits[i] &= wanted[i] ?? 0
    }
    return { store, bits, signal, check: () => void this.#open() }
  }

  /**
   * @param {unknown} id
   * @returns {number}
   */
  #idOf(id) {
    const store = this.#open()
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= store.games)
      throw databaseError('ERR_DATABASE_GAME', String(id))
    if (((this.#removed[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0)
      throw databaseError('ERR_DATABASE_GAME', `${id}, which was removed`)
    return id
  }
}

/**
 * @param {Store} store
 * @param {number} id
 * @param {'date' | 'elo'} sort
 * @returns {number} the highest one comes first
 */
function sortKey(store, id, sort) {
  const { date, whiteElo = 0, blackElo = 0 } = headOf(store, id)
  if (sort === 'date') return Number(date.replace(/\?/g, '0').replace(/\D/g, ''))
  return whiteElo && blackElo ? whiteElo + blackElo : 2 * (whiteElo || blackElo)
}
