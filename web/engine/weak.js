// SPDX-License-Identifier: Apache-2.0
// Players weaker than the engine can be set to. They look at the engine's lines of a shallow search and misjudge each a
// little, as people do; and now and then they are careless: they play the move that looks best at once, without a thought
// for the answer. Mates in one may be missed, too. Pure and seedable: the same numbers give the same move.

/** @import { Move } from 'binbo' */

/**
 * @typedef {object} WeakLevel
 * @property {number} depth of the search, in plies
 * @property {number} careless 0 … 1: how many moves are played without a look at the answer
 * @property {number} noise centipawns: the standard deviation of the misjudgement of a line
 * @property {number} mood pawns: the standard deviation of what makes a careless move appeal
 * @property {number} seesMate 0 … 1: how many mates in one are seen
 */

/** Those of WEAK_ELO, from the weakest up. `make strengths` measures them. @type {readonly WeakLevel[]} */
export const WEAK_LEVELS = [
  { depth: 1, careless: 0.93, noise: 420, mood: 1.8, seesMate: 0.4 },
  { depth: 1, careless: 0.61, noise: 305, mood: 1.2, seesMate: 0.8 },
  { depth: 1, careless: 0.395, noise: 215, mood: 1, seesMate: 0.95 },
  { depth: 1, careless: 0.275, noise: 170, mood: 1, seesMate: 1 },
  { depth: 1, careless: 0.155, noise: 138, mood: 1, seesMate: 1 },
]

/** Number of lines that a level looks at. */
export const WEAK_LINES = 12

/** A line that the engine found: its first move as UCI, and centipawns for the side to move; mates are ± 10,000 or more. */
/** @typedef {{ uci: string, value: number }} WeakLine */

/** Beyond this all is won or lost: differences are felt a tenth as much. */
const DECIDED = 1500
const WORTH = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 }
/** Number of pieces on the board from which on a level is as careless as it gets; with fewer there is less to overlook. */
const CROWD = 22

/** With so few pieces everybody looks further. */
const FEW_PIECES = 6
const FURTHER = 5

/** @param {WeakLevel} level @param {number} pieces on the board @returns {number} plies to search */
export const weakDepth = ({ depth }, pieces) => (pieces > FEW_PIECES ? depth : depth + FURTHER)

/**
 * @param {WeakLevel} level
 * @param {readonly WeakLine[]} lines best first; may be empty
 * @param {readonly Move[]} moves all legal ones, at least one
 * @param {number} pieces on the board
 * @param {() => number} random [0, 1)
 * @returns {string} the chosen move as UCI
 */
export function chooseWeakly(level, lines, moves, pieces, random) {
  const mate = moves.find(({ san }) => san.endsWith('#'))
  if (mate && random() < level.seesMate) return mate.uci
  const known = lines.filter(({ uci }) => !mate || uci !== mate.uci)
  const crowd = Math.min(1, pieces / CROWD)
  if (known.length === 0 || random() < level.careless * crowd)
    return mostAppealing(moves, level.mood, random).uci
  return highest(known, ({ value }) => felt(value) + level.noise * crowd * normal(random)).uci
}

/** @param {number} value @returns {number} */
function felt(value) {
  const least = Math.max(-DECIDED, Math.min(DECIDED, value))
  return least + (value - least) / 10
}

/** @param {readonly Move[]} moves @param {number} mood @param {() => number} random @returns {Move} */
const mostAppealing = (moves, mood, random) =>
  highest(moves, move => (move.san.endsWith('#') ? 0 : appeal(move)) + mood * normal(random))

/**
 * How good a move looks without the answer: what it takes or becomes, check, castling, and a piece that comes out.
 * @param {Move} move
 * @returns {number} in pawns
 */
function appeal({ san, from, to, piece, captured, promotion, flags }) {
  const takes = captured ? WORTH[captured] : 0
  const becomes = promotion === 'q' ? WORTH.queen : 0
  const castles = flags.includes('kingside') || flags.includes('queenside') ? 2 : 0
  const check = san.endsWith('+') ? 0.8 : 0
  const wanders = piece === 'king' && castles === 0 ? -1.2 : 0
  return takes + becomes + castles + check + wanders + (centrality(to) - (from ? centrality(from) : 0)) * 0.25
}

/** @param {string} square @returns {number} 0 at the edge … 3 in the centre */
function centrality(square) {
  const file = square.charCodeAt(0) - 97
  const rank = square.charCodeAt(1) - 49
  return Math.min(file, 7 - file, rank, 7 - rank)
}

/**
 * @template T
 * @param {readonly T[]} items not empty
 * @param {(item: T) => number} worthOf called once for each
 * @returns {T}
 */
function highest(items, worthOf) {
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
 * @param {() => number} random [0, 1)
 * @returns {number} normally distributed, mean 0, standard deviation 1
 */
const normal = random => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
