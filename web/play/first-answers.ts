// SPDX-License-Identifier: Apache-2.0
// Answers of the computer while its engine is being loaded: moves of the list of openings.

import type { Game, Position } from 'binbo'
import { continuations } from 'binbo/openings'
import { builtInFiles, isComing } from '../engine/engine-load.js'
import type { EngineRoom } from '../engine/engine-room.js'

/** Moves with a smaller share of the continuations of the best known move are not played: the list has odd openings, too. */
const LEAST_SHARE = 0.75
/** Moves with fewer continuations are not played: such lines are often traps. */
const LEAST = 2

/**
 * Starts the engine, and answers in its place if its files are still on their way.
 * @param game borrowed until this resolves
 * @param random [0, 1)
 * @returns a move in UCI; null: the engine must find one
 */
export async function firstAnswer(
  game: Game,
  room: EngineRoom,
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<string | null> {
  if (room.program.kind !== 'builtin' || room.state === 'failed') return null
  // Failures are reported when the engine must move.
  room.engine(signal).catch(() => {})
  const [, wasm] = builtInFiles()
  if (!(await isComing(wasm)) || signal.aborted) return null
  return openingMove(game.position, random)
}

/**
 * @param random [0, 1)
 * @returns a move in UCI, the more often the more of the list follows it; null off the list
 */
export function openingMove(position: Position, random: () => number): string | null {
  const all = continuations(position).map(({ uci }) => ({
    uci,
    weight: continuations(position.play(uci)).length,
  }))
  const least = Math.max(LEAST, LEAST_SHARE * Math.max(...all.map(({ weight }) => weight)))
  const good = all.filter(({ weight }) => weight >= least)
  let left = random() * good.reduce((sum, { weight }) => sum + weight, 0)
  return good.find(({ weight }) => (left -= weight) < 0)?.uci ?? null
}
