// SPDX-License-Identifier: Apache-2.0
// The table of named lines, and of the positions along them.

import { releaseBuffer, reserve } from '../core/buffer.js'
import { checked } from '../core/failure.js'
import {
  LINE_END,
  LINE_FEN,
  LINE_SLOTS,
  LINE_ZERO,
  MOVE_KIND_SHIFT,
  MOVE_TO_SHIFT,
} from '../core/generated/bindings.js'
import { CAPTURED } from '../core/move-word.js'
import { encodeInto } from '../core/utf8.js'
import { ready, wasm } from '../core/wasm.js'
import { VARIANTS } from '../game/variants.js'
import { mostCaptures, packedLines } from './generated/packed-lines.js'

/** @import { ChessError } from '../core/errors.js' */
/** @import { Variant } from '../core/generated/bindings.js' */

/**
 * A named line.
 * @typedef {object} Row
 * @property {string} eco
 * @property {string} name
 * @property {number[]} line the lower 16 bits of each move's word
 */

/**
 * Moves, and where they start.
 * @typedef {object} Line
 * @property {string} startFen
 * @property {string} variant
 * @property {ArrayLike<number>} words of the moves
 */

/** What stands in a slot of a position that ends a line: this + the index of the line. */
const FIRST_LINE = 2

/** The lines, and the positions on them. Made of the packed text, once, in some milliseconds. */
class OpeningTable {
  #lines
  #codes
  #names
  /** The slots that binbo_line_replay() writes. */
  #slots
  /** For each character of the lines the lower 16 bits of its move's word, 0 for none. */
  #moves
  /** @type {number[]} Where the lines end. */
  #ends = []

  constructor() {
    const [known, lines, codes, names] = packedLines.split('\t')
    this.#lines = lines
    this.#codes = codes.split('\n')
    this.#names = names.split('\n')
    const { slots, moves } = replay(known, lines)
    this.#slots = slots
    this.#moves = moves
    const ends = this.#ends
    const { length } = lines
    for (let at = 0; at < length; at++) if (lines.charCodeAt(at) >= LINE_ZERO + LINE_END) ends.push(at)
  }

  /** @returns {number} how many lines there are */
  get length() {
    return this.#names.length
  }

  /**
   * @param {number} index of a line, by ECO code, then by name
   * @returns {Row}
   */
  row(index) {
    let code = index
    while (this.#codes[code] === '') code--
    let family = index
    while (this.#names[family] === '' || this.#names[family].startsWith(':')) family--
    const variation = /:.*/s.exec(this.#names[index])?.[0].replace(':', ': ') ?? ''
    const name = this.#names[family].replace(/:.*/s, '') + variation
    return { eco: this.#codes[code], name, line: this.#line(index) }
  }

  /**
   * Each line gives the last moves that those behind it do not have themselves.
   * @param {number} index
   * @returns {number[]}
   */
  #line(index) {
    /** @type {number[]} from the last one back */
    const line = []
    let wanted = Infinity
    for (let i = index; wanted > 0; i--) {
      const first = i === 0 ? 0 : this.#ends[i - 1] + 1
      const shared = i === 0 ? 0 : codeOf(this.#lines, first - 1) - LINE_END
      if (shared >= wanted) continue
      const own = this.#moves.subarray(first, this.#ends[i]).filter(move => move !== 0)
      line.push(...own.subarray(0, wanted - shared).reverse())
      wanted = shared
    }
    return line.reverse()
  }

  /**
   * @param {number} low half of a hash, unsigned
   * @param {number} high half
   * @returns {number} what stands in its slot
   */
  #find(low, high) {
    const slots = this.#slots
    for (let slot = low; ; slot++) {
      const at = 3 * (slot & (LINE_SLOTS - 1))
      if (slots[at + 2] === 0 || (slots[at] === low && slots[at + 1] === high)) return slots[at + 2]
    }
  }

  /**
   * @param {bigint} hash of a position of standard chess
   * @returns {number | null} the index of the line that names it; below 0 if it lies on a line and has no name, null if
   *   it lies on none
   */
  find(hash) {
    const value = this.#find(Number(hash & 0xffffffffn), Number(hash >> 32n))
    return value === 0 ? null : value - FIRST_LINE
  }

  /**
   * @param {Line} line of standard chess or Chess960
   * @returns {{ index: number, ply: number } | undefined} the last of its positions that has a name: the line that names it
   * @throws {ChessError} ERR_FEN_*, ERR_MEMORY
   */
  lastNamed(line) {
    const hashes = hashesOf(line)
    for (let ply = hashes.length / 2 - 1; ply >= 0; ply--) {
      const index = this.#find(hashes[2 * ply], hashes[2 * ply + 1]) - FIRST_LINE
      if (index >= 0) return { index, ply }
    }
    return undefined
  }
}

/**
 * @param {string} text packed
 * @param {number} at
 * @returns {number} the code of the character
 */
const codeOf = (text, at) => text.charCodeAt(at) - LINE_ZERO

/**
 * @param {string} known packed moves
 * @param {string} lines packed
 * @returns {{ slots: Uint32Array, moves: Uint16Array }} what binbo_line_replay() writes
 */
function replay(known, lines) {
  ready()
  const { length } = lines
  const count = known.length / 3
  const size = 12 * LINE_SLOTS
  try {
    const bytes = reserve(size + 2 * count + 3 * length)
    const moves = new Uint16Array(bytes.buffer, bytes.byteOffset + size, length + count)
    for (let i = 0; i < count; i++) {
      const at = 3 * i
      moves[length + i] =
        codeOf(known, at) |
        (codeOf(known, at + 1) << MOVE_TO_SHIFT) |
        (codeOf(known, at + 2) << MOVE_KIND_SHIFT)
    }
    encodeInto(lines, bytes.subarray(size + 2 * moves.length))
    checked(wasm.binbo_line_replay(count, length))
    return { slots: new Uint32Array(bytes.slice(0, size).buffer), moves: moves.slice(0, length) }
  } finally {
    releaseBuffer()
  }
}

/**
 * @param {Line} line
 * @returns {Uint32Array} the hashes of its start and of the positions after its moves, lower halves first; those that
 *   lack more men than any named position may be missing, and those behind a null move are
 * @throws {ChessError} ERR_FEN_*, ERR_MEMORY
 */
function hashesOf({ startFen, variant, words }) {
  const count = pliesOf(words)
  const room = LINE_FEN + 8 * count
  try {
    const buffer = reserve(room + 4 * count)
    const moves = new Uint32Array(buffer.buffer, buffer.byteOffset + room, count)
    for (let ply = 0; ply < count; ply++) moves[ply] = words[ply]
    const { written } = encodeInto(startFen, buffer)
    const hashes = checked(
      wasm.binbo_line_hashes(written, VARIANTS.indexOf(/** @type {Variant} */ (variant)), count),
      startFen,
    )
    return new Uint32Array(buffer.buffer, buffer.byteOffset, 2 * hashes).slice()
  } finally {
    releaseBuffer()
  }
}

/**
 * @param {ArrayLike<number>} words
 * @returns {number} after how many of these moves a position may have a name
 */
function pliesOf(words) {
  let captures = 0
  for (let ply = 0; ply < words.length; ply++) {
    if ((words[ply] & CAPTURED) !== 0 && ++captures > mostCaptures) return ply
  }
  return words.length
}

/** @type {OpeningTable | undefined} */
let table

/** The table, which the first call makes. */
export function openingTable() {
  table ??= new OpeningTable()
  return table
}
