// SPDX-License-Identifier: Apache-2.0
// How much of something may happen: a bucket of tokens that fills at a steady rate; and the same for the time that this
// process works for a client.

export class RateLimit {
  #rate: number
  #most: number
  #left: number
  #last: number

  /**
   * @param rate tokens a second
   * @param burst the size of the bucket, which is full at first
   * @param now in milliseconds
   */
  constructor(rate: number, burst: number, now: number) {
    this.#rate = rate
    this.#most = burst
    this.#left = burst
    this.#last = now
  }

  /**
   * @param now in milliseconds, by the same clock
   * @param cost in tokens; a cost above a burst takes a full bucket
   * @returns 0 if it may happen now; otherwise the milliseconds to wait
   */
  take(now: number, cost: number): number {
    const price = Math.min(cost, this.#most)
    const left = this.#fill(now)
    if (left < price) return ((price - left) / this.#rate) * 1000
    this.#left -= price
    return 0
  }

  /**
   * For what has happened already: the bucket may owe tokens afterwards.
   * @param now in milliseconds, by the same clock
   * @param cost in tokens
   */
  spend(now: number, cost: number) {
    this.#left = this.#fill(now) - cost
  }

  /**
   * @param now in milliseconds, by the same clock
   * @returns until nothing is owed, in milliseconds
   */
  debt(now: number): number {
    return (Math.max(0, -this.#fill(now)) / this.#rate) * 1000
  }

  /** @returns whether the last call left at least half of a burst */
  get isCalm(): boolean {
    return this.#left >= this.#most / 2
  }

  #fill(now: number) {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#last) * this.#rate) / 1000)
    this.#last = now
    return this.#left
  }
}

/** Work at once, in seconds of the steady rate. */
const WORK_BURST = 10
/**
 * Work that takes longer than this by the clock is measured as processor time, in milliseconds: the system may have
 * paused this process.
 */
const SHORT_WORK = 1
/** Asking for the processor time takes a microsecond: work that begins within this time of the last one shares it. */
const SAMPLE_AGE = 2

/** Processor time of this process, in milliseconds, at a time of performance.now(). */
let processorTime = 0
let sampledAt = Number.NEGATIVE_INFINITY

function sampleProcessorTime(now: number) {
  const { user, system } = process.cpuUsage()
  processorTime = (user + system) / 1000
  sampledAt = now
}

/** The time of this process that one client may use: work is measured while it is done, and owed afterwards. */
export class WorkAccount extends RateLimit {
  #shared: RateLimit | undefined
  /** start of the work in progress */
  #since: number | undefined

  /**
   * @param rate milliseconds of work a second, in the long run
   * @param burst milliseconds of work at once
   * @param shared the account of several clients, which is also charged
   */
  constructor(rate: number, burst: number = rate * WORK_BURST, shared?: RateLimit) {
    super(rate, burst, performance.now())
    this.#shared = shared
  }

  override spend(now: number, cost: number) {
    super.spend(now, cost)
    this.#shared?.spend(now, cost)
  }

  override debt(now: number) {
    return Math.max(super.debt(now), this.#shared?.debt(now) ?? 0)
  }

  /** Does work of the client. Work within work counts once. */
  run(work: () => void) {
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

  #timeSince(since: number, now: number) {
    if (now - since <= SHORT_WORK) return now - since
    const before = processorTime
    sampleProcessorTime(now)
    return Math.min(now - since, Math.max(processorTime - before, SHORT_WORK))
  }
}

/** The turn of one client, in milliseconds. It ends after the piece of work that exceeds this time. */
export const LONGEST_TURN = 0.5
const SETTLED = Promise.resolve()

/**
 * Clients with much work take turns: between two of them all input that has arrived is read, so that a client with
 * little work waits for one turn at most.
 */
export class Turns {
  #waiting: (() => void)[] = []
  #isScheduled = false
  /** of the client whose turn it is */
  #account: WorkAccount | undefined
  #isEnding = false

  /** @param work called once, later */
  enter(work: () => void) {
    this.#waiting.push(work)
    this.#schedule()
  }

  /**
   * Begins a client's turn. It is billed until this process waits for input again, with all promises that the work
   * settles.
   */
  begin(account: WorkAccount) {
    if (account !== this.#account) {
      this.#account?.end()
      this.#account = account
      account.begin()
    }
    if (this.#isEnding) return
    this.#isEnding = true
    SETTLED.then(this.#afterPromise)
  }

  // Ticks that a promise's reaction adds run after all other reactions.
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
