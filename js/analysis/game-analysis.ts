// SPDX-License-Identifier: Apache-2.0
// The result of an analysis: what each move lost, and how accurate the players were. The figures of a move's accuracy
// are those of lichess.org/page/accuracy.

import type { Color } from '../game/squares.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import type { Score } from '../uci/engine/score.js'
import type { SearchLine } from '../uci/engine/search.js'
import type { AnnotateOptions } from './annotate.js'
import { annotateGame } from './annotate.js'
import type { GameLine } from './game-line.js'
import { NULL_MOVE } from './game-line.js'
import type { TableValue } from './table-values.js'

/** A name for how bad a move is. */
export type Judgement = 'inaccuracy' | 'mistake' | 'blunder'

/** A position and the move that led to it. */
export type AnalysedPosition = {
  /** Moves before it; 0 for the start position. */
  ply: number
  /**
   * The engine's, best first; the best moves of a tablebase, of one move each, where `wdl` is known; none where the
   * game has ended, and without an engine.
   */
  lines: SearchLine[]
  /**
   * Whether the second line is worse than the first by 0.3 of winningChance() or more, as a blunder would be; null with
   * fewer than two lines.
   */
  onlyMove: boolean | null
  /** From the view of the side to move; of the result if the game has ended; null if nothing gave one. */
  score: Score | null
  /**
   * The value of the tablebase for the side to move; `score` follows from it. null if it was not probed or does not know.
   */
  wdl: TableValue | null
  /**
   * Centipawns that the move lost its player, 0 to 2,000, with scores cut at ±1,000; null at ply 0, for a null move,
   * and without scores.
   */
  loss: number | null
  /** Of the move, 0 to 100; null where `loss` is. */
  accuracy: number | null
  /** Of the move; null also where it is the first move of the best line before it, whatever the score after it. */
  judgement: Judgement | null
}

/** A figure of each side; null for a side without moves. */
export type SideFigures = Readonly<Record<Color, number | null>>

/** The evaluation of a position by the engine or the tablebase. */
export type Evaluated = Pick<AnalysedPosition, 'lines' | 'score' | 'wdl'>

/** Scores count up to this many centipawns; a mate counts as much. */
const LARGEST_SCORE = 1000
/** By how much winningChance() falls, the worst first. */
const JUDGEMENTS = [
  ['blunder', 0.3],
  ['mistake', 0.2],
  ['inaccuracy', 0.1],
] as const

const centipawns = (score: Score) => Math.min(Math.max(score.valueOf(), -LARGEST_SCORE), LARGEST_SCORE)

/**
 * @param drop of winningChance(), 0 to 2
 * @returns 0 to 100
 */
function accuracyOf(drop: number): number {
  if (drop <= 0) return 100
  const accuracy = 103.1668 * Math.exp(-0.04354 * 50 * drop) - 3.1669
  return Math.min(Math.max(accuracy, 0), 100)
}

/** @param drop of winningChance() */
function judgementOf(drop: number): Judgement | null {
  return JUDGEMENTS.find(([, least]) => drop >= least)?.[0] ?? null
}

function isOnly([first, second]: readonly SearchLine[]): boolean | null {
  if (second === undefined) return null
  return judgementOf(first.score.winningChance() - second.score.winningChance()) === 'blunder'
}

/** An analysed game. */
export class GameAnalysis {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(GameAnalysis, 'name', { value: 'GameAnalysis', configurable: true })
  }

  #line: GameLine

  /** The start position first. */
  declare positions: readonly AnalysedPosition[]
  /** The mean accuracy of a side's moves, 0 to 100. */
  declare accuracy: SideFigures
  /** The mean loss of a side's moves, in centipawns. */
  declare averageLoss: SideFigures

  /**
   * @hideconstructor
   * @param evaluated all its positions
   */
  constructor(line: GameLine, evaluated: Evaluated[]) {
    this.#line = line
    const sides: Record<Color, { losses: number[]; accuracies: number[] }> = {
      white: { losses: [], accuracies: [] },
      black: { losses: [], accuracies: [] },
    }
    this.positions = evaluated.map(({ lines, score, wdl }, ply) => {
      const before = evaluated[ply - 1]?.score ?? null
      const position = { ply, lines, onlyMove: isOnly(lines), score, wdl }
      if (before === null || score === null || line.moves[ply - 1] === NULL_MOVE)
        return { ...position, loss: null, accuracy: null, judgement: null }
      const mover = line.moverOf(ply)
      const after = score.pov(mover)
      const drop = before.winningChance() - after.winningChance()
      const loss = Math.max(centipawns(before) - centipawns(after), 0)
      const accuracy = accuracyOf(drop)
      sides[mover].losses.push(loss)
      sides[mover].accuracies.push(accuracy)
      const isBest = evaluated[ply - 1].lines[0]?.pv[0] === line.moves[ply - 1]
      return { ...position, loss, accuracy, judgement: isBest ? null : judgementOf(drop) }
    })
    const { white, black } = sides
    this.accuracy = Object.freeze({ white: mean(white.accuracies), black: mean(black.accuracies) })
    this.averageLoss = Object.freeze({ white: mean(white.losses), black: mean(black.losses) })
  }

  /**
   * Writes the analysis into a game's tree: an evaluation (%eval) of each position after a move, glyphs ($6 ?!, $2 ?, $4 ??)
   * of the moves that have a judgement, and for these the engine's lines as variations. Everything that the tree has
   * stays, except evaluations, which an engine's replace; a move that has one of the three glyphs keeps it. A second call with the same
   * analysis changes nothing.
   * @param game with the moves that were analysed
   * @returns the same
   * @throws {ChessError} ERR_ARGUMENT, also for a game with other moves; it is unchanged then
   */
  annotate(game: PgnGame, options?: AnnotateOptions): PgnGame {
    annotateGame(this.#line, this.positions, game, options)
    return game
  }
}

/** @returns null for none */
function mean(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
