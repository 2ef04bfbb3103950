// SPDX-License-Identifier: Apache-2.0
// readPgn() and validatePgn().

import type { ChessError } from '../core/errors.js'
import { PGN_MAIN_LINE, PGN_NO_TAGS, PGN_PLIES, PGN_SKIP_MOVES } from '../core/generated/bindings.js'
import { Pause } from '../core/pause.js'
import { pgnFacts } from '../core/pgn-text.js'
import type { OnGames } from './check-parts.js'
import type { Ahead } from './game-reader.js'
import { GameReader } from './game-reader.js'
import { Progress, takeGame, throwFirst } from './parse-pgn.js'
import type { PgnGame } from './pgn-game.js'
import type { CheckedOptions, ReadPgnOptions } from './pgn-options.js'
import { checkPgnOptions } from './pgn-options.js'
import type { PgnSource, Waiting } from './source.js'
import { checkSource, isBlob } from './source.js'
import { chunksOf } from './stream-source.js'

/**
 * Reads games one at a time from a source of any size (PGN standard 8). The memory depends only on the largest game.
 *
 * Leaving the loop early closes the source. The event loop turns in between, even if the whole source is in memory.
 * @param source a string, bytes, a Blob, a web or Node stream, or an iterable of strings or bytes
 * @throws {ChessError} ERR_ARGUMENT; while iterating, ERR_MEMORY, the signal's reason, errors of the source, and with
 *   onError: 'throw', the first ERR_PGN_*
 */
export function readPgn(
  source: PgnSource,
  options?: ReadPgnOptions,
): AsyncGenerator<PgnGame, void, undefined> {
  const checked = checkPgnOptions(options)
  return new Games(checkSource(source), checked)
}

/**
 * The games of a source. As in an async generator, calls of next() are answered in their order, but a game of text that has
 * arrived is answered at once: a generator needs three turns of the microtask queue for it.
 */
class Games implements AsyncGenerator<PgnGame, void, undefined> {
  declare [Symbol.asyncIterator]: () => this
  declare [Symbol.asyncDispose]: () => Promise<void>
  #games: AsyncGenerator<PgnGame, void, undefined>
  /** The game that follows in the text, if it has arrived and nothing is to be done before. */
  #follow: (() => PgnGame | undefined) | undefined
  /** Calls that the generator answers. */
  #waiting = 0

  constructor(source: unknown, options: CheckedOptions) {
    this.#games = gamesOf(source, options, follow => {
      this.#follow = follow
    })
    // For Symbol.asyncIterator, and Symbol.asyncDispose, if the engine has it. Bundlers keep classes with a static block, and
    // lowered generator functions have no prototype.
    Object.setPrototypeOf(Games.prototype, Object.getPrototypeOf(this.#games))
  }

  next(): Promise<IteratorResult<PgnGame, void>> {
    try {
      const value = this.#waiting === 0 ? this.#follow?.() : undefined
      if (value !== undefined) return Promise.resolve({ value, done: false })
    } catch (error) {
      return this.throw(error)
    }
    return this.#wait(this.#games.next())
  }

  return(): Promise<IteratorResult<PgnGame, void>> {
    return this.#wait(this.#games.return())
  }

  throw(error: unknown): Promise<IteratorResult<PgnGame, void>> {
    return this.#wait(this.#games.throw(error))
  }

  #wait<T>(answer: Promise<T>): Promise<T> {
    const done = () => {
      this.#waiting--
    }
    this.#waiting++
    answer.then(done, done)
    return answer
  }
}

/** @param setFollow takes the function of Games, or undefined while there is no text */
async function* gamesOf(
  source: unknown,
  options: CheckedOptions,
  setFollow: (follow: (() => PgnGame | undefined) | undefined) => void,
): AsyncGenerator<PgnGame, void, undefined> {
  const reader = new GameReader(options, options.headersOnly ? PGN_SKIP_MOVES : 0, !options.headersOnly)
  if (options.goal !== undefined && mayUseThreads(source, options)) {
    const { findCuts, readFound } = await import('./check-parts.js')
    const cuts = await findCuts(source)
    if (cuts && (yield* readFound(source, cuts, options, reader))) return
  }
  const { signal } = options
  const progress = new Progress(options, source)
  const pause = new Pause()
  let isMore = true
  const take = () => {
    isMore = reader.next()
    if (!isMore) return undefined
    progress.games++
    return takeGame(reader, options)
  }
  const follow = () => (isMore && !signal?.aborted && !pause.isDue() ? take() : undefined)
  try {
    for await (const _ of feed(source, options, reader, progress)) {
      isMore = true
      for (let game = take(); game !== undefined; game = isMore ? take() : undefined) {
        setFollow(follow)
        yield game
        if (pause.isDue()) await pause.take()
        signal?.throwIfAborted()
      }
      setFollow(undefined)
    }
  } finally {
    setFollow(undefined)
  }
}

/**
 * Replays and checks the main line of every game without making objects for moves: the fastest way to check a PGN. Variations
 * are not replayed, but they must be closed.
 * @param source as for readPgn()
 * @returns the number of games that meet `filter` and `reaches`, of legal moves of their main lines, and of bytes of the source
 *   (for a string, in UTF-8); errors and warnings in the order of the text
 * @throws {ChessError} as readPgn()
 */
export async function validatePgn(
  source: PgnSource,
  options?: ReadPgnOptions,
): Promise<{ games: number; plies: number; bytes: number; errors: ChessError[] }> {
  let games = 0
  let plies = 0
  const errors: ChessError[] = []
  const bytes = await checkGames(source, options, (count, length, found) => {
    games += count
    plies += length
    for (const error of found) errors.push(error)
  })
  return { games, plies, bytes, errors }
}

/**
 * The core of validatePgn(), for callers that need the errors as soon as games are read.
 * @returns the number of bytes
 * @throws {ChessError} as readPgn()
 */
export async function checkGames(
  source: PgnSource,
  options: ReadPgnOptions | undefined,
  onGames: OnGames,
): Promise<number> {
  const checked = checkPgnOptions(options)
  const mode = PGN_NO_TAGS | (checked.headersOnly ? PGN_SKIP_MOVES : PGN_MAIN_LINE)
  if (mayUseThreads(source, checked)) {
    const { checkParts, findCuts } = await import('./check-parts.js')
    const cuts = await findCuts(source)
    if (cuts && (await checkParts(source, cuts, checked.workers, mode, checked, onGames))) return source.size
  }
  return eachGame(source, checked, mode, errors => {
    if (checked.throws) throwFirst(errors)
    onGames(1, pgnFacts()[PGN_PLIES], errors, [])
  })
}

const mayUseThreads = (source: unknown, { workers, filter }: CheckedOptions): source is Blob =>
  workers > 1 && isBlob(source) && filter === undefined

/**
 * Reads games; C has each of them (pgnFacts()) during the call of onGame.
 * @param mode PGN_* flags
 * @param more.between called after each chunk of the source and all of its games
 * @param more.waiting called while the source is slow
 * @param more.ahead takes games that onGame does not get
 * @returns the number of bytes
 * @throws {ChessError} as readPgn(); errors of onGame and between
 */
export async function eachGame(
  source: PgnSource,
  checked: CheckedOptions,
  mode: number,
  onGame: (errors: ChessError[], reader: GameReader) => void,
  more: { between?: () => Promise<void> | undefined; waiting?: Waiting; ahead?: Ahead } = {},
): Promise<number> {
  const reader = new GameReader(checked, mode, false, more.ahead)
  const given = checkSource(source)
  const progress = new Progress(checked, given)
  for await (const _ of feed(given, checked, reader, progress, more.waiting)) {
    while (reader.next()) {
      progress.games++
      onGame(reader.errors, reader)
    }
    await more.between?.()
  }
  return progress.bytes
}

/**
 * Passes the source to a reader, chunk by chunk, and yields after each chunk. It reports progress, lets the event loop turn,
 * and stops when the signal is aborted.
 */
async function* feed(
  source: unknown,
  { signal }: CheckedOptions,
  reader: GameReader,
  progress: Progress,
  waiting?: Waiting,
): AsyncGenerator<void, void, undefined> {
  const pause = new Pause()
  signal?.throwIfAborted()
  try {
    for await (const chunk of chunksOf(source, signal, waiting)) {
      reader.push(chunk)
      yield
      progress.report(chunk.bytes.length)
      if (pause.isDue()) await pause.take()
      signal?.throwIfAborted()
    }
    reader.end()
    yield
    progress.report(0)
  } finally {
    reader.release()
  }
}
