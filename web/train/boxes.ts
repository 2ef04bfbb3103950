// SPDX-License-Identifier: Apache-2.0
// Schedules repetitions with Leitner's boxes: a right answer moves a card into the next box, which is due more rarely, a wrong
// one back into the first box.
// Source: Sebastian Leitner, So lernt man lernen, Herder 1972. The intervals in days are ours.

/** The state of a card: its box, from 0, and the time when it is due, in milliseconds of Date.now(). */
export type Place = { box: number; due: number }
/** By the keys of cards; new cards are missing. */
export type Progress = Record<string, Place>

const DAY = 86_400_000
/** Days until a card of a box is due. Box 0 has the missed cards. */
export const DAYS = Object.freeze([0, 1, 3, 7, 21, 60])
/** The number of other cards before a missed card returns in one session. */
const SPACING = 3

export function placeAfter(before: Place | undefined, isRight: boolean, now: number): Place {
  const box = isRight ? Math.min((before?.box ?? 0) + 1, DAYS.length - 1) : 0
  return { box, due: now + DAYS[box] * DAY }
}

/** @returns the due cards, in order */
export const dueAt = <T extends { key: string }>(cards: readonly T[], progress: Progress, now: number): T[] =>
  cards.filter(({ key }) => (progress[key]?.due ?? 0) <= now)

/** @returns the time when the next card is due; Infinity without cards */
export const nextDue = (cards: readonly { key: string }[], progress: Progress): number =>
  Math.min(...cards.map(({ key }) => progress[key]?.due ?? 0))

/** One session: a missed card returns after a few others, until it is answered at once. */
export class Sitting<T extends { key: string }> {
  #waiting: T[]
  #isMissed = false
  /** The numbers of cards answered at once, and of missed cards, which return. */
  right = 0
  missed = 0

  constructor(cards: readonly T[]) {
    this.#waiting = [...cards]
  }

  /** @returns the current card; undefined at the end */
  get card(): T | undefined {
    return this.#waiting[0]
  }

  /** @returns the number of remaining cards, including the current one */
  get left(): number {
    return this.#waiting.length
  }

  /** @returns whether the current card was answered wrongly: the right move is shown */
  get isMissed(): boolean {
    return this.#isMissed
  }

  /** Notes a wrong answer; the card stays until next(). @returns whether it is the first wrong answer to it now */
  miss(): boolean {
    if (this.#isMissed) return false
    this.#isMissed = true
    this.missed++
    return true
  }

  /** Leaves the current card for another session. */
  postpone() {
    this.#waiting = this.#waiting.slice(1)
    this.#isMissed = false
  }

  /** Goes on to the next card. */
  next() {
    const [card, ...rest] = this.#waiting
    if (this.#isMissed) rest.splice(SPACING, 0, card)
    else this.right++
    this.#waiting = rest
    this.#isMissed = false
  }
}
