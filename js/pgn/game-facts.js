// SPDX-License-Identifier: Apache-2.0
// The game that C has read, copied into JS memory.

import { readText } from '../core/buffer.js'
import {
  CHESS960,
  PGN_HAS_START,
  PGN_RESULT,
  PGN_TAGS_SIZE,
  PGN_TEXT,
  PGN_TEXT_SIZE,
  PGN_VARIANT,
  PGN_WORD_COUNT,
  PGN_WORDS,
} from '../core/generated/bindings.js'
import { pgnFacts, RESULTS } from '../core/pgn-text.js'
import { wasm } from '../core/wasm.js'
import { START_FEN } from '../game/fen.js'
import { VARIANTS } from '../game/variants.js'
import { tagOf } from './read-errors.js'

/** @import { ChessError } from '../core/errors.js' */

/**
 * @typedef {object} GameFacts
 * @property {Uint32Array} words the compact tree (src/pgn/tree.h)
 * @property {Uint8Array} text tags (src/pgn/tags.h), then comments; UTF-8, or Latin-1 where that is not valid
 * @property {number} tagsSize bytes of tags
 * @property {string} result '1-0', '0-1', '1/2-1/2' or '*', at the end of the move text; '' for none
 * @property {string} variant a Variant; what the tag says where it is another
 * @property {string} startFen
 * @property {ChessError[]} errors
 */

/** Small games share a buffer of this size: one for each takes longer. Any of them keeps the whole buffer alive. */
const SHARED_SIZE = 1 << 14
const LARGEST_SHARED = SHARED_SIZE / 2

let memory = new Uint8Array(0)
let shared = new Uint8Array(0)
/** So much of `shared` belongs to games. */
let used = 0

/** @returns {Uint8Array} all memory of wasm; borrowed, valid until it grows */
function memoryView() {
  if (memory.length === 0) memory = new Uint8Array(wasm.memory.buffer)
  return memory
}

/**
 * @param {number} size in bytes
 * @returns {Uint8Array} memory for a game, at a multiple of four
 */
function reserve(size) {
  if (size > LARGEST_SHARED) return new Uint8Array(size)
  if (used + size > shared.length) {
    shared = new Uint8Array(SHARED_SIZE)
    used = 0
  }
  const bytes = shared.subarray(used, used + size)
  used = (used + size + 3) & ~3
  return bytes
}

/**
 * @param {ChessError[]} errors of this game
 * @returns {GameFacts}
 */
export function gameFacts(errors) {
  const facts = pgnFacts()
  const count = facts[PGN_WORD_COUNT]
  const size = facts[PGN_TEXT_SIZE]
  const bytes = reserve(4 * count + size)
  bytes.set(memoryView().subarray(facts[PGN_WORDS], facts[PGN_WORDS] + 4 * count))
  bytes.set(memoryView().subarray(facts[PGN_TEXT], facts[PGN_TEXT] + size), 4 * count)
  const unsupported = errors.some(error => error.code === 'ERR_PGN_VARIANT')
  return {
    words: new Uint32Array(bytes.buffer, bytes.byteOffset, count),
    text: bytes.subarray(4 * count),
    tagsSize: facts[PGN_TAGS_SIZE],
    result: RESULTS[facts[PGN_RESULT]],
    variant: unsupported ? tagOf('Variant') : VARIANTS[facts[PGN_VARIANT]],
    startFen: startFen(),
    errors,
  }
}

/** @returns {string} of the game read last */
function startFen() {
  const facts = pgnFacts()
  return facts[PGN_HAS_START] || facts[PGN_VARIANT] > CHESS960
    ? readText(wasm.binbo_pgn_start_fen())
    : START_FEN
}

/**
 * The main line of a game without errors.
 * @typedef {object} MainLine
 * @property {string} startFen
 * @property {number[]} words of its moves
 */

/** @returns {MainLine} of the game read last, which was read with PGN_MAIN_LINE */
export function mainLine() {
  const facts = pgnFacts()
  const count = facts[PGN_WORD_COUNT]
  const read = new Uint32Array(memoryView().buffer, facts[PGN_WORDS], count)
  /** @type {number[]} */
  const words = new Array(count)
  for (let ply = 0; ply < count; ply++) words[ply] = read[ply]
  return { startFen: startFen(), words }
}
