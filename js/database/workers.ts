// SPDX-License-Identifier: Apache-2.0
// Threads that search full segments. The calling thread keeps all games, without the indexes of these segments, to count,
// show, export and save them. The segments are divided among the threads, and no memory is shared.

import type { StartedThread } from '../core/thread.js'
import { startThread } from '../core/thread.js'
import { encode } from '../core/utf8.js'
import { alarm } from '../core/waiting.js'
import type { CountedGames } from './counts.js'
import { databaseError } from './errors.js'
import { workerText } from './generated/worker-text.js'
import type { Program } from './query.js'
import type { Store } from './store.js'
import { databaseWasm } from './store.js'

/** A message to a thread. */
export type Question =
  | { module: WebAssembly.Module | BufferSource; segmentGames: number; isFull: boolean }
  | { file: Uint8Array<ArrayBuffer>; isLite: boolean }
  | {
      words: Uint32Array
      positions: { text: Uint8Array; variant: number; ignored: number }[]
      segment: number
      games: Uint32Array
      top?: number
    }

/**
 * The answer of a thread: hits as those of scanGames(), with numbers of games in the segment, or counts if the question has
 * `top`; the bytes of its games; the bytes of its memory. `isFull`: memory is exhausted.
 */
export type Answer = {
  hits?: Uint32Array<ArrayBuffer>
  counted?: CountedGames
  bytes?: number
  memory?: number
  isFull?: boolean
  error?: string
}

/** Milliseconds for threads to start. */
const START = 10_000

export class Workers {
  #threads: Thread[]
  /** The number of segments that the threads have. */
  #segments = 0
  /** For each segment after these that a thread has been given: until it and all before it are loaded. */
  #loading: Promise<void>[] = []
  #isOver = false

  /**
   * @param count the number of threads
   * @param store the store whose segments they will get
   * @throws {ChessError} ERR_DATABASE_WORKER if no thread can be started
   */
  static async start(count: number, { segmentGames, isFull }: Store): Promise<Workers> {
    const threads = Array.from({ length: count }, () => new Thread())
    const workers = new Workers(threads)
    try {
      const module = databaseWasm.source()
      const late = databaseError('ERR_DATABASE_WORKER', `it has not started within ${START / 1000} s`)
      const cancel = alarm(START, () => {
        for (const thread of threads) thread.end(late)
      })
      await Promise.all(threads.map(thread => thread.ask({ module, segmentGames, isFull }))).finally(cancel)
      return workers
    } catch (error) {
      workers.close()
      throw error
    }
  }

  constructor(threads: Thread[]) {
    this.#threads = threads
  }

  /** @returns how many of the first segments the threads have */
  get segments(): number {
    return this.#isEnded() ? 0 : this.#segments
  }

  /** @returns the number of threads */
  get count(): number {
    return this.#threads.length
  }

  /** How many segments may be requested at a time. */
  get most(): number {
    return 2 * this.#threads.length
  }

  /** @returns the bytes of all their memory */
  get memory(): number {
    return this.#threads.reduce((sum, { memory }) => sum + memory, 0)
  }

  /** @returns the bytes of their games and indexes */
  get bytes(): number {
    return this.#threads.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /**
   * Gives full segments to the threads, and waits until they are loaded.
   * @throws {ChessError} as give()
   */
  async take(store: Store, isLite: boolean): Promise<void> {
    await this.give(store, isLite)
    await this.#loaded(0)
  }

  /**
   * Gives full segments to the threads; each loads one while the next games are read.
   * @param store it loses the indexes of these segments
   * @param isLite without postings
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_WORKER, also of segments given before
   */
  async give(store: Store, isLite: boolean): Promise<void> {
    const full = Math.floor(store.games / store.segmentGames)
    while (this.#segments + this.#loading.length < full && !this.#isEnded()) {
      await this.#loaded(this.#threads.length - 1)
      const segment = this.#segments + this.#loading.length
      const answer = this.#thread(segment).ask({ file: fileOf(store, segment), isLite })
      store.wasm.binbo_database_unindex(segment)
      const loaded = Promise.all([answer, this.#loading.at(-1)]).then(() => {
        this.#segments++
        this.#loading.shift()
      })
      // Who waits next gets the error.
      loaded.catch(() => {
        this.#isOver = true
      })
      this.#loading.push(loaded)
    }
  }

  /** Waits until at most `most` segments are being loaded. */
  async #loaded(most: number) {
    try {
      while (this.#loading.length > most) await this.#loading[0]
    } catch (error) {
      this.#isOver = true
      this.#loading = []
      throw error
    }
  }

  /**
   * @param games bits of the games to search
   * @returns hits as those of scanGames(), with numbers of games in the segment
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_WORKER
   */
  async find(program: Program, segment: number, games: Uint32Array): Promise<Uint32Array> {
    const { hits } = await this.#ask(program, segment, games)
    return hits as Uint32Array
  }

  /**
   * @param program a query for one position
   * @param games bits of the games to search
   * @param top how many games are among the best
   * @returns counts, with numbers of games in the segment
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_WORKER
   */
  async countGames(
    program: Program,
    segment: number,
    games: Uint32Array,
    top: number,
  ): Promise<CountedGames> {
    const { counted } = await this.#ask(program, segment, games, top)
    return counted as CountedGames
  }

  #ask({ words, positions }: Program, segment: number, games: Uint32Array, top?: number) {
    const texts = positions.map(({ fen, variant, ignored }) => ({ text: encode(fen), variant, ignored }))
    const local = Math.floor(segment / this.#threads.length)
    return this.#thread(segment).ask({ words, positions: texts, segment: local, games, top })
  }

  close() {
    for (const thread of this.#threads) thread.close()
  }

  /** Closes the threads when they have answered all questions. */
  retire() {
    this.#isOver = true
    for (const thread of this.#threads) thread.retire()
  }

  #isEnded() {
    return this.#isOver || this.#threads.some(({ isOver }) => isOver)
  }

  #thread(segment: number) {
    return this.#threads[segment % this.#threads.length]
  }
}

/**
 * @returns owned by the caller
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function fileOf(store: Store, segment: number): Uint8Array<ArrayBuffer> {
  const { size, copy } = store.save(segment, 0)
  const file = new Uint8Array(size)
  copy(file, 0)
  store.wasm.binbo_database_release()
  return file
}

/** A thread; it answers questions in their order. */
class Thread {
  bytes = 0
  memory = 0
  /** The questions without an answer, oldest first. */
  #waiting: { resolve: (answer: Answer) => void; reject: (reason: unknown) => void }[] = []
  /** The reason why the thread no longer answers. */
  #reason: unknown
  #isRetired = false
  #worker: StartedThread<Question>

  /** @throws {ChessError} ERR_DATABASE_WORKER */
  constructor() {
    try {
      this.#worker = startThread(
        workerText,
        (answer: Answer) => this.#answer(answer),
        error => this.end(databaseError('ERR_DATABASE_WORKER', String(error), error)),
      )
    } catch (error) {
      throw databaseError(
        'ERR_DATABASE_WORKER',
        error instanceof Error ? error.message : String(error),
        error,
      )
    }
  }

  /** @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_WORKER, ERR_DATABASE_CLOSED */
  ask(question: Question): Promise<Answer> {
    if (this.#reason !== undefined) return Promise.reject(this.#reason)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#worker.keep(true)
      this.#worker.post(question, 'file' in question ? [question.file.buffer] : [])
    })
  }

  get isOver() {
    return this.#reason !== undefined
  }

  close() {
    this.end(databaseError('ERR_DATABASE_CLOSED'))
  }

  retire() {
    this.#isRetired = true
    if (this.#waiting.length === 0) this.close()
  }

  #answer(answer: Answer) {
    const asked = this.#waiting.shift()
    if (this.#waiting.length === 0) this.#worker.keep(false)
    if (this.#waiting.length === 0 && this.#isRetired) this.close()
    this.memory = answer.memory ?? this.memory
    this.bytes = answer.bytes ?? this.bytes
    if (answer.isFull) asked?.reject(databaseError('ERR_DATABASE_MEMORY'))
    else if (answer.error !== undefined) asked?.reject(databaseError('ERR_DATABASE_WORKER', answer.error))
    else asked?.resolve(answer)
  }

  /** @param reason for all questions, now and later */
  end(reason: unknown) {
    this.#reason ??= reason
    this.#worker.end()
    for (const { reject } of this.#waiting.splice(0)) reject(this.#reason)
  }
}
