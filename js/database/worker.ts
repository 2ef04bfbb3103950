// SPDX-License-Identifier: Apache-2.0
// The script of a database's thread, which js/tools/inline-worker.js turns into a text. It has segments of games in a module
// of its own, numbered in the order of arrival, and answers one question after the other.

import { onQuestions } from '../core/thread-port.js'
import type { CountedGames } from './counts.js'
import { Counts } from './counts.js'
import type { Exports } from './generated/bindings.js'
import { DATABASE_ABI, DATABASE_DAMAGED, DATABASE_NO_MEMORY, DATABASE_STEP } from './generated/bindings.js'
import type { Answer, Question } from './workers.js'

const port = onQuestions<Question, Answer>(onQuestion)

let wasm: Exports & { _initialize?: () => void }

function onQuestion(question: Question) {
  let answer: Answer
  try {
    answer = answerTo(question)
  } catch (error) {
    answer = { error: String(error) }
  }
  answer.memory = wasm?.memory.buffer.byteLength
  port.postMessage(answer, answer.hits ? [answer.hits.buffer] : [])
}

function answerTo(question: Question): Answer {
  if ('module' in question) return start(question)
  if ('file' in question) return load(question)
  return find(question)
}

function start({ module, segmentGames, isFull }: Extract<Question, { module: unknown }>): Answer {
  const compiled = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module)
  wasm = new WebAssembly.Instance(compiled).exports as unknown as typeof wasm
  wasm._initialize?.()
  const abi = wasm.binbo_database_init(segmentGames, isFull ? 1 : 0)
  return abi === DATABASE_ABI ? {} : { error: 'another version' }
}

/** @returns false if there is not enough memory */
function write(from: Uint8Array | Uint32Array): boolean {
  const at = wasm.binbo_database_input(from.byteLength) >>> 0
  if (at === 0) return false
  new Uint8Array(wasm.memory.buffer, at).set(new Uint8Array(from.buffer, from.byteOffset, from.byteLength))
  return true
}

function load({ file, isLite }: Extract<Question, { file: unknown }>): Answer {
  if (!write(file)) return { isFull: true }
  const games = wasm.binbo_database_load(file.length, isLite ? 1 : 0, 0)
  wasm.binbo_database_release()
  if (games === DATABASE_NO_MEMORY) return { isFull: true }
  if (games === DATABASE_DAMAGED) return { error: 'damaged games' }
  const last = Math.ceil((wasm.binbo_database_games() >>> 0) / games) - 1
  // Without memory for postings, the games are replayed.
  if (!isLite) wasm.binbo_database_post(last)
  return { bytes: wasm.binbo_database_bytes() }
}

function find({ words, positions, segment, games, top }: Extract<Question, { words: unknown }>): Answer {
  const isTaken = positions.every(
    ({ text, variant, ignored }, index) =>
      write(text) && wasm.binbo_database_position(index, text.length, variant, ignored) === 1,
  )
  if (!isTaken || !write(words) || wasm.binbo_database_query(words.length) !== 1) return { isFull: true }
  if (wasm.binbo_database_candidates(segment) === 0) return { isFull: true }
  const at = wasm.binbo_database_bits() >>> 0
  const bits = new Uint32Array(wasm.memory.buffer, at, games.length)
  for (let i = 0; i < games.length; i++) bits[i] &= games[i]
  if (top !== undefined) return { counted: countOf(segment, 32 * games.length, top) }
  const found: Uint32Array[] = []
  for (let from = 0; from < 32 * games.length; from += DATABASE_STEP) {
    const count = wasm.binbo_database_find(segment, from, from + DATABASE_STEP)
    const hits = wasm.binbo_database_hits() >>> 0
    if (count > 0) found.push(new Uint32Array(wasm.memory.buffer, hits, 3 * count).slice())
  }
  const hits = new Uint32Array(found.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of found) {
    hits.set(part, place)
    place += part.length
  }
  return { hits }
}

function countOf(segment: number, games: number, top: number): CountedGames {
  const counts = new Counts(top)
  for (let from = 0; from < games; from += DATABASE_STEP)
    counts.count(wasm, segment, from, from + DATABASE_STEP, 0)
  const { rows, ids, ratings } = counts
  return { rows, ids, ratings }
}
