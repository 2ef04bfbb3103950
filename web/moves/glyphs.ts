// SPDX-License-Identifier: Apache-2.0
// Numeric annotation glyphs (NAGs, PGN standard 10): their meanings, and the signs that chess books print for them.

import { say } from '../page/texts.js'

/** $0, $1, and so on. */
const MEANINGS = [
  say`No sign`,
  say`Good move`,
  say`Mistake`,
  say`Brilliant move`,
  say`Blunder`,
  say`Interesting move`,
  say`Inaccuracy`,
  say`Forced move`,
  say`Only move`,
  say`Worst move`,
  say`Even position`,
  say`Equal chances, quiet position`,
  say`Equal chances, active position`,
  say`Unclear position`,
]

/** From $14 on; each has two numbers: White's, then Black's. */
const [OF_WHITE, OF_BLACK] = [say`White`, say`Black`].map(side => [
  say`${side} stands slightly better`,
  say`${side} stands better`,
  say`${side} is winning`,
  say`${side} is winning outright`,
  say`${side} is in zugzwang`,
  say`${side} has slightly more space`,
  say`${side} has more space`,
  say`${side} has far more space`,
  say`${side} is slightly ahead in development`,
  say`${side} is ahead in development`,
  say`${side} is far ahead in development`,
  say`${side} has the initiative`,
  say`${side} has a lasting initiative`,
  say`${side} has the attack`,
  say`${side} has too little for the material`,
  say`${side} has enough for the material`,
  say`${side} has more than enough for the material`,
  say`${side} controls the centre slightly better`,
  say`${side} controls the centre better`,
  say`${side} rules the centre`,
  say`${side} controls the king’s side slightly better`,
  say`${side} controls the king’s side better`,
  say`${side} rules the king’s side`,
  say`${side} controls the queen’s side slightly better`,
  say`${side} controls the queen’s side better`,
  say`${side} rules the queen’s side`,
  say`${side} has a weak first rank`,
  say`${side} has a well guarded first rank`,
  say`${side} has a poorly guarded king`,
  say`${side} has a well guarded king`,
  say`${side} has a poorly placed king`,
  say`${side} has a well placed king`,
  say`${side} has a very weak pawn structure`,
  say`${side} has a weak pawn structure`,
  say`${side} has a strong pawn structure`,
  say`${side} has a very strong pawn structure`,
  say`${side} has a poorly placed knight`,
  say`${side} has a well placed knight`,
  say`${side} has a poorly placed bishop`,
  say`${side} has a well placed bishop`,
  say`${side} has a poorly placed rook`,
  say`${side} has a well placed rook`,
  say`${side} has a poorly placed queen`,
  say`${side} has a well placed queen`,
  say`${side} has pieces that work poorly together`,
  say`${side} has pieces that work well together`,
  say`${side} played the opening very badly`,
  say`${side} played the opening badly`,
  say`${side} played the opening well`,
  say`${side} played the opening very well`,
  say`${side} played the middlegame very badly`,
  say`${side} played the middlegame badly`,
  say`${side} played the middlegame well`,
  say`${side} played the middlegame very well`,
  say`${side} played the endgame very badly`,
  say`${side} played the endgame badly`,
  say`${side} played the endgame well`,
  say`${side} played the endgame very well`,
  say`${side} has a little counterplay`,
  say`${side} has counterplay`,
  say`${side} has decisive counterplay`,
  say`${side} is short of time`,
  say`${side} is very short of time`,
])
const FIRST_BY_SIDE = 14

/** Beyond the standard, as chess programs write them. */
const LATER_MEANINGS = new Map([
  [140, say`With the idea`],
  [141, say`Aimed against`],
  [142, say`Better is`],
  [145, say`Editor’s comment`],
  [146, say`New move`],
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
export const isDiagram = (nag: number): boolean => nag === 201 || nag === 220 || nag === 221

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
  const bySide = (nag % 2 === 0 ? OF_WHITE : OF_BLACK)[(nag - FIRST_BY_SIDE) >> 1]
  return bySide ?? (isDiagram(nag) ? say`Diagram` : (LATER_MEANINGS.get(nag) ?? say`Sign ${String(nag)}`))
}
