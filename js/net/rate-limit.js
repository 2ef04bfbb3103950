// SPDX-License-Identifier: Apache-2.0
// How much of something may happen: a bucket of tokens that fills at a steady rate; and the same for the time that this
// process works for a client.

export class RateLimit {
  #rate
  #most
  #left
  #last

  /**
   * @param {number} rate tokens a second
   * @param {number} burst the size of the bucket, which is full at first
   * @param {number} now in milliseconds
   */
  constructor(rate, burst, now) {
    this.#rate = rate
    this.#most = burst
    this.#left = burst
    this.#last = now
  }

  /**
   * @param {number} now in milliseconds, by the same clock
   * @param {number} cost in tokens; a cost above a burst takes a full bucket
   * @returns {number} 0 if it may happen now; else the milliseconds to wait
   */
  take(now, cost) {
    const price = Math.min(cost, this.#most)
    const left = this.#fill(now)
    if (left < price) return ((price - left) / this.#rate) * 1000
    this.#left -= price
    return 0
  }

  /**
   * For what has happened already: the bucket may owe tokens afterwards.
   * @param {number} now in milliseconds, by the same clock
   * @param {number} cost in tokens
   */
  spend(now, cost) {
    this.#left = this.#fill(now) - cost
  }

  /**
   * @param {number} now in milliseconds, by the same clock
   * @returns {number} until nothing is owed, in milliseconds
   */
  debt(now) {
    return (Math.max(0, -this.#fill(now)) / this.#rate) * 1000
  }

  /** @returns {boolean} whether the last call left at least half of a burst */
  get isCalm() {
    return this.#left >= this.#most / 2
  }

  /** @param {number} now */
  #fill(now) {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#last) * this.#rate) / 1000)
    this.#last = now
    return this.#left
  }
}

/** Work at once, in seconds of the steady rate. */
const WORK_BURST = 10
/**
 * Work that takes longer than this by the clock is measured as processor time, in milliseconds: the system may have
 * stopped this process meanwhile.
 */
const SHORT_WORK = 1
/** Asking for the processor time takes a microsecond: work that begins within this time of the last one shares it. */
const SAMPLE_AGE = 2

/** Processor time of this process, in milliseconds, at a time of performance.now(). */
let processorTime = 0
let sampledAt = Number.NEGATIVE_INFINITY

/** @param {number} now */
function sampleProcessorTime(now) {
  const { user, system } = process.cpuUsage()
  processorTime = (user + system) / 1000
  sampledAt = now
}

/** The time of this process that one client may use: work is measured while it is done, and owed afterwards. */
export class WorkAccount extends RateLimit {
  #shared
  /** @type {number | undefined} start of the work in progress */
  #since

  /**
   * @param {number} rate milliseconds of work a second, in the long run
   * @param {number} [burst] milliseconds of work at once
   * @param {RateLimit} [shared] the account of several clients, which pays, too
   */
  constructor(rate, burst = rate * WORK_BURST, shared) {
    super(rate, burst, performance.now())
    this.#shared = shared
  }

  /**
   * @param {number} now
   * @param {number} cost
   * @override
   */
  spend(now, cost) {
    super.spend(now, cost)
    this.#shared?.spend(now, cost)
  }

  /**
   * @param {number} now
   * @override
   */
  debt(now) {
    return Math.max(super.debt(now), this.#shared?.debt(now) ?? 0)
  }

  /**
   * Does work of the client. Work within work counts once.
   * @param {() => void} work
   */
  run(work) {
    if (this.#since !== undefined) return work()
    this.begin()
    try {
      work()
    } finally {
      this.end()
    }
  }

  /** Begins work that has not begun. */
  begin() {
    if (this.#since !== undefined) return
    this.#since = performance.now()
    if (this.#since - sampledAt > SAMPLE_AGE) sampleProcessorTime(this.#since)
  }

  end() {
    if (this.#since === undefined) return
    const now = performance.now()
    this.spend(now, this.#timeSince(this.#since, now))
    this.#since = undefined
  }

  /**
   * @param {number} since
   * @param {number} now
   */
  #timeSince(since, now) {
    if (now - since <= SHORT_WORK) return now - since
    const before = processorTime
    sampleProcessorTime(now)
    return Math.min(now - since, Math.max(processorTime - before, SHORT_WORK))
  }
}

/** Of one client, in milliseconds. A turn ends after the piece of work in which this time is over. */
export const LONGEST_TURN = 0.5
const SETTLED = Promise.resolve()

/**
 * Clients with much work take turns: between two of them all input that has arrived is read, so that a client with
 * little work waits for one turn at most.
 */
export class Turns {
  /** @type {(() => void)[]} */
  #waiting = []
  #isScheduled = false
  /** @type {WorkAccount | undefined} of the client whose turn it is */
  #account
  #isEnding = false

  /** @param {() => void} work called once, later */
  enter(work) {
    this.#waiting.push(work)
    this.#schedule()
  }

  /**
   * Begins a client's turn. It is billed until this process waits for input again, with all promises that the work
   * settles.
   * @param {WorkAccount} account
   */
  begin(account) {
    if (account !== this.#account) {
      this.#account?.end()
      this.#account = account
      account.begin()
    }
    if (this.#isEnding) return
    this.#isEnding = true
    SETTLED.then(this.#afterPromise)
  }

  // Ticks that a promise's reaction adds come after all other reactions.
  #afterPromise = () => process.nextTick(this.#end)

  #end = () => {
    this.#isEnding = false
    this.#account?.end()
    this.#account = undefined
  }

  #schedule() {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    // One that is set by another runs after the next input.
    setImmediate(() => {
      this.#isScheduled = false
      const work = this.#waiting.shift()
      this.#schedule()
      work?.()
    })
  }
}
