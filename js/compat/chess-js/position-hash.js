// SPDX-License-Identifier: Apache-2.0
// The position keys of chess.js: a Zobrist key whose numbers come from xoroshiro128** with a fixed seed. They are not
// Polyglot's, which Game.hash is; programs store them, so these are the same numbers in the same order.

const MASK = 0xffffffffffffffffn
const SEED = 0xa187eb39cdcaed8f31c4b365b102e01en
/** In the order in which the numbers are drawn: white's pawns first, 128 numbers a piece, of which a board uses 64. */
const PIECES = 'PNBRQKpnbrqk'
const EN_PASSANT = PIECES.length * 128
const CASTLING = EN_PASSANT + 8
const SIDE = CASTLING + 16
const RIGHTS = 'KQkq'

/** @param {bigint} x @param {bigint} by */
const rotated = (x, by) => ((x << by) | (x >> (64n - by))) & MASK

/**
 * The generator xoroshiro128** 1.0 (https://prng.di.unimi.it/).
 * @param {bigint} state 128 bits
 * @returns {() => bigint} the next 64 bits
 */
export function xoroshiro128(state) {
  let low = state & MASK
  let high = (state >> 64n) & MASK
  return () => {
    const result = (rotated((low * 5n) & MASK, 7n) * 9n) & MASK
    high ^= low
    low = (rotated(low, 24n) ^ high ^ (high << 16n)) & MASK
    high = rotated(high, 37n)
    return result
  }
}

/** The numbers as their upper and lower halves, drawn when first needed. @type {Uint32Array | undefined} */
let halves

function drawn() {
  const next = xoroshiro128(SEED)
  const numbers = new Uint32Array(2 * (SIDE + 1))
  for (let i = 0; i < numbers.length; i += 2) {
    const number = next()
    numbers[i] = Number(number >> 32n)
    numbers[i + 1] = Number(number & 0xffffffffn)
  }
  return numbers
}

/** @param {number} half */
const hex = half => (half >>> 0).toString(16)

/**
 * @param {string} fen with an en passant square only where a pawn stands to capture
 * @returns {string} its key in hexadecimal, without leading zeros
 */
export function positionHash(fen) {
  halves ??= drawn()
  const numbers = halves
  let high = 0
  let low = 0
  const add = (/** @type {number} */ index) => {
    high ^= numbers[2 * index]
    low ^= numbers[2 * index + 1]
  }
  let at = 0
  for (let square = 0; fen[at] !== ' '; at++) {
    const piece = PIECES.indexOf(fen[at])
    if (piece >= 0) add(piece * 128 + square++)
    else if (fen[at] === '/') square += 8
    else square += Number(fen[at])
  }
  const [side, castling, enPassant] = fen.slice(at + 1).split(' ', 3)
  if (side === 'b') add(SIDE)
  let rights = 0
  for (let i = 0; i < RIGHTS.length; i++) if (castling.includes(RIGHTS[i])) rights |= 1 << i
  add(CASTLING + rights)
  if (enPassant !== '-') add(EN_PASSANT + enPassant.charCodeAt(0) - 97)
  return high === 0 ? hex(low) : hex(high) + hex(low).padStart(8, '0')
}
