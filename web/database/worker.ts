// SPDX-License-Identifier: Apache-2.0
// The Worker of a database: takes questions with a number, and posts the progress and the answer of each with its number.

import type { Words } from '../page/error-words.js'
import { errorWords } from '../page/error-words.js'
import { startCore } from '../page/load.js'
import { Answers } from './answers.js'

type Question = { id: number; name: keyof Answers; given: any } | { cancel: number }

export type Answer = { id: number } & ({ progress: unknown } | { value: unknown } | { failure: Words })

/** Milliseconds between two reports of a question. */
const REPORT_INTERVAL = 100

const started = startCore()
const answers = new Answers()
/** Of questions without an answer. */
const open: Map<number, AbortController> = new Map()

addEventListener('message', ({ data }) => void take(data))

async function take(question: Question) {
  if ('cancel' in question) return open.get(question.cancel)?.abort()
  const { id, name, given } = question
  const abort = new AbortController()
  const { signal } = abort
  open.set(id, abort)
  let last = performance.now()
  const report = (progress: unknown) => {
    if (performance.now() - last < REPORT_INTERVAL) return
    last = performance.now()
    send({ id, progress })
  }
  try {
    await started
    // What cancels it may be on its way.
    await new Promise(resolve => setTimeout(resolve))
    signal.throwIfAborted()
    const value = await (answers as any)[name](given, { signal, report })
    send({ id, value })
  } catch (error) {
    send({ id, failure: errorWords(error) })
  } finally {
    open.delete(id)
  }
}

const send = (answer: Answer) => postMessage(answer)
