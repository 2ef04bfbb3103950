// SPDX-License-Identifier: Apache-2.0
// The outages that a store has announced: times in which no node served the games of one of its parts.

import { isObject } from '../../core/objects.js'
import type { Outage } from '../stores/session-store.js'

/** Outages that are remembered. */
const MOST = 1024
/** Outages of which all parts are one: this many, the latest ones. */
const MOST_REPORTED = 16

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value)

export class Outages {
  /** the latest ones */
  #latest: Outage[] = []
  #reported: { from: number; to: number }[] = []
  #count = 0

  /** Number of all outages so far. */
  get count() {
    return this.#count
  }

  /**
   * @param index from 0
   * @returns undefined if it is forgotten
   */
  at(index: number): Outage | undefined {
    return this.#latest[index - (this.#count - this.#latest.length)]
  }

  /** @returns when the last outage ended that concerns the game; -Infinity for none */
  endFor(game: string): number {
    return Math.max(Number.NEGATIVE_INFINITY, ...this.#latest.flatMap(({ to, has }) => (has(game) ? to : [])))
  }

  /**
   * @param outage an Outage of the store, perhaps without `has`
   * @returns null if it is none
   */
  add(outage: unknown): Outage | null {
    if (!isObject(outage)) return null
    const { from, to, has, past } = outage
    if (!isFiniteNumber(from) || !isFiniteNumber(to) || from >= to) return null
    const added = {
      from,
      to,
      has: typeof has === 'function' ? (game: string) => has.call(outage, game) : () => true,
      past: past === true,
    }
    this.#latest.push(added)
    this.#count++
    if (this.#latest.length > MOST) this.#latest.shift()
    return added
  }

  /**
   * @param outage that was added
   * @returns whether an operator is to know it: it was not over before the store was made, and is no part of one that
   *   was reported
   */
  isNews({ from, to, past }: Outage): boolean {
    if (past) return false
    const same = this.#reported.find(reported => from < reported.to && to > reported.from)
    if (same !== undefined) {
      same.from = Math.min(same.from, from)
      same.to = Math.max(same.to, to)
      return false
    }
    this.#reported.push({ from, to })
    if (this.#reported.length > MOST_REPORTED) this.#reported.shift()
    return true
  }
}
