// SPDX-License-Identifier: Apache-2.0
// Where pieces can be put down by legal moves. An origin is where a piece comes from: its square, or for a piece of the
// pocket its letter with an at sign, such as 'N@'. Moves in UCI begin with it.

import type { Move, Pocket } from 'binbo'

/** What a pocket holds, by the letter of its origin. */
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
 * Where a piece can be put down, and which moves that makes. The king castles by going to its final square, unless it
 * can go there without castling, or onto its rook.
 * @param moves legal ones
 * @returns by square; several moves for a promotion
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

/** @returns for castling: the king's final square, and that of the rook where `to` does not name it */
function castlingSquares({ from, to, flags }: Move): string[] {
  const isShort = flags.includes('kingside')
  if (!isShort && !flags.includes('queenside')) return []
  const rank = to[1]
  const final = `${isShort ? 'g' : 'c'}${rank}`
  // King takes rook in `to` is Chess960; otherwise the rook stands in the corner.
  return from[0] === 'e' && to === final ? [`${isShort ? 'h' : 'a'}${rank}`] : [final]
}
