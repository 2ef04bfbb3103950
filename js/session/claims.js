// SPDX-License-Identifier: Apache-2.0
// Draws that a player claims: threefold repetition and fifty moves, on the board or by the move that brings them about
// (FIDE 9.2, 9.3).

import { accept, baseOf, endedEvent, refuse } from './decision.js'
import { liveGame } from './live.js'
import { isLegal } from './play.js'
import { turnOf } from './state.js'

/** @import { ClaimDrawCommand } from './commands.js' */
/** @import { Decision } from './decision.js' */
/** @import { SessionState } from './state.js' */
/** @import { Game } from '../game/game.js' */
/** @import { Color } from '../game/squares.js' */

/** The halfmove clock before a move that completes fifty. */
const LAST_OF_FIFTY = 99
/** The least halfmove clock before a move to a position that was there twice. */
const LEAST_REPEATING = 7

/**
 * A draw by threefold repetition or 50 moves (FIDE 9.2, 9.3), on the board or by the move that the player names. The
 * named move is not played: it is the `detail` of the result.
 * @param {SessionState} state that is playing, before it is due
 * @param {ClaimDrawCommand} command
 * @param {Color} color
 * @param {number} now
 * @returns {Decision}
 */
export function claimDraw(state, command, color, now) {
  const { ply, uci } = command
  if (ply !== undefined && ply !== state.ply) return refuse(state, 'stale', { ply: state.ply })
  if (turnOf(state) !== color) return refuse(state, 'notYourTurn')
  const game = liveGame(state)
  if (uci !== undefined && !isLegal(game, uci)) return refuse(state, 'illegal')
  const canClaim = state.draws === 'claim'
  const reason = uci === undefined ? game.claimableDraws[0] : canClaim ? claimAfter(game, uci) : undefined
  if (reason === undefined) return refuse(state, 'noClaim')
  const outcome = uci === undefined ? { winner: null, reason } : { winner: null, reason, detail: uci }
  return accept(state, endedEvent(state, baseOf(command, color, now), outcome))
}

/**
 * @param {Game} game
 * @param {string} uci legal
 * @returns {'threefold_repetition' | 'rule50' | undefined} what could be claimed after the move
 */
function claimAfter(game, uci) {
  const after = game.clone()
  try {
    const status = after.move(uci)
    if (!status.over) return after.claimableDraws[0]
    if (status.type !== 'draw') return undefined
    if (status.reason === 'fivefold_repetition') return 'threefold_repetition'
    return status.reason === 'rule75' ? 'rule50' : undefined
  } finally {
    after.stop()
  }
}

/**
 * @param {SessionState} state that is playing
 * @returns {boolean} whether the side to move can claim a draw, now or by a move
 */
export function canClaimDraw(state) {
  if (state.draws !== 'claim') return false
  const game = liveGame(state)
  if (game.claimableDraws.length > 0) return true
  const { halfmoveClock } = game
  // Where captures come back, or the move counts alone, any move may do.
  const isAny = state.variant === 'crazyhouse' || halfmoveClock >= LAST_OF_FIFTY
  if (!isAny && halfmoveClock < LEAST_REPEATING) return false
  const moves = isAny ? game.legalMoves('uci') : repeatingMoves(state, game)
  return moves.some(uci => game.isLegal(uci) && claimAfter(game, uci) !== undefined)
}

/**
 * The moves to a position that was there twice, found without playing all: going back through the moves since the last capture or
 * pawn move, two squares differ then, and one piece stands on the wrong one.
 * @param {SessionState} state
 * @param {Game} game in its position
 * @returns {string[]} UCI; some are wrong, for example where castling lies between
 */
function repeatingMoves(state, game) {
  /** @type {Map<string, string>} What stands on the squares that were met, '' for nothing: now, and then. */
  const current = new Map()
  /** @type {Map<string, string>} */
  const earlier = new Map()
  /** @param {string} square */
  const meet = square => {
    if (current.has(square)) return
    const piece = game.pieceAt(/** @type {import('../game/squares.js').Square} */ (square))
    const text = piece === null ? '' : piece.color + piece.type
    current.set(square, text)
    earlier.set(square, text)
  }
  /** @type {Set<string>} */
  const different = new Set()
  /** @type {Map<string, number>} */
  const found = new Map()
  const played = state.ply === 0 ? [] : state.moves.split(' ')
  const first = Math.max(0, played.length - game.halfmoveClock)
  for (let at = played.length - 1; at >= first; at--) {
    const from = played[at].slice(0, 2)
    const to = played[at].slice(2, 4)
    meet(from)
    meet(to)
    earlier.set(from, earlier.get(to) ?? '')
    earlier.set(to, '')
    for (const square of [from, to]) {
      if (earlier.get(square) === current.get(square)) different.delete(square)
      else different.add(square)
    }
    if (different.size !== 2) continue
    const [one, two] = different
    const uci = current.get(one) !== '' ? one + two : two + one
    found.set(uci, (found.get(uci) ?? 0) + 1)
  }
  return [...found].flatMap(([uci, count]) => (count > 1 ? uci : []))
}
