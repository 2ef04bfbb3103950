// SPDX-License-Identifier: Apache-2.0
// The buffer from which C reads PGN text, and the facts about the game read last. All readers share one of each: a
// reader that finds another reader's text there writes its own again.

import { decodeText } from './buffer.js'
import { chessError } from './errors.js'
import {
  PGN_BLACK_WINS,
  PGN_DRAW,
  PGN_FACTS,
  PGN_NO_RESULT,
  PGN_RESULT,
  PGN_TAGS_SIZE,
  PGN_TEXT,
  PGN_UNFINISHED,
  PGN_WHITE_WINS,
} from './generated/bindings.js'
import { wasm } from './wasm.js'

/** Bytes that stay reserved; more is released after use. */
const KEPT_SIZE = 1 << 18

let capacity = 0
let view = new Uint8Array(0)
let factsView = new Uint32Array(0)

/** @type {object | undefined} */
let owner

/**
 * @param {object} reader
 * @returns {boolean} whether what it last wrote is still in the buffer
 */
export const ownsPgnText = reader => owner === reader

/**
 * @param {object} reader the new owner of the buffer
 * @param {number} size in bytes
 * @returns {Uint8Array} of at least that size; borrowed, valid until the next call into wasm
 * @throws {ChessError} ERR_MEMORY
 */
export function pgnText(reader, size) {
  owner = reader
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
  if (capacity <= KEPT_SIZE) return
  capacity = 0
  wasm.binbo_pgn_reserve(0)
}

/** @returns {Uint32Array} at indexes PGN_*; borrowed, valid until the next call into wasm */
export function pgnFacts() {
  if (factsView.length === 0) {
    factsView = new Uint32Array(wasm.memory.buffer, wasm.binbo_pgn_facts() >>> 0, PGN_FACTS)
  }
  return factsView
}

/** @type {string[]} By C's number. */
export const RESULTS = []
RESULTS[PGN_NO_RESULT] = ''
RESULTS[PGN_WHITE_WINS] = '1-0'
RESULTS[PGN_BLACK_WINS] = '0-1'
RESULTS[PGN_DRAW] = '1/2-1/2'
RESULTS[PGN_UNFINISHED] = '*'

/** @returns {string} the tags of the game read last: name, 0, value, 0 and so on; its result under the name "" */
export function tagsText() {
  const facts = pgnFacts()
  const { buffer } = wasm.memory
  const tags = decodeText(new Uint8Array(buffer, facts[PGN_TEXT], facts[PGN_TAGS_SIZE]))
  const result = facts[PGN_RESULT]
  return result ? `${tags}\0${RESULTS[result]}\0` : tags
}
