// SPDX-License-Identifier: Apache-2.0
// Writes an analysis into the tree of a PgnGame.

import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import type { Evaluation } from '../pgn/comment-commands.js'
import { PgnGame } from '../pgn/pgn-game.js'
import type { PgnNode } from '../pgn/pgn-node.js'
import type { Score } from '../uci/engine/score.js'
import type { AnalysedPosition, Judgement } from './game-analysis.js'
import { GameLine } from './game-line.js'

/** How a GameAnalysis's annotate() writes its findings into a PgnGame. */
export type AnnotateOptions = {
  /** Write %eval; default true. */
  evaluations?: boolean | undefined
  /** Write $6, $2 and $4; default true. */
  glyphs?: boolean | undefined
  /** How many of the engine's lines are added to a move that has a judgement; default 1. */
  lines?: number | undefined
  /** The longest line, in moves of both sides; default: all of it. */
  plies?: number | undefined
}

const NAMES = ['evaluations', 'glyphs', 'lines', 'plies']

const GLYPHS: Readonly<Record<Judgement, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 }
const BAD_MOVE = new Set(Object.values(GLYPHS))

/**
 * @param line that was analysed
 * @param options AnnotateOptions
 * @throws {ChessError} ERR_ARGUMENT; the game is unchanged then
 */
export function annotateGame(
  line: GameLine,
  positions: readonly AnalysedPosition[],
  game: unknown,
  options: unknown,
) {
  const given = checkOptions(options, NAMES)
  const writesEvaluations = flag('evaluations', given.evaluations, true)
  const writesGlyphs = flag('glyphs', given.glyphs, true)
  const lines = count('lines', given.lines, 1)
  const plies = count('plies', given.plies, Number.POSITIVE_INFINITY)
  if (!(game instanceof PgnGame))
    throw argumentError('annotate takes a PgnGame: PgnGame.fromGame() makes one')
  checkSame(line, new GameLine(game))
  let before = game.root
  for (const [index, node] of [...game.mainline()].entries()) {
    const { judgement, score } = positions[index + 1]
    if (writesEvaluations && score !== null && (line.scores === undefined || node.eval === undefined)) {
      const evaluation = evaluationOf(score)
      if (evaluation !== undefined) node.eval = evaluation
    }
    if (judgement !== null) {
      if (writesGlyphs && !node.nags.some(nag => BAD_MOVE.has(nag))) node.nags.push(GLYPHS[judgement])
      for (const { pv } of positions[index].lines.slice(0, lines))
        if (pv[0] !== node.uci) addLine(before, pv.slice(0, plies))
    }
    before = node
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function count(name: string, value: unknown, byDefault: number): number {
  if (value === undefined) return byDefault
  const isCount = typeof value === 'number' && value >= 0 && (Number.isInteger(value) || value === Infinity)
  if (!isCount) throw argumentError(`${name} is a whole number from 0`, value)
  return value
}

/** @throws {ChessError} ERR_ARGUMENT */
function checkSame(line: GameLine, other: GameLine) {
  const isSame =
    line.startFen === other.startFen &&
    line.variant === other.variant &&
    line.moves.length === other.moves.length &&
    line.moves.every((move, index) => move === other.moves[index])
  if (!isSame) throw argumentError('This is not the game that was analysed: its moves differ')
}

/** @returns undefined for a mate on the board, which has no sign */
function evaluationOf(score: Score): Evaluation | undefined {
  const { kind, value } = score.white()
  return kind === 'mate' && value === 0 ? undefined : { kind, value }
}

/**
 * Adds the moves that the tree does not have yet.
 * @param moves in UCI
 */
function addLine(node: PgnNode, moves: readonly string[]) {
  let last = node
  for (const move of moves) last = last.add(move)
}
