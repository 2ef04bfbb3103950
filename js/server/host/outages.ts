// SPDX-License-Identifier: Apache-2.0
// The outages that a store has announced: times without a node that served the games of one of its parts.

import { isObject } from '../../core/objects.js'
import type { Outage } from '../stores/session-store.js'

/** The most outages that are remembered. */
const MOST = 1024
/** The most reported outages that are compared with new ones, to merge the outages of the store's parts. */
const MOST_REPORTED = 16

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value)

export class Outages {
  /** the latest ones */
  #latest: Outage[] = []
  #reported: { from: number; to: number }[] = []
  #count = 0

  /** The number of all outages so far. */
  get count() {
    return this.#count
  }

  /**
   * @param index from 0
   * @returns undefined if it is no longer remembered
   */
  at(index: number): Outage | undefined {
    return this.#latest[index - (this.#count - this.#latest.length)]
  }

  /** @returns the end of the last outage of the game; -Infinity without one */
  endFor(game: string): number {
    return Math.max(Number.NEGATIVE_INFINITY, ...this.#latest.flatMap(({ to, has }) => (has(game) ? to : [])))
  }

  /**
   * @param outage an Outage of the store; `has` may be missing
   * @returns null if it is not an Outage
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
   * @returns whether to report it to the operator: it was not over before the store was created, and does not belong to one
   *   that was reported
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
