// SPDX-License-Identifier: Apache-2.0
// Whether the engine takes a draw that it is offered.

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('binbo/uci').Info} Info */

/** From this move on a draw is agreed to by an engine that is not clearly better. */
const LATE = 20
/** In pawns of a hundred, from the engine's side. */
const BETTER = 20
const LOST = -150

/**
 * An engine agrees when it is lost, and from move 20 on when it is not clearly better.
 * @param {Info | null} info what it thinks of the position
 * @param {Color} human
 * @param {number} moveNumber
 * @returns {boolean}
 */
export function agreesToDraw(info, human, moveNumber) {
  if (!info?.score) return false
  const own = info.score.pov(human === 'white' ? 'black' : 'white').valueOf()
  return own <= LOST || (moveNumber >= LATE && own <= BETTER)
}
