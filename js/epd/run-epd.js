// SPDX-License-Identifier: Apache-2.0
// Test suites: what an engine plays in the positions of EPD records.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'
import { checkEnds, checkProgress, checkSignal, OrderedMap } from '../uci/pool/ordered-map.js'
import { Epd } from './epd.js'

/** @import { ReadEpd } from './epd.js' */
/** @import { ChessError } from '../core/errors.js' */
/** @import { Engine } from '../uci/engine/engine.js' */
/** @import { Info } from '../uci/engine/search.js' */
/** @import { EnginePool } from '../uci/pool/engine-pool.js' */
/** @import { MapProgress } from '../uci/pool/ordered-map.js' */
/** @import { Limits } from '../uci/text/commands.js' */

/**
 * Who searches, and how long.
 * @typedef {object} RunEpdOptions
 * @property {Engine | EnginePool} engine its searches wait their turn
 * @property {Limits | undefined} [limits] of each search; default: one second
 * @property {AbortSignal | undefined} [signal] ends the run with ERR_UCI_CANCELLED
 * @property {((progress: MapProgress) => unknown) | undefined} [onProgress] called before each result; what it throws ends
 *   the run. `total` is known for an array
 */

/**
 * What the engine played in a position.
 * @typedef {object} EpdResult
 * @property {Epd} epd
 * @property {string | null} move UCI; null where there is no legal move
 * @property {boolean} solved whether the move is a best one (bm), where there are any, and none to avoid (am); false for a
 *   record with neither
 * @property {Info | null} info the newest of the search about its best line
 */

const OPTION_NAMES = ['engine', 'limits', 'signal', 'onProgress']

/**
 * Searches the positions of records, in their order; those without a position are skipped. Each position is a new game for
 * the engine. A pool searches several at once.
 * @param {Iterable<Epd> | AsyncIterable<Epd>} records
 * @param {RunEpdOptions} options
 * @returns {AsyncIterableIterator<EpdResult>} leaving the loop early stops what runs
 * @throws {ChessError} ERR_ARGUMENT; while iterating ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED, ERR_UCI_VARIANT
 */
export function runEpd(records, options) {
  const given = /** @type {RunEpdOptions} */ (checkOptions(options, OPTION_NAMES))
  const { engine, limits } = given
  if (typeof engine?.bestMove !== 'function')
    throw argumentError('engine is an Engine or an EnginePool', engine)
  const signal = checkSignal(given.signal)
  const onProgress = checkProgress(given.onProgress)
  checkEnds(limits)
  const total = Array.isArray(records) ? records.filter(hasPosition).length : undefined
  return new OrderedMap(Array.isArray(records) ? records.filter(hasPosition) : withPosition(records), {
    ahead: 'size' in engine ? 2 * engine.size : 1,
    signal,
    onProgress: onProgress && (({ done }) => onProgress({ done, total })),
    async start(epd, signal) {
      const queue = 'size' in engine ? {} : { queue: true }
      const { move, info } = await engine.bestMove(epd.position, limits, {
        game: Symbol('record'),
        signal,
        ...queue,
      })
      return { epd, move, solved: isSolved(epd, move), info }
    },
  })
}

/**
 * @param {Iterable<Epd> | AsyncIterable<Epd>} records
 * @returns {AsyncGenerator<ReadEpd, void>}
 */
async function* withPosition(records) {
  for await (const epd of records) if (hasPosition(epd)) yield epd
}

/**
 * @param {Epd} epd
 * @returns {epd is ReadEpd}
 * @throws {ChessError} ERR_ARGUMENT
 */
function hasPosition(epd) {
  if (epd instanceof Epd) return epd.position !== null
  throw argumentError('Records are those of parseEpd() and readEpd()', epd)
}

/**
 * @param {Epd} epd
 * @param {string | null} move
 * @returns {boolean}
 */
function isSolved({ ops, bestMoves, avoidMoves }, move) {
  const isOf = (/** @type {{ uci: string }[]} */ moves) => moves.some(({ uci }) => uci === move)
  if (!ops.has('bm') && !ops.has('am')) return false
  return move !== null && (!ops.has('bm') || isOf(bestMoves)) && !isOf(avoidMoves)
}
