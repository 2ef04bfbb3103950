// SPDX-License-Identifier: Apache-2.0
// Who may do what, as data: pages need no rules of their own.

import { otherColor } from '../game/squares.js'
import { canClaimDraw } from './claims.js'
import { absenceOf } from './clock.js'
import { COUNTS_FROM, drawRefusal, giveTimeRefusal, rematchRefusal } from './offers.js'
import { takebackRefusal } from './play.js'
import { turnOf } from './state.js'

/** @import { SessionState } from './state.js' */
/** @import { Color } from '../game/squares.js' */

/**
 * The types of commands that a player may send now. What only has to wait is among them: a flag that has not fallen, a
 * takeback after a declined one, a claim against an opponent who has just left.
 * @param {SessionState} state
 * @param {Color | 'spectator'} color
 * @returns {string[]} such as 'move'; only 'join', or nothing, for those who do not play
 */
export function permissions(state, color) {
  if (color === 'spectator' || state.players[color] === null)
    return state.status === 'waiting' ? ['join'] : []
  if (state.status === 'waiting') return ['abort']
  return state.status === 'over' ? afterwards(state, color) : inPlay(state, color)
}

/**
 * @param {SessionState} state that is over
 * @param {Color} color
 * @returns {string[]}
 */
function afterwards(state, color) {
  const list = rematchRefusal(state, color) === null ? ['rematch'] : []
  if (state.rematch === otherColor(color)) list.push('declineRematch')
  return list
}

/**
 * @param {SessionState} state that is playing
 * @param {Color} color
 * @returns {string[]}
 */
function inPlay(state, color) {
  const other = otherColor(color)
  const isTurn = turnOf(state) === color
  const list = isTurn ? ['move'] : []
  list.push(state.ply < COUNTS_FROM ? 'abort' : 'resign')
  if (drawRefusal(state, color) === null) list.push('offerDraw')
  if (state.draw === other) list.push('acceptDraw', 'declineDraw')
  if (isTurn && canClaimDraw(state)) list.push('claimDraw')
  if (takebackRefusal(state, color, Number.POSITIVE_INFINITY) === null) list.push('offerTakeback')
  if (state.takeback?.by === other) list.push('acceptTakeback', 'declineTakeback')
  if (giveTimeRefusal(state, color) === null) list.push('giveTime')
  if (state.clock !== null) list.push('flag')
  if (state.away[other] !== null && absenceOf(state.clock) !== null) list.push('claimWin', 'claimAbsenceDraw')
  return list
}
