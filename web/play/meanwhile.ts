// SPDX-License-Identifier: Apache-2.0
// The computer's answer while the files of its engine are still coming, on a slow line: a move of the list of openings. Loaded
// when the computer is to move and no engine is ready.

import { START_FEN } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import { pause } from '../engine/engine-move.js'
import type { EngineRoom } from '../engine/engine-room.js'
import type { Strength } from '../engine/strength.js'
import { isWeak } from '../engine/strength.js'

/** Milliseconds that users wait for an engine before the list answers. */
const PATIENCE = 1500
/** Fewer lines of the list with a move do not make it a good one. */
const FEWEST = 5
/** The share of the lines of the most frequent move. */
const SHARE = 1 / 4

/**
 * Waits until the engine is ready, or the list answers in its place.
 * @param room its engine is starting
 * @param node where the computer is to move
 * @param strength of the computer; weak levels play worse than the list
 * @param signal ends the waiting
 * @returns a move in SAN; null: the engine must find one
 */
export async function moveMeanwhile(
  room: EngineRoom,
  node: PgnNode,
  strength: Strength,
  signal: AbortSignal,
): Promise<string | null> {
  if (room.program.kind !== 'builtin' || isWeak(strength)) return null
  // A failure ends the waiting, too; the search then reports it.
  const ready = room.engine(signal).catch(() => null)
  while (room.state === 'starting' && !signal.aborted) {
    await Promise.race([ready, pause(PATIENCE, signal)])
    if (room.state === 'starting' && room.progress) return moveOfList(node)
  }
  return null
}

/** The lines of the list as SAN. */
let lines: readonly string[][] = []

/**
 * @param random [0, 1)
 * @returns a move that most lines of the list have after the moves up to the node; null if it has few, or off the list
 */
export async function moveOfList(node: PgnNode, random = Math.random): Promise<string | null> {
  const played: string[] = []
  let start = node
  for (; start.parent; start = start.parent) played.unshift(start.san ?? '')
  if (start.position.variant !== 'standard' || start.position.fen !== START_FEN) return null
  const { openingsWith } = await import('binbo/openings')
  if (lines.length === 0)
    lines = openingsWith('').map(({ moves }) => moves.split(' ').filter(word => !word.endsWith('.')))
  const counts = new Map<string, number>()
  for (const line of lines) {
    const next = line[played.length]
    if (next && played.every((san, ply) => san === line[ply])) counts.set(next, (counts.get(next) ?? 0) + 1)
  }
  const least = Math.max(FEWEST, Math.max(...counts.values()) * SHARE)
  const moves = [...counts].filter(([, count]) => count >= least).map(([san]) => san)
  return moves[Math.floor(random() * moves.length)] ?? null
}
