// SPDX-License-Identifier: Apache-2.0
// Searches games: finds candidates in each segment, by its slices and postings, and replays them.

import { argumentError } from '../core/errors.js'
import { checkSignal } from '../core/options.js'
import { Pause } from '../core/pause.js'
import { databaseError } from './errors.js'
import type { GameSet } from './game-set.js'
import { countBits, readOptions, requireCount } from './game-set.js'
import { QUERY_END } from './generated/bindings.js'
import type { Program } from './query.js'
import { useProgram } from './query.js'
import type { Store } from './store.js'
import type { Workers } from './workers.js'

/** A game in which a query holds. */
export type Hit = {
  /** The number of the game. */
  game: number
  /** The first ply at which the query holds, from 0 for the start; 0 if the game is a hit because it never holds. */
  ply: number
}

/** The progress of a search. */
export type SearchProgress = {
  /** The games searched so far. */
  games: number
  totalGames: number
  /** The hits found so far. */
  hits: number
}

/** The games of a search, and its limits. */
export type SearchOptions = {
  /** Only these games. */
  in?: GameSet | undefined
  /** The most hits of the iteration; `count` and `set` have no limit. */
  limit?: number | undefined
  /** Aborts the search with its reason. */
  signal?: AbortSignal | undefined
  /** Called after each piece of the work. */
  onProgress?: ((progress: SearchProgress) => void) | undefined
}

/** Games of a segment that are replayed between two readings of the clock; a multiple of 32. */
const STEP = 1024

export type Scan = {
  store: Store
  program: Program
  /** the games to search */
  bits: Uint32Array
  signal: AbortSignal | undefined
  /** throws if the database is closed */
  check: () => void
  /** threads that have the first segments */
  workers: Workers | undefined
}

/** Some hits, each three numbers: the game, the ply, and the next move, QUERY_END if there is none; the games searched. */
type ScannedGames = { hits: Uint32Array; games: number }

/**
 * Hits in pieces, games ascending.
 * @throws {ChessError} ERR_ARGUMENT for too large a query, ERR_DATABASE_MEMORY, ERR_DATABASE_CLOSED; the signal's reason
 */
export async function* scanGames(scan: Scan): AsyncGenerator<ScannedGames, void, undefined> {
  const { store, program, bits, signal, check, workers } = scan
  signal?.throwIfAborted()
  check()
  useProgram(store, program)
  const ask = async (threads: Workers, { segment, wanted }: Part) => {
    const hits = await threads.find(program, segment, wanted)
    const first = segment * store.segmentGames
    for (let i = 0; i < hits.length; i += 3) hits[i] += first
    return { hits: program.negated ? others(hits, wanted, first) : hits, games: countBits(wanted) }
  }
  const pause = new Pause()
  for await (const piece of inOrder(segmentsOf(store, bits), workers, ask, part =>
    scanSegment(scan, part, pause),
  )) {
    signal?.throwIfAborted()
    check()
    yield piece
  }
}

/** Searches a segment on this thread. */
async function* scanSegment(
  { store, program, signal, check }: Scan,
  { segment, wanted }: Part,
  pause: Pause,
): AsyncGenerator<ScannedGames, void, undefined> {
  const candidates = candidatesOf(store, program, segment, wanted)
  let games = 0
  for (let from = 0; from < wanted.length * 32; from += STEP) {
    const step = candidates.subarray(from / 32, (from + STEP) / 32)
    const asked = wanted.subarray(from / 32, (from + STEP) / 32)
    games += countBits(asked)
    const isEmpty = step.every(word => word === 0)
    if (isEmpty && !program.negated && from + STEP < wanted.length * 32) continue
    const found = isEmpty ? new Uint32Array(0) : find(store, program, segment, from, step)
    const hits = program.negated ? others(found, asked, segment * store.segmentGames + from) : found
    yield { hits, games }
    games = 0
    if (!pause.isDue()) continue
    await pause.take()
    signal?.throwIfAborted()
    check()
  }
}

/** Games of a segment: a bit for each one to be searched. */
export type Part = { segment: number; wanted: Uint32Array }

/** @returns the parts of all segments with games */
export function segmentsOf({ segmentGames }: Store, bits: Uint32Array): Part[] {
  const words = segmentGames / 32
  return Array.from({ length: Math.ceil(bits.length / words) }, (_, segment) => ({
    segment,
    wanted: bits.subarray(segment * words, (segment + 1) * words),
  })).filter(({ wanted }) => wanted.some(word => word !== 0))
}

/**
 * The pieces of all segments, in their order. Some segments are requested from threads in advance. Meanwhile this thread
 * searches the last segment, if no thread has it.
 * @param ask returns the piece of a segment that threads have
 * @param here returns the pieces of a segment that they do not have; `isEarly`: before those of other segments
 */
export async function* inOrder<T>(
  segments: Part[],
  workers: Workers | undefined,
  ask: (workers: Workers, part: Part) => Promise<T>,
  here: (part: Part, isEarly: boolean) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const answers: Promise<T | undefined>[] = []
  const request = (place: number) => {
    for (; workers && answers.length < segments.length && answers.length < place + workers.most; ) {
      const part = segments[answers.length]
      const answer = part.segment < workers.segments ? ask(workers, part) : Promise.resolve(undefined)
      answer.catch(() => {}) // it may no longer be awaited
      answers.push(answer)
    }
  }
  const last = segments.at(-1)
  let early: T[] | undefined
  if (last && workers && segments[0].segment < workers.segments && last.segment >= workers.segments) {
    request(0)
    early = []
    for await (const piece of here(last, true)) early.push(piece)
  }
  for (const [place, part] of segments.entries()) {
    request(place)
    const answer = await answers[place]
    if (answer !== undefined) yield answer
    else if (part === last && early) yield* early
    else yield* here(part, false)
  }
}

/**
 * @param wanted a bit for each game of the segment that is searched
 * @returns the games that may meet the query; owned by the caller
 * @throws {ChessError} ERR_ARGUMENT for too large a query, ERR_DATABASE_MEMORY
 */
export function candidatesOf(
  store: Store,
  program: Program,
  segment: number,
  wanted: Uint32Array,
): Uint32Array {
  useProgram(store, program)
  if (store.wasm.binbo_database_candidates(segment) === 0) throw databaseError('ERR_DATABASE_MEMORY')
  const at = (store.wasm.binbo_database_bits() >>> 0) / 4
  const candidates = store.views().words.slice(at, at + wanted.length)
  for (let i = 0; i < wanted.length; i++) candidates[i] &= wanted[i]
  return candidates
}

/**
 * Selects the games that C searches.
 * @param from a game of a segment, a multiple of 32
 * @param games a bit for each game from there on
 */
export function useGames(store: Store, from: number, games: Uint32Array) {
  store.views().words.set(games, (store.wasm.binbo_database_bits() >>> 0) / 4 + from / 32)
}

/**
 * @param from a game of the segment
 * @param step the candidates from there on
 * @returns hits, owned by the caller
 */
function find(store: Store, program: Program, segment: number, from: number, step: Uint32Array): Uint32Array {
  const { wasm, segmentGames } = store
  useProgram(store, program)
  useGames(store, from, step)
  const count = wasm.binbo_database_find(segment, from, from + 32 * step.length)
  const at = (wasm.binbo_database_hits() >>> 0) / 4
  const hits = store.views().words.slice(at, at + 3 * count)
  for (let i = 0; i < hits.length; i += 3) hits[i] += segment * segmentGames
  return hits
}

/**
 * @param searched a bit for each game that was searched
 * @param first the first of these games
 * @returns a hit at ply 0 for each game without a hit
 */
function others(hits: Uint32Array, searched: Uint32Array, first: number): Uint32Array {
  const rest = searched.slice()
  for (let i = 0; i < hits.length; i += 3) rest[(hits[i] - first) >>> 5] &= ~(1 << ((hits[i] - first) & 31))
  const list: number[] = []
  rest.forEach((word, i) => {
    for (let left = word; left !== 0; left &= left - 1)
      list.push(first + 32 * i + 31 - Math.clz32(left & -left), 0, QUERY_END)
  })
  return Uint32Array.from(list)
}

const OPTION_NAMES = ['in', 'limit', 'signal', 'onProgress']

/**
 * @param options SearchOptions
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkSearchOptions(options: unknown): SearchOptions & { limit: number } {
  const {
    limit = Number.POSITIVE_INFINITY,
    signal,
    onProgress,
    ...rest
  }: SearchOptions = readOptions(options, OPTION_NAMES)
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw argumentError('onProgress must be a function', onProgress)
  return { ...rest, limit: requireCount('limit', limit, 0), signal: checkSignal(signal), onProgress }
}

/**
 * The hits of a search, one for each game, games ascending. The search runs on demand and only once: several iterations,
 * `count` and `set` share its hits.
 */
export class GameSearch {
  #scan: Scan
  #pieces
  #limit: number
  #report: ((progress: SearchProgress) => void) | undefined
  #toSet: (ids: Iterable<number>) => GameSet
  #checkNumbers: () => void
  /** The hits found so far. */
  #hits: Hit[] = []
  #games = 0
  #isDone = false
  /** The piece in progress, or the one that failed: then all later calls fail. */
  #next: Promise<void> | undefined

  /**
   * @hideconstructor
   * @param checkNumbers throws if games were renumbered, or the database is closed
   */
  constructor(
    scan: Scan,
    { limit, onProgress }: SearchOptions & { limit: number },
    toSet: (ids: Iterable<number>) => GameSet,
    checkNumbers: () => void,
  ) {
    this.#scan = scan
    this.#pieces = scanGames(scan)
    this.#limit = limit
    this.#report = onProgress
    this.#toSet = toSet
    this.#checkNumbers = checkNumbers
  }

  /**
   * Gives the hits as they are found, up to the limit.
   * @returns fails with ERR_ARGUMENT after compact(), which renumbers games
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Hit, void, undefined> {
    for (let place = 0; place < this.#limit; place++) {
      while (place >= this.#hits.length) {
        if (this.#isDone) return
        await this.#advance()
      }
      this.#checkNumbers()
      yield { ...this.#hits[place] }
    }
  }

  /** The number of games in which the query holds, regardless of the limit. */
  get count(): Promise<number> {
    return this.#all().then(hits => hits.length)
  }

  /** The games in which the query holds, regardless of the limit. */
  get set(): Promise<GameSet> {
    return this.#all().then(hits => this.#toSet(hits.map(({ game }) => game)))
  }

  async #all() {
    this.#scan.check()
    while (!this.#isDone) await this.#advance()
    return this.#hits
  }

  #advance() {
    this.#next ??= this.#piece().then(() => {
      this.#next = undefined
    })
    return this.#next
  }

  async #piece() {
    const { done, value } = await this.#pieces.next()
    if (done || value === undefined) {
      this.#isDone = true
      return
    }
    const { hits, games } = value
    for (let i = 0; i < hits.length; i += 3) this.#hits.push({ game: hits[i], ply: hits[i + 1] })
    this.#games += games
    this.#report?.({
      games: this.#games,
      totalGames: countBits(this.#scan.bits),
      hits: this.#hits.length,
    })
  }
}
