// SPDX-License-Identifier: Apache-2.0
// Random games that do not end, for players who play on and on.

import { pick, randomFrom } from '../../random.js'
import { binbo } from './binbo.js'

/**
 * @param {number} seed not 0; the same seed gives the same game
 * @param {number} plies
 * @returns {string[]} legal moves in UCI, none of which ends a game whose draws must be claimed
 */
export function longGame(seed, plies) {
  const random = randomFrom(seed)
  for (;;) {
    const game = new binbo.Game({ draws: 'claim' })
    const moves = []
    while (moves.length < plies) {
      const uci = pick(random, game.legalMoves('uci'))
      game.move(uci)
      if (game.status.over) break
      moves.push(uci)
    }
    game.stop()
    if (moves.length === plies) return moves
  }
}
