// SPDX-License-Identifier: Apache-2.0
// Games of PGN into a database. The core reads a game's tags and main line; both are copied from its memory into that of
// the database as they are, without an object for a move or a tag.

import { decodeText, readText } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import {
  PGN_HAS_START,
  PGN_MAIN_LINE,
  PGN_RESULT,
  PGN_TAGS_SIZE,
  PGN_TEXT,
  PGN_VARIANT,
  PGN_WORD_COUNT,
  PGN_WORDS,
} from '../core/generated/bindings.js'
import { checkOptions } from '../core/options.js'
import { pgnFacts } from '../core/pgn-text.js'
import { encode } from '../core/utf8.js'
import { wasm } from '../core/wasm.js'
import { checkPgnOptions } from '../pgn/pgn-options.js'
import { eachGame } from '../pgn/reader.js'
import { databaseError } from './errors.js'

/** @import { ChessError } from '../core/errors.js' */
/** @import { PgnSource } from '../pgn/source.js' */
/** @import { Store } from './store.js' */

/**
 * How far add() has come.
 * @typedef {object} AddProgress
 * @property {number} bytes read so far
 * @property {number | undefined} totalBytes the size of the source, where it is known
 * @property {number} games added so far
 * @property {number} committed games that stay, whatever happens next
 * @property {number} gamesPerSecond since the beginning
 */

/**
 * How games are added.
 * @typedef {object} AddOptions
 * @property {'moves' | undefined} [keep] what is kept: the moves of the main line and the headers of a GameHead
 * @property {AbortSignal | undefined} [signal] ends the reading with its reason; games that were added stay
 * @property {((progress: AddProgress) => void) | undefined} [onProgress] called after each piece of the source
 */

/**
 * What add() has read.
 * @typedef {object} AddedGames
 * @property {number} games that were added, those with errors included
 * @property {number} skipped games of which no position is known, because their FEN or variant cannot be read
 * @property {ChessError[]} errors of the main lines, in the order of the text, with their places; warnings among them
 */

/**
 * What a database does with the games that are added.
 * @typedef {object} Keep
 * @property {() => void} check throws where the database is closed
 * @property {() => Promise<void> | undefined} commit called now and then, when no game is half added
 * @property {() => number} committed how many of all games stay, whatever happens next
 */

const OPTION_NAMES = ['keep', 'signal', 'onProgress']
/** Errors of games without a first position. */
const NO_START = new Set(['ERR_PGN_TAG_FEN', 'ERR_PGN_VARIANT'])
/** Room for the text of most chunks, in bytes. */
const KEPT_TEXT = 1 << 19
const NO_BYTES = new Uint8Array(0)

/**
 * @param {Store} store
 * @param {number} maxMemory bytes
 * @param {PgnSource} source
 * @param {unknown} options AddOptions
 * @param {Keep} keep
 * @returns {Promise<AddedGames>}
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY, ERR_MEMORY; the signal's reason, what the source throws
 */
export async function addGames(store, maxMemory, source, options, { check, commit, committed }) {
  const { keep, signal, onProgress } = checkOptions(options, OPTION_NAMES)
  if (keep !== undefined && keep !== 'moves')
    throw argumentError("This version keeps moves alone: keep is 'moves'", keep)
  const begin = performance.now()
  const before = store.games
  const added = { games: 0, skipped: 0, errors: /** @type {ChessError[]} */ ([]) }
  const checked = checkPgnOptions({ signal, onProgress })
  if (onProgress !== undefined)
    checked.onProgress = ({ bytes, totalBytes }) => {
      const games = added.games
      const gamesPerSecond = Math.round((1000 * games) / Math.max(1, performance.now() - begin))
      const report = /** @type {(progress: AddProgress) => void} */ (onProgress)
      report({ bytes, totalBytes, games, committed: Math.max(0, committed() - before), gamesPerSecond })
    }
  const ahead = new Import(store, count => {
    check()
    if (store.wasm.memory.buffer.byteLength > maxMemory) throw databaseError('ERR_DATABASE_MEMORY')
    added.games += count
  })
  try {
    await eachGame(
      source,
      checked,
      PGN_MAIN_LINE,
      errors => {
        added.errors.push(...errors)
        if (errors.some(error => NO_START.has(error.code))) added.skipped++
        else {
          addGame(store)
          added.games++
        }
      },
      { between: commit, ahead },
    )
  } finally {
    ahead.release()
  }
  return added
}

/** Reads PGN in the memory of a database, where its games are added at once: all but those of which JS must know more. */
class Import {
  #store
  #onGames
  /** @type {Uint8Array | undefined} What C has as its text. */
  #given

  /**
   * @param {Store} store
   * @param {(count: number) => void} onGames called before games are added, and with their number afterwards
   */
  constructor(store, onGames) {
    this.#store = store
    this.#onGames = onGames
  }

  push() {}

  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} flags PGN_*
   * @returns {{ games: number, at: number }} as an Ahead does
   * @throws {ChessError} ERR_DATABASE_MEMORY; what onGames throws
   */
  read(bytes, at, flags) {
    const { wasm } = this.#store
    this.#onGames(0)
    if (bytes !== this.#given) {
      const text = wasm.binbo_database_text(Math.max(bytes.length, KEPT_TEXT)) >>> 0
      if (text === 0) throw databaseError('ERR_DATABASE_MEMORY')
      this.#store.views().bytes.set(at === 0 ? bytes : bytes.subarray(at), text + at)
      this.#given = bytes
    }
    const end = wasm.binbo_database_read(at, bytes.length, flags) >>> 0
    const games = wasm.binbo_database_read_games() >>> 0
    this.#onGames(games)
    return { games, at: end }
  }

  release() {
    this.#store.wasm.binbo_database_text(0)
  }
}

/**
 * Adds the game that the core has read last.
 * @param {Store} store
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function addGame(store) {
  const facts = pgnFacts()
  const { [PGN_WORDS]: words, [PGN_WORD_COUNT]: plies, [PGN_TEXT]: text, [PGN_TAGS_SIZE]: size } = facts
  const [variant, result] = [facts[PGN_VARIANT], facts[PGN_RESULT]]
  const fen = facts[PGN_HAS_START] ? encode(readText(wasm.binbo_pgn_start_fen())) : NO_BYTES
  const core = new Uint8Array(wasm.memory.buffer)
  const moves = core.subarray(words, words + 4 * plies)
  const tags = encode(decodeText(core.subarray(text, text + size)))
  const at = store.input(moves.length + tags.length + fen.length)
  const { bytes } = store.views()
  bytes.set(moves, at)
  bytes.set(tags, at + moves.length)
  bytes.set(fen, at + moves.length + tags.length)
  if (store.wasm.binbo_database_add(plies, tags.length, fen.length, variant, result) === 0)
    throw databaseError('ERR_DATABASE_MEMORY')
}
