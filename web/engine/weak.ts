// SPDX-License-Identifier: Apache-2.0
// Players weaker than the engine can be set to. They look at the engine's lines of a shallow search and misjudge each a
// little, as people do; and now and then they are careless: they play the move that looks best at once, without a thought
// for the answer. Mates in one may be missed, too. Pure and seedable: the same numbers give the same move.

import type { Move } from 'binbo'

export type WeakLevel = {
  /** of the search, in plies */
  depth: number
  /** 0 … 1: how many moves are played without a look at the answer */
  careless: number
  /** centipawns: the standard deviation of the misjudgement of a line */
  noise: number
  /** pawns: the standard deviation of what makes a careless move appeal */
  mood: number
  /** 0 … 1: how many mates in one are seen */
  seesMate: number
}

/** Those of WEAK_ELO, from the weakest up. `make strengths` measures them. */
export const WEAK_LEVELS: readonly WeakLevel[] = [
  { depth: 1, careless: 0.93, noise: 420, mood: 1.8, seesMate: 0.4 },
  { depth: 1, careless: 0.61, noise: 305, mood: 1.2, seesMate: 0.8 },
  { depth: 1, careless: 0.395, noise: 215, mood: 1, seesMate: 0.95 },
  { depth: 1, careless: 0.275, noise: 170, mood: 1, seesMate: 1 },
  { depth: 1, careless: 0.155, noise: 138, mood: 1, seesMate: 1 },
]

/** Number of lines that a level looks at. */
export const WEAK_LINES = 12

/** A line that the engine found: its first move as UCI, and centipawns for the side to move; mates are ± 10,000 or more. */
type WeakLine = { uci: string; value: number }

/** Beyond this all is won or lost: differences are felt a tenth as much. */
const DECIDED = 1500
const WORTH = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 }
/** Number of pieces on the board from which on a level is as careless as it gets; with fewer there is less to overlook. */
const CROWD = 22

/** With so few pieces everybody looks further. */
const FEW_PIECES = 6
const FURTHER = 5

/** @param pieces on the board @returns plies to search */
export const weakDepth = ({ depth }: WeakLevel, pieces: number): number =>
  pieces > FEW_PIECES ? depth : depth + FURTHER

/**
 * @param lines best first; may be empty
 * @param moves all legal ones, at least one
 * @param pieces on the board
 * @param random [0, 1)
 * @returns the chosen move as UCI
 */
export function chooseWeakly(
  level: WeakLevel,
  lines: readonly WeakLine[],
  moves: readonly Move[],
  pieces: number,
  random: () => number,
): string {
  const mate = moves.find(({ san }) => san.endsWith('#'))
  if (mate && random() < level.seesMate) return mate.uci
  const known = lines.filter(({ uci }) => !mate || uci !== mate.uci)
  const crowd = Math.min(1, pieces / CROWD)
  if (known.length === 0 || random() < level.careless * crowd)
    return mostAppealing(moves, level.mood, random).uci
  return highest(known, ({ value }) => felt(value) + level.noise * crowd * normal(random)).uci
}

function felt(value: number): number {
  const least = Math.max(-DECIDED, Math.min(DECIDED, value))
  return least + (value - least) / 10
}

const mostAppealing = (moves: readonly Move[], mood: number, random: () => number): Move =>
  highest(moves, move => (move.san.endsWith('#') ? 0 : appeal(move)) + mood * normal(random))

/**
 * How good a move looks without the answer: what it takes or becomes, check, castling, and a piece that comes out.
 * @returns in pawns
 */
function appeal({ san, from, to, piece, captured, promotion, flags }: Move): number {
  const takes = captured ? WORTH[captured] : 0
  const becomes = promotion === 'q' ? WORTH.queen : 0
  const castles = flags.includes('kingside') || flags.includes('queenside') ? 2 : 0
  const check = san.endsWith('+') ? 0.8 : 0
  const wanders = piece === 'king' && castles === 0 ? -1.2 : 0
  return takes + becomes + castles + check + wanders + (centrality(to) - (from ? centrality(from) : 0)) * 0.25
}

/** @returns 0 at the edge … 3 in the centre */
function centrality(square: string): number {
  const file = square.charCodeAt(0) - 97
  const rank = square.charCodeAt(1) - 49
  return Math.min(file, 7 - file, rank, 7 - rank)
}

/**
 * @param items not empty
 * @param worthOf called once for each
 */
function highest<T>(items: readonly T[], worthOf: (item: T) => number): T {
  let [best] = items
  let most = Number.NEGATIVE_INFINITY
  for (const item of items) {
    const value = worthOf(item)
    if (value > most) [best, most] = [item, value]
  }
  return best
}

/**
 * Source: Box and Muller, "A Note on the Generation of Random Normal Deviates" (1958).
 * @param random [0, 1)
 * @returns normally distributed, mean 0, standard deviation 1
 */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
