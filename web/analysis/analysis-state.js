// SPDX-License-Identifier: Apache-2.0
// What views show of the analysis: the engine's lines as moves with verdicts, and what is known about the moves of the game.

import { setting } from '../page/settings.js'
import { plyAt } from '../study/nodes.js'
import { verdictAt, verdictOf, verdictOfEnd } from './verdict.js'

/** @import { Game, Move, Position } from 'binbo' */
/** @import { BookMove } from 'binbo/book' */
/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Info } from 'binbo/uci' */
/** @import { Study } from '../study/study.js' */
/** @import { Analyst, Exercise } from './analyst.js' */
/** @import { Review } from './review.js' */
/** @import { Verdict } from './verdict.js' */

/** Moves of a row, and of the line that is shown whole. */
const PLIES = 12
const OPEN_PLIES = 24

/**
 * @typedef {object} ShownLine
 * @property {Verdict} verdict
 * @property {Move[]} moves
 */

/**
 * A part of a line, from a position to one that the user points at.
 * @typedef {object} Pointed
 * @property {Position} start
 * @property {readonly Move[]} moves
 */

/**
 * A position of a line.
 * @typedef {object} Preview
 * @property {readonly Move[]} moves that lead to it, at least one
 * @property {boolean} pointed whether the user points at it; else it is one of the open line
 * @property {Position} start before the moves
 * @property {number} ply of the first one, 0 for White's move 1
 * @property {string} fen of it
 */

/**
 * @typedef {object} AnalysisState see Analyst
 * @property {Analyst['state']} state
 * @property {boolean} on
 * @property {boolean} held whether it rests, as an exercise is done in its place
 * @property {boolean} started whether a position is searched, or was
 * @property {boolean} waits whether something else uses the engine, also between two of its tasks
 * @property {string} failure
 * @property {number} lineCount
 * @property {number} openLine
 * @property {boolean} arrows whether the first moves of the lines are shown on the board
 * @property {readonly ShownLine[]} lines the best one first
 * @property {Preview | null} preview
 * @property {number} firstPly of the lines' first moves, 0 for White's move 1
 * @property {Readonly<Partial<Info>>} progress
 */

/**
 * What the room shows.
 * @typedef {object} AnalysisParts
 * @property {AnalysisState} analysis
 * @property {ReadonlyMap<PgnNode, Verdict>} evaluations of the analysis of the game, which need not be written into it; the
 *   same map as long as the findings are the same
 * @property {Verdict | null} verdict at `node` without the engine's lines: of the rules, the analysis of the game, or the PGN
 * @property {Review['shown']} review
 * @property {Exercise['shown'] | null} exercise
 * @property {readonly BookMove[]} bookMoves of the opening book at `node`, the heaviest first; none in a game that is played
 */

/**
 * @param {{ analyst: Analyst, review: Review, study: Study }} models
 * @param {AnalysisParts | null} before
 * @returns {Omit<AnalysisParts, 'bookMoves'>}
 */
export function readAnalysis({ analyst, review, study: { position, status, node } }, before) {
  return {
    analysis: readAnalyst(analyst, position, before?.analysis),
    evaluations: readEvaluations(review.findings),
    verdict: verdictOfEnd(status) ?? verdictAt(node, review.evaluationOf(node)),
    review: review.shown,
    exercise: analyst.exercise?.shown ?? null,
  }
}

/** The last lines that were read, as moves. @type {WeakMap<readonly unknown[], { open: number, shown: ShownLine[] }>} */
const known = new WeakMap()
/** @type {readonly ShownLine[]} */
const NONE = []

/** @param {Analyst} analyst @returns {readonly ShownLine[]} the best one first; the same array for the same lines */
function readLines({ game, lines, openLine: open }) {
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
 * @param {Analyst} analyst
 * @param {readonly ShownLine[]} lines
 * @param {Position} start where they begin
 * @param {number} ply of their first moves
 * @param {Preview | null} [before] the last one
 * @returns {Preview | null}
 */
function readPreview({ pointed, openLine, openPlies }, lines, start, ply, before) {
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

/** @type {ReadonlyMap<PgnNode, Verdict>} */
const NO_EVALUATIONS = new Map()
/** @type {WeakMap<object, ReadonlyMap<PgnNode, Verdict>>} by findings */
const evaluationsOf = new WeakMap()

/** @param {Review['findings']} findings @returns {ReadonlyMap<PgnNode, Verdict>} */
function readEvaluations(findings) {
  if (!findings) return NO_EVALUATIONS
  const known = evaluationsOf.get(findings)
  if (known) return known
  const verdicts = new Map(Array.from(findings.evaluations, ([node, found]) => [node, verdictOf(found)]))
  evaluationsOf.set(findings, verdicts)
  return verdicts
}

/** The plies of the first moves, by the position that is analysed. @type {WeakMap<Game, number>} */
const firstPlies = new WeakMap()

/** @param {Analyst} analyst @param {Position} position @param {AnalysisState} [before] @returns {AnalysisState} */
function readAnalyst(analyst, position, before) {
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
