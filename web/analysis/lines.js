// SPDX-License-Identifier: Apache-2.0
// The engine's lines as moves with verdicts.

import { verdictOf } from './verdict.js'

/** @import { Move } from 'binbo' */
/** @import { Verdict } from './verdict.js' */

/** Moves of a row; the row scrolls if they do not fit. */
export const SHOWN_PLIES = 12

/**
 * @typedef {object} ShownLine
 * @property {Verdict} verdict
 * @property {Move[]} moves
 */

/**
 * @param {import('./analyst.js').Analyst} analyst
 * @param {number} plies of each line, at most
 * @returns {ShownLine[]} the best one first
 */
export function readLines({ game, lines }, plies) {
  if (!game) return []
  return lines.map(({ score, pv }) => ({
    verdict: verdictOf(score.white()),
    moves: game.line(pv.slice(0, plies)),
  }))
}
