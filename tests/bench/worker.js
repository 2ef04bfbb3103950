// SPDX-License-Identifier: Apache-2.0
// The process in which one library answers one kind of question. The parent sends
// { op: 'check' | 'warm' | 'run', items } and gets one answer for each.

import process from 'node:process'
import { setTimeout } from 'node:timers/promises'

/**
 * One kind of question to one library. `prepare` is not timed; `run` is, and must use every answer.
 * `check` gives the answers in a form that is the same for every right library.
 * @typedef {{ prepare(items: any[]): any, run(data: any): unknown, check(items: any[]): unknown }} Case
 */

const MESSAGE_SETTLES = 15 // ms

const [libraryName, caseName] = process.argv.slice(2)
const library = await import(`./libraries/${libraryName}.js`)
/** @type {Case} */
const question = library.cases[caseName]
if (!question) throw new Error(`${libraryName} has no case ${caseName}`)

const collectGarbage = /** @type {(options: { type: 'minor' }) => void} */ (
  /** @type {unknown} */ (globalThis.gc)
)

/**
 * What was prepared is moved out of the young generation first, twice because that takes surviving twice; else
 * the timed part would be charged for it. Not by a full collection: that also throws away optimised code, after
 * which everything was five times slower for a while. The large message that brought the items sets off a
 * collection of its own, which is waited for, whichever library it is. Garbage of the timed part is collected as it comes, and
 * counts.
 * @param {any[]} items
 * @returns {Promise<{ microseconds: number, elapsed: number, answer: unknown }>}
 */
const run = async items => {
  const data = question.prepare(items)
  collectGarbage({ type: 'minor' })
  collectGarbage({ type: 'minor' })
  await setTimeout(MESSAGE_SETTLES)
  const start = performance.now()
  const before = process.cpuUsage()
  const answer = await question.run(data)
  const { user, system } = process.cpuUsage(before)
  return { microseconds: user + system, elapsed: performance.now() - start, answer }
}

/** @param {{ items: any[], milliseconds: number }} request */
const warm = async ({ items, milliseconds }) => {
  const end = performance.now() + milliseconds
  do await question.run(question.prepare(items))
  while (performance.now() < end)
  return true
}

process.on('message', async (/** @type {any} */ request) => {
  try {
    const result = await (request.op === 'check'
      ? question.check(request.items)
      : request.op === 'warm'
        ? warm(request)
        : run(request.items))
    process.send?.({ result })
  } catch (error) {
    process.send?.({ error: /** @type {Error} */ (error).stack })
  }
})
process.on('disconnect', () => process.exit())
