// SPDX-License-Identifier: Apache-2.0
// Polyglot opening books.

import type { ByteSource, Bytes } from '../bytes/byte-source.js'
import { openBytes } from '../bytes/byte-source.js'
import { bytesError } from '../bytes/errors.js'
import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { sanOf } from '../core/san-writer.js'
import { orAbort } from '../core/waiting.js'
import { anyPosition } from '../game/any-position.js'
import type { Game } from '../game/game.js'
import { TAKES_ROOK } from '../game/internals.js'
import { uciOf } from '../game/move.js'
import { legalWords } from '../game/move-lists.js'
import type { Position, PositionSource } from '../game/position.js'
import type { Color } from '../game/squares.js'
import { requireColor } from '../game/squares.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import type { BookEntry } from './entries.js'
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

/** A move of a book. */
export type BookMove = {
  uci: string
  san: string
  /** 0 to 65,535, relative to the weights of the other moves. */
  weight: number
  /** Data of other programs; 0 in books that this package makes. */
  learn: number
}

/** How the moves of a position are selected. */
export type FindOptions = {
  /** The least weight; default 1, since a weight of 0 means not to play a move. */
  minWeight?: number | undefined
  /** Moves to leave out, in UCI. */
  exclude?: readonly string[] | undefined
}

/** How a move is picked. */
export type PickingOptions = {
  /** Returns a number from 0 to below 1; default Math.random. */
  random?: (() => number) | undefined
  /** Whether all moves are equally likely; default false. */
  uniform?: boolean | undefined
}

/** The options of pick(). */
export type PickOptions = FindOptions & PickingOptions

/** How a book is made from games. */
export type BookOptions = {
  /** The plies of each game that count; default 60. */
  maxPly?: number | undefined
  /** The least number of games in which a move was played; default 1. */
  minGames?: number | undefined
  /** The side whose moves count; default: both. */
  side?: Color | undefined
  /** Whether every move has the weight 1; default false. */
  uniform?: boolean | undefined
  /** Called after every 100 games and after the last one; if it throws, the work ends with its error. */
  onProgress?: ((progress: { games: number }) => unknown) | undefined
  /** Aborts the work, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

const FIND_NAMES = ['minWeight', 'exclude']
const PICK_NAMES = [...FIND_NAMES, 'random', 'uniform']
const MAKE_NAMES = ['maxPly', 'minGames', 'side', 'uniform', 'onProgress', 'signal']
/** The number of games between two calls of onProgress; other work of the program runs then. */
const GAMES_A_STEP = 100
/** The bytes of one read when a book is read from its first to its last entry. */
const CHUNK_SIZE = 1 << 16

/** Only this file makes books. */
const KEY = Symbol('book')

/** A book: moves to play in each position, by weight. At most 64 pages of 16 KB of its file are kept in memory. */
export class Book {
  #source: ByteSource
  #search: EntrySearch

  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(Book, 'name', { value: 'Book', configurable: true })
  }

  /**
   * Book.open(), Book.fromGames() and Book.merge() make books.
   * @hideconstructor
   */
  constructor(key: symbol, source: ByteSource) {
    if (key !== KEY) throw argumentError('Book.open() opens a Book, Book.fromGames() makes one')
    this.#source = source
    this.#search = new EntrySearch(source)
  }

  /**
   * Opens a book. Only the needed parts are read; from a URL also the first bytes, or all bytes if the server has no ranges.
   * @param source a Uint8Array, an ArrayBuffer, a Blob, a URL, or { size, read }, such as fileBytes() of binbo/node
   * @throws {ChessError} ERR_BOOK_SIZE, ERR_BYTES_AWAY, ERR_BYTES_RANGE, ERR_ARGUMENT
   */
  static async open(source: Bytes): Promise<Book> {
    const opened = await openBytes(source)
    if (opened === null) throw bytesError('ERR_BYTES_AWAY', `${source}: there is nothing`)
    if (opened.size % ENTRY_SIZE !== 0) throw sizeError(opened.size)
    return new Book(KEY, opened)
  }

  /** The number of entries. */
  get length(): number {
    return this.#source.size / ENTRY_SIZE
  }

  /**
   * The moves of a position, heaviest first. Entries that are not legal moves are left out: two positions can share a key.
   * @returns moves; castling is written as in the position
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE, ERR_FEN_*, ERR_ARGUMENT, ERR_GAME_STOPPED
   */
  async find(position: PositionSource, options?: FindOptions): Promise<BookMove[]> {
    const given: FindOptions = checkOptions(options, FIND_NAMES)
    const least = readWeight(given.minWeight)
    const excluded = readExcluded(given.exclude)
    const from = anyPosition(position)
    requirePlayed(from.variant)
    const entries = await this.#search.find(from.hash)
    const moves = entries.length === 0 ? new Map() : legalBookMoves(from)
    const found: BookMove[] = []
    for (const entry of entries) {
      const word = moves.get(entry.getUint16(MOVE_OFFSET))
      const weight = entry.getUint16(WEIGHT_OFFSET)
      if (word === undefined || weight < least) continue
      if (excluded.has(uciOf(word, false)) || excluded.has(uciOf(word, true))) continue
      found.push({
        uci: uciOf(word, from[TAKES_ROOK]()),
        san: sanOf(word),
        weight,
        learn: entry.getUint32(LEARN_OFFSET),
      })
    }
    return found.sort((a, b) => b.weight - a.weight)
  }

  /**
   * Picks a random move of a position; the probability of a move is proportional to its weight.
   * @returns null if the book has no move
   * @throws {ChessError} as find()
   */
  async pick(position: PositionSource, options?: PickOptions): Promise<BookMove | null> {
    const { random = Math.random, uniform, ...which }: PickOptions = checkOptions(options, PICK_NAMES)
    if (typeof random !== 'function') throw argumentError('random is a function such as Math.random', random)
    const isUniform = flag('uniform', uniform, false)
    const moves = await this.find(position, which)
    const weightOf = ({ weight }: BookMove) => (isUniform ? 1 : weight)
    const total = moves.reduce((sum, move) => sum + weightOf(move), 0)
    let rest = random() * total
    for (const move of moves) {
      rest -= weightOf(move)
      if (rest < 0) return move
    }
    return moves.at(-1) ?? null
  }

  /**
   * All entries, in the order of the file.
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<BookEntry, void, undefined> {
    const { size } = this.#source
    for (let offset = 0; offset < size; offset += CHUNK_SIZE) {
      const view = viewOf(await this.#source.read(offset, Math.min(CHUNK_SIZE, size - offset)))
      for (let at = 0; at < view.byteLength; at += ENTRY_SIZE) yield entryAt(view, at)
    }
  }

  /**
   * The book as a file.
   * @returns a copy; the unchanged bytes of an opened book
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return Uint8Array.from(await this.#source.read(0, this.#source.size))
  }

  /**
   * Makes a book from games, each up to its first faulty or null move. The weight of a move is two for each game that its side
   * won with it and one for each draw. A game without a result scores nothing, and moves of weight 0 are left out.
   * @param games games of standard chess and Chess960
   * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED; the signal's reason
   */
  static async fromGames(
    games: Iterable<Game | PgnGame> | AsyncIterable<Game | PgnGame>,
    options?: BookOptions,
  ): Promise<Book> {
    const given: BookOptions = checkOptions(options, MAKE_NAMES)
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
   * Joins two books. If both have a move, its weights are added.
   * @throws {ChessError} ERR_ARGUMENT, ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  static async merge(a: Book, b: Book): Promise<Book> {
    const positions: Map<bigint, Map<number, BookEntry>> = new Map()
    for (const book of [a, b]) {
      if (!(book instanceof Book))
        throw argumentError('Books come from Book.open() and Book.fromGames()', book)
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

/** @param entries weights may have more than 16 bits; this function sorts the entries */
function written(entries: BookEntry[]): Book {
  const bytes = writeEntries(entries, heaviest(entries))
  return new Book(KEY, openBytes(bytes))
}

/** @returns the words of the legal moves, by the form of the move in books */
function legalBookMoves(position: Position): Map<number, number> {
  const moves: Map<number, number> = new Map()
  const words = legalWords(position)
  for (const word of words) moves.set(bookMove(word), word)
  for (const word of words) {
    const loose = looseBookMove(word)
    if (!moves.has(loose)) moves.set(loose, word)
  }
  return moves
}

/** @throws {ChessError} ERR_ARGUMENT */
function readWeight(weight: unknown = 1): number {
  if (typeof weight === 'number' && weight >= 0) return weight
  throw argumentError('minWeight is a number, from 0', weight)
}

/** @throws {ChessError} ERR_ARGUMENT */
function readExcluded(moves: unknown = []): Set<string> {
  if (Array.isArray(moves) && moves.every(move => typeof move === 'string')) return new Set(moves)
  throw argumentError("exclude is an array of moves in UCI, such as ['e2e4']", moves)
}

/**
 * @param name the name of the option
 * @throws {ChessError} ERR_ARGUMENT
 */
function readCount(name: string, count: unknown, byDefault: number): number {
  if (count === undefined) return byDefault
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1) return count
  throw argumentError(`${name} is a whole number, from 1`, count)
}

/**
 * @param signal aborts it, also while it waits for the next game
 * @throws {ChessError} ERR_ARGUMENT; the signal's reason
 */
async function* untilAbort<T>(
  games: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  const given: Partial<Iterable<T> & AsyncIterable<T>> | null | undefined = games
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
    // Not awaited, because the source may never answer.
    if (!isDone) Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
