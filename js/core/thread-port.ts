// SPDX-License-Identifier: Apache-2.0
// The side of a thread that thread.ts has started.

type Post<Answer> = { postMessage: (answer: Answer, transfer?: ArrayBuffer[]) => void }
type ThreadPort<Question, Answer> = Post<Answer> & {
  on: (type: 'message', onQuestion: (data: Question) => void) => void
}
type WorkerPort<Question, Answer> = Post<Answer> & {
  addEventListener: (type: 'message', onQuestion: (event: { data: Question }) => void) => void
}

/**
 * Takes the questions of the thread's owner.
 * @returns what answers are posted to
 */
export function onQuestions<Question, Answer>(onQuestion: (question: Question) => void): Post<Answer> {
  // A thread of node:worker_threads has questions at its parentPort: Bun gives it a `self` that never gets any.
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads')
  const parent: ThreadPort<Question, Answer> | null | undefined = threads?.parentPort
  if (parent) {
    parent.on('message', onQuestion)
    return parent
  }
  const worker = globalThis as unknown as WorkerPort<Question, Answer>
  worker.addEventListener('message', ({ data }) => onQuestion(data))
  return worker
}
