// SPDX-License-Identifier: Apache-2.0
// Seeded random games on the oracle. A game is walked position by position; the caller compares
// the library with the oracle there.

import { pick, randomFrom } from '../../random.js'
import {
  formatFen,
  inCheck,
  isAttacked,
  kingSquare,
  legalMoves,
  other,
  parseFen,
  play,
  START,
  square,
  toUci,
} from './reference.js'
import { repetitionKey, toSan } from './reference-rules.js'

/** BINBO_SEED repeats a failed run; every failure message carries it. */
export const seed = Number(process.env.BINBO_SEED || 20261121)

/** How many random games a law gets: BINBO_SCALE is their share. */
export const games = count => Math.max(1, Math.round(count * Number(process.env.BINBO_SCALE || 1)))

// How much likelier than a plain move each kind is where the style is 'sharp'.
const SHARP = [
  [/x/, 4],
  [/[+#]/, 5],
  [/=/, 3],
  [/^O/, 12],
]
const EN_PASSANT = 40
const DOUBLE_STEP_BESIDE_PAWN = 30

/**
 * @typedef {object} Stop one position of a game
 * @property {object} position of the oracle
 * @property {object[]} moves its legal moves
 * @property {string[]} sans their SANs, in that order
 * @property {string[]} ucis their UCI moves, in that order
 * @property {number} occurrences of this position in the game, this time included
 * @property {number} ply
 */

/**
 * Walks one random game.
 * @param {object} options
 * @param {() => number} options.random
 * @param {string} [options.fen]
 * @param {boolean} [options.chess960]
 * @param {number} [options.plies] at most
 * @param {'uniform' | 'sharp' | 'shuffle'} [options.style] sharp prefers captures, checks, promotions and
 *   en passant; shuffle prefers moves back
 * @param {(stop: Stop) => boolean} visit called for each position; false ends the game
 * @param {(stop: Stop, index: number) => void} [chosen] called before the move is played
 */
export function walkGame(
  { random, fen = START, chess960 = false, plies = 80, style = 'uniform' },
  visit,
  chosen,
) {
  let position = parseFen(fen, chess960)
  const counts = new Map()
  const played = []
  for (let ply = 0; ply <= plies; ply++) {
    const moves = legalMoves(position)
    const key = repetitionKey(position, moves)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    const stop = {
      position,
      moves,
      sans: moves.map(move => toSan(position, move, moves)),
      ucis: moves.map(move => toUci(position, move)),
      occurrences: counts.get(key),
      ply,
    }
    if (!visit(stop) || moves.length === 0 || ply === plies) return
    const index = choose(random, stop, style, played)
    chosen?.(stop, index)
    played.push(moves[index])
    position = play(position, moves[index])
  }
}

function choose(random, stop, style, played) {
  if (style === 'shuffle') {
    const last = played.at(-2)
    const back = last ? stop.moves.findIndex(move => move.from === last.to && move.to === last.from) : -1
    if (back >= 0 && random() < 0.75) return back
  }
  if (style !== 'sharp') return Math.floor(random() * stop.moves.length)
  const weights = stop.moves.map((move, index) => sharpness(stop.position, move, stop.sans[index]))
  let target = random() * weights.reduce((sum, weight) => sum + weight, 0)
  for (let index = 0; index < weights.length; index++) {
    target -= weights[index]
    if (target < 0) return index
  }
  return weights.length - 1
}

function sharpness({ board }, move, san) {
  if (move.enPassant) return EN_PASSANT
  const piece = board[move.from]
  const foe = piece === 'P' ? 'p' : 'P'
  const double = piece.toLowerCase() === 'p' && Math.abs(move.to - move.from) === 16
  if (
    double &&
    [-1, 1].some(side => (move.to & 7) + side === ((move.to + side) & 7) && board[move.to + side] === foe)
  ) {
    return DOUBLE_STEP_BESIDE_PAWN
  }
  return SHARP.reduce((weight, [pattern, times]) => (pattern.test(san) ? weight * times : weight), 1)
}

/** A random number generator of its own for game `index` of a law. */
export const randomOf = index => randomFrom(Math.imul(seed + index, 0x9e3779b1) || 1)

/** A legal position with a few men, often with pawns about to meet or castling rights. */
export function randomSetup(random) {
  for (;;) {
    const board = new Array(64).fill('')
    const rights = { K: -1, Q: -1, k: -1, q: -1 }
    const mover = pick(random, ['w', 'b'])
    if (random() < 0.3) placeMeeting(random, board, mover)
    for (const side of ['w', 'b']) placeSide(random, board, rights, side)
    const position = {
      board,
      rights,
      side: mover,
      ep: -1,
      half: 0,
      full: 1,
      chess960: false,
    }
    const white = kingSquare(board, 'w')
    const black = kingSquare(board, 'b')
    const adjacent = Math.abs((white & 7) - (black & 7)) <= 1 && Math.abs((white >> 3) - (black >> 3)) <= 1
    const waiting = other(position.side)
    const free = !isAttacked(board, kingSquare(board, waiting), position.side)
    if (adjacent || !free) continue
    const half = inCheck(position) ? 0 : Math.floor(random() * 90)
    return formatFen({ ...position, half })
  }
}

/** A pawn of the mover at home and one that could take it in passing, on the squares beside its way. */
function placeMeeting(random, board, mover) {
  const file = Math.floor(random() * 8)
  const beside = file === 0 ? 1 : file === 7 ? 6 : file + pick(random, [-1, 1])
  const white = mover === 'w'
  board[square(file, white ? 1 : 6)] = white ? 'P' : 'p'
  board[square(beside, white ? 3 : 4)] = white ? 'p' : 'P'
}

function placeSide(random, board, rights, side) {
  const white = side === 'w'
  const put = (at, letter) => {
    board[at] = white ? letter.toUpperCase() : letter
  }
  const home = white ? 0 : 7
  if (random() < 0.3 && !board[square(4, home)]) {
    put(square(4, home), 'k')
    for (const [letter, file] of [
      ['k', 7],
      ['q', 0],
    ]) {
      if (random() < 0.3 || board[square(file, home)]) continue
      put(square(file, home), 'r')
      rights[white ? letter.toUpperCase() : letter] = square(file, home)
    }
  } else {
    put(freeSquare(random, board, 0, 7), 'k')
  }
  const pawns = Math.floor(random() * 5)
  for (let count = 0; count < pawns; count++) {
    const ranks = random() < 0.5 ? (white ? [1, 1] : [6, 6]) : white ? [3, 6] : [1, 4]
    put(freeSquare(random, board, ...ranks), 'p')
  }
  const men = Math.floor(random() * 4)
  for (let count = 0; count < men; count++) put(freeSquare(random, board, 0, 7), pick(random, [...'nbrqbr']))
}

function freeSquare(random, board, low, high) {
  for (;;) {
    const at = square(Math.floor(random() * 8), low + Math.floor(random() * (high - low + 1)))
    if (!board[at]) return at
  }
}
