// SPDX-License-Identifier: Apache-2.0
// Whose turn it is: one job at a time is done for a game. Jobs stand in one line in the order in which they came, but each
// party has only a few places in it; its other jobs wait outside until one of its own is done. So a flood delays its maker,
// and everyone else by those few jobs.
//
//   outside                 line
//   white    w w w ───┐
//   black             ├──>  w b s w house w ──> the current job
//   stranger s s s ───┘

import type { Color } from '../../game/squares.js'

/**
 * Whose job it is: a player's; the server's own, which has no limit but for commands; a person's without a seat; that of
 * all who come to watch; or 'user:ID' while it is not known who plays.
 */
export type Party = Color | 'house' | 'stranger' | 'watchers' | `user:${string}`
type Turn = { party: Party; begin: () => void }
/** in the line, the current job included; and outside as well */
type Places = { inLine: number; most: number }

const HOUSE = { inLine: Number.POSITIVE_INFINITY, most: 256 }
const PLAYER = { inLine: 4, most: 128 }
const STRANGER = { inLine: 1, most: 4 }
/** All in the line, so that they stay in their order when it is known whose they are. */
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
  /** whose job is done now */
  #current: Party | undefined
  // Arrays only while there is something in them: one that had something keeps room for 17.
  #line: Turn[] | undefined
  #outside: Turn[] | undefined

  /** Whether a job is being done. */
  get isBusy() {
    return this.#current !== undefined
  }

  /** @returns whether it has no place left, not even outside */
  isFull(party: Party): boolean {
    const { most } = placesOf(party)
    return this.#inLine(party) + countOf(this.#outside, party) >= most
  }

  /**
   * Begins a job, or waits for its turn. The caller does the job when this returns or resolves, and then calls end().
   * @returns undefined: it is its turn
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
   * Ends the current job, and begins the next one.
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
