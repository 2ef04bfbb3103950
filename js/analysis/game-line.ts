// SPDX-License-Identifier: Apache-2.0
// The positions of a game's main line, for engines.

import { argumentError } from '../core/errors.js'
import { startFenIn } from '../game/fen.js'
import { Game } from '../game/game.js'
import { HANDLE } from '../game/internals.js'
import { Setup } from '../game/setup.js'
import type { Color } from '../game/squares.js'
import { PgnGame } from '../pgn/pgn-game.js'
import { Score } from '../uci/engine/score.js'

/** A null move in UCI. */
export const NULL_MOVE = '0000'

/** A position of the line. */
export type LinePosition = {
  /**
   * borrowed, valid until the next position is read; it has the moves since the last null move, and `draws: 'none'`
   */
  game: Game
  /** the score where the game has ended by mate, stalemate or the variant's end */
  result: Score | null
}

/** A game's start and moves. */
export class GameLine {
  startFen: string
  variant: string
  /** the side that moves first */
  firstToMove: Color
  /** in UCI, NULL_MOVE for null moves */
  moves: readonly string[]
  /** the FEN after the null move at this ply, from 1 */
  #fenAfter: (ply: number) => string

  /**
   * @param game a Game; or a PgnGame, of which the main line is used as far as it could be read
   * @throws {ChessError} ERR_GAME_STOPPED, ERR_PGN_VARIANT, ERR_PGN_TAG_FEN, ERR_ARGUMENT
   */
  constructor(game: unknown) {
    if (game instanceof Game) {
      this.startFen = startFenIn(game[HANDLE]())
      this.variant = game.variant
      this.moves = game.moves.map(({ uci }) => uci)
      this.#fenAfter = () => ''
    } else if (game instanceof PgnGame) {
      game.root.toGame().stop() // reports a start that cannot be played from
      const nodes = [...game.mainline()]
      this.startFen = game.startFen
      this.variant = game.variant
      this.moves = nodes.map(({ uci }) => uci)
      this.#fenAfter = ply => nodes[ply - 1].fen
    } else throw argumentError('A game to analyse is a Game or a PgnGame')
    this.firstToMove = new Setup(this.startFen).sideToMove
  }

  /**
   * @param ply from 1
   * @returns the side that made this move
   */
  moverOf(ply: number): Color {
    return (this.firstToMove === 'white') === (ply % 2 === 1) ? 'white' : 'black'
  }

  /** @returns the positions from the start to the last one */
  *positions(): Generator<LinePosition, void> {
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

  #gameFrom(fen: string) {
    return new Game({ fen, variant: this.variant, draws: 'none' })
  }
}

/**
 * @param game with `draws: 'none'`
 * @returns the score from the view of the side to move; null if the game has not ended
 */
function resultOf({ status, sideToMove }: Game): Score | null {
  if (!status.over) return null
  if (status.type === 'draw') return new Score({ kind: 'cp', value: 0 }, sideToMove)
  const mated = status.winner === 'white' ? 'black' : 'white'
  return new Score({ kind: 'mate', value: 0, mated }, sideToMove)
}
