// SPDX-License-Identifier: Apache-2.0
// The threads of perftInWorkers(): each counts one position at a time, and gets the next one when it has answered.

import type { ErrorCode } from '../core/errors.js'
import { ChessError } from '../core/errors.js'
import type { StartedThread } from '../core/thread.js'
import { NotStarted, startInTime, startThread } from '../core/thread.js'
import { orAbort } from '../core/waiting.js'
import { wasmModule } from '../core/wasm.js'
import { workerText } from './generated/worker-text.js'
import type { Part, PartOptions } from './perft-in-workers.js'

/** A message to a thread: first the module, then positions. */
export type Question = { module: WebAssembly.Module; plain: PartOptions } | { fen: string }

/** A message of a thread; the count of the module is 0. */
export type Answer = { count: number } | { code: ErrorCode; message: string }

/**
 * Counts the leaves below positions.
 * @param threads at most
 * @param onCount called for each position, in any order
 * @returns false if no thread can be started: nothing has happened then
 * @throws {ChessError} of a thread; the signal's reason; errors of onCount
 */
export async function countInThreads(
  parts: readonly Part[],
  threads: number,
  plain: PartOptions,
  signal: AbortSignal | undefined,
  onCount: (part: Part, count: number) => void,
): Promise<boolean> {
  const module = wasmModule()
  if (module === undefined) return false
  const counting = Array.from({ length: Math.min(threads, parts.length) }, () => new CountingThread())
  const left = parts.values()
  const count = async () => {
    await Promise.all(counting.map(thread => thread.start({ module, plain })))
    await Promise.all(
      counting.map(async thread => {
        for (const part of left) onCount(part, await thread.ask(part))
      }),
    )
  }
  try {
    await orAbort(count(), signal)
    return true
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error
    return false
  } finally {
    for (const thread of counting) thread.close()
  }
}

class CountingThread {
  #thread: StartedThread<Question> | undefined
  #waiting: { resolve: (count: number) => void; reject: (reason: unknown) => void } | undefined

  /** @throws {NotStarted} */
  start(question: Question): Promise<void> {
    const fail = (reason: unknown) => this.#waiting?.reject(reason)
    return startInTime(() => {
      this.#thread = startThread(
        workerText,
        (answer: Answer) => this.#answer(answer),
        error => fail(error instanceof Error ? error : new Error(String(error))),
      )
      return this.ask(question)
    }, fail)
  }

  ask(question: Question): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#thread?.post(question)
    })
  }

  /** Ends the waiting, also for the start of a thread. Answers that are on their way are dropped. */
  close() {
    this.#waiting?.reject(undefined)
    this.#waiting = undefined
    this.#thread?.end()
  }

  #answer(answer: Answer) {
    if ('count' in answer) this.#waiting?.resolve(answer.count)
    else this.#waiting?.reject(new ChessError(answer.code, answer.message))
  }
}
