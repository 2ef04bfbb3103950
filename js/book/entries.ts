// SPDX-License-Identifier: Apache-2.0
// Reads and writes entries of Polyglot books, and the form of moves in them.
//
// Source: http://hgm.nubati.net/book_format.html. Big-endian, sorted by key:
//
//   offset  0        8       10       12
//           key u64  move u16  weight u16  learn u32
//
//   move    bits 0-5 to, 6-11 from, 12-14 promotion (0 none, 1 knight, 2 bishop, 3 rook, 4 queen); castling is the king
//           taking its own rook

import { MOVE_CASTLE, MOVE_PROMOTE_QUEEN } from '../core/generated/bindings.js'
import { fromOf, kindOf, toOf } from '../core/move-word.js'
import { castlingTarget } from '../game/move.js'

export const ENTRY_SIZE = 16
export const MOVE_OFFSET = 8
export const WEIGHT_OFFSET = 10
export const LEARN_OFFSET = 12
const LARGEST_WEIGHT = 0xffff

/** An entry with the values of the file. */
export type BookEntry = {
  /** The key of the position, 64 bits. */
  key: bigint
  /** 16 bits. */
  move: number
  /** 0 to 65,535. */
  weight: number
  /** 32 bits, for data of programs. */
  learn: number
}

/**
 * @param word the word of a legal move
 * @returns the move of a book
 */
export function bookMove(word: number): number {
  const kind = kindOf(word)
  // The kinds of promotions have the same numbers as in books.
  return toOf(word) | (fromOf(word) << 6) | (kind <= MOVE_PROMOTE_QUEEN ? kind << 12 : 0)
}

/**
 * @param word the word of a legal move
 * @returns the same as bookMove(), but castling as some programs write it: to the square that the king reaches
 */
export const looseBookMove = (word: number): number =>
  kindOf(word) === MOVE_CASTLE ? castlingTarget(word) | (fromOf(word) << 6) : bookMove(word)

export const entryAt = (view: DataView, at: number): BookEntry => ({
  key: view.getBigUint64(at),
  move: view.getUint16(at + MOVE_OFFSET),
  weight: view.getUint16(at + WEIGHT_OFFSET),
  learn: view.getUint32(at + LEARN_OFFSET),
})

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** @returns the largest weight; 0 for none */
export const heaviest = (entries: readonly BookEntry[]): number =>
  entries.reduce((most, { weight }) => Math.max(most, weight), 0)

/**
 * @param entries weights may have more than 16 bits; this function sorts the entries
 * @param largest the largest weight of their book, by which all are scaled
 */
export function writeEntries(entries: BookEntry[], largest: number): Uint8Array<ArrayBuffer> {
  const scale = Math.min(1, LARGEST_WEIGHT / largest)
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.weight - a.weight || a.move - b.move))
  const bytes = new Uint8Array(entries.length * ENTRY_SIZE)
  const view = viewOf(bytes)
  for (const [i, { key, move, weight, learn }] of entries.entries()) {
    const at = i * ENTRY_SIZE
    view.setBigUint64(at, key)
    view.setUint16(at + MOVE_OFFSET, move)
    // A weight above 0 stays above 0.
    view.setUint16(at + WEIGHT_OFFSET, weight === 0 ? 0 : Math.max(1, Math.round(weight * scale)))
    view.setUint32(at + LEARN_OFFSET, learn)
  }
  return bytes
}
