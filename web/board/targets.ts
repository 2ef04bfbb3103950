// SPDX-License-Identifier: Apache-2.0
// Origins and target squares of legal moves. An origin is the square of a piece, or for a piece of a pocket its letter with an
// at sign, such as 'N@'. Moves in UCI begin with their origin.

import type { Move, Pocket } from 'binbo'

/** The pieces of a pocket, by the letter of their origin. */
export const POCKET: Record<string, keyof Pocket> = {
  P: 'pawn',
  N: 'knight',
  B: 'bishop',
  R: 'rook',
  Q: 'queen',
}

export const originOf = ({ from, uci, drop }: Move): string => (drop ? uci.slice(0, 2) : from)

export const isPocket = (origin: string): boolean => origin[1] === '@'

/**
 * Finds the target squares of an origin. The king castles by going onto its rook, or to its final square if it cannot go there
 * without castling.
 * @param moves the legal moves
 * @returns the moves by target square; several moves for a promotion
 */
export function targetsOf(moves: Move[], origin: string): Map<string, Move[]> {
  const own = moves.filter(move => originOf(move) === origin)
  const targets: Map<string, Move[]> = new Map()
  for (const move of own) targets.set(move.to, [...(targets.get(move.to) ?? []), move])
  for (const move of own) {
    for (const other of castlingSquares(move)) {
      if (other !== origin && !targets.has(other)) targets.set(other, [move])
    }
  }
  return targets
}

/** @returns the squares besides `to` that mean castling: the king's final square, or the rook's square */
function castlingSquares({ from, to, flags }: Move): string[] {
  const isShort = flags.includes('kingside')
  if (!isShort && !flags.includes('queenside')) return []
  const rank = to[1]
  const final = `${isShort ? 'g' : 'c'}${rank}`
  // In Chess960 `to` is the rook's square; otherwise the rook is in the corner.
  return from[0] === 'e' && to === final ? [`${isShort ? 'h' : 'a'}${rank}`] : [final]
}
