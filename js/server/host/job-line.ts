// SPDX-License-Identifier: Apache-2.0
// The queue of a game's jobs, which run one at a time in the order of arrival. Each party has only a few places in the line;
// its other jobs wait outside until one of its own is done. So a flood delays its sender, and others only by those few
// jobs.
//
//   outside                 line
//   white    w w w ───┐
//   black             ├──>  w b s w house w ──> the current job
//   stranger s s s ───┘

import type { Color } from '../../game/squares.js'

/**
 * The owner of a job: a player; the server, which is only limited in commands; users without a seat; all watchers; or
 * 'user:ID' while the players are not known.
 */
export type Party = Color | 'house' | 'stranger' | 'watchers' | `user:${string}`
type Turn = { party: Party; begin: () => void }
/** The most jobs of a party in the line, including the current one, and the most outside. */
type Places = { inLine: number; most: number }

const HOUSE = { inLine: Number.POSITIVE_INFINITY, most: 256 }
const PLAYER = { inLine: 4, most: 128 }
const STRANGER = { inLine: 1, most: 4 }
/** The same for users while the players are unknown: all in the line, to keep their order. */
const UNKNOWN = { inLine: 4, most: 4 }

const PLACES: Partial<Record<Party, Places>> = {
  house: HOUSE,
  white: PLAYER,
  black: PLAYER,
  stranger: STRANGER,
  watchers: STRANGER,
}

const placesOf = (party: Party): Places => PLACES[party] ?? UNKNOWN

export class JobLine {
  /** the owner of the current job */
  #current: Party | undefined
  // Undefined when empty: an array that was used keeps room for 17 items.
  #line: Turn[] | undefined
  #outside: Turn[] | undefined

  /** Whether a job is running. */
  get isBusy() {
    return this.#current !== undefined
  }

  /** @returns whether the party has no place left, neither in the line nor outside */
  isFull(party: Party): boolean {
    const { most } = placesOf(party)
    return this.#inLine(party) + countOf(this.#outside, party) >= most
  }

  /**
   * Starts a job, or waits for its turn. The caller runs the job when this returns or resolves, and then calls end().
   * @returns undefined: the job may start now
   */
  begin(party: Party): Promise<void> | undefined {
    if (this.#current === undefined) {
      this.#current = party
      return undefined
    }
    return new Promise(resolve => {
      const turn = { party, begin: () => resolve(undefined) }
      if (this.#inLine(party) < placesOf(party).inLine) (this.#line ??= []).push(turn)
      else (this.#outside ??= []).push(turn)
    })
  }

  /**
   * Ends the current job, and starts the next one.
   * @returns whether there is one
   */
  end(): boolean {
    const ended = this.#current
    const at = this.#outside?.findIndex(({ party }) => party === ended) ?? -1
    if (this.#outside !== undefined && at >= 0) {
      const [turn] = this.#outside.splice(at, 1)
      if (this.#outside.length === 0) this.#outside = undefined
      ;(this.#line ??= []).push(turn)
    }
    const next = this.#line?.shift()
    if (this.#line?.length === 0) this.#line = undefined
    this.#current = next?.party
    next?.begin()
    return next !== undefined
  }

  #inLine(party: Party) {
    return countOf(this.#line, party) + Number(this.#current === party)
  }
}

function countOf(turns: Turn[] | undefined, party: Party) {
  let count = 0
  if (turns !== undefined) for (const turn of turns) if (turn.party === party) count++
  return count
}
