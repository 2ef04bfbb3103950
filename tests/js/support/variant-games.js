// SPDX-License-Identifier: Apache-2.0
// Random games of every variant, played by the library itself: what they obey are laws, not other programs' results.

import { pick } from '../../random.js'
import { binbo, Game } from './binbo.js'
import { randomOf, seed } from './random-games.js'

/** All but standard chess and Chess960, which the oracle knows. */
export const OWN_RULES = binbo.VARIANTS.filter(variant => variant !== 'standard' && variant !== 'chess960')

/** Starts of a Chess960 placement, by variant: king and rooks that are not at home. */
export const PLACED_STARTS = {
  crazyhouse: 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN[] w GEge - 0 1',
  atomic: 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1',
  horde: 'bqnbrkrn/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w ge - 0 1',
  kingofthehill: 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1',
  '3check': 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 3+3 0 1',
}

/** Which moves a random player likes best: these make games short and full of events. */
const LIKED = /[x@#+=]|O-O/

/**
 * Plays random games and visits each position. Errors name the game.
 * @param {string} variant
 * @param {number} count
 * @param {number} plies at most
 * @param {(game: Game, random: () => number) => void} visit each position, the last one too
 * @param {(game: Game) => void} [finish] after each game
 */
export function playVariant(variant, count, plies, visit, finish = () => {}) {
  for (let index = 0; index < count; index++) {
    const random = randomOf(7000 + index)
    const fen = index % 3 === 2 ? PLACED_STARTS[variant] : undefined
    const game = new Game({ variant, fen, draws: index % 2 ? 'none' : 'automatic' })
    try {
      visit(game, random)
      while (game.ply < plies && !game.status.over) {
        const sans = game.legalMoves('san')
        const liked = sans.filter(san => LIKED.test(san))
        game.sanMove(pick(random, liked.length > 0 && random() < 0.5 ? liked : sans))
        visit(game, random)
      }
      finish(game)
    } catch (error) {
      const line = game.moves.map(({ uci }) => uci).join(' ')
      error.message = `seed ${seed}, ${variant} game ${index} from ${fen ?? 'its start'}: ${line}\n${error.message}`
      throw error
    }
    game.stop()
  }
}
