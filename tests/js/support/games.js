// SPDX-License-Identifier: Apache-2.0
// Short games and positions that many tests start from.

import { Game } from './binbo.js'

/** Fool's mate, and the final position. */
export const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4']
export const MATED = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'

/** Knights out and back: four plies, after which everything but the clocks is as before. */
export const SHUFFLE = ['g1f3', 'g8f6', 'f3g1', 'f6g8']

/** All four castlings at hand. */
export const CASTLES = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1'

export const fromFen = (fen, options = {}) => new Game({ fen, ...options })

/** A game in each way of being over, by name. */
export const finishedGames = {
  checkmate: () => played(FOOLS_MATE),
  stalemate: () => fromFen('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'),
  insufficient_material: () => fromFen('4k3/8/8/8/8/8/8/4KB2 w - - 0 1'),
  rule50: () => fromFen('4k3/8/8/8/8/8/8/4K2R w - - 100 80'),
  rule75: () => fromFen('4k3/8/8/8/8/8/8/4K2R w - - 150 90', { draws: 'claim' }),
  threefold_repetition: () => played([...SHUFFLE, ...SHUFFLE]),
  fivefold_repetition: () => played([...SHUFFLE, ...SHUFFLE, ...SHUFFLE, ...SHUFFLE], { draws: 'claim' }),
  manual: () => {
    const game = new Game()
    game.draw('agreed')
    return game
  },
  winner: () => {
    const game = new Game()
    game.setWinner('white', 'black resigned')
    return game
  },
}

/** A game after these UCI moves. */
export function played(moves, options = {}) {
  const game = new Game(options)
  for (const move of moves) game.move(move)
  return game
}

/** Takes back all moves. */
export function rewind(game) {
  for (let move = game.undo(); move !== null; move = game.undo());
}
