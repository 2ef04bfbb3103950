// SPDX-License-Identifier: Apache-2.0
// Processor time of this process, billed to the client whose messages need it.

import { RateLimit } from './rate-limit.js'

/** The largest burst of work, in seconds of the steady rate. */
const BURST = 10
const SECOND = 1000
/**
 * Work that takes longer than this by the clock is measured as processor time, in milliseconds: the system may have
 * paused this process.
 */
const SHORT_WORK = 1
/** Reading the processor time takes a microsecond: work that begins within this time of the last reading shares it. */
const SAMPLE_AGE = 2
const SETTLED = Promise.resolve()

/** Processor time of this process, in milliseconds, at a time of performance.now(). */
let processorTime = 0
let sampledAt = Number.NEGATIVE_INFINITY
/** The account that is billed now. */
let billed: WorkAccount | undefined
let isEnding = false

/** The processor time that one client may use: it is measured while the client's work runs, and owed afterwards. */
export class WorkAccount extends RateLimit {
  #shared: RateLimit | undefined
  #since = 0

  /**
   * @param share the share of a core, on average
   * @param shared the account of several clients, which is also charged
   */
  constructor(share: number, shared?: RateLimit) {
    super(share * SECOND, share * SECOND * BURST, performance.now())
    this.#shared = shared
  }

  override spend(now: number, cost: number) {
    super.spend(now, cost)
    this.#shared?.spend(now, cost)
  }

  override debt(now: number) {
    return Math.max(super.debt(now), this.#shared?.debt(now) ?? 0)
  }

  /** Bills the work of this process, including settled promises, until it waits for input or bills another client. */
  bill() {
    if (billed !== this) {
      billed?.end()
      billed = this
      this.#since = performance.now()
      if (this.#since - sampledAt > SAMPLE_AGE) sampleProcessorTime(this.#since)
    }
    if (isEnding) return
    isEnding = true
    // process.nextTick() in the reaction of a promise runs after all other reactions.
    SETTLED.then(() =>
      process.nextTick(() => {
        isEnding = false
        billed?.end()
        billed = undefined
      }),
    )
  }

  /** Stops billing this client. */
  end() {
    const now = performance.now()
    this.spend(now, this.#timeUntil(now))
  }

  #timeUntil(now: number) {
    const time = now - this.#since
    if (time <= SHORT_WORK) return time
    const before = processorTime
    sampleProcessorTime(now)
    return Math.min(time, Math.max(processorTime - before, SHORT_WORK))
  }
}

function sampleProcessorTime(now: number) {
  const { user, system } = process.cpuUsage()
  processorTime = (user + system) / 1000
  sampledAt = now
}
