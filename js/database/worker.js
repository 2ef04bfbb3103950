// SPDX-License-Identifier: Apache-2.0
// What a thread of a database runs, as a script of its own: js/tools/inline-worker.js makes a text of it. It has segments of
// games in a module of its own, numbered as they came, and answers one question after the other.

import { Counts } from './counts.js'
import { DATABASE_ABI, DATABASE_DAMAGED, DATABASE_NO_MEMORY, DATABASE_STEP } from './generated/bindings.js'

/** @import { CountedGames } from './counts.js' */
/** @import { Exports } from './generated/bindings.js' */
/** @import { Answer, Question } from './workers.js' */

/** The other end: a worker of browsers, Bun and Deno, or one of node:worker_threads. @type {any} */
const port =
  typeof globalThis.self?.postMessage === 'function'
    ? globalThis.self
    : process.getBuiltinModule('node:worker_threads').parentPort
const listen = port.addEventListener
  ? (/** @type {(data: Question) => void} */ heard) =>
      port.addEventListener('message', (/** @type {MessageEvent} */ { data }) => heard(data))
  : (/** @type {(data: Question) => void} */ heard) => port.on('message', heard)

/** @type {Exports} */
let wasm

listen(question => {
  /** @type {Answer} */
  let answer
  try {
    answer = answerTo(question)
  } catch (error) {
    answer = { error: String(error) }
  }
  answer.memory = wasm?.memory.buffer.byteLength
  port.postMessage(answer, answer.hits ? [answer.hits.buffer] : [])
})

/**
 * @param {Question} question
 * @returns {Answer}
 */
function answerTo(question) {
  if ('module' in question) return start(question)
  if ('file' in question) return load(question)
  return find(question)
}

/** @param {Extract<Question, { module: unknown }>} question @returns {Answer} */
function start({ module, segmentGames, isFull }) {
  const compiled = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module)
  wasm = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(compiled).exports))
  const begin = /** @type {{ _initialize?: () => void }} */ (/** @type {unknown} */ (wasm))._initialize
  begin?.()
  const abi = wasm.binbo_database_init(segmentGames, isFull ? 1 : 0)
  return abi === DATABASE_ABI ? {} : { error: 'another version' }
}

/**
 * @param {Uint8Array | Uint32Array} from
 * @returns {boolean} false when memory is out
 */
function write(from) {
  const at = wasm.binbo_database_input(from.byteLength) >>> 0
  if (at === 0) return false
  new Uint8Array(wasm.memory.buffer, at).set(new Uint8Array(from.buffer, from.byteOffset, from.byteLength))
  return true
}

/** @param {Extract<Question, { file: unknown }>} question @returns {Answer} */
function load({ file, isLite }) {
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

/** @param {Extract<Question, { words: unknown }>} question @returns {Answer} */
function find({ words, positions, segment, games, top }) {
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
  /** @type {Uint32Array[]} */
  const found = []
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

/**
 * @param {number} segment
 * @param {number} games
 * @param {number} top
 * @returns {CountedGames}
 */
function countOf(segment, games, top) {
  const counts = new Counts(top)
  for (let from = 0; from < games; from += DATABASE_STEP)
    counts.count(wasm, segment, from, from + DATABASE_STEP, 0)
  const { rows, ids, ratings } = counts
  return { rows, ids, ratings }
}
