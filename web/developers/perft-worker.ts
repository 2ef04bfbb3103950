// SPDX-License-Identifier: Apache-2.0
// Counts positions in a Worker, because perft() is synchronous, and reports its progress.

import { Game, perft } from 'binbo'
import { startCore } from '../page/load.js'
import type { Count, Task } from './race.js'

/** Milliseconds between two reports. */
const REPORT_INTERVAL = 100
/** At this depth or more, counting the positions after one move would take too long without a report. */
const DEEP = 5

const started = startCore()

// The page sees only reported errors.
addEventListener('message', ({ data }) => started.then(() => count(data)).catch(reportError))

const report = (count: Count & { ended: boolean }) => postMessage(count)

function count({ fen, variant, depth }: Task) {
  const begun = performance.now()
  const game = new Game({ fen, variant, draws: 'claim' })
  const parts = partsOf(game, Math.min(depth, depth >= DEEP ? 2 : 1), depth)
  game.stop()
  let nodes = 0
  let reported = begun
  for (const [index, part] of parts.entries()) {
    nodes += Number(perft(part.fen, part.depth, { variant }))
    const now = performance.now()
    if (now - reported < REPORT_INTERVAL) continue
    reported = now
    report({ nodes, ms: now - begun, share: (index + 1) / parts.length, ended: false })
  }
  report({ nodes, ms: performance.now() - begun, share: 1, ended: true })
}

/**
 * Divides a count into smaller ones.
 * @param game unchanged afterwards
 * @param plies to divide by; a finished game is not divided, since it has no moves
 * @param depth of the whole count
 * @returns parts whose counts add up to the whole
 */
function partsOf(game: Game, plies: number, depth: number): { fen: string; depth: number }[] {
  if (plies === 0 || game.status.over) return [{ fen: game.fen, depth }]
  return game.legalMoves('uci').flatMap(move => {
    game.move(move)
    const parts = partsOf(game, plies - 1, depth - 1)
    game.undo()
    return parts
  })
}
