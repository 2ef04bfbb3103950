// SPDX-License-Identifier: Apache-2.0
// Sets of games, with a bit for each game.

import { argumentError } from '../core/errors.js'
import { showAs } from '../core/inspect.js'
import { checkOptions, isRecord } from '../core/options.js'

/** Only this library makes sets. */
export const KEY = Symbol('game set')
export const BITS = Symbol('bits')

const RANGE_NAMES = ['from', 'to']

/**
 * A set of games of one database. It never changes, also if games are added or removed later.
 */
export class GameSet {
  static {
    showAs(GameSet, 'GameSet', ({ count }) => ({ count }))
  }

  #count: number
  #owner: object
  /** Bits, or the numbers of a few games. */
  #games: Uint32Array<ArrayBufferLike> | readonly number[]
  #all: Uint32Array<ArrayBufferLike>

  /**
   * @hideconstructor
   * @param owner identifies the database, until compact()
   * @param games owned; bits, of which bit n of word i is game 32 i + n, or the numbers of a few games, lowest first
   * @param all the games of the database; borrowed, does not change
   */
  constructor(key: symbol, owner: object, games: Uint32Array | readonly number[], all: Uint32Array) {
    if (key !== KEY) throw argumentError('Sets of games come from a Database')
    this.#owner = owner
    this.#games = games
    this.#all = all
    this.#count = isFew(games) ? games.length : countBits(games)
  }

  get #bits(): Uint32Array {
    const games = this.#games
    if (!isFew(games)) return games
    const bits = new Uint32Array(Math.ceil(((games.at(-1) ?? -1) + 1) / 32))
    for (const id of games) bits[id >>> 5] |= 1 << (id & 31)
    return bits
  }

  /** The number of games in the set. */
  get count(): number {
    return this.#count
  }

  /**
   * Returns the games that are in both sets.
   * @param other a set of the same database
   * @throws {ChessError} ERR_ARGUMENT
   */
  and(other: GameSet): GameSet {
    return this.#with(other, (a, b) => a & b)
  }

  /**
   * Returns the games that are in either set.
   * @param other a set of the same database
   * @throws {ChessError} ERR_ARGUMENT
   */
  or(other: GameSet): GameSet {
    return this.#with(other, (a, b) => a | b)
  }

  /** Returns the other games that the database had when the set was made. */
  not(): GameSet {
    const mine = this.#bits
    const bits = this.#all.map((word, i) => word & ~(mine[i] ?? 0))
    return new GameSet(KEY, this.#owner, bits, this.#all)
  }

  /**
   * Is the game in the set?
   * @param id the number of a game
   */
  has(id: number): boolean {
    if (isFew(this.#games)) return this.#games.includes(id)
    const word = Number.isInteger(id) ? this.#games[Math.floor(id / 32)] : undefined
    return word !== undefined && (word & (1 << (id & 31))) !== 0
  }

  /**
   * Returns the games' numbers, lowest first; owned by the caller.
   * @param options the part of the list, from `from`, 0 for the first number, to before `to`; default: all
   * @throws {ChessError} ERR_ARGUMENT
   */
  ids(options?: { from?: number | undefined; to?: number | undefined }): Uint32Array<ArrayBuffer> {
    const { from, to } = checkRange(readOptions(options, RANGE_NAMES), this.count)
    const games = this.#games
    if (isFew(games)) return Uint32Array.from(games.slice(from, to))
    const ids = new Uint32Array(to - from)
    let place = 0
    for (let i = 0; i < games.length && place < to; i++) {
      for (let rest = games[i]; rest !== 0; rest &= rest - 1) {
        if (place >= from && place < to) ids[place - from] = 32 * i + 31 - Math.clz32(rest & -rest)
        place++
      }
    }
    return ids
  }

  /**
   * @internal
   * @param owner identifies the database that reads it
   * @returns the bits; borrowed
   * @throws {ChessError} ERR_ARGUMENT for a set of another database
   */
  [BITS](owner: object): Uint32Array {
    if (owner !== this.#owner)
      throw argumentError('The set of games is from another database, or older than compact()')
    return this.#bits
  }

  #with(other: GameSet, join: (a: number, b: number) => number) {
    const theirs = bitsOf(other, this.#owner)
    const [mine, all] = [this.#bits, other.#all.length > this.#all.length ? other.#all : this.#all]
    const bits = new Uint32Array(Math.max(mine.length, theirs.length))
    for (let i = 0; i < bits.length; i++) bits[i] = join(mine[i] ?? 0, theirs[i] ?? 0)
    return new GameSet(KEY, this.#owner, bits, all)
  }
}

const isFew = (games: Uint32Array | readonly number[]): games is readonly number[] => Array.isArray(games)

/**
 * checkOptions(), which reads an object of a class without fields, such as a GameSet, as options that are all left out.
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readOptions(options: unknown, names: readonly string[]): Record<string, unknown> {
  const given = checkOptions(options, names)
  if (isRecord(given)) return given
  const isOption = given instanceof GameSet && names.includes('in')
  const form = isOption ? 'in: set' : names[0]
  throw argumentError(`Options are an object, such as { ${form} }, not of a class`)
}

/**
 * @param name of the option
 * @param least 0 or 1
 * @returns the same value
 * @throws {ChessError} ERR_ARGUMENT unless it is a whole number from `least`, or Infinity
 */
export function requireCount(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && value >= least && (Number.isInteger(value) || value === Infinity))
    return value
  throw argumentError(`${name} is a whole number from ${least}`, value)
}

/**
 * @returns the bits; borrowed
 * @throws {ChessError} ERR_ARGUMENT
 */
export function bitsOf(set: unknown, owner: object): Uint32Array {
  if (!(set instanceof GameSet)) throw argumentError('A set of games comes from filter() or search()', set)
  return set[BITS](owner)
}

/**
 * @param count the number of rows
 * @returns numbers from 0 to count, from ≤ to
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkRange(
  options: { from?: unknown; to?: unknown },
  count: number,
): { from: number; to: number } {
  const { from = 0, to = count } = options
  for (const place of [from, to])
    if (typeof place !== 'number' || !(place >= 0))
      throw argumentError('from and to are numbers from 0', place)
  const end = Math.min(Math.floor(Number(to)), count)
  return { from: Math.min(Math.floor(Number(from)), end), to: end }
}

/**
 * @param order the games in some order
 * @param from the first row of the set's games in this order
 * @param to the row after the last one
 * @returns the games of these rows
 */
export function idsInOrder(bits: Uint32Array, order: Uint32Array, from: number, to: number): Uint32Array {
  const ids = new Uint32Array(to - from)
  for (let i = 0, place = 0; place < to; i++) {
    const id = order[i]
    if (((bits[id >>> 5] >>> (id & 31)) & 1) === 0) continue
    if (place >= from) ids[place - from] = id
    place++
  }
  return ids
}

export function countBits(bits: Uint32Array) {
  let count = 0
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i]
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}
