// SPDX-License-Identifier: Apache-2.0
// The buffer from which C reads PGN text, and the facts of the game that was read last. All readers share both: a reader that
// finds another reader's text in the buffer writes its own again.

import { decodeTexts } from './buffer.js'
import { chessError } from './errors.js'
import { PGN_FACTS, PGN_RESULT, PGN_TAGS_SIZE, PGN_TEXT } from './generated/bindings.js'
import type { Lookup } from './options.js'
import { encodeInto } from './utf8.js'
import { wasm } from './wasm.js'

/** The bytes that stay reserved; a larger buffer is released after use. */
const KEPT_SIZE = 1 << 18

let capacity = 0
/** The number of bytes that the owner wrote. */
let used = 0
let view = new Uint8Array(0)
let factsView = new Uint32Array(0)

let owner: object | undefined

/** @returns whether the reader's text is still in the buffer */
export const ownsPgnText = (reader: object): boolean => owner === reader

/**
 * @param reader the new owner of the buffer
 * @param size in bytes
 * @returns the buffer, of at least that size; borrowed, valid until the next call into wasm
 * @throws {ChessError} ERR_MEMORY
 */
export function claimPgnText(reader: object, size: number): Uint8Array {
  owner = reader
  used = size
  return reserve(size)
}

/**
 * Writes a text after the owner's text, which stays.
 * @param text bytes, or ASCII
 * @returns their address; valid until the next write
 * @throws {ChessError} ERR_MEMORY
 */
export function appendPgnText(text: Uint8Array | string): number {
  const target = reserve(used + text.length)
  if (typeof text === 'string') encodeInto(text, target.subarray(used))
  else target.set(text, used)
  return used
}

/** Releases the buffer if it is large and has no owner. */
export function trimPgnText() {
  if (owner === undefined) releasePgnText()
}

/**
 * @param size in bytes
 * @returns the buffer, of at least that size, with its previous contents
 * @throws {ChessError} ERR_MEMORY
 */
function reserve(size: number): Uint8Array {
  const wanted = Math.max(size, capacity, KEPT_SIZE)
  const address = wasm.binbo_pgn_reserve(wanted) >>> 0
  if (address === 0) throw chessError('ERR_MEMORY')
  if (view.length !== wanted || view.byteOffset !== address || view.buffer !== wasm.memory.buffer) {
    view = new Uint8Array(wasm.memory.buffer, address, wanted)
  }
  capacity = wanted
  return view
}

/** Releases a large buffer. */
export function releasePgnText() {
  owner = undefined
  used = 0
  if (capacity <= KEPT_SIZE) return
  capacity = 0
  wasm.binbo_pgn_reserve(0)
}

/** @returns the facts, at indexes PGN_*; borrowed, valid until the next call into wasm */
export function pgnFacts(): Uint32Array {
  if (factsView.length === 0) {
    factsView = new Uint32Array(wasm.memory.buffer, wasm.binbo_pgn_facts() >>> 0, PGN_FACTS)
  }
  return factsView
}

/** Drops the view, as forgetViews() of buffer.ts. */
export function forgetFacts() {
  factsView = new Uint32Array(0)
}

/** Results by C's PgnResult. */
export const RESULTS: Lookup<'' | '1-0' | '0-1' | '1/2-1/2' | '*'> = ['', '1-0', '0-1', '1/2-1/2', '*']

/** @returns the tags of the game read last: name, 0, value, 0 and so on */
export function tagsAlone(): string {
  const facts = pgnFacts()
  return decodeTexts(new Uint8Array(wasm.memory.buffer, facts[PGN_TEXT], facts[PGN_TAGS_SIZE]))
}

/** @returns the same tags, and the game's result under the name "" */
export function tagsText(): string {
  const tags = tagsAlone()
  const result = pgnFacts()[PGN_RESULT]
  return result ? `${tags}\0${RESULTS[result]}\0` : tags
}
