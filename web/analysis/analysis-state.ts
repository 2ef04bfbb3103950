// SPDX-License-Identifier: Apache-2.0
// What views show of the analysis: the engine's lines as moves with verdicts, and what is known about the moves of the game.

import type { Game, Move, Position } from 'binbo'
import type { BookMove } from 'binbo/book'
import type { PgnNode } from 'binbo/pgn'
import type { Info } from 'binbo/uci'
import { setting } from '../page/settings.js'
import { plyAt } from '../study/nodes.js'
import type { Study } from '../study/study.js'
import type { Analyst, Exercise } from './analyst.js'
import type { Review } from './review.js'
import type { Verdict } from './verdict.js'
import { verdictAt, verdictOf, verdictOfEnd } from './verdict.js'

/** Moves of a row, and of the line that is shown whole. */
const PLIES = 12
const OPEN_PLIES = 24

export type ShownLine = {
  verdict: Verdict
  moves: Move[]
}

/** A part of a line, from a position to one that the user points at. */
export type Pointed = {
  start: Position
  moves: readonly Move[]
}

/** A position of a line. */
export type Preview = {
  /** that lead to it, at least one */
  moves: readonly Move[]
  /** whether the user points at it; else it is one of the open line */
  pointed: boolean
  /** before the moves */
  start: Position
  /** of the first one, 0 for White's move 1 */
  ply: number
  /** of it */
  fen: string
}

/** see Analyst */
type AnalysisState = {
  state: Analyst['state']
  on: boolean
  /** whether it rests, as an exercise is done in its place */
  held: boolean
  /** whether a position is searched, or was */
  started: boolean
  /** whether something else uses the engine, also between two of its tasks */
  waits: boolean
  failure: string
  lineCount: number
  openLine: number
  /** whether the first moves of the lines are shown on the board */
  arrows: boolean
  /** the best one first */
  lines: readonly ShownLine[]
  preview: Preview | null
  /** of the lines' first moves, 0 for White's move 1 */
  firstPly: number
  progress: Readonly<Partial<Info>>
}

/** What the room shows. */
export type AnalysisParts = {
  analysis: AnalysisState
  /** of the analysis of the game, which need not be written into it; the same map as long as the findings are the same */
  evaluations: ReadonlyMap<PgnNode, Verdict>
  /** at `node` without the engine's lines: of the rules, the analysis of the game, or the PGN */
  verdict: Verdict | null
  review: Review['shown']
  exercise: Exercise['shown'] | null
  /** of the opening book at `node`, the heaviest first; none in a game that is played */
  bookMoves: readonly BookMove[]
}

export function readAnalysis(
  { analyst, review, study: { position, status, node } }: { analyst: Analyst; review: Review; study: Study },
  before: AnalysisParts | null,
): Omit<AnalysisParts, 'bookMoves'> {
  return {
    analysis: readAnalyst(analyst, position, before?.analysis),
    evaluations: readEvaluations(review.findings),
    verdict: verdictOfEnd(status) ?? verdictAt(node, review.evaluationOf(node)),
    review: review.shown,
    exercise: analyst.exercise?.shown ?? null,
  }
}

/** The last lines that were read, as moves. */
const known: WeakMap<readonly unknown[], { open: number; shown: ShownLine[] }> = new WeakMap()
const NONE: readonly ShownLine[] = []

/** @returns the best one first; the same array for the same lines */
function readLines({ game, lines, openLine: open }: Analyst): readonly ShownLine[] {
  if (!game || lines.length === 0) return NONE
  const before = known.get(lines)
  if (before?.open === open) return before.shown
  const shown = lines.map(({ score, moves }, index) => ({
    verdict: verdictOf(score.white()),
    moves: moves.slice(0, index + 1 === open ? OPEN_PLIES : PLIES),
  }))
  known.set(lines, { open, shown })
  return shown
}

/**
 * @param start where they begin
 * @param ply of their first moves
 * @param before the last one
 */
function readPreview(
  { pointed, openLine, openPlies }: Analyst,
  lines: readonly ShownLine[],
  start: Position,
  ply: number,
  before?: Preview | null,
): Preview | null {
  // The rows under the pointer may still be those of the last position.
  const isPointed = pointed?.start === start
  const moves = isPointed ? pointed.moves : (lines[openLine - 1]?.moves.slice(0, openPlies) ?? [])
  if (moves.length === 0) return null
  const isSame =
    before?.start === start &&
    before.moves.length === moves.length &&
    before.moves.every(({ uci }, index) => uci === moves[index].uci)
  const fen = isSame ? before.fen : moves.reduce((at, { uci }) => at.play(uci), start).fen
  return { moves, pointed: isPointed, start, ply, fen }
}

const NO_EVALUATIONS: ReadonlyMap<PgnNode, Verdict> = new Map()
/** by findings */
const evaluationsOf: WeakMap<object, ReadonlyMap<PgnNode, Verdict>> = new WeakMap()

function readEvaluations(findings: Review['findings']): ReadonlyMap<PgnNode, Verdict> {
  if (!findings) return NO_EVALUATIONS
  const known = evaluationsOf.get(findings)
  if (known) return known
  const verdicts = new Map(Array.from(findings.evaluations, ([node, found]) => [node, verdictOf(found)]))
  evaluationsOf.set(findings, verdicts)
  return verdicts
}

/** The plies of the first moves, by the position that is analysed. */
const firstPlies: WeakMap<Game, number> = new WeakMap()

function readAnalyst(analyst: Analyst, position: Position, before?: AnalysisState): AnalysisState {
  const { state, on, exercise, failure, lineCount, openLine, game, progress } = analyst
  const lines = readLines(analyst)
  if (game && !firstPlies.has(game)) firstPlies.set(game, plyAt(game))
  const firstPly = (game && firstPlies.get(game)) ?? before?.firstPly ?? 0
  return {
    ...{ state, on, held: exercise !== null, lineCount, openLine, lines },
    // While a lost connection is tried again, the reason stays.
    failure: failure || (state === 'lost' ? (before?.failure ?? '') : ''),
    started: game !== undefined,
    // Between two other tasks the engine is free for moments.
    waits: state === 'waiting' || (state === 'starting' && !game && before?.waits === true),
    arrows: setting('arrows', true),
    firstPly,
    preview: readPreview(analyst, lines, position, firstPly, before?.preview),
    progress: { ...progress },
  }
}
