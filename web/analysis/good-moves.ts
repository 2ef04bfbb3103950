// SPDX-License-Identifier: Apache-2.0
// Moves that deserve a "!": only moves, sacrifices and refutations, as the engine's second line shows. Obvious moves do not.

import type { Move, Position } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import type { GameAnalysis } from 'binbo/uci'
import { hasStandardRules } from '../../js/game/traits.js'

type Analysed = GameAnalysis['positions'][number]

// Winning chances are from -1 to 1.
/** The second best move loses this much of the winning chance: as much as a mistake, or as a blunder. */
const LEAD = 0.2
const WIDE_LEAD = 0.3
/** The lowest winning chance of a won position: about three pawns ahead. */
const WON = 0.5
/** The lowest winning chance of a clear advantage: about 1.6 pawns ahead. */
const BETTER = 0.3
/** The lowest winning chance of a position that can be held: about one pawn behind. */
const HELD = -0.2
/** The lowest winning chance after a sound sacrifice: about half a pawn behind. */
const SOUND = -0.1
/** Pawns that a sacrifice offers, and that an obvious capture wins, at least. */
const MUCH = 2
/** In pawns, for variants with the rules of standard chess. */
const VALUES: Record<string, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 100 }
const ERRORS = ['mistake', 'blunder']

/**
 * @param before the position before the move, with two lines
 * @param node after the move
 * @returns whether the move is the best one, and
 *   - an only move: it wins or holds, and the second best move does not; or
 *   - a sound sacrifice: any other move would be a mistake; or
 *   - the only good answer to a mistake of the other side.
 *   Checkmates and recaptures never are
 */
export function isGoodMove({ lines: [best, second], judgement: answered }: Analysed, node: PgnNode): boolean {
  if (best?.pv?.[0] !== node.uci || !best.score || !second?.score || !node.move) return false
  const [chance, other] = [best.score.winningChance(), second.score.winningChance()]
  const lead = chance - other
  if (lead < LEAD || node.san?.endsWith('#') || isRecapture(node)) return false
  const gain = gainOf(node)
  if (gain <= -MUCH && chance >= SOUND) return true
  if (gain >= MUCH || takesLastMoved(node)) return false
  const isOnly = chance >= WON ? other < WON : chance >= HELD && other <= -WON
  if (isOnly && lead >= WIDE_LEAD) return true
  return ERRORS.includes(answered ?? '') && chance >= BETTER && other < WON
}

/** @returns whether the move recaptures: the move before it captured on the same square */
const isRecapture = (node: PgnNode): boolean => takesLastMoved(node) && Boolean(node.parent?.move?.captured)

/** @returns whether the move captures the piece that moved last */
const takesLastMoved = ({ move, parent }: PgnNode): boolean =>
  Boolean(move?.captured && parent?.move?.to === move.to)

/** @returns pawns that the move wins, less those that it loses to a capture; 0 if pieces have no known value */
function gainOf({ move, position }: PgnNode): number {
  if (!move || !hasStandardRules(position.variant)) return 0
  const squares = new Set(capturesOf(position).map(({ to }) => to))
  const left = Array.from(squares, square => exchangeOn(position, square))
  return (move.captured ? VALUES[move.captured] : 0) - Math.max(0, ...left)
}

const capturesOf = (position: Position): Move[] =>
  position.legalMoves('move').filter(({ captured }) => captured)

/** @returns pawns that the side to move wins by captures on a square, the least valuable piece first, while they pay */
function exchangeOn(position: Position, square: string): number {
  const [first] = capturesOf(position)
    .filter(({ to }) => to === square)
    .sort((a, b) => VALUES[a.piece] - VALUES[b.piece])
  if (!first?.captured) return 0
  return Math.max(0, VALUES[first.captured] - exchangeOn(position.play(first.uci), square))
}
