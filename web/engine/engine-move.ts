// SPDX-License-Identifier: Apache-2.0
// Finds an engine's move at a given strength: the best move, or for weak levels the first move of one of its lines. Loaded
// before the engine's first move.

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
 * @param engine the caller has claimed it
 * @param game borrowed until this resolves; it is not over
 * @param limits ignored by weak levels
 * @returns the move in UCI
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
  if (level) {
    const known = lines.map(({ pv, score }) => ({ uci: pv[0], value: Number(score) }))
    return chooseWeakly(level, known, game.legalMoves('move'), pieces, random)
  }
  if (move === null) throw new TypeError('an engine has no move: the game is over')
  return move
}

/** Minimum milliseconds per move if the engine plays both sides, so that users can follow. */
export const WATCHED = 500
/** Weak levels find their move immediately. They wait for this part of their clock, so that the move does not surprise users. */
const WAITED_SHARE = 1 / 40
const MAX_WAIT = 1200

/**
 * Delays a move so that it takes at least the time that users expect.
 * @param facts.signal ends the delay
 * @param facts.limits the limits of the move
 * @param facts.isWatched whether the engine plays both sides
 * @returns the move
 * @throws {ChessError} if `move` rejects
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
  const found = await move
  const { movetime = 0, wtime = 0, btime = 0 } = limits
  const share = isWeak(strength) ? movetime + Math.min(wtime, btime) * WAITED_SHARE : 0
  const minimum = Math.max(isWatched ? WATCHED : 0, Math.min(share, MAX_WAIT))
  await pause(started + minimum - performance.now(), signal)
  return found
}

/** @param time milliseconds @returns resolves immediately if aborted */
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
