// SPDX-License-Identifier: Apache-2.0
// The position keys of chess.js: Zobrist keys with numbers from xoroshiro128** with a fixed seed. They differ from the Polyglot
// keys of Game.hash. Programs store them, so the numbers and their order are those of chess.js.

import { LETTERS, NO_SQUARE } from './board.js'

const MASK = 0xffffffffffffffffn
const SEED = 0xa187eb39cdcaed8f31c4b365b102e01en
/** The pieces in the order in which numbers are drawn: 128 numbers for each piece, of which 64 are used. */
const PIECES = 'PNBRQKpnbrqk'
/** The index of the first number of each of C's pieces. */
const PLACES = Array.from(LETTERS, letter => 256 * PIECES.indexOf(letter))
const EN_PASSANT = PIECES.length * 128
const CASTLING = EN_PASSANT + 8
const SIDE = CASTLING + 16

const rotated = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & MASK

/**
 * The generator xoroshiro128** 1.0 (https://prng.di.unimi.it/).
 * @param state 128 bits
 * @returns the next 64 bits
 */
export function xoroshiro128(state: bigint): () => bigint {
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

/** The upper and lower halves of the numbers, drawn on first use. */
let halves: Uint32Array | undefined

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

/**
 * @param men the pieces on a1 to h8, as C's numbers
 * @param side C's number of the side to move
 * @param rights castling rights: 1, 2, 4 and 8 for the letters of KQkq
 * @param enPassant the en passant square if a pawn attacks it, or NO_SQUARE
 * @returns the key in hexadecimal, without leading zeros
 */
export function positionHash(men: Uint8Array, side: number, rights: number, enPassant: number): string {
  halves ??= drawn()
  const numbers = halves
  let high = 0
  let low = 0
  for (let square = 0; square < 64; square++) {
    const man = men[square]
    if (man === 0) continue
    const at = PLACES[man] + 2 * ((square ^ 56) + ((square ^ 56) & 56))
    high ^= numbers[at]
    low ^= numbers[at + 1]
  }
  const others = [CASTLING + rights]
  if (side === 1) others.push(SIDE)
  if (enPassant !== NO_SQUARE) others.push(EN_PASSANT + (enPassant & 7))
  for (const index of others) {
    high ^= numbers[2 * index]
    low ^= numbers[2 * index + 1]
  }
  return high === 0 ? hex(low) : hex(high) + hex(low).padStart(8, '0')
}

const hex = (half: number) => (half >>> 0).toString(16)
