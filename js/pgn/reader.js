// SPDX-License-Identifier: Apache-2.0
// parsePgn, readPgn and validatePgn.

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
import { GameReader } from './game-reader.js'
import { pgnGameOf, pgnGameOfText } from './pgn-game.js'
import { checkPgnOptions } from './pgn-options.js'
import { checkSource, chunksOf, isBlob, isWhole, wholeChunks } from './source.js'

/** @import { Ahead } from './game-reader.js' */
/** @import { PgnGame } from './pgn-game.js' */
/** @import { CheckedOptions, ReadPgnOptions } from './pgn-options.js' */
/** @import { PgnSource } from './source.js' */
/** @import { ChessError } from '../core/errors.js' */

/**
 * Reads all games of a PGN in memory. PGN standard 8.
 *
 * A game with errors is returned as well: `errors` lists them, and its moves reach up to the first one of its main line.
 * @param {string | Uint8Array} source text; bytes are UTF-8 or, where a game is not valid UTF-8, Latin-1
 * @param {ReadPgnOptions} [options]
 * @returns {PgnGame[]}
 * @throws {ChessError} ERR_ARGUMENT, ERR_MEMORY; with onError: 'throw' the first ERR_PGN_*
 */
export function parsePgn(source, options) {
  const checked = checkPgnOptions(options)
  const whole = checkSource(source)
  if (!isWhole(whole)) throw argumentError('parsePgn() takes a string or a Uint8Array, and readPgn() streams')
  const reader = new GameReader(checked, checked.headersOnly ? PGN_SKIP_MOVES : 0)
  const progress = new Progress(checked, whole)
  /** @type {PgnGame[]} */
  const games = []
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
 * Reads games one at a time from a source of any size; memory is bounded by the largest game. PGN standard 8.
 *
 * Leaving the loop early closes the source. The event loop gets its turns also when all of the source is in memory.
 * @param {PgnSource} source a string, bytes, a Blob, a web or Node stream, or an iterable of strings or bytes
 * @param {ReadPgnOptions} [options]
 * @returns {AsyncGenerator<PgnGame, void, undefined>}
 * @throws {ChessError} ERR_ARGUMENT; while iterating ERR_MEMORY, the signal's reason, what the source throws, and with
 *   onError: 'throw' the first ERR_PGN_*
 */
export function readPgn(source, options) {
  const checked = checkPgnOptions(options)
  return gamesOf(checkSource(source), checked)
}

/**
 * @param {unknown} source
 * @param {CheckedOptions} options
 * @returns {AsyncGenerator<PgnGame, void, undefined>}
 */
async function* gamesOf(source, options) {
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
 * Replays and checks the main line of every game, without an object for any move: the fastest way to check
 * a PGN. Variations are not replayed, but they must be closed.
 * @param {PgnSource} source as in readPgn
 * @param {ReadPgnOptions} [options]
 * @returns {Promise<{ games: number, plies: number, bytes: number, errors: ChessError[] }>} games that
 *   `filter` and `reaches` want, legal moves of their main lines, bytes of the source (a string's in UTF-8), errors in the order of the text, warnings among them
 * @throws {ChessError} as in readPgn
 */
export async function validatePgn(source, options) {
  let games = 0
  let plies = 0
  /** @type {ChessError[]} */
  const errors = []
  const bytes = await checkGames(source, options, (length, found) => {
    games++
    plies += length
    for (const error of found) errors.push(error)
  })
  return { games, plies, bytes, errors }
}

/**
 * The core of validatePgn(), for callers that need the errors of every game as soon as it is read.
 * @param {PgnSource} source
 * @param {ReadPgnOptions | undefined} options
 * @param {(plies: number, errors: ChessError[]) => void} onGame
 * @returns {Promise<number>} bytes
 * @throws {ChessError} as in readPgn
 */
export async function checkGames(source, options, onGame) {
  const checked = checkPgnOptions(options)
  const mode = PGN_NO_TAGS | (checked.headersOnly ? PGN_SKIP_MOVES : PGN_MAIN_LINE)
  return eachGame(source, checked, mode, errors => {
    if (checked.throws) throwFirst(errors)
    onGame(pgnFacts()[PGN_PLIES], errors)
  })
}

/**
 * Reads games, each of which C holds (pgnFacts()) during the call.
 * @param {PgnSource} source
 * @param {CheckedOptions} checked
 * @param {number} mode PGN_* flags
 * @param {(errors: ChessError[], reader: GameReader) => void} onGame
 * @param {object} [more]
 * @param {() => Promise<void> | undefined} [more.between] called after each chunk of the source, of which all games were given
 * @param {Ahead} [more.ahead] takes games that onGame does not see
 * @returns {Promise<number>} bytes
 * @throws {ChessError} as in readPgn; what onGame and between throw
 */
export async function eachGame(source, checked, mode, onGame, { between, ahead } = {}) {
  const reader = new GameReader(checked, mode, false, ahead)
  const given = checkSource(source)
  const progress = new Progress(checked, given)
  for await (const _ of feed(given, checked, reader, progress)) {
    while (reader.next()) {
      progress.games++
      onGame(reader.errors, reader)
    }
    await between?.()
  }
  return progress.bytes
}

/**
 * Gives a reader the source chunk by chunk, and yields after each of them. Reports progress, lets the event loop turn,
 * and stops where the signal aborts.
 * @param {unknown} source
 * @param {CheckedOptions} options
 * @param {GameReader} reader
 * @param {Progress} progress
 * @returns {AsyncGenerator<void, void, undefined>}
 */
async function* feed(source, { signal }, reader, progress) {
  const pause = new Pause()
  signal?.throwIfAborted()
  try {
    for await (const chunk of chunksOf(source, signal)) {
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

/**
 * @param {GameReader} reader
 * @param {CheckedOptions} options
 * @returns {PgnGame}
 * @throws {ChessError} the game's first error with onError: 'throw'
 */
function takeGame(reader, options) {
  if (options.throws) throwFirst(reader.errors)
  const { reading, reached } = reader
  const text = reader.text()
  const origin = { range: reader.range(), reached, reading }
  if (text === undefined) return pgnGameOf(gameFacts(reader.errors), origin)
  const facts = pgnFacts()
  return pgnGameOfText(text, RESULTS[facts[PGN_RESULT]], VARIANTS[facts[PGN_VARIANT]], origin)
}

/**
 * @param {ChessError[]} errors
 * @throws {ChessError} the first one that is no warning
 */
function throwFirst(errors) {
  const first = errors.find(error => !error.warning)
  if (first !== undefined) throw first
}

/** Reports how far the reading has come. */
class Progress {
  games = 0
  bytes = 0
  #total
  #onProgress

  /**
   * @param {CheckedOptions} options
   * @param {unknown} source
   */
  constructor({ onProgress }, source) {
    this.#onProgress = onProgress
    this.#total = onProgress && totalBytes(source)
  }

  /** @param {number} bytes since the last report */
  report(bytes) {
    this.bytes += bytes
    this.#onProgress?.({ bytes: this.bytes, totalBytes: this.#total, games: this.games })
  }
}

/**
 * @param {unknown} source
 * @returns {number | undefined}
 */
function totalBytes(source) {
  if (typeof source === 'string') return utf8Length(source)
  if (isWhole(source)) return source.length
  return isBlob(source) ? source.size : undefined
}

/** @param {string} text */
function utf8Length(text) {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const point = /** @type {number} */ (text.codePointAt(i))
    if (point > 0xffff) i++
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return length
}
