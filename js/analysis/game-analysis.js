// SPDX-License-Identifier: Apache-2.0
// The result of an analysis: what each move lost, and how accurate the players were. The figures of a move's accuracy
// are those of lichess.org/page/accuracy.

import { annotateGame } from './annotate.js'
import { NULL_MOVE } from './game-line.js'

/** @import { AnnotateOptions } from './annotate.js' */
/** @import { GameLine } from './game-line.js' */
/** @import { TableValue } from './table-values.js' */
/** @import { ChessError } from '../core/errors.js' */
/** @import { Color } from '../game/squares.js' */
/** @import { PgnGame } from '../pgn/pgn-game.js' */
/** @import { Score } from '../uci/engine/score.js' */
/** @import { SearchLine } from '../uci/engine/search.js' */

/**
 * A name for how bad a move is.
 * @typedef {'inaccuracy' | 'mistake' | 'blunder'} Judgement
 */

/**
 * A position and the move that led to it.
 * @typedef {object} AnalysedPosition
 * @property {number} ply moves before it; 0 for the start position
 * @property {SearchLine[]} lines the engine's, best first; the best moves of a tablebase, of one move each, where `wdl` is known; none
 *   where the game has ended
 * @property {Score | null} score from the view of the side to move; of the result where the game has ended; null where the
 *   engine gave none
 * @property {TableValue | null} wdl what the tablebase says for the side to move; `score` follows from it. null where it was not asked
 *   or does not know
 * @property {number | null} loss centipawns that the move lost its player, 0 to 2,000, with scores cut at ±1,000; null at ply
 *   0, for a null move, and without scores
 * @property {Judgement | null} judgement of the move
 */

/**
 * A figure of each side; null for a side without moves.
 * @typedef {Readonly<Record<Color, number | null>>} SideFigures
 */

/**
 * What the engine or the tablebase says about a position.
 * @typedef {Pick<AnalysedPosition, 'lines' | 'score' | 'wdl'>} Evaluated
 */

/** Scores count up to this many centipawns; a mate counts as much. */
const LARGEST_SCORE = 1000
/** By how much winningChance() falls, the worst first. */
const JUDGEMENTS = /** @type {const} */ ([
  ['blunder', 0.3],
  ['mistake', 0.2],
  ['inaccuracy', 0.1],
])

/** @param {Score} score */
const centipawns = score => Math.min(Math.max(score.valueOf(), -LARGEST_SCORE), LARGEST_SCORE)

/**
 * @param {number} drop of winningChance(), 0 to 2
 * @returns {number} 0 to 100
 */
function accuracyOf(drop) {
  if (drop <= 0) return 100
  const accuracy = 103.1668 * Math.exp(-0.04354 * 50 * drop) - 3.1669
  return Math.min(Math.max(accuracy, 0), 100)
}

/**
 * @param {number} drop of winningChance()
 * @returns {Judgement | null}
 */
function judgementOf(drop) {
  return JUDGEMENTS.find(([, least]) => drop >= least)?.[0] ?? null
}

/** An analysed game. */
export class GameAnalysis {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(GameAnalysis, 'name', { value: 'GameAnalysis', configurable: true })
  }

  #line

  /**
   * @internal
   * @param {GameLine} line
   * @param {Evaluated[]} evaluated all its positions
   */
  constructor(line, evaluated) {
    this.#line = line
    /** @type {Record<Color, { losses: number[], accuracies: number[] }>} */
    const sides = { white: { losses: [], accuracies: [] }, black: { losses: [], accuracies: [] } }
    /** @readonly @type {readonly AnalysedPosition[]} The start position first. */
    this.positions = evaluated.map(({ lines, score, wdl }, ply) => {
      const before = evaluated[ply - 1]?.score ?? null
      if (before === null || score === null || line.moves[ply - 1] === NULL_MOVE)
        return { ply, lines, score, wdl, loss: null, judgement: null }
      const mover = line.moverOf(ply)
      const after = score.pov(mover)
      const drop = before.winningChance() - after.winningChance()
      const loss = Math.max(centipawns(before) - centipawns(after), 0)
      sides[mover].losses.push(loss)
      sides[mover].accuracies.push(accuracyOf(drop))
      return { ply, lines, score, wdl, loss, judgement: judgementOf(drop) }
    })
    const { white, black } = sides
    /** @readonly @type {SideFigures} The mean accuracy of a side's moves, 0 to 100. */
    this.accuracy = Object.freeze({ white: mean(white.accuracies), black: mean(black.accuracies) })
    /** @readonly @type {SideFigures} The mean loss of a side's moves, in centipawns. */
    this.averageLoss = Object.freeze({ white: mean(white.losses), black: mean(black.losses) })
  }

  /**
   * Writes the analysis into a game's tree: an evaluation (%eval) of each position after a move, glyphs ($6 ?!, $2 ?, $4 ??)
   * of the moves that have a judgement, and for these the engine's lines as variations. Everything that the tree has
   * stays, but for earlier evaluations; a move that has one of the three glyphs keeps it. A second call with the same
   * analysis changes nothing.
   * @param {PgnGame} game with the moves that were analysed
   * @param {AnnotateOptions} [options]
   * @returns {PgnGame} the same
   * @throws {ChessError} ERR_ARGUMENT, also for a game with other moves; it is unchanged then
   */
  annotate(game, options) {
    annotateGame(this.#line, this.positions, game, options)
    return game
  }
}

/**
 * @param {number[]} values
 * @returns {number | null} null for none
 */
function mean(values) {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
