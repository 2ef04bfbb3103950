// SPDX-License-Identifier: Apache-2.0
// The script of a thread that checks parts of a Blob, which js/tools/inline-worker.js turns into a text.

import type { ChessError } from '../core/errors.js'
import { PGN_PLIES } from '../core/generated/bindings.js'
import { pgnFacts } from '../core/pgn-text.js'
import { onQuestions } from '../core/thread-port.js'
import { provideWasm } from '../core/wasm.js'
import type { Answer, CheckedPart, FoundGame, PartQuestion, PlainError, Question } from './check-parts.js'
import { GameReader } from './game-reader.js'
import type { KeptText } from './kept-text.js'

const port = onQuestions<Question, Answer>(onQuestion)
let current: PartReader | undefined

function onQuestion(question: Question) {
  try {
    if ('module' in question) {
      provideWasm(() => question.module)
      port.postMessage({ checked: undefined })
    } else if ('cuts' in question) current = new PartReader(question)
    else if (question.part === current?.part) port.postMessage(answerOf(current, question.bytes))
  } catch (error) {
    port.postMessage({ error: plain(error as ChessError) }) // such as ERR_MEMORY
  }
}

function answerOf(reader: PartReader, bytes: Uint8Array | null): Answer {
  const checked = reader.read(bytes)
  if (checked === undefined) return { bytes: bytes?.length ?? 0 }
  current = undefined
  return { checked }
}

/** Reads from a cut to the first later cut at which a game begins, or to the end. */
class PartReader {
  part: number
  #reader: GameReader
  #end: PartEnd
  #before: number
  #isSearch: boolean
  #checked: CheckedPart

  constructor({ cuts, part, before, mode, options }: PartQuestion) {
    this.part = part
    this.#end = new PartEnd(cuts, part, () => this.#reader.games)
    this.#reader = new GameReader({ ...options, ...NO_FUNCTIONS }, mode, false, this.#end)
    this.#before = this.#reader.games = before
    this.#isSearch = options.goal !== undefined
    this.#checked = { part, until: cuts.length, games: 0, lines: 0, hits: 0, plies: 0, errors: [], found: [] }
  }

  /**
   * @param bytes the next ones; null at the end
   * @returns undefined if more are needed
   */
  read(bytes: Uint8Array | null): CheckedPart | undefined {
    const [reader, end, checked] = [this.#reader, this.#end, this.#checked]
    if (bytes === null) reader.end()
    else reader.push({ bytes, wide: false })
    while (reader.next()) {
      checked.hits++
      checked.plies += pgnFacts()[PGN_PLIES]
      for (const error of reader.errors) checked.errors.push(plain(error))
      if (this.#isSearch) checked.found.push(placeOfGame(reader))
    }
    if (bytes !== null && !end.isFound) return undefined
    reader.release()
    checked.games = (end.isFound ? end.games : reader.games) - this.#before
    return end.isFound ? { ...checked, until: end.cut, lines: end.lines } : checked
  }
}

const NO_FUNCTIONS = { filter: undefined, signal: undefined, onProgress: undefined, workers: 1 }

function placeOfGame(reader: GameReader): FoundGame {
  const { text, from, to } = reader.place()
  text.placeAt(from)
  return { ...text.placeOf(from), size: to - from, before: reader.games - 1 }
}

/** Sees where each game begins, and takes none; from the cut on, all. */
class PartEnd {
  isFound = false
  /** The cut at which a game begins. */
  cut: number
  /** The games before it. */
  games = 0
  /** The lines before it. */
  lines = 0
  #cuts: readonly number[]
  #begin: number
  #countGames: () => number

  /** @param countGames returns how many games the reader has read */
  constructor(cuts: readonly number[], part: number, countGames: () => number) {
    this.#cuts = cuts
    this.#begin = cuts[part]
    this.cut = part + 1
    this.#countGames = countGames
  }

  read(text: KeptText, at: number) {
    const first = text.firstToken(at)
    const place = this.#begin + text.offsetOf(first)
    while (!this.isFound && this.#cuts[this.cut] < place) this.cut++
    // At the end of the text, the token has not arrived, and a comment may go on.
    if (!this.isFound && this.#cuts[this.cut] === place && first < text.bytes.length) {
      this.isFound = true
      this.games = this.#countGames()
      this.lines = text.placeOf(first).line - 1
    }
    return { games: 0, at: this.isFound ? text.bytes.length : at }
  }
}

/** An error as a message can have it. */
function plain(error: ChessError): PlainError {
  const { code, message, cause } = error
  const { warning: _, ...facts } = { ...error }
  return { code, message, facts, cause: cause === undefined ? undefined : plain(cause as ChessError) }
}
