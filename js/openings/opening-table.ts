// SPDX-License-Identifier: Apache-2.0
// The named lines, and the positions on them, which C keeps.

import { io8, io32, ioWords, releaseBuffer, reserve } from '../core/buffer.js'
import { checked } from '../core/failure.js'
import type { Variant } from '../core/generated/bindings.js'
import { LINE_WORDS } from '../core/generated/bindings.js'
import type { Lookup } from '../core/options.js'
import { encodeInto } from '../core/utf8.js'
import { ready, wasm } from '../core/wasm.js'
import { START_FEN } from '../game/fen.js'
import { VARIANTS } from '../game/variants.js'
import { packedLines, packedMoves } from './generated/packed-lines.js'
import { openingName } from './opening-names.js'

/** A named line. */
type Row = {
  eco: string
  name: string
  /** the words of its moves; borrowed */
  words: Int32Array
}

/** Moves and their start position. */
export type Line = {
  startFen: string
  variant: string
  /** the words of the moves */
  words: ArrayLike<number>
}

/** The value of a position at the end of a line is this + the index of the line. */
const FIRST_LINE = 2

class OpeningTable {
  /** The number of lines. */
  length

  constructor() {
    ready()
    encodeInto(packedMoves + packedLines, io8())
    this.length = checked(wasm.binbo_openings_read(packedMoves.length / 3, packedLines.length))
  }

  /** @param index the index of a line; lines are sorted by ECO code, then by name */
  row(index: number): Row {
    return { ...openingName(index), words: ioWords(checked(wasm.binbo_openings_line(index))) }
  }

  /**
   * @param hash the hash of a position of standard chess
   * @returns the index of the line that names it; below 0 if it is on a line, but has no name; null if it is on no line
   */
  find(hash: bigint): number | null {
    const value = wasm.binbo_openings_at(hash)
    return value === 0 ? null : value - FIRST_LINE
  }

  /**
   * @param line a line of standard chess or Chess960
   * @returns the last of its positions with a name, and the line that names it
   * @throws {ChessError} ERR_FEN_*, ERR_MEMORY
   */
  lastNamed({ startFen, variant, words }: Line): { index: number; ply: number } | undefined {
    const { length } = words
    const size = LINE_WORDS + 4 * length
    const isLong = size > io8().length
    try {
      const bytes = isLong ? reserve(size) : io8()
      const numbers = isLong ? new Int32Array(bytes.buffer, bytes.byteOffset, size >> 2) : io32()
      for (let ply = 0; ply < length; ply++) numbers[(LINE_WORDS >> 2) + ply] = words[ply]
      const fen = startFen === START_FEN ? 0 : encodeInto(startFen, bytes).written
      const names: Lookup<Variant> = VARIANTS
      const number = names.indexOf(variant)
      const value = checked(wasm.binbo_openings_of(fen, number, length), startFen)
      return value === 0 ? undefined : { index: value - FIRST_LINE, ply: numbers[0] }
    } finally {
      releaseBuffer()
    }
  }
}

let table: OpeningTable | undefined

/** The table; the first call makes it, which takes some milliseconds. */
export function openingTable() {
  table ??= new OpeningTable()
  return table
}
