// SPDX-License-Identifier: Apache-2.0
// The positions of a game's main line, for engines.

import { argumentError } from '../core/errors.js'
import { Game } from '../game/game.js'
import { Setup } from '../game/setup.js'
import { otherColor } from '../game/squares.js'
import { PgnGame } from '../pgn/pgn-game.js'
import { Score } from '../uci/engine/score.js'

/** @import { ChessError } from '../core/errors.js' */
/** @import { Color } from '../game/squares.js' */
/** @import { VariantName } from '../game/variants.js' */

/** A null move in UCI. */
export const NULL_MOVE = '0000'

/**
 * A position of the line.
 * @typedef {object} LinePosition
 * @property {Game} game borrowed, valid until the next position is read: it has the moves before it as far back as the
 *   last null move, and `draws: 'none'`
 * @property {Score | null} result the score where the game has ended by mate, stalemate or the variant's end
 */

/** A game's start and moves. */
export class GameLine {
  /** @type {string} */
  startFen
  /** @type {string} */
  variant
  /** @type {Color} the side that moves first */
  firstToMove
  /** @type {readonly string[]} in UCI, NULL_MOVE for null moves */
  moves
  /** @type {(ply: number) => string} the FEN after the null move with this ply, counted from 1 */
  #fenAfter

  /**
   * @param {unknown} game a Game, or a PgnGame: its main line as far as it was read
   * @throws {ChessError} ERR_GAME_STOPPED, ERR_PGN_VARIANT, ERR_PGN_TAG_FEN, ERR_ARGUMENT
   */
  constructor(game) {
    if (game instanceof Game) {
      const { fen, variant } = game.options
      this.startFen = /** @type {string} */ (fen)
      this.variant = variant
      this.moves = game.moves.map(({ uci }) => uci)
      this.#fenAfter = () => ''
    } else if (game instanceof PgnGame) {
      game.root.toGame().stop() // reports a start that cannot be played from
      const nodes = [...game.mainline()]
      this.startFen = game.startFen
      this.variant = game.variant
      this.moves = nodes.map(({ uci }) => /** @type {string} */ (uci))
      this.#fenAfter = ply => nodes[ply - 1].fen
    } else throw argumentError('A game to analyse is a Game or a PgnGame')
    this.firstToMove = new Setup(this.startFen).sideToMove
  }

  /**
   * @param {number} ply from 1
   * @returns {Color} the side that made this move
   */
  moverOf(ply) {
    return (this.firstToMove === 'white') === (ply % 2 === 1) ? 'white' : 'black'
  }

  /** @returns {Generator<LinePosition, void>} from the start position to the last one */
  *positions() {
    let game = this.#gameFrom(this.startFen)
    try {
      yield { game, result: resultOf(game) }
      for (const [index, move] of this.moves.entries()) {
        if (move === NULL_MOVE) {
          game.stop()
          game = this.#gameFrom(this.#fenAfter(index + 1))
        } else game.playMoves([move])
        yield { game, result: resultOf(game) }
      }
    } finally {
      game.stop()
    }
  }

  /** @param {string} fen */
  #gameFrom(fen) {
    return new Game({ fen, variant: /** @type {VariantName} */ (this.variant), draws: 'none' })
  }
}

/**
 * @param {Game} game with `draws: 'none'`
 * @returns {Score | null} from the view of the side to move; null where the game goes on
 */
function resultOf({ status, sideToMove }) {
  if (!status.over) return null
  if (status.type === 'draw') return new Score({ kind: 'cp', value: 0 }, sideToMove)
  const mated = otherColor(/** @type {Color} */ (status.winner))
  return new Score({ kind: 'mate', value: 0, mated }, sideToMove)
}
