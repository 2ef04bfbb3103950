// SPDX-License-Identifier: Apache-2.0
// Players that are weaker than the engine's own limit. They choose among the lines of a shallow search and misjudge each line a
// little. Sometimes they are careless: they play the move that looks best without considering the answer. They may also miss
// mates in one. Pure and seedable: the same random numbers give the same move.

import type { Move } from 'binbo'

export type WeakLevel = {
  /** plies of the search */
  depth: number
  /** 0 … 1: the share of moves that are played without considering the answer */
  careless: number
  /** centipawns: the standard deviation of the error in judging a line */
  noise: number
  /** pawns: the standard deviation of the error in judging a careless move */
  mood: number
  /** 0 … 1: the share of mates in one that are seen */
  seesMate: number
}

/** The levels of WEAK_ELO, the weakest first. `make strengths` measures them. */
export const WEAK_LEVELS: readonly WeakLevel[] = [
  { depth: 1, careless: 0.93, noise: 420, mood: 1.8, seesMate: 0.4 },
  { depth: 1, careless: 0.61, noise: 305, mood: 1.2, seesMate: 0.8 },
  { depth: 1, careless: 0.395, noise: 215, mood: 1, seesMate: 0.95 },
  { depth: 1, careless: 0.275, noise: 170, mood: 1, seesMate: 1 },
  { depth: 1, careless: 0.155, noise: 138, mood: 1, seesMate: 1 },
]

/** The number of lines that a level chooses from. */
export const WEAK_LINES = 12

/** A line of the engine: its first move in UCI, and centipawns for the side to move; mates are ± 10,000 or more. */
type WeakLine = { uci: string; value: number }

/** Beyond this value the game is decided, and differences count a tenth as much. */
const DECIDED = 1500
const WORTH = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 }
/** With this many pieces or more a level is as careless as possible; with fewer there is less to overlook. */
const CROWD = 22

/** With this many pieces or fewer all levels search deeper, by this many plies. */
const FEW_PIECES = 6
const EXTRA_DEPTH = 5

/** @param pieces on the board @returns plies to search */
export const weakDepth = ({ depth }: WeakLevel, pieces: number): number =>
  pieces > FEW_PIECES ? depth : depth + EXTRA_DEPTH

/**
 * @param lines the best one first; may be empty
 * @param moves all legal moves, at least one
 * @param pieces the number of pieces on the board
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
  return highest(known, ({ value }) => perceived(value) + level.noise * crowd * normal(random)).uci
}

function perceived(value: number): number {
  const clamped = Math.max(-DECIDED, Math.min(DECIDED, value))
  return clamped + (value - clamped) / 10
}

const mostAppealing = (moves: readonly Move[], mood: number, random: () => number): Move =>
  highest(moves, move => (move.san.endsWith('#') ? 0 : appeal(move)) + mood * normal(random))

/** @returns how good a move looks without the answer, in pawns: captures, promotion, check, castling and development count */
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
