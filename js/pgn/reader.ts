// SPDX-License-Identifier: Apache-2.0
// parsePgn(), readPgn() and validatePgn().

import type { ChessError } from '../core/errors.js'
import { argumentError } from '../core/errors.js'
import {
  PGN_MAIN_LINE,
  PGN_NO_TAGS,
  PGN_PLIES,
  PGN_RESULT,
  PGN_SKIP_MOVES,
  PGN_VARIANT,
} from '../core/generated/bindings.js'
import { Pause } from '../core/pause.js'
import { pgnFacts, RESULTS } from '../core/pgn-text.js'
import { VARIANTS } from '../game/variants.js'
import { gameFacts } from './game-facts.js'
import type { Ahead } from './game-reader.js'
import { GameReader } from './game-reader.js'
import type { PgnGame } from './pgn-game.js'
import { pgnGameOf, pgnGameOfText } from './pgn-game.js'
import type { CheckedOptions, PgnProgress, ReadPgnOptions } from './pgn-options.js'
import { checkPgnOptions } from './pgn-options.js'
import type { PgnSource, Waiting } from './source.js'
import { checkSource, chunksOf, isBlob, isWhole, wholeChunks } from './source.js'

/**
 * Reads all games of a PGN in memory (PGN standard 8).
 *
 * Games with errors are returned, too: `errors` lists the errors, and the moves end before the first one of the main line.
 * @param source a string, or bytes in UTF-8; a tag or comment that is not valid UTF-8 is read as Latin-1
 * @throws {ChessError} ERR_ARGUMENT, ERR_MEMORY; with onError: 'throw', the first ERR_PGN_*
 */
export function parsePgn(source: string | Uint8Array, options?: ReadPgnOptions): PgnGame[] {
  const checked = checkPgnOptions(options)
  const whole = checkSource(source)
  if (!isWhole(whole)) throw argumentError('parsePgn() takes a string or a Uint8Array, and readPgn() streams')
  const reader = new GameReader(checked, checked.headersOnly ? PGN_SKIP_MOVES : 0)
  const progress = new Progress(checked, whole)
  const games: PgnGame[] = []
  const take = () => {
    while (reader.next()) games.push(takeGame(reader, checked))
    progress.games = games.length
  }
  try {
    for (const chunk of wholeChunks(whole)) {
      checked.signal?.throwIfAborted()
      reader.push(chunk)
      take()
      progress.report(chunk.bytes.length)
    }
    reader.end()
    take()
    progress.report(0)
  } finally {
    reader.release()
  }
  return games
}

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
  return gamesOf(checkSource(source), checked)
}

async function* gamesOf(source: unknown, options: CheckedOptions): AsyncGenerator<PgnGame, void, undefined> {
  const reader = new GameReader(options, options.headersOnly ? PGN_SKIP_MOVES : 0, !options.headersOnly)
  const progress = new Progress(options, source)
  const pause = new Pause()
  for await (const _ of feed(source, options, reader, progress)) {
    while (reader.next()) {
      progress.games++
      yield takeGame(reader, options)
      if (pause.isDue()) await pause.take()
      options.signal?.throwIfAborted()
    }
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
  const bytes = await checkGames(source, options, (length, found) => {
    games++
    plies += length
    for (const error of found) errors.push(error)
  })
  return { games, plies, bytes, errors }
}

/**
 * The core of validatePgn(), for callers that need the errors of every game as soon as it is read.
 * @returns the number of bytes
 * @throws {ChessError} as readPgn()
 */
export async function checkGames(
  source: PgnSource,
  options: ReadPgnOptions | undefined,
  onGame: (plies: number, errors: ChessError[]) => void,
): Promise<number> {
  const checked = checkPgnOptions(options)
  const mode = PGN_NO_TAGS | (checked.headersOnly ? PGN_SKIP_MOVES : PGN_MAIN_LINE)
  return eachGame(source, checked, mode, errors => {
    if (checked.throws) throwFirst(errors)
    onGame(pgnFacts()[PGN_PLIES], errors)
  })
}

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

/** @throws {ChessError} with onError: 'throw', the first error of the game */
function takeGame(reader: GameReader, options: CheckedOptions): PgnGame {
  if (options.throws) throwFirst(reader.errors)
  const { reading, reached } = reader
  const text = reader.text()
  const origin = { range: reader.range(), reached, reading }
  if (text === undefined) return pgnGameOf(gameFacts(reader.errors), origin)
  const facts = pgnFacts()
  return pgnGameOfText(text, RESULTS[facts[PGN_RESULT]], VARIANTS[facts[PGN_VARIANT]], origin)
}

/** @throws {ChessError} the first error that is not a warning */
function throwFirst(errors: ChessError[]) {
  const first = errors.find(error => !error.warning)
  if (first !== undefined) throw first
}

/** Reports the progress of reading. */
class Progress {
  games = 0
  bytes = 0
  #total: number | undefined
  #onProgress: ((progress: PgnProgress) => void) | undefined

  constructor({ onProgress }: CheckedOptions, source: unknown) {
    this.#onProgress = onProgress
    this.#total = onProgress && totalBytes(source)
  }

  /** @param bytes the bytes since the last report */
  report(bytes: number) {
    this.bytes += bytes
    this.#onProgress?.({ bytes: this.bytes, totalBytes: this.#total, games: this.games })
  }
}

function totalBytes(source: unknown): number | undefined {
  if (typeof source === 'string') return utf8Length(source)
  if (isWhole(source)) return source.length
  return isBlob(source) ? source.size : undefined
}

function utf8Length(text: string) {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0
    if (point > 0xffff) i++
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return length
}
