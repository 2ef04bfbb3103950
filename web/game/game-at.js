// SPDX-License-Identifier: Apache-2.0
// A position of a tree as a game, with the moves before it: repetitions count. toGame() knows the main line alone, and
// throws at null moves.

import { Game } from 'binbo'

/** @typedef {import('binbo').Variant} Variant */
/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */

/**
 * Draws are claimed in it, and those that have come by themselves (the same position five times, 75 moves) do not
 * end it before its last move: the tree may go on.
 * @param {PgnGame} tree
 * @param {PgnNode} node
 * @returns {Game} owned by the caller; it begins after the last null move, which a game cannot have
 * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN for a tree that could not be read from its start on
 */
export function gameAt(tree, node) {
  const variant = /** @type {Variant} */ (tree.variant)
  /** @type {string[]} */
  const sans = []
  let start = node
  for (; start.parent && start.san !== '--'; start = start.parent)
    sans.push(/** @type {string} */ (start.san))
  const game = new Game({ draws: 'claim', variant: variant === 'chess960' ? variant : 'standard' })
  const tags = `[SetUp "1"]\n[FEN "${start.fen}"]\n[Variant "${variant}"]\n`
  try {
    const refused = tree.errors.find(({ code }) => code === 'ERR_PGN_VARIANT' || code === 'ERR_PGN_TAG_FEN')
    if (refused) throw refused
    game.loadPgn(`${tags}\n${sans.reverse().join(' ')} *`)
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}
