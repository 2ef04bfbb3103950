// SPDX-License-Identifier: Apache-2.0
// The Worker of a database: takes questions with a number, and posts the progress and the answer of each with its number.

import { errorWords } from '../page/error-words.js'
import { startCore } from '../page/load.js'
import { Answers } from './answers.js'

/** @import { Words } from '../page/error-words.js' */

/**
 * @typedef {{ id: number, name: keyof Answers, given: any } | { cancel: number }} Question
 * @typedef {{ id: number } & ({ progress: unknown } | { value: unknown } | { failure: Words })} Answer
 */

/** Milliseconds between two reports of a question. */
const REPORT_INTERVAL = 100

const started = startCore()
const answers = new Answers()
/** Of questions without an answer. @type {Map<number, AbortController>} */
const open = new Map()

addEventListener('message', ({ data }) => void take(data))

/** @param {Question} question */
async function take(question) {
  if ('cancel' in question) return open.get(question.cancel)?.abort()
  const { id, name, given } = question
  const abort = new AbortController()
  const { signal } = abort
  open.set(id, abort)
  let last = performance.now()
  const report = (/** @type {unknown} */ progress) => {
    if (performance.now() - last < REPORT_INTERVAL) return
    last = performance.now()
    send({ id, progress })
  }
  try {
    await started
    // What cancels it may be on its way.
    await new Promise(resolve => setTimeout(resolve))
    signal.throwIfAborted()
    const value = await /** @type {any} */ (answers)[name](given, { signal, report })
    send({ id, value })
  } catch (error) {
    send({ id, failure: errorWords(error) })
  } finally {
    open.delete(id)
  }
}

/** @param {Answer} answer */
const send = answer => postMessage(answer)
