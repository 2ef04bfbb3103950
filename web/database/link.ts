// SPDX-License-Identifier: Apache-2.0
// Questions to the Worker of a database: each is answered once, may report its progress, and can be cancelled.

import type { Words } from '../page/error-words.js'
import { startWorker } from '../page/load.js'
import type { Answers } from './answers.js'
import type { Answer } from './worker.js'

type Waiting = {
  resolve: (value: any) => void
  reject: (reason: unknown) => void
  onProgress: (progress: any) => void
}

/** What the Worker failed of, in words for players. */
export class Refusal extends Error {
  declare words: Words

  constructor(words: Words) {
    super(words.text)
    this.words = words
  }
}

const UNLOADED = {
  text: 'A part of the page could not be loaded. Check your connection, then reload the page.',
  code: '',
}

export class DatabaseLink {
  #worker = startWorker('database-worker')
  #waiting: Map<number, Waiting> = new Map()
  #asked = 0

  constructor() {
    this.#worker.addEventListener('message', ({ data }) => this.#take(data))
    this.#worker.addEventListener('error', () => this.end(UNLOADED))
  }

  /** @throws {Refusal} where it fails, or `signal` ends it */
  ask<Name extends keyof Answers>(
    name: Name,
    given?: Parameters<Answers[Name]>[0],
    { signal, onProgress = () => {} }: { signal?: AbortSignal; onProgress?: (progress: any) => void } = {},
  ): Promise<Awaited<ReturnType<Answers[Name]>>> {
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress })
      this.#worker.postMessage({ id, name, given })
      signal?.addEventListener('abort', () => this.#worker.postMessage({ cancel: id }))
    })
  }

  /** Ends the Worker; what is in its memory is gone. @param words for what has no answer yet */
  end(words: Words = { text: 'The database was closed.', code: '' }) {
    this.#worker.terminate()
    for (const { reject } of this.#waiting.values()) reject(new Refusal(words))
    this.#waiting.clear()
  }

  #take(answer: Answer) {
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return
    if ('progress' in answer) return waiting.onProgress(answer.progress)
    this.#waiting.delete(answer.id)
    if ('failure' in answer) waiting.reject(new Refusal(answer.failure))
    else waiting.resolve(answer.value)
  }
}
