// SPDX-License-Identifier: Apache-2.0
// Where a piece can be put down, and which move that is.

/** @typedef {import('binbo').Move} Move */

/**
 * A king castles on the square where it will stand, and in Chess960, where its move is to take the own rook, on either
 * of the two, unless the king could go to the first one without castling.
 * @param {Move[]} moves legal ones
 * @param {string} from
 * @returns {Map<string, Move[]>} by square; more than one move where a pawn promotes
 */
export function targetsOf(moves, from) {
  const own = moves.filter(move => move.from === from)
  /** @type {Map<string, Move[]>} */
  const targets = new Map()
  for (const move of own) targets.set(move.to, [...(targets.get(move.to) ?? []), move])
  for (const move of own) {
    const stands = castledKing(move)
    if (stands && stands !== from && !targets.has(stands)) targets.set(stands, [move])
  }
  return targets
}

/** @param {Move} move @returns {string | null} where the king stands after castling */
function castledKing({ to, flags }) {
  if (flags.includes('kingside')) return `g${to[1]}`
  return flags.includes('queenside') ? `c${to[1]}` : null
}
