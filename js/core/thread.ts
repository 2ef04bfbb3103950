// SPDX-License-Identifier: Apache-2.0
// Threads whose script is a text: Workers of browsers, and threads of node:worker_threads.

import { alarm } from './waiting.js'

/** Milliseconds for a thread to start. */
const START = 10_000

/** No thread can be started, so that this one can do the work. */
export class NotStarted extends Error {}

/**
 * Starts a thread.
 * @param ask starts it, and asks a first question
 * @param fail rejects the promise of that question
 * @throws {NotStarted} also if there is no answer in time
 */
export async function startInTime(ask: () => Promise<unknown>, fail: (reason: Error) => void): Promise<void> {
  const late = new Error(`it has not started within ${START / 1000} s`)
  const cancel = alarm(START, () => fail(late))
  try {
    await ask()
  } catch (cause) {
    throw new NotStarted('', { cause })
  } finally {
    cancel()
  }
}

/** `keep` sets whether the program must wait for the thread. */
export type StartedThread<Question> = {
  post: (question: Question, transfer?: ArrayBuffer[]) => void
  keep: (isNeeded: boolean) => void
  end: () => void
}

const REFUSED =
  "its script was refused: the page's CSP needs worker-src blob: (an extension's, content_security_policy.extension_pages: no worker-src)"

/**
 * @param text the script, of js/tools/inline-worker.js
 * @param onError also called when the thread has ended
 * @throws the error of a runtime that forbids threads
 */
export function startThread<Question, Answer>(
  text: string,
  onAnswer: (answer: Answer) => void,
  onError: (error: unknown) => void,
): StartedThread<Question> {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads')
  if (threads) {
    const worker = new threads.Worker(text, { eval: true })
    worker.on('message', onAnswer)
    worker.on('error', onError)
    worker.on('exit', code => onError(`it ended with ${code}`))
    return {
      post: (question, transfer) => worker.postMessage(question, transfer),
      keep: isNeeded => void (isNeeded ? worker.ref() : worker.unref()),
      end: () => void worker.terminate(),
    }
  }
  if (typeof Worker === 'undefined') throw new Error('this runtime has no workers')
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const worker = new Worker(url)
  worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true })
  worker.addEventListener('message', ({ data }) => onAnswer(data))
  worker.addEventListener('error', event => onError(event.message || REFUSED))
  return {
    post: (question, transfer = []) => worker.postMessage(question, transfer),
    keep: () => undefined,
    end: () => worker.terminate(),
  }
}
