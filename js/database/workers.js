// SPDX-License-Identifier: Apache-2.0
// Threads that search full segments. The calling thread keeps all games, without the indexes of those segments: it counts,
// shows, exports and saves them. Segments go round the threads, and no memory is shared.

import { encode } from '../core/utf8.js'
import { databaseError } from './errors.js'
import { workerText } from './generated/worker-text.js'
import { databaseWasm } from './store.js'

/** @import { CountedGames } from './counts.js' */
/** @import { Program } from './query.js' */
/** @import { Store } from './store.js' */

/**
 * What a thread is asked.
 * @typedef {{ module: WebAssembly.Module | BufferSource, segmentGames: number, isFull: boolean }
 *   | { file: Uint8Array, isLite: boolean }
 *   | { words: Uint32Array, positions: { text: Uint8Array, variant: number, ignored: number }[], segment: number, games: Uint32Array,
 *     top?: number }} Question
 */

/**
 * What it answers: hits as scanGames() gives them, of games of the segment, or where `top` is given, what is counted of them; the
 * bytes that its games take; the bytes of its memory. isFull: memory is out.
 * @typedef {{ hits?: Uint32Array, counted?: CountedGames, bytes?: number, memory?: number, isFull?: boolean, error?: string }} Answer
 */

export class Workers {
  #threads
  /** How many segments were given. */
  #segments = 0
  #isOver = false

  /**
   * @param {number} count of threads
   * @param {Store} store whose segments they will have
   * @returns {Promise<Workers>}
   * @throws {ChessError} ERR_DATABASE_WORKER where no thread can be started
   */
  static async start(count, { segmentGames, isFull }) {
    const threads = Array.from({ length: count }, () => new Thread())
    const workers = new Workers(threads)
    try {
      const module = databaseWasm.source()
      await Promise.all(threads.map(thread => thread.ask({ module, segmentGames, isFull })))
      return workers
    } catch (error) {
      workers.close()
      throw error
    }
  }

  /** @param {Thread[]} threads */
  constructor(threads) {
    this.#threads = threads
  }

  /** @returns {number} how many of the first segments the threads answer for */
  get segments() {
    return this.#isEnded() ? 0 : this.#segments
  }

  /** @returns {number} of threads */
  get count() {
    return this.#threads.length
  }

  /** @returns {number} how many segments may be asked for at a time */
  get most() {
    return 2 * this.#threads.length
  }

  /** @returns {number} bytes of all their memory */
  get memory() {
    return this.#threads.reduce((sum, { memory }) => sum + memory, 0)
  }

  /** @returns {number} bytes that their games and indexes take */
  get bytes() {
    return this.#threads.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /**
   * Gives full segments to the threads.
   * @param {Store} store loses their indexes
   * @param {boolean} isLite without postings
   * @returns {Promise<void>}
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_WORKER; segments that were not given stay with the store
   */
  async take(store, isLite) {
    const full = Math.floor(store.games / store.segmentGames)
    while (this.#segments < full && !this.#isEnded()) {
      const segment = this.#segments
      try {
        await this.#thread(segment).ask({ file: fileOf(store, segment), isLite })
      } catch (error) {
        this.#isOver = true
        throw error
      }
      store.wasm.binbo_database_unindex(segment)
      this.#segments++
    }
  }

  /**
   * @param {Program} program
   * @param {number} segment
   * @param {Uint32Array} games bits of those to look at
   * @returns {Promise<Uint32Array>} hits, as scanGames() gives them, but of games of the segment
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_WORKER
   */
  async find(program, segment, games) {
    const { hits } = await this.#ask(program, segment, games)
    return /** @type {Uint32Array} */ (hits)
  }

  /**
   * @param {Program} program of one position
   * @param {number} segment
   * @param {Uint32Array} games bits of those to look at
   * @param {number} top how many are among the best
   * @returns {Promise<CountedGames>} games of the segment
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_WORKER
   */
  async countGames(program, segment, games, top) {
    const { counted } = await this.#ask(program, segment, games, top)
    return /** @type {CountedGames} */ (counted)
  }

  /**
   * @param {Program} program
   * @param {number} segment
   * @param {Uint32Array} games
   * @param {number} [top]
   */
  #ask({ words, positions }, segment, games, top) {
    const texts = positions.map(({ fen, variant, ignored }) => ({ text: encode(fen), variant, ignored }))
    const local = Math.floor(segment / this.#threads.length)
    return this.#thread(segment).ask({ words, positions: texts, segment: local, games, top })
  }

  close() {
    for (const thread of this.#threads) thread.close()
  }

  /** Closes the threads when they have answered what they were asked. */
  retire() {
    this.#isOver = true
    for (const thread of this.#threads) thread.retire()
  }

  #isEnded() {
    return this.#isOver || this.#threads.some(({ isOver }) => isOver)
  }

  /** @param {number} segment */
  #thread(segment) {
    return this.#threads[segment % this.#threads.length]
  }
}

/**
 * @param {Store} store
 * @param {number} segment
 * @returns {Uint8Array} owned by the caller
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function fileOf(store, segment) {
  const { size, copy } = store.save(segment, 0)
  const file = new Uint8Array(size)
  copy(file, 0)
  store.wasm.binbo_database_release()
  return file
}

/** A thread, which answers questions in their order. */
class Thread {
  bytes = 0
  memory = 0
  /** @type {{ resolve: (answer: Answer) => void, reject: (reason: unknown) => void }[]} Who waits. */
  #waiting = []
  /** @type {unknown} Why there are no more answers. */
  #reason
  #isRetired = false
  #worker

  /** @throws {ChessError} ERR_DATABASE_WORKER */
  constructor() {
    try {
      this.#worker = startWorker(
        answer => this.#answer(answer),
        error => this.#end(databaseError('ERR_DATABASE_WORKER', String(error), error)),
      )
    } catch (error) {
      throw databaseError(
        'ERR_DATABASE_WORKER',
        error instanceof Error ? error.message : String(error),
        error,
      )
    }
  }

  /**
   * @param {Question} question
   * @returns {Promise<Answer>}
   * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_WORKER, ERR_DATABASE_CLOSED
   */
  ask(question) {
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
    this.#end(databaseError('ERR_DATABASE_CLOSED'))
  }

  retire() {
    this.#isRetired = true
    if (this.#waiting.length === 0) this.close()
  }

  /** @param {Answer} answer */
  #answer(answer) {
    const asked = this.#waiting.shift()
    if (this.#waiting.length === 0) this.#worker.keep(false)
    if (this.#waiting.length === 0 && this.#isRetired) this.close()
    this.memory = answer.memory ?? this.memory
    this.bytes = answer.bytes ?? this.bytes
    if (answer.isFull) asked?.reject(databaseError('ERR_DATABASE_MEMORY'))
    else if (answer.error !== undefined) asked?.reject(databaseError('ERR_DATABASE_WORKER', answer.error))
    else asked?.resolve(answer)
  }

  /** @param {unknown} reason */
  #end(reason) {
    this.#reason ??= reason
    this.#worker.end()
    for (const { reject } of this.#waiting.splice(0)) reject(this.#reason)
  }
}

/** @typedef {{ post: (question: Question, transfer: any[]) => void, keep: (isNeeded: boolean) => void, end: () => void }} StartedWorker keep: whether the program must wait for it */

/**
 * @param {(answer: Answer) => void} heard
 * @param {(error: unknown) => void} failed
 * @returns {StartedWorker}
 * @throws whatever forbids workers
 */
function startWorker(heard, failed) {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads')
  if (threads) {
    const worker = new threads.Worker(workerText, { eval: true })
    worker.on('message', heard)
    worker.on('error', failed)
    worker.on('exit', code => failed(`it ended with ${code}`))
    return {
      post: (question, transfer) => worker.postMessage(question, transfer),
      keep: isNeeded => void (isNeeded ? worker.ref() : worker.unref()),
      end: () => void worker.terminate(),
    }
  }
  if (typeof Worker === 'undefined') throw new Error('there are no workers here')
  const url = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }))
  const worker = new Worker(url)
  worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true })
  worker.addEventListener('message', ({ data }) => heard(data))
  worker.addEventListener('error', event => failed(event.message || 'its script was refused'))
  return {
    post: (question, transfer) => worker.postMessage(question, transfer),
    keep: () => undefined,
    end: () => worker.terminate(),
  }
}
