// SPDX-License-Identifier: Apache-2.0
// Test suites: what an engine plays in the positions of EPD records.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'
import type { Engine } from '../uci/engine/engine.js'
import { killTransport } from '../uci/engine/kill-transport.js'
import type { Info } from '../uci/engine/search.js'
import type { EnginePool } from '../uci/pool/engine-pool.js'
import type { MapProgress } from '../uci/pool/ordered-map.js'
import { checkEnds, checkProgress, checkSignal, OrderedMap } from '../uci/pool/ordered-map.js'
import type { Limits } from '../uci/text/commands.js'
import type { ReadEpd } from './epd.js'
import { Epd } from './epd.js'

/** The engine that searches, and its limits. */
export type RunEpdOptions = {
  /** Its searches wait their turn. */
  engine: Engine | EnginePool
  /** Of each search; default: one second. */
  limits?: Limits | undefined
  /** Ends the run with ERR_UCI_CANCELLED. */
  signal?: AbortSignal | undefined
  /** Called before each result; an error of it ends the run. `total` is known for an array. */
  onProgress?: ((progress: MapProgress) => unknown) | undefined
}

/** The engine's move in a position. */
export type EpdResult = {
  epd: Epd
  /** UCI; null if there is no legal move. */
  move: string | null
  /** Whether the move is a best one (bm), if the record has any, and not one to avoid (am); false for a record with neither. */
  solved: boolean
  /** The newest of the search about its best line. */
  info: Info | null
}

const OPTION_NAMES = ['engine', 'limits', 'signal', 'onProgress']

/**
 * Searches the positions of records, in their order; records without a position are skipped. Each position is a new game for
 * the engine. A pool searches several at once.
 * @returns leaving the loop early stops what runs
 * @throws {ChessError} ERR_ARGUMENT; while iterating ERR_UCI_ENGINE_DEAD, ERR_UCI_CANCELLED, ERR_UCI_VARIANT
 */
export function runEpd(
  records: Iterable<Epd> | AsyncIterable<Epd>,
  options: RunEpdOptions,
): AsyncIterableIterator<EpdResult> {
  const given: Partial<RunEpdOptions> = checkOptions(options, OPTION_NAMES)
  const { engine, limits } = given
  if (typeof engine?.bestMove !== 'function') {
    killTransport(engine)
    throw argumentError('engine is an Engine or an EnginePool', engine)
  }
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

async function* withPosition(records: Iterable<Epd> | AsyncIterable<Epd>): AsyncGenerator<ReadEpd, void> {
  for await (const epd of records) if (hasPosition(epd)) yield epd
}

/** @throws {ChessError} ERR_ARGUMENT */
function hasPosition(epd: Epd): epd is ReadEpd {
  if (epd instanceof Epd) return epd.position !== null
  throw argumentError('Records come from parseEpd() and readEpd()', epd)
}

function isSolved({ ops, bestMoves, avoidMoves }: Epd, move: string | null): boolean {
  const isOf = (moves: { uci: string }[]) => moves.some(({ uci }) => uci === move)
  if (!ops.has('bm') && !ops.has('am')) return false
  return move !== null && (!ops.has('bm') || isOf(bestMoves)) && !isOf(avoidMoves)
}
