// SPDX-License-Identifier: Apache-2.0
// Polyglot opening books.

import { openBytes } from '../bytes/byte-source.js'
import { bytesError } from '../bytes/errors.js'
import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { sanOf } from '../core/san-writer.js'
import { orAbort } from '../core/waiting.js'
import { anyPosition } from '../game/any-position.js'
import { uciOf } from '../game/move.js'
import { legalWords, takesRook } from '../game/move-lists.js'
import { requireColor } from '../game/squares.js'
import {
  bookMove,
  ENTRY_SIZE,
  entryAt,
  heaviest,
  LEARN_OFFSET,
  looseBookMove,
  MOVE_OFFSET,
  viewOf,
  WEIGHT_OFFSET,
  writeEntries,
} from './entries.js'
import { sizeError } from './errors.js'
import { GameTally, requirePlayed } from './game-tally.js'
import { EntrySearch } from './search.js'
import { DEFAULT_PLIES } from './tally.js'

/** @import { BookEntry } from './entries.js' */
/** @import { ByteSource, Bytes } from '../bytes/byte-source.js' */
/** @import { ChessError } from '../core/errors.js' */
/** @import { Game } from '../game/game.js' */
/** @import { Position, PositionSource } from '../game/position.js' */
/** @import { Color } from '../game/squares.js' */
/** @import { PgnGame } from '../pgn/pgn-game.js' */

/**
 * A move of a book.
 * @typedef {object} BookMove
 * @property {string} uci
 * @property {string} san
 * @property {number} weight 0 to 65,535, relative to those of the other moves
 * @property {number} learn what programs keep there; 0 in books of ours
 */

/**
 * Which moves of a position are wanted.
 * @typedef {object} FindOptions
 * @property {number | undefined} [minWeight] default 1: a weight of 0 says not to play a move
 * @property {readonly string[] | undefined} [exclude] moves to leave out, UCI
 */

/**
 * How a move is picked.
 * @typedef {object} PickingOptions
 * @property {(() => number) | undefined} [random] from 0 to below 1; default Math.random
 * @property {boolean | undefined} [uniform] whether weights do not count; default false
 */

/** The options of pick(). @typedef {FindOptions & PickingOptions} PickOptions */

/**
 * How a book is made of games.
 * @typedef {object} BookOptions
 * @property {number | undefined} [maxPly] plies of each game; default 60
 * @property {number | undefined} [minGames] games that a move came in, at least; default 1
 * @property {Color | undefined} [side] whose moves; default: both
 * @property {boolean | undefined} [uniform] whether every move has the weight 1; default false
 * @property {((progress: { games: number }) => unknown) | undefined} [onProgress] called after every 100 games and after the last; what it
 *   throws ends the work
 * @property {AbortSignal | undefined} [signal] ends the work: it rejects with the signal's reason
 */

const FIND_NAMES = ['minWeight', 'exclude']
const PICK_NAMES = [...FIND_NAMES, 'random', 'uniform']
const MAKE_NAMES = ['maxPly', 'minGames', 'side', 'uniform', 'onProgress', 'signal']
/** Games between two calls of onProgress, each of which lets other work of the program run. */
const GAMES_A_STEP = 100
/** Of a book that is read from its first to its last entry. */
const CHUNK_SIZE = 1 << 16

/** Only this file makes books. */
const KEY = Symbol('book')

/** A book: which moves to play in which position, by weights. It keeps no more of its bytes than 64 pages of 16 KB. */
export class Book {
  #source
  #search

  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(Book, 'name', { value: 'Book', configurable: true })
  }

  /**
   * Book.open(), Book.fromGames() and Book.merge() make books.
   * @internal
   * @param {symbol} key
   * @param {ByteSource} source
   */
  constructor(key, source) {
    if (key !== KEY) throw argumentError('Book.open() opens a Book, Book.fromGames() makes one')
    this.#source = source
    this.#search = new EntrySearch(source)
  }

  /**
   * Opens a book. Nothing is read but what is asked for; of a URL the first bytes, and all where the server gives no ranges.
   * @param {Bytes} source a Uint8Array, an ArrayBuffer, a Blob, a URL, or { size, read }, such as fileBytes() of binbo/node
   * @returns {Promise<Book>}
   * @throws {ChessError} ERR_BOOK_SIZE, ERR_BYTES_AWAY, ERR_BYTES_RANGE, ERR_ARGUMENT
   */
  static async open(source) {
    const opened = await openBytes(source)
    if (opened === null) throw bytesError('ERR_BYTES_AWAY', `${source}: there is nothing`)
    if (opened.size % ENTRY_SIZE !== 0) throw sizeError(opened.size)
    return new Book(KEY, opened)
  }

  /** @returns {number} entries */
  get length() {
    return this.#source.size / ENTRY_SIZE
  }

  /**
   * The moves of a position, heaviest first. Entries that are no legal moves are left out: two positions can share a key.
   * @param {PositionSource} position
   * @param {FindOptions} [options]
   * @returns {Promise<BookMove[]>} castling is written as in the position
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE, ERR_FEN_*, ERR_ARGUMENT, ERR_GAME_STOPPED
   */
  async find(position, options) {
    const given = /** @type {FindOptions} */ (checkOptions(options, FIND_NAMES))
    const least = readWeight(given.minWeight)
    const excluded = readExcluded(given.exclude)
    const from = anyPosition(position)
    requirePlayed(from.variant)
    const entries = await this.#search.find(from.hash)
    const moves = entries.length === 0 ? new Map() : legalBookMoves(from)
    /** @type {BookMove[]} */
    const found = []
    for (const entry of entries) {
      const word = moves.get(entry.getUint16(MOVE_OFFSET))
      const weight = entry.getUint16(WEIGHT_OFFSET)
      if (word === undefined || weight < least) continue
      if (excluded.has(uciOf(word, false)) || excluded.has(uciOf(word, true))) continue
      found.push({
        uci: uciOf(word, takesRook(from)),
        san: sanOf(word),
        weight,
        learn: entry.getUint32(LEARN_OFFSET),
      })
    }
    return found.sort((a, b) => b.weight - a.weight)
  }

  /**
   * Picks a move of a position by chance, as often as its weight says.
   * @param {PositionSource} position
   * @param {PickOptions} [options]
   * @returns {Promise<BookMove | null>} null where the book has none
   * @throws {ChessError} as find()
   */
  async pick(position, options) {
    const {
      random = Math.random,
      uniform,
      ...which
    } = /** @type {PickOptions} */ (checkOptions(options, PICK_NAMES))
    if (typeof random !== 'function') throw argumentError('random is a function such as Math.random', random)
    const isUniform = flag('uniform', uniform, false)
    const moves = await this.find(position, which)
    const weightOf = (/** @type {BookMove} */ { weight }) => (isUniform ? 1 : weight)
    const total = moves.reduce((sum, move) => sum + weightOf(move), 0)
    let rest = random() * total
    for (const move of moves) {
      rest -= weightOf(move)
      if (rest < 0) return move
    }
    return moves.at(-1) ?? null
  }

  /**
   * All entries, as the file has them.
   * @returns {AsyncGenerator<BookEntry, void, undefined>}
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  async *[Symbol.asyncIterator]() {
    const { size } = this.#source
    for (let offset = 0; offset < size; offset += CHUNK_SIZE) {
      const view = viewOf(await this.#source.read(offset, Math.min(CHUNK_SIZE, size - offset)))
      for (let at = 0; at < view.byteLength; at += ENTRY_SIZE) yield entryAt(view, at)
    }
  }

  /**
   * The book as a file.
   * @returns {Promise<Uint8Array>} a copy; of an opened book the bytes as they are
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  async bytes() {
    return Uint8Array.from(await this.#source.read(0, this.#source.size))
  }

  /**
   * Makes a book of games, each up to its first faulty or null move. The weight of a move is two for each game that its side
   * won with it and one for each draw; a game without a result scores nothing, and moves of weight 0 are left out.
   * @param {Iterable<Game | PgnGame> | AsyncIterable<Game | PgnGame>} games of standard chess and Chess960
   * @param {BookOptions} [options]
   * @returns {Promise<Book>}
   * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED; the signal's reason
   */
  static async fromGames(games, options) {
    const given = /** @type {BookOptions} */ (checkOptions(options, MAKE_NAMES))
    const { side, signal, onProgress } = given
    const maxPly = readCount('maxPly', given.maxPly, DEFAULT_PLIES)
    const minGames = readCount('minGames', given.minGames, 1)
    const uniform = flag('uniform', given.uniform, false)
    if (side !== undefined) requireColor(side)
    if (onProgress !== undefined && typeof onProgress !== 'function')
      throw argumentError('onProgress is a function', onProgress)
    const counter = new GameTally(maxPly, side)
    let count = 0
    try {
      for await (const game of untilAbort(games, signal)) {
        counter.add(game)
        count++
        if (count % GAMES_A_STEP === 0) onProgress?.({ games: count })
      }
    } finally {
      counter.stop()
    }
    signal?.throwIfAborted()
    if (count % GAMES_A_STEP !== 0 || count === 0) onProgress?.({ games: count })
    return written([...counter.tally.entries(minGames, uniform)].flat())
  }

  /**
   * Joins two books. The weights of a move that both have are added.
   * @param {Book} a
   * @param {Book} b
   * @returns {Promise<Book>}
   * @throws {ChessError} ERR_ARGUMENT, ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  static async merge(a, b) {
    /** @type {Map<bigint, Map<number, BookEntry>>} */
    const positions = new Map()
    for (const book of [a, b]) {
      if (!(book instanceof Book))
        throw argumentError('Books are those of Book.open() and Book.fromGames()', book)
      for await (const entry of book) {
        let moves = positions.get(entry.key)
        if (moves === undefined) positions.set(entry.key, (moves = new Map()))
        const known = moves.get(entry.move)
        if (known === undefined) moves.set(entry.move, entry)
        else {
          known.weight += entry.weight
          known.learn ||= entry.learn
        }
      }
    }
    return written([...positions.values()].flatMap(moves => [...moves.values()]))
  }
}

/**
 * @param {BookEntry[]} entries whose weights may be larger than 16 bits; sorted by this
 * @returns {Book}
 */
function written(entries) {
  const bytes = writeEntries(entries, heaviest(entries))
  return new Book(KEY, /** @type {ByteSource} */ (openBytes(bytes)))
}

/**
 * @param {Position} position
 * @returns {Map<number, number>} the words of the legal moves, by their moves in books
 */
function legalBookMoves(position) {
  /** @type {Map<number, number>} */
  const moves = new Map()
  const words = legalWords(position)
  for (const word of words) moves.set(bookMove(word), word)
  for (const word of words) {
    const loose = looseBookMove(word)
    if (!moves.has(loose)) moves.set(loose, word)
  }
  return moves
}

/** @param {unknown} weight @returns {number} @throws {ChessError} ERR_ARGUMENT */
function readWeight(weight = 1) {
  if (typeof weight === 'number' && weight >= 0) return weight
  throw argumentError('minWeight is a number, from 0', weight)
}

/** @param {unknown} moves @returns {Set<string>} @throws {ChessError} ERR_ARGUMENT */
function readExcluded(moves = []) {
  if (Array.isArray(moves) && moves.every(move => typeof move === 'string')) return new Set(moves)
  throw argumentError("exclude is an array of moves in UCI, such as ['e2e4']", moves)
}

/**
 * @param {string} name of the option
 * @param {unknown} count
 * @param {number} byDefault
 * @returns {number}
 * @throws {ChessError} ERR_ARGUMENT
 */
function readCount(name, count, byDefault) {
  if (count === undefined) return byDefault
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1) return count
  throw argumentError(`${name} is a whole number, from 1`, count)
}

/**
 * @template T
 * @param {Iterable<T> | AsyncIterable<T>} games
 * @param {AbortSignal | undefined} signal ends it also while the next game is awaited
 * @returns {AsyncGenerator<T, void, undefined>}
 * @throws {ChessError} ERR_ARGUMENT; the signal's reason
 */
async function* untilAbort(games, signal) {
  const given = /** @type {Partial<Iterable<T> & AsyncIterable<T>> | null | undefined} */ (games)
  const iterator = given?.[Symbol.asyncIterator]?.() ?? given?.[Symbol.iterator]?.()
  if (!iterator) throw argumentError('A book is made of games: an array, or what readPgn() gives', games)
  let isDone = false
  try {
    for (;;) {
      const next = await orAbort(Promise.resolve(iterator.next()), signal)
      isDone = next.done === true
      if (next.done) return
      yield next.value
    }
  } finally {
    // What never answers could not be waited for.
    if (!isDone) Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
