// SPDX-License-Identifier: Apache-2.0
// Runs a target on random inputs, a number of them or for a time: an input is a finding if the check throws, or if it
// takes more than linear time in the length of the input.

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { pick, randomFrom } from '../../random.js'
import { Coverage } from './coverage.js'
import { mutated, pumped } from './mutate.js'

/**
 * A fuzz target. Inputs are texts; for a target with `calls` they are the numbers of random sequences of calls.
 * @typedef {object} Target
 * @property {string} name
 * @property {(input: string) => unknown} check throws or rejects if a law is violated
 * @property {string[]} [seeds]
 * @property {string[]} [words] of its language
 * @property {boolean} [calls]
 * @property {number} [slowness] how many times as long as other targets it may take; default 1
 * @property {number} [runs] the number of inputs that take about a second, if below 5,000
 */

/** @typedef {{ input: string, error: Error }} Finding */

/** The number of inputs between two checks of the coverage. */
const BATCH = 200
/** One in this many inputs is a long one. */
const PUMP_EVERY = 200
/** The processor time that an input may take, in milliseconds, and per UTF-16 unit. Quadratic time is far above this. */
const PATIENCE = 60
const PATIENCE_A_UNIT = 0.006
/** A slow input is tried again: the first run may include compilation, or garbage collection for other inputs. */
const TRIES = 5
/** Time limit for shortening a finding, in milliseconds. */
const SHORTENING = 3000

/**
 * @param {Target} target
 * @param {object} options
 * @param {number} options.runs inputs at most
 * @param {number} options.seconds of the processor's time at most
 * @param {number} options.seed
 * @param {boolean} [options.grows] keeps inputs that reach new code, and mutates them further
 * @param {readonly string[]} [options.corpus] inputs to begin with, besides the target's seeds
 * @returns {Promise<{ runs: number, corpus: string[], finding: Finding | undefined }>}
 */
export async function fuzz(target, { runs: most, seconds, seed, grows = false, corpus = [] }) {
  const random = randomFrom(seed)
  const texts = [...new Set([...(target.seeds ?? ['']), ...corpus])]
  const words = target.words ?? ['']
  const coverage = grows && !target.calls ? new Coverage() : undefined
  /** @type {string[]} */
  const kept = []
  let runs = 0

  /** @param {string} input @returns {Promise<Finding | undefined>} */
  const run = async input => {
    runs++
    const error = await failureOf(target, input)
    return error && { input, error }
  }
  /** @param {string[]} inputs that together have reached new code @returns {Promise<void>} */
  const sift = async inputs => {
    if (inputs.length > 1) {
      const middle = inputs.length >> 1
      for (const half of [inputs.slice(0, middle), inputs.slice(middle)]) {
        coverage?.news()
        for (const input of half) await run(input)
        if (coverage && coverage.news().length > 0) await sift(half)
      }
      return
    }
    coverage?.news()
    await run(inputs[0])
    const blocks = coverage?.news() ?? []
    if (blocks.length === 0) return
    coverage?.keep(blocks)
    kept.push(inputs[0])
    texts.push(inputs[0])
  }

  const isLate = timer(seconds)
  const isOver = () => runs >= most || isLate()
  let batch = target.calls ? [] : [...texts]
  for (;;) {
    for (const input of batch) {
      const finding = await run(input)
      if (finding) return { runs, corpus: kept, finding }
      if (isOver()) break
    }
    if (coverage && batch.length > 0 && coverage.news().length > 0) await sift(batch)
    if (isOver()) break
    batch = Array.from({ length: target.calls ? 1 : BATCH }, () => {
      if (target.calls) return String(Math.floor(random() * 2 ** 31))
      // The latest inputs have been tried least.
      const material = { texts: random() < 0.3 ? texts.slice(-20) : texts, words }
      return random() < 1 / PUMP_EVERY ? pumped(random, material) : mutated(random, material)
    })
  }
  coverage?.close()
  return { runs, corpus: kept, finding: undefined }
}

/** @param {number} seconds of the processor's time @returns {() => boolean} whether they have passed */
function timer(seconds) {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return user + system > 1e6 * seconds
  }
}

/**
 * @param {Target} target
 * @param {string} input
 * @returns {Promise<Error | undefined>}
 */
async function failureOf(target, input) {
  const limit = (PATIENCE + PATIENCE_A_UNIT * input.length) * (target.slowness ?? 1)
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES; tries++) {
    const start = process.cpuUsage()
    try {
      await target.check(input)
    } catch (error) {
      return error instanceof Error ? error : new Error(`thrown: ${inspect(error)}`)
    }
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
    if (target.calls || least <= limit) return undefined
  }
  return new Error(`slow: ${Math.round(least)} ms for ${input.length} characters`)
}

/**
 * @param {Target} target
 * @param {Finding} finding
 * @returns {Promise<Finding>} the same fault with a shorter input
 */
export async function shortened(target, finding) {
  if (target.calls) return finding
  const kind = (/** @type {Error} */ { name, message }) => `${name} ${message.slice(0, 12)}`
  let { input, error } = finding
  const end = performance.now() + SHORTENING
  for (let size = input.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < input.length && performance.now() < end; ) {
      const shorter = input.slice(0, at) + input.slice(at + size)
      const failure = await failureOf(target, shorter)
      if (failure && kind(failure) === kind(error)) [input, error] = [shorter, failure]
      else at += size
    }
  }
  return { input, error }
}

/**
 * Writes an input into a file.
 * @param {string} folder
 * @param {Target} target
 * @param {string} input
 * @returns {string} the file's path
 */
export function save(folder, { name }, input) {
  mkdirSync(folder, { recursive: true })
  const path = `${folder}/js-${name}-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`
  writeFileSync(path, JSON.stringify(input))
  return path
}

export { pick, randomFrom }
