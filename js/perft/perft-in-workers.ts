// SPDX-License-Identifier: Apache-2.0
// Perft in Workers. Positions after two plies are handed out one by one, and the counts are added up by the first move.

import { checkCallback, checkOptions, checkSignal, checkWorkers, flag } from '../core/options.js'
import { Pause } from '../core/pause.js'
import type { PerftOptions } from '../game/fen.js'
import { DEEPEST, perft } from '../game/fen.js'
import { parseUci } from '../game/move.js'
import { Position, positionAfter, wordOfPacked } from '../game/position.js'

/** The progress of perftInWorkers(). */
export type PerftProgress = {
  /** Counted leaves. */
  nodes: number
  /** Counted positions after two plies. */
  done: number
  /** All positions after two plies that have moves. */
  total: number
}

/** How perftInWorkers() counts. */
export type WorkersPerftOptions = PerftOptions & {
  /** How many Workers count at the same time, 1 to 64; default 1. */
  workers?: number | undefined
  /** Aborts the count with its reason. */
  signal?: AbortSignal | undefined
  /** Called when the leaves of a position after two plies are counted. */
  onProgress?: ((progress: PerftProgress) => void) | undefined
}

/** A position after two plies, and the first of them in UCI. */
export type Part = { first: string; fen: string }

/** How a part is counted. */
export type PartOptions = { depth: number; options: Pick<PerftOptions, 'variant' | 'bulk'> }

const OPTION_NAMES = ['variant', 'divide', 'bulk', 'workers', 'signal', 'onProgress']
/** How many plies are played before positions are handed out. */
const PLIES = 2

/**
 * Counts the leaves of the legal move tree for each first move, in Workers.
 * @param depth in plies, 0 to 255
 * @returns the number of leaves by first move in UCI, as perft() of `binbo`
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT; the signal's reason; errors of onProgress and of Workers
 */
export function perftInWorkers(
  fen: string,
  depth: number,
  options: WorkersPerftOptions & { divide: true },
): Promise<Map<string, number>>
/**
 * Counts the leaves of the legal move tree in Workers: the same number as perft() of `binbo`, while this thread stays free. Where
 * Workers cannot be started, this thread counts, and its event loop turns in between.
 * @param depth in plies, 0 to 255
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT; the signal's reason; errors of onProgress and of Workers
 */
export function perftInWorkers(
  fen: string,
  depth: number,
  options?: WorkersPerftOptions & { divide?: false | undefined },
): Promise<number>
/**
 * Counts the leaves of the legal move tree in Workers, in all or for each first move.
 * @param depth in plies, 0 to 255
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT; the signal's reason; errors of onProgress and of Workers
 */
export function perftInWorkers(
  fen: string,
  depth: number,
  options?: WorkersPerftOptions,
): Promise<number | Map<string, number>>
export async function perftInWorkers(
  fen: string,
  depth: number,
  options?: WorkersPerftOptions,
): Promise<number | Map<string, number>> {
  const given: WorkersPerftOptions = checkOptions(options, OPTION_NAMES)
  const { variant } = given
  const divide = flag('divide', given.divide, false)
  const bulk = flag('bulk', given.bulk, true)
  const workers = checkWorkers(given.workers)
  const signal = checkSignal(given.signal)
  const onProgress = checkCallback('onProgress', given.onProgress)
  signal?.throwIfAborted()
  if (!(Number.isInteger(depth) && depth > PLIES && depth <= DEEPEST))
    return perft(fen, depth, { variant, divide, bulk })
  const counts = perft(fen, 1, { variant, divide: true })
  const parts = partsOf(Position.from(fen, { variant }))
  let nodes = 0
  let done = 0
  for (const first of counts.keys()) counts.set(first, 0)
  const onCount = ({ first }: Part, count: number) => {
    counts.set(first, (counts.get(first) ?? 0) + count)
    nodes += count
    onProgress?.({ nodes, done: ++done, total: parts.length })
  }
  const plain = { depth: depth - PLIES, options: { variant, bulk } }
  const { countInThreads } = await import('./perft-threads.js')
  if (!(await countInThreads(parts, workers, plain, signal, onCount)))
    await countHere(parts, plain, signal, onCount)
  return divide ? counts : nodes
}

/** @returns the positions after two plies that have moves */
function partsOf(position: Position): Part[] {
  return position.legalMoves('uci').flatMap(first => {
    const reply = after(position, first)
    return reply
      .legalMoves('uci')
      .map(uci => after(reply, uci))
      .filter(part => part.legalMoves('count') > 0)
      .map(({ fen }) => ({ first, fen }))
  })
}

/** @returns the position after a legal move; unlike play(), it also goes on after a draw by rule, as perft() does */
const after = (position: Position, uci: string) =>
  positionAfter(position, wordOfPacked(position, parseUci(uci)))

async function countHere(
  parts: readonly Part[],
  { depth, options }: PartOptions,
  signal: AbortSignal | undefined,
  onCount: (part: Part, count: number) => void,
) {
  const pause = new Pause()
  for (const part of parts) {
    onCount(part, perft(part.fen, depth, options))
    if (pause.isDue()) await pause.take()
    signal?.throwIfAborted()
  }
}
