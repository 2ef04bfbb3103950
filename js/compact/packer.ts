// SPDX-License-Identifier: Apache-2.0
// The one instance of compact.wasm, which packs and unpacks moves of standard chess and Chess960.

import { SecondWasm } from '../core/second-wasm.js'
import { encodeInto } from '../core/utf8.js'
import { compactError } from './errors.js'
import type { Exports } from './generated/bindings.js'
import { COMPACT_ABI, COMPACT_BYTES, COMPACT_MOVES } from './generated/bindings.js'

export const compactWasm: SecondWasm<Exports> = new SecondWasm()

/** The views stay valid, since the memory does not grow. */
let packer: { wasm: Exports; moves: Uint16Array; store: Uint8Array; text: Uint8Array } | undefined

/** @throws {ChessError} ERR_INIT, ERR_WASM */
function start() {
  if (packer !== undefined) return packer
  const wasm = compactWasm.instance(exports => exports.binbo_compact_init?.() === COMPACT_ABI)
  const { buffer } = wasm.memory
  const at = wasm.binbo_compact_buffer() >>> 0
  packer = {
    wasm,
    moves: new Uint16Array(buffer, at, COMPACT_MOVES),
    text: new Uint8Array(buffer, at, COMPACT_MOVES * 2),
    store: new Uint8Array(buffer, wasm.binbo_compact_store() >>> 0, COMPACT_BYTES),
  }
  return packer
}

/**
 * @param bytes packed moves to read; empty to pack moves
 * @throws {ChessError} ERR_COMPACT_DAMAGED
 */
function begin(fen: string, bytes: Uint8Array): NonNullable<typeof packer> {
  const started = start()
  const { wasm, text, store } = started
  if (bytes.length > store.length) throw compactError('ERR_COMPACT_DAMAGED', `${bytes.length} bytes of moves`)
  store.set(bytes)
  const { written } = encodeInto(fen, text)
  if (wasm.binbo_compact_start(written, bytes.length) === 0) throw compactError('ERR_COMPACT_DAMAGED', fen)
  return started
}

/**
 * @param fen where the game starts
 * @param words its moves
 * @returns the packed moves; owned by the caller
 * @throws {ChessError} ERR_COMPACT_MOVE for an illegal move, which no game has
 */
export function packMoves(fen: string, words: Int32Array): Uint8Array {
  const { wasm, moves, store } = begin(fen, new Uint8Array())
  for (let ply = 0; ply < words.length; ply += COMPACT_MOVES) {
    const some = words.subarray(ply, ply + COMPACT_MOVES)
    moves.set(some) // the lower half of each word
    const packed = wasm.binbo_compact_pack(some.length)
    if (packed < some.length)
      throw compactError('ERR_COMPACT_MOVE', `ply ${ply + packed + 1}`, { ply: ply + packed + 1 })
  }
  return store.slice(0, wasm.binbo_compact_finish())
}

/**
 * @param fen where the game starts
 * @param count the number of its moves
 * @returns the lower halves of their words
 * @throws {ChessError} ERR_COMPACT_DAMAGED
 */
export function unpackMoves(fen: string, count: number, bytes: Uint8Array): Int32Array {
  const { wasm, moves } = begin(fen, bytes)
  const words = new Int32Array(count)
  for (let ply = 0; ply < count; ply += COMPACT_MOVES) {
    const wanted = Math.min(count - ply, COMPACT_MOVES)
    const found = wasm.binbo_compact_unpack(wanted)
    if (found < wanted)
      throw compactError('ERR_COMPACT_DAMAGED', `the game ends at ply ${ply + found} of ${count}`)
    words.set(moves.subarray(0, wanted), ply)
  }
  if (count > 0 ? wasm.binbo_compact_is_read() === 0 : bytes.length > 0)
    throw compactError('ERR_COMPACT_DAMAGED', 'there are bytes behind the game')
  return words
}
