// SPDX-License-Identifier: Apache-2.0
// The engine's lines as moves with verdicts.

import { verdictOf } from './verdict.js'

/** @import { Move, Position } from 'binbo' */
/** @import { Analyst } from './analyst.js' */
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

/** The last lines that were read, as moves. @type {WeakMap<readonly unknown[], { open: number, shown: ShownLine[] }>} */
const known = new WeakMap()
/** @type {readonly ShownLine[]} */
const NONE = []

/** @param {Analyst} analyst @returns {readonly ShownLine[]} the best one first; the same array for the same lines */
export function readLines({ game, lines, openLine: open }) {
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
export function readPreview({ pointed, openLine, openPlies }, lines, start, ply, before) {
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
