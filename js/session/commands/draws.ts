// SPDX-License-Identifier: Apache-2.0
// Draws: by agreement (FIDE 9.1), or claimed by threefold repetition and fifty moves, which the position or the player's
// next move completes (FIDE 9.2, 9.3).

import { TRAIT_POCKETS } from '../../core/generated/bindings.js'
import type { Game } from '../../game/game.js'
import type { Color } from '../../game/squares.js'
import { hasTrait } from '../../game/traits.js'
import type { CommandBase, CommandTable, EventBase, EventTable } from '../family.js'
import { answerTo, baseOf, hasRoom, optional, PLY, refuse } from '../family.js'
import { liveGame } from '../live.js'
import { movesToEarlier } from '../repetitions.js'
import type { SessionState } from '../state.js'
import { byOf, next, turnOf, withColor } from '../state.js'
import type { EndedEvent } from './end.js'
import { COUNTS_FROM, endedEvent } from './end.js'
import { isLegal, UCI_MOVE } from './moves.js'

/** `uci`: the move that completes the repetition or the fifty moves, if the position does not (FIDE 9.2.1). */
export type ClaimDrawCommand = CommandBase & {
  type: 'claimDraw'
  uci?: string | undefined
  ply?: number | undefined
}
/** The commands of draws. */
export type DrawCommands =
  | (CommandBase & { type: 'offerDraw' | 'acceptDraw' | 'declineDraw' })
  | ClaimDrawCommand
/** The events of draws. */
export type DrawEvents = EventBase & { type: 'drawOffered' | 'drawDeclined' }
/** The refusals of draws. */
export type DrawRefusal =
  | 'stale'
  | 'notYourTurn'
  | 'illegal'
  | 'offered'
  | 'tooEarly'
  | 'tooOften'
  | 'noOffer'
  | 'noClaim'
/** The end by agreement. */
export type AgreedEnd = 'agreement'

/** Each side may offer a draw once in this many plies. */
const PLIES_PER_OFFER = 20
/** The halfmove clock before a move that completes fifty moves. */
const LAST_OF_FIFTY = 99
/** The least halfmove clock before a move to a position that occurred twice. */
const LEAST_REPEATING = 7

export const commands: CommandTable<DrawCommands> = {
  // An offer lasts until the opponent accepts, declines or moves. Offering when the opponent has offered accepts.
  offerDraw: {
    permits: (state, color) => offerRefusal(state, color) === null,
    decide(state, command, color, now, came) {
      const refusal = offerRefusal(state, color)
      if (refusal !== null) return refuse(state, refusal)
      const base = baseOf(command, now, color)
      return state.draw === null ? { type: 'drawOffered', ...base } : agreed(state, base, came)
    },
  },
  acceptDraw: answerTo(({ draw }) => draw, agreed),
  declineDraw: answerTo(
    ({ draw }) => draw,
    (_, base) => ({ type: 'drawDeclined', ...base }),
  ),
  claimDraw: {
    fields: { uci: optional(UCI_MOVE), ply: optional(PLY) },
    permits: (state, color) => turnOf(state) === color && canClaimDraw(state),
    decide(state, command, color, now, came) {
      const { ply, uci } = command
      if (ply !== undefined && ply !== state.ply) return refuse(state, 'stale', { ply: state.ply })
      if (turnOf(state) !== color) return refuse(state, 'notYourTurn')
      const game = liveGame(state)
      if (uci !== undefined && !isLegal(game, uci)) return refuse(state, 'illegal')
      const canClaim = state.draws === 'claim'
      const reason = uci === undefined ? game.claimableDraws[0] : canClaim ? claimAfter(game, uci) : undefined
      if (reason === undefined) return refuse(state, 'noClaim')
      const outcome = uci === undefined ? { winner: null, reason } : { winner: null, reason, detail: uci }
      return endedEvent(state, baseOf(command, now, color), outcome, came)
    },
  },
}

export const events: EventTable<DrawEvents> = {
  drawOffered: {
    code: 'd',
    fold(state, event) {
      const by = byOf(event)
      return next(state, event, { draw: by, drawAt: withColor(state.drawAt, by, state.ply) })
    },
  },
  drawDeclined: { code: 'dn', fold: (state, event) => next(state, event, { draw: null }) },
}

/**
 * @param state of a running game
 * @returns the reason why the side may not offer a draw, or accept one by offering; null if it may
 */
function offerRefusal(state: SessionState, color: Color): DrawRefusal | null {
  if (state.draw === color) return 'offered'
  if (state.draw !== null) return null
  if (state.ply < COUNTS_FROM) return 'tooEarly'
  const last = state.drawAt[color]
  return (last >= 0 && state.ply - last < PLIES_PER_OFFER) || !hasRoom(state) ? 'tooOften' : null
}

function agreed(state: SessionState, base: EventBase, came: number): EndedEvent {
  return endedEvent(state, base, { winner: null, reason: 'agreement' }, came)
}

/**
 * @param uci legal
 * @returns the draw that can be claimed after the move
 */
function claimAfter(game: Game, uci: string): 'threefold_repetition' | 'rule50' | undefined {
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
 * @param state of a running game
 * @returns whether the side to move can claim a draw, now or by a move
 */
function canClaimDraw(state: SessionState): boolean {
  if (state.draws !== 'claim') return false
  const game = liveGame(state)
  if (game.claimableDraws.length > 0) return true
  const { halfmoveClock } = game
  const isClaimed = (uci: string) => game.isLegal(uci) && claimAfter(game, uci) !== undefined
  // For the fifty-move rule any move will do that is not a capture or a pawn move.
  if (halfmoveClock >= LAST_OF_FIFTY) {
    const moves = game.legalMoves('uci')
    const isDrop = (uci: string) => uci[1] === '@'
    if ([...moves.filter(uci => !isDrop(uci)), ...moves.filter(isDrop)].some(isClaimed)) return true
  }
  if (hasTrait(state.variant, TRAIT_POCKETS)) return movesToEarlier(state, game).some(isClaimed)
  return halfmoveClock >= LEAST_REPEATING && repeatingMoves(state, game).some(isClaimed)
}

/**
 * Finds the moves to a position that occurred twice without trying all moves: it goes back through the moves since the last
 * capture or pawn move, to positions in which only one piece is on another square.
 * @param game in the state's position
 * @returns UCI; some moves may be wrong, for example if castling is among the moves
 */
function repeatingMoves(state: SessionState, game: Game): string[] {
  /** The pieces on the squares that changed, '' for none: now, and at the earlier ply. */
  const current: Map<string, string> = new Map()
  const earlier: Map<string, string> = new Map()
  const meet = (square: string) => {
    if (current.has(square)) return
    const piece = game.pieceAt(square)
    const text = piece === null ? '' : piece.color + piece.type
    current.set(square, text)
    earlier.set(square, text)
  }
  const different: Set<string> = new Set()
  const found: Map<string, number> = new Map()
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
