// SPDX-License-Identifier: Apache-2.0
// The analysis in the snapshot: the engine's lines as moves with verdicts, and the evaluations of the game's moves.

import type { Game, Move, Position } from 'binbo'
import type { BookMove } from 'binbo/book'
import type { PgnNode } from 'binbo/pgn'
import type { Info } from 'binbo/uci'
import { setting } from '../page/settings.js'
import { whole } from '../page/store.js'
import { plyAt } from '../study/nodes.js'
import type { Study } from '../study/study.js'
import type { Analyst, Exercise } from './analyst.js'
import type { Review } from './review.js'
import type { Verdict } from './verdict.js'
import { verdictAt, verdictOf, verdictOfEnd } from './verdict.js'

/** Moves of a line in one row, and of a line that is shown in full. */
const PLIES = 12
const OPEN_PLIES = 24

export type ShownLine = {
  verdict: Verdict
  moves: Move[]
}

/** The beginning of a line, up to the move that the user points at. */
export type Pointed = {
  /** the position before the first move */
  start: Position
  moves: readonly Move[]
}

/** A position of a line. */
export type Preview = {
  /** the position before the first move */
  start: Position
  /** the moves from `start` to the position, at least one */
  moves: readonly Move[]
  /** true: the user points at the position; false: it belongs to the open line */
  pointed: boolean
  /** ply of the first move, 0 for White's move 1 */
  ply: number
  /** FEN of the position */
  fen: string
}

/** The engine's analysis of the current position; see Analyst. */
type AnalysisState = {
  state: Analyst['state']
  on: boolean
  /** whether the analysis rests because of an exercise */
  held: boolean
  /** whether a position is or was searched */
  started: boolean
  /** whether something else uses the engine, or pauses between two uses */
  waits: boolean
  failure: string
  lineCount: number
  openLine: number
  /** whether the board shows the first moves of the lines */
  arrows: boolean
  /** the best one first */
  lines: readonly ShownLine[]
  preview: Preview | null
  /** ply of the lines' first moves, 0 for White's move 1 */
  firstPly: number
  progress: Readonly<Partial<Info>>
}

/** The room's part of the snapshot. */
export type AnalysisParts = {
  analysis: AnalysisState
  /** from the analysis of the game, written into the game or not; the same findings give the same map */
  evaluations: ReadonlyMap<PgnNode, Verdict>
  /** verdict on `node` from the rules, the analysis of the game, or the PGN; the engine's lines are newer */
  verdict: Verdict | null
  review: Review['shown']
  exercise: Exercise['shown'] | null
  /** the position of the exercise's task: no view shows later moves, or what they are worth */
  asks: PgnNode | null
  /** moves of the opening book at `node`, the heaviest first; empty while a game is played */
  bookMoves: readonly BookMove[]
}

export function readAnalysis(
  { analyst, review, study: { position, status, node } }: { analyst: Analyst; review: Review; study: Study },
  before: AnalysisParts | null,
): Omit<AnalysisParts, 'bookMoves'> {
  return {
    analysis: readAnalyst(analyst, position, before?.analysis),
    evaluations: whole('evaluations', () => readEvaluations(review.findings), NO_EVALUATIONS),
    verdict: whole('verdict', () => verdictOfEnd(status) ?? verdictAt(node, review.evaluationOf(node)), null),
    review: review.shown,
    exercise: analyst.exercise?.shown ?? null,
    asks: analyst.exercise?.asks ?? null,
  }
}

/** By the engine's lines: the lines of the snapshot, and the open line that they were made for. */
const shownLines: WeakMap<readonly unknown[], { open: number; shown: ShownLine[] }> = new WeakMap()
const NO_LINES: readonly ShownLine[] = []

/** @returns the best one first; the same array for the same lines */
function readLines({ game, lines, openLine: open }: Analyst): readonly ShownLine[] {
  if (!game || lines.length === 0) return NO_LINES
  const before = shownLines.get(lines)
  if (before?.open === open) return before.shown
  const shown = lines.map(({ score, moves }, index) => ({
    verdict: verdictOf(score.white()),
    moves: moves.slice(0, index + 1 === open ? OPEN_PLIES : PLIES),
  }))
  shownLines.set(lines, { open, shown })
  return shown
}

/**
 * @param start the position on the board
 * @param ply of the lines' first moves
 * @param before the preview of the previous snapshot: the same moves keep its FEN
 */
function readPreview(
  { pointed, openLine, openPlies }: Analyst,
  lines: readonly ShownLine[],
  start: Position,
  ply: number,
  before?: Preview | null,
): Preview | null {
  // The rows under the pointer may still show the previous position's lines.
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
/** By findings. */
const evaluationsOf: WeakMap<object, ReadonlyMap<PgnNode, Verdict>> = new WeakMap()

function readEvaluations(findings: Review['findings']): ReadonlyMap<PgnNode, Verdict> {
  if (!findings) return NO_EVALUATIONS
  const known = evaluationsOf.get(findings)
  if (known) return known
  const verdicts = new Map(Array.from(findings.evaluations, ([node, found]) => [node, verdictOf(found)]))
  evaluationsOf.set(findings, verdicts)
  return verdicts
}

/** Plies of the lines' first moves, by the game that is analysed. */
const firstPlies: WeakMap<Game, number> = new WeakMap()

function readAnalyst(analyst: Analyst, position: Position, before?: AnalysisState): AnalysisState {
  const { state, on, exercise, failure, lineCount, openLine, game, progress } = analyst
  const lines = whole('lines', () => readLines(analyst), NO_LINES)
  if (game && !firstPlies.has(game)) firstPlies.set(game, plyAt(game))
  const firstPly = (game && firstPlies.get(game)) ?? before?.firstPly ?? 0
  return {
    ...{ state, on, held: exercise !== null, lineCount, openLine, lines },
    // The reason stays while the page reconnects.
    failure: failure || (state === 'lost' ? (before?.failure ?? '') : ''),
    started: game !== undefined,
    // The engine is free for a moment between two tasks of another user.
    waits: state === 'waiting' || (state === 'starting' && !game && before?.waits === true),
    arrows: setting('arrows', true),
    firstPly,
    preview: whole('preview', () => readPreview(analyst, lines, position, firstPly, before?.preview), null),
    progress: { ...progress },
  }
}
