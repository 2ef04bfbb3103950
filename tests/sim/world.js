// SPDX-License-Identifier: Apache-2.0
// Virtual time: events in the order of (time, number), random numbers of one seed. Nothing here takes real time, and the
// same seed gives the same run.

import { nextTick } from 'node:process'

/** @typedef {{ at: number, number: number, call: () => void }} Entry */

/** When time begins, in ms. */
const START = 1_000_000

/**
 * The generator mulberry32 (public domain).
 * @param {number} seed
 * @returns {() => number} in [0, 1)
 */
function mulberry32(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Settles after all promises that can settle now have done so: ticks come when no microtask is left. */
const settled = () => new Promise(resolve => nextTick(resolve))

export class World {
  now = START
  /** Events that have happened. */
  steps = 0
  /** @type {Entry[]} a binary heap */
  #heap = []
  #count = 0

  /** @param {number} seed */
  constructor(seed) {
    this.random = mulberry32(seed)
  }

  /**
   * @param {number} delay ms
   * @param {() => void} call
   */
  in(delay, call) {
    const entry = { at: this.now + Math.max(0, Math.round(delay)), number: this.#count++, call }
    const heap = this.#heap
    let i = heap.push(entry) - 1
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!isBefore(entry, heap[parent])) break
      heap[i] = heap[parent]
      i = parent
    }
    heap[i] = entry
  }

  /** @param {number} chance @returns {boolean} */
  chance(chance) {
    return this.random() < chance
  }

  /** @param {number} low @param {number} high @returns {number} a whole number, both included */
  between(low, high) {
    return low + Math.floor(this.random() * (high - low + 1))
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[Math.floor(this.random() * list.length)]
  }

  /**
   * Lets time pass.
   * @param {number} until ms
   */
  async run(until) {
    await settled()
    for (;;) {
      const first = this.#heap[0]
      if (first === undefined || first.at > until) break
      this.#shift()
      this.now = first.at
      this.steps++
      first.call()
      await settled()
    }
    this.now = Math.max(this.now, until)
  }

  #shift() {
    const heap = this.#heap
    const last = /** @type {Entry} */ (heap.pop())
    const { length } = heap
    if (length === 0) return
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= length) break
      if (child + 1 < length && isBefore(heap[child + 1], heap[child])) child++
      if (!isBefore(heap[child], last)) break
      heap[i] = heap[child]
      i = child
    }
    heap[i] = last
  }
}

/** @param {Entry} a @param {Entry} b */
const isBefore = (a, b) => a.at < b.at || (a.at === b.at && a.number < b.number)
