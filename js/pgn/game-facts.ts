// SPDX-License-Identifier: Apache-2.0
// The game that C has read, copied into JS memory.

import { memoryView, readText } from '../core/buffer.js'
import type { ChessError } from '../core/errors.js'
import {
  OP_BEGIN,
  OP_MOVE,
  PGN_HAS_START,
  PGN_PLIES,
  PGN_RESULT,
  PGN_TAGS_SIZE,
  PGN_TEXT,
  PGN_TEXT_SIZE,
  PGN_VARIANT,
  PGN_WORD_COUNT,
  PGN_WORDS,
  TRAIT_STANDARD_RULES,
  VARIANT_TRAITS,
  WORD_OP_SHIFT,
} from '../core/generated/bindings.js'
import { MOVE_WORD_MASK } from '../core/move-word.js'
import { pgnFacts, RESULTS } from '../core/pgn-text.js'
import { wasm } from '../core/wasm.js'
import { START_FEN } from '../game/fen.js'
import { VARIANTS } from '../game/variants.js'
import { tagOf } from './read-errors.js'

export type GameFacts = {
  /** the compact tree (src/pgn/tree.h) */
  words: Uint32Array
  /** tags (src/pgn/tags.h), then comments; each UTF-8, or Latin-1 if that is not valid */
  text: Uint8Array
  /** the bytes of the tags */
  tagsSize: number
  /** the result at the end of the move text: '1-0', '0-1', '1/2-1/2' or '*'; '' for none */
  result: string
  /** a Variant, or the value of a tag that names another one */
  variant: string
  startFen: string
  errors: ChessError[]
}

/** Small games share buffers of this size, which is faster than a buffer for each. Each game keeps its whole buffer alive. */
const SHARED_SIZE = 1 << 14
const LARGEST_SHARED = SHARED_SIZE / 2

let shared = new Uint8Array(0)
/** How much of `shared` belongs to games. */
let used = 0

/**
 * @param size in bytes
 * @returns memory for a game, at a multiple of four
 */
function reserve(size: number): Uint8Array {
  if (size > LARGEST_SHARED) return new Uint8Array(size)
  if (used + size > shared.length) {
    shared = new Uint8Array(SHARED_SIZE)
    used = 0
  }
  const bytes = shared.subarray(used, used + size)
  used = (used + size + 3) & ~3
  return bytes
}

/** @param errors the errors of this game */
export function gameFacts(errors: ChessError[]): GameFacts {
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

/** @returns the start FEN of the game read last */
function startFen(): string {
  const facts = pgnFacts()
  return facts[PGN_HAS_START] || (VARIANT_TRAITS[facts[PGN_VARIANT]] & TRAIT_STANDARD_RULES) === 0
    ? readText(wasm.binbo_pgn_start_fen())
    : START_FEN
}

/** The main line of a game without errors. */
export type MainLine = {
  startFen: string
  /** the words of its moves */
  words: number[]
}

/** @returns the main line of the game read last */
export const mainLine = (): MainLine => ({ startFen: startFen(), words: mainWords() })

/** @returns the words of the moves of that main line */
export function mainWords(): number[] {
  const facts = pgnFacts()
  const count = facts[PGN_WORD_COUNT]
  const read = new Uint32Array(memoryView().buffer, facts[PGN_WORDS], count)
  const words: number[] = new Array(facts[PGN_PLIES])
  let ply = 0
  for (let i = 0; i < count; i++) {
    const word = read[i]
    const op = word >>> WORD_OP_SHIFT
    if (op === OP_MOVE) words[ply++] = word
    else if (op === OP_BEGIN) i = word & MOVE_WORD_MASK
  }
  return words
}
