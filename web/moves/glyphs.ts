// SPDX-License-Identifier: Apache-2.0
// Numeric annotation glyphs (NAGs, PGN standard 10): their meanings, and the signs that chess books print for them.

/** $0, $1, and so on. */
const MEANINGS = [
  'No sign',
  'Good move',
  'Mistake',
  'Brilliant move',
  'Blunder',
  'Interesting move',
  'Inaccuracy',
  'Forced move',
  'Only move',
  'Worst move',
  'Even position',
  'Equal chances, quiet position',
  'Equal chances, active position',
  'Unclear position',
]

/** From $14 on; each has two numbers: White's, then Black's. */
const MEANINGS_BY_SIDE = [
  'stands slightly better',
  'stands better',
  'is winning',
  'is winning outright',
  'is in zugzwang',
  'has slightly more space',
  'has more space',
  'has far more space',
  'is slightly ahead in development',
  'is ahead in development',
  'is far ahead in development',
  'has the initiative',
  'has a lasting initiative',
  'has the attack',
  'has too little for the material',
  'has enough for the material',
  'has more than enough for the material',
  'controls the centre slightly better',
  'controls the centre better',
  'rules the centre',
  'controls the king’s side slightly better',
  'controls the king’s side better',
  'rules the king’s side',
  'controls the queen’s side slightly better',
  'controls the queen’s side better',
  'rules the queen’s side',
  'has a weak first rank',
  'has a well guarded first rank',
  'has a poorly guarded king',
  'has a well guarded king',
  'has a poorly placed king',
  'has a well placed king',
  'has a very weak pawn structure',
  'has a weak pawn structure',
  'has a strong pawn structure',
  'has a very strong pawn structure',
  'has a poorly placed knight',
  'has a well placed knight',
  'has a poorly placed bishop',
  'has a well placed bishop',
  'has a poorly placed rook',
  'has a well placed rook',
  'has a poorly placed queen',
  'has a well placed queen',
  'has pieces that work poorly together',
  'has pieces that work well together',
  'played the opening very badly',
  'played the opening badly',
  'played the opening well',
  'played the opening very well',
  'played the middlegame very badly',
  'played the middlegame badly',
  'played the middlegame well',
  'played the middlegame very well',
  'played the endgame very badly',
  'played the endgame badly',
  'played the endgame well',
  'played the endgame very well',
  'has a little counterplay',
  'has counterplay',
  'has decisive counterplay',
  'is short of time',
  'is very short of time',
]
const FIRST_BY_SIDE = 14

/** Beyond the standard, as chess programs write them. */
const LATER_MEANINGS = new Map([
  [140, 'With the idea'],
  [141, 'Aimed against'],
  [142, 'Better is'],
  [145, 'Editor’s comment'],
  [146, 'New move'],
  [201, 'Diagram'],
  [220, 'Diagram'],
  [221, 'Diagram'],
])

/** If several signs are in use, the one in the fonts of phones and desktops. */
const SIGNS = new Map([
  [1, '!'],
  [2, '?'],
  [3, '!!'],
  [4, '??'],
  [5, '!?'],
  [6, '?!'],
  [7, '□'],
  [8, '□'],
  [10, '='],
  [11, '='],
  [12, '='],
  [13, '∞'],
  [14, '+='],
  [15, '=+'],
  [16, '±'],
  [17, '∓'],
  [18, '+−'],
  [19, '−+'],
  [20, '+−'],
  [21, '−+'],
  [22, '⊙'],
  [23, '⊙'],
  [32, '↻'],
  [33, '↻'],
  [36, '↑'],
  [37, '↑'],
  [40, '→'],
  [41, '→'],
  [44, '=∞'],
  [45, '=∞'],
  [132, '⇆'],
  [133, '⇆'],
  [138, '⊕'],
  [139, '⊕'],
  [140, '∆'],
  [145, 'RR'],
  [146, 'N'],
])

/** @returns whether a printed game has a diagram after the move */
export const isDiagram = (nag: number): boolean => LATER_MEANINGS.get(nag) === 'Diagram'

/** Judgements of a move; it has at most one. */
export const MOVE_GLYPHS = [3, 1, 5, 6, 2, 4, 7]

/** Judgements of the position after it; it has at most one. */
export const POSITION_GLYPHS = [10, 13, 14, 15, 16, 17, 18, 19, 22, 23, 36, 37, 40, 41, 44, 45, 132, 133]

/** @returns the printed sign; '$n' without one */
export const glyphSign = (nag: number): string => SIGNS.get(nag) ?? `$${nag}`

/** @returns whether it is printed close to its move: e4!, but e4 ± */
export const isMoveGlyph = (nag: number): boolean => nag >= 1 && nag <= 6

/** @returns starts with a capital letter */
export function glyphMeaning(nag: number): string {
  if (nag < FIRST_BY_SIDE) return MEANINGS[nag]
  const bySide = MEANINGS_BY_SIDE[(nag - FIRST_BY_SIDE) >> 1]
  if (bySide !== undefined) return `${nag % 2 === 0 ? 'White' : 'Black'} ${bySide}`
  return LATER_MEANINGS.get(nag) ?? `Sign ${nag}`
}
