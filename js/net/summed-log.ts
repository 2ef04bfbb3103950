// SPDX-License-Identifier: Apache-2.0
// The log of a server. Text of clients is escaped, and repeated events are summed up.

import { runCallback } from '../core/callbacks.js'
import { alarm } from '../core/waiting.js'

type LogFacts<Event extends string> = { event: Event; [name: string]: string | number | undefined }

/** Repeated events are summed for this time, in milliseconds. */
const PERIOD = 1000
/** The most different events that are summed separately in that time; the others are summed by their name. */
const MOST_KINDS = 64
/** In UTF-16 units. */
const LONGEST_TEXT = 1000
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

export class SummedLog<Event extends string> {
  #write
  /** repetitions since the last entry */
  #sums: Map<string, { facts: LogFacts<Event>; count: number }> = new Map()
  #isClosed = false
  #cancelAlarm = () => {}

  /** @param write gets each entry; its errors go to the console */
  constructor(write: ((entry: never) => void) | undefined) {
    this.#write = write
  }

  /** Writes an entry at once. */
  write(facts: LogFacts<Event>) {
    if (this.#write === undefined) return
    const entry: Record<string, unknown> = { time: new Date().toISOString() }
    for (const [name, value] of Object.entries(facts))
      if (value !== undefined) entry[name] = typeof value === 'string' ? visible(value) : value
    runCallback(this.#write, [entry as never])
  }

  /** Writes an entry at once, and its repetitions once a second with their `count`. */
  sum(facts: LogFacts<Event>) {
    if (this.#write === undefined) return
    if (this.#isClosed) return this.write(facts)
    const key = JSON.stringify(facts)
    const sum = this.#sums.get(key)
    if (sum) {
      sum.count++
      return
    }
    if (this.#sums.size >= MOST_KINDS) return this.#sumOthers(facts.event)
    this.#begin()
    this.#sums.set(key, { facts, count: 0 })
    this.write(facts)
  }

  /** Writes the remaining sums. Later repetitions are written at once. */
  close() {
    this.#isClosed = true
    this.#cancelAlarm()
    this.#flush()
    this.#sums.clear()
  }

  /** @param event the name of an event that exceeds MOST_KINDS */
  #sumOthers(event: Event) {
    const sum = this.#sums.get(event) ?? { facts: { event, reason: 'various' }, count: 0 }
    sum.count++
    this.#sums.set(event, sum)
  }

  #begin() {
    if (this.#sums.size > 0) return
    this.#cancelAlarm = alarm(PERIOD, () => this.#onPeriod())
  }

  #onPeriod() {
    this.#flush()
    if (this.#sums.size > 0) this.#cancelAlarm = alarm(PERIOD, () => this.#onPeriod())
  }

  #flush() {
    for (const [key, { facts, count }] of this.#sums) {
      // Events that have repeated continue to be summed.
      if (count === 0) this.#sums.delete(key)
      else {
        this.#sums.set(key, { facts, count: 0 })
        this.write({ ...facts, count })
      }
    }
  }
}

/**
 * @param text of any origin
 * @returns one line without characters that move the cursor or reverse text
 */
function visible(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replace(/\s+/g, blanks => (/[\r\n]/.test(blanks) ? ' / ' : blanks))
    .replace(INVISIBLE, '?')
}
