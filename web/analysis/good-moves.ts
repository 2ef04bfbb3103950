// SPDX-License-Identifier: Apache-2.0
// Which moves deserve a "!": only moves, sacrifices and refutations, each shown by the engine's second line. None is a move
// that anyone finds.

import type { Move, Position } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import type { GameAnalysis } from 'binbo/uci'

type Analysed = GameAnalysis['positions'][number]

/** What the second best move loses of the winning chance: as much as a mistake, or as a blunder. */
const LEAD = 0.2
const WIDE_LEAD = 0.3
/** The winning chance from which a position is won: about three pawns. */
const WON = 0.5
/** That of a clear advantage, about 1.6 pawns. */
const BETTER = 0.3
/** The least that holds a position: about one pawn behind. */
const HELD = -0.2
/** The least that a sacrifice leaves: about half a pawn behind. */
const SOUND = -0.1
/** Pawns: a sacrifice offers as much, and a capture that anyone finds wins as much. */
const MUCH = 2
/** in pawns */
const VALUES: Record<string, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 100 }
/** Of other variants it is not known what a piece is worth. */
const WITH_VALUES = ['standard', 'chess960']
const ERRORS = ['mistake', 'blunder']

/**
 * @param before the position before the move, with two lines
 * @param node of the move
 * @returns whether it is the best one, and
 *   - an only move: the second best one does not win, or does not hold, while this one does; or
 *   - a sound sacrifice, better than any other move by a mistake; or
 *   - the only good answer to a mistake of the other side.
 *   Never for a move that ends the game, nor for a recapture
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

/** @returns whether its move takes on the square where the move before it took */
const isRecapture = (node: PgnNode): boolean => takesLastMoved(node) && Boolean(node.parent?.move?.captured)

/** @returns whether its move takes on the square where the move before it ended */
const takesLastMoved = ({ move, parent }: PgnNode): boolean =>
  Boolean(move?.captured && parent?.move?.to === move.to)

/** @returns pawns that its move takes, less what it leaves to be taken; 0 where pieces have no known value */
function gainOf({ move, position }: PgnNode): number {
  if (!move || !WITH_VALUES.includes(position.variant)) return 0
  const squares = new Set(capturesOf(position).map(({ to }) => to))
  const left = Array.from(squares, square => exchangeOn(position, square))
  return (move.captured ? VALUES[move.captured] : 0) - Math.max(0, ...left)
}

const capturesOf = (position: Position): Move[] =>
  position.legalMoves('move').filter(({ captured }) => captured)

/** @returns pawns that the side to move wins by taking there, with the least pieces first, as long as it pays */
function exchangeOn(position: Position, square: string): number {
  const [first] = capturesOf(position)
    .filter(({ to }) => to === square)
    .sort((a, b) => VALUES[a.piece] - VALUES[b.piece])
  if (!first?.captured) return 0
  return Math.max(0, VALUES[first.captured] - exchangeOn(position.play(first.uci), square))
}
