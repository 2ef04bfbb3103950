// SPDX-License-Identifier: Apache-2.0
// Counts the positions after some moves, and says how far it is: synchronous, so it has a thread of its own.

import { Game, perft } from 'binbo'

/** @typedef {import('./count.js').Task} Task */
/** @typedef {import('./count.js').Count} Count */

/** Milliseconds between two messages. */
const PACE = 100
/** From here on a move alone takes too long to count without a word. */
const DEEP = 5

/** @param {Count & { ended: boolean }} count */
const tell = count => postMessage(count)

addEventListener('message', ({ data }) => count(data))

/** @param {Task} task */
function count({ fen, variant, depth }) {
  // The first call compiles the core.
  perft(fen, 1, { variant })
  const begun = performance.now()
  const game = new Game({ fen, variant, draws: 'claim' })
  const parts = partsOf(game, Math.min(depth, depth >= DEEP ? 2 : 1), depth)
  game.stop()
  let nodes = 0
  let told = begun
  for (const [index, part] of parts.entries()) {
    nodes += Number(perft(part.fen, part.depth, { variant }))
    const now = performance.now()
    if (now - told < PACE) continue
    told = now
    tell({ nodes, ms: now - begun, share: (index + 1) / parts.length, ended: false })
  }
  tell({ nodes, ms: performance.now() - begun, share: 1, ended: true })
}

/**
 * @param {Game} game left as it was
 * @param {number} plies to divide by; a drawn position has no moves to play, and is a part by itself
 * @param {number} depth
 * @returns {{ fen: string, depth: number }[]} that together have as many positions
 */
function partsOf(game, plies, depth) {
  if (plies === 0 || game.status.over) return [{ fen: game.fen, depth }]
  return game.legalMoves('uci').flatMap(move => {
    game.move(move)
    const parts = partsOf(game, plies - 1, depth - 1)
    game.undo()
    return parts
  })
}
