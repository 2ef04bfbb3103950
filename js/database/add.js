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
import { DATABASE_NOT_ASCII } from './generated/bindings.js'

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
/** So many games apart the memory is compared with its limit: asking takes time. */
const MEMORY_GAMES = 64
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
  let core = new Uint8Array(0)
  const onGame = (/** @type {ChessError[]} */ errors) => {
    check()
    if (errors.length > 0) {
      added.errors.push(...errors)
      if (errors.some(error => NO_START.has(error.code))) {
        added.skipped++
        return
      }
    }
    if (added.games % MEMORY_GAMES === 0 && store.wasm.memory.buffer.byteLength > maxMemory)
      throw databaseError('ERR_DATABASE_MEMORY')
    if (core.length === 0) core = new Uint8Array(wasm.memory.buffer)
    addGame(store, core)
    added.games++
  }
  await eachGame(source, checked, PGN_MAIN_LINE, onGame, commit)
  return added
}

/**
 * Adds the game that the core has read last.
 * @param {Store} store
 * @param {Uint8Array} core all of the core's memory
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function addGame(store, core) {
  const facts = pgnFacts()
  const { [PGN_WORDS]: words, [PGN_WORD_COUNT]: plies, [PGN_TEXT]: text, [PGN_TAGS_SIZE]: size } = facts
  const [variant, result] = [facts[PGN_VARIANT], facts[PGN_RESULT]]
  const fen = facts[PGN_HAS_START] ? encode(readText(wasm.binbo_pgn_start_fen())) : NO_BYTES
  const moves = core.subarray(words, words + 4 * plies)
  const read = core.subarray(text, text + size)
  /** @param {Uint8Array} tags @param {0 | 1} isUtf8 */
  const give = (tags, isUtf8) => {
    const at = store.input(moves.length + tags.length + fen.length)
    const { bytes } = store.views()
    bytes.set(moves, at)
    bytes.set(tags, at + moves.length)
    bytes.set(fen, at + moves.length + tags.length)
    return store.wasm.binbo_database_add(plies, tags.length, fen.length, variant, result, isUtf8)
  }
  const added = give(read, 0)
  if (added === 0 || (added === DATABASE_NOT_ASCII && give(encode(decodeText(read)), 1) === 0))
    throw databaseError('ERR_DATABASE_MEMORY')
}
