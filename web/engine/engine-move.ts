// SPDX-License-Identifier: Apache-2.0
// Finds an engine move at a given strength: the engine's best move, or for weak levels one of its lines. Loaded on the
// engine's first move.

import type { Game } from 'binbo'
import type { Engine, Info, Limits } from 'binbo/uci'
import type { Strength } from './strength.js'
import { isWeak, strengthOptions, WEAK_ELO } from './strength.js'
import { chooseWeakly, WEAK_LEVELS, WEAK_LINES, weakDepth } from './weak.js'

type MoveOptions = {
  /** cancels the search */
  signal?: AbortSignal
  /** called for each info of the engine */
  onInfo?: (info: Info) => void
  /** [0, 1); default Math.random */
  random?: () => number
}

/**
 * Lets the engine choose a move.
 * @param engine the caller has it exclusively
 * @param game borrowed until this resolves; not over
 * @param limits weak levels have limits of their own
 * @returns UCI
 * @throws {ChessError} ERR_UCI_*; ERR_UCI_CANCELLED by the signal
 */
export async function findMove(
  engine: Engine,
  game: Game,
  strength: Strength,
  limits: Limits,
  { signal, onInfo, random = Math.random }: MoveOptions = {},
): Promise<string> {
  await engine.setOptions(strengthOptions(strength, engine.options))
  const level = WEAK_LEVELS[WEAK_ELO.indexOf(Number(strength))]
  const pieces = game.pieces().length
  const multipv = level && engine.options.has('MultiPV') ? WEAK_LINES : 1
  const search = engine.search(game, level ? { depth: weakDepth(level, pieces) } : limits, {
    signal,
    multipv,
  })
  for await (const info of search) onInfo?.(info)
  const { move, lines } = await search.best
  if (!level) return move as string
  const known = lines.map(({ pv, score }) => ({
    uci: (pv as string[])[0],
    value: Number(score),
  }))
  return chooseWeakly(level, known, game.legalMoves('move'), pieces, random)
}

/** Minimum milliseconds per move if the engine plays both sides, so that users can follow. */
export const WATCHED = 500
/** Weak levels answer at once. They wait for this part of their clock, so that the reply does not startle. */
const SHARE_OF_CLOCK = 40
const LONGEST_REST = 1200

/**
 * Waits until as much time has passed as a move should take.
 * @param facts.signal ends the waiting
 * @param facts.limits of the move
 * @param facts.isWatched whether the engine plays both sides
 * @returns the move
 * @throws {ChessError} as `move` does
 */
export async function inDueTime(
  move: Promise<string>,
  {
    signal,
    strength,
    limits,
    isWatched,
  }: { signal: AbortSignal; strength: Strength; limits: Limits; isWatched: boolean },
): Promise<string> {
  const started = performance.now()
  const made = await move
  const { movetime = 0, wtime = 0, btime = 0 } = limits
  const share = isWeak(strength) ? movetime + Math.min(wtime, btime) / SHARE_OF_CLOCK : 0
  const least = Math.max(isWatched ? WATCHED : 0, Math.min(share, LONGEST_REST))
  await pause(started + least - performance.now(), signal)
  return made
}

/** @param time milliseconds @returns resolves at once if aborted */
export function pause(time: number, signal: AbortSignal): Promise<void> {
  if (time <= 0 || signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, time)
    signal.addEventListener('abort', end)
  })
}
