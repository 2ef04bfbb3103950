// SPDX-License-Identifier: Apache-2.0
// The positions of a game's main line, for engines.

import { argumentError } from '../core/errors.js'
import { startFenIn } from '../game/fen.js'
import { Game } from '../game/game.js'
import { HANDLE } from '../game/internals.js'
import { Setup } from '../game/setup.js'
import type { Color } from '../game/squares.js'
import type { Evaluation } from '../pgn/comment-commands.js'
import { PgnGame } from '../pgn/pgn-game.js'
import type { PgnNode } from '../pgn/pgn-node.js'
import { Score } from '../uci/engine/score.js'
import { LARGEST_INT } from '../uci/text/lines.js'

/** A null move in UCI. */
export const NULL_MOVE = '0000'

/** A position of the line. */
export type LinePosition = {
  /** moves before it */
  ply: number
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
  /** the nodes of a PgnGame after each move; [] of a Game */
  #nodes: readonly PgnNode[] = []
  /** of all positions, once readScores() was called */
  scores: readonly (Score | null)[] | undefined

  /**
   * @param game a Game; or a PgnGame, of which the main line is used as far as it could be read
   * @throws {ChessError} ERR_GAME_STOPPED, ERR_PGN_VARIANT, ERR_PGN_TAG_FEN, ERR_ARGUMENT
   */
  constructor(game: unknown) {
    if (game instanceof Game) {
      this.startFen = startFenIn(game[HANDLE]())
      this.variant = game.variant
      this.moves = game.moves.map(({ uci }) => uci)
    } else if (game instanceof PgnGame) {
      game.root.toGame().stop() // reports a start that cannot be played from
      const nodes = [...game.mainline()]
      this.#nodes = nodes
      this.startFen = game.startFen
      this.variant = game.variant
      this.moves = nodes.map(({ uci }) => uci)
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

  /**
   * Reads the evaluations of the tree: then they are its scores, from the view of the side to move.
   * @throws {ChessError} ERR_ARGUMENT for a Game, which has none
   */
  readScores(game: unknown) {
    if (!(game instanceof PgnGame))
      throw argumentError('engine is an Engine or an EnginePool: a Game has no evaluations')
    this.scores = [game.root, ...this.#nodes].map((node, ply) => scoreOf(node.eval, this.moverOf(ply + 1)))
  }

  /** @returns the positions from the start to the last one */
  *positions(): Generator<LinePosition, void> {
    let game = this.#gameFrom(this.startFen)
    try {
      yield { ply: 0, game, result: resultOf(game) }
      for (const [index, move] of this.moves.entries()) {
        if (move === NULL_MOVE) {
          game.stop()
          game = this.#gameFrom(this.#nodes[index].fen)
        } else game.playMoves([move])
        yield { ply: index + 1, game, result: resultOf(game) }
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
 * @param evaluation from White's view
 * @param turn the side to move
 */
function scoreOf(evaluation: Evaluation | undefined, turn: Color): Score | null {
  if (evaluation === undefined) return null
  const { kind, value } = evaluation
  if (kind === 'mate' && value === 0) return new Score({ kind, value, mated: turn }, turn)
  const whole = Math.round(Math.min(Math.max(value, -LARGEST_INT), LARGEST_INT))
  return new Score({ kind, value: whole }, 'white').pov(turn)
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
