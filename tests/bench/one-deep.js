// SPDX-License-Identifier: Apache-2.0
// A player that looks one ply deep: it mates in one, takes what hangs and saves what would hang, by counting attackers.

import { otherColor } from '#js/game/squares.js'

/** @import { Color, Game, PieceType } from 'binbo' */

/** @type {Record<PieceType, number>} */
const WORTH = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 }

/**
 * @param {Game} game not over
 * @param {unknown} _engine it needs none
 * @param {() => number} random [0, 1)
 * @returns {string} UCI
 */
export function oneDeep(game, _engine, random) {
  const color = game.sideToMove
  let best = { uci: '', value: Number.NEGATIVE_INFINITY }
  for (const { uci, san, captured, promotion } of game.legalMoves('move')) {
    if (san.endsWith('#')) return uci
    const after = game.clone()
    after.move(uci)
    const gained = (captured ? WORTH[captured] : 0) + (promotion === 'q' ? WORTH.queen - WORTH.pawn : 0)
    // Among equals it takes room from the opponent, so that a won game ends.
    const room = after.status.over ? 0 : after.legalMoves('count')
    const value = after.status.over ? -1 : gained - hanging(after, color) - room / 1000 + random() / 100
    after.stop()
    if (value > best.value) best = { uci, value }
  }
  return best.uci
}

/**
 * @param {Game} game the opponent is to move
 * @param {Color} color
 * @returns {number} the most that the opponent can win of this side by one capture: a piece without cover, or one worth
 *   more than what takes it
 */
function hanging(game, color) {
  const opponent = otherColor(color)
  let most = 0
  for (const [square, owner, type] of game.pieces()) {
    if (owner !== color || type === 'king') continue
    const takers = game.attackers(square, opponent).map(from => game.pieceAt(from)?.type ?? 'king')
    if (takers.length === 0) continue
    const cheapest = Math.min(...takers.map(taker => WORTH[taker]).filter(worth => worth > 0), 10)
    const isCovered = game.attackers(square, color).length > 0
    const loss = isCovered ? (cheapest < 10 ? WORTH[type] - cheapest : 0) : WORTH[type]
    most = Math.max(most, loss)
  }
  return most
}
