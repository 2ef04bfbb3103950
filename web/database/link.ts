// SPDX-License-Identifier: Apache-2.0
// Sends requests to the Worker of the database. Each request has one response, may report progress, and can be cancelled.

import type { Words } from '../page/error-words.js'
import { startWorker } from '../page/load.js'
import { notify } from '../page/notices.js'
import { say } from '../page/texts.js'
import type { Control, DatabaseService } from './service.js'
import type { Response } from './worker.js'

type Name = keyof DatabaseService
/** The progress that a request reports. */
type ProgressOf<N extends Name> =
  Parameters<DatabaseService[N]> extends [unknown, Control<infer Progress>] ? Progress : never

/** A request without a response; methods, since the Worker's values have the types that its requests declare. */
type Pending = {
  resolve(value: unknown): void
  reject(reason: unknown): void
  onProgress(progress: unknown): void
}

/** A request failed; `words` has the reason for players. */
export class RequestError extends Error {
  declare words: Words

  constructor(words: Words) {
    super(words.text)
    this.words = words
  }
}

/** Shows a notice with the reason of a failed request. @throws {unknown} any other error */
export function showFailure(error: unknown) {
  if (!(error instanceof RequestError)) throw error
  notify({ text: error.words.text, tone: 'error', code: error.words.code })
}

const UNLOADED = {
  text: say`A part of the page could not be loaded. Check your connection, then reload the page.`,
  code: '',
}

export class DatabaseLink {
  #worker = startWorker('database-worker')
  #pending: Map<number, Pending> = new Map()
  #lastId = 0

  constructor() {
    this.#worker.addEventListener('message', ({ data }) => this.#receive(data))
    this.#worker.addEventListener('error', () => this.end(UNLOADED))
  }

  /** @throws {RequestError} if the request fails or `signal` cancels it */
  request<N extends Name>(
    name: N,
    given?: Parameters<DatabaseService[N]>[0],
    {
      signal,
      onProgress = () => {},
    }: { signal?: AbortSignal; onProgress?: (progress: ProgressOf<N>) => void } = {},
  ): Promise<Awaited<ReturnType<DatabaseService[N]>>> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress })
      this.#worker.postMessage({ id, name, given })
      signal?.addEventListener('abort', () => this.#worker.postMessage({ cancel: id }))
    })
  }

  /** Terminates the Worker and frees its memory. @param words the reason for pending requests */
  end(words: Words = { text: say`The database was closed.`, code: '' }) {
    this.#worker.terminate()
    for (const { reject } of this.#pending.values()) reject(new RequestError(words))
    this.#pending.clear()
  }

  #receive(response: Response) {
    const pending = this.#pending.get(response.id)
    if (!pending) return
    if ('progress' in response) return pending.onProgress(response.progress)
    this.#pending.delete(response.id)
    if ('failure' in response) pending.reject(new RequestError(response.failure))
    else pending.resolve(response.value)
  }
}
