// SPDX-License-Identifier: Apache-2.0
// When positions are asked again: Leitner's boxes. A right answer puts a card into the next box, which is opened more rarely, a
// wrong one puts it back into the first.
// Source: Sebastian Leitner, So lernt man lernen, Herder 1972. The days between two questions are ours.

/** What is known of a card: its box, from 0, and when it is asked again, in milliseconds of Date.now(). */
export type Place = { box: number; due: number }
/** By the keys of cards; a card without a place was never asked. */
export type Progress = Record<string, Place>

const DAY = 86_400_000
/** Days until a card of a box is asked again. Box 0 has those that were missed. */
export const DAYS = Object.freeze([0, 1, 3, 7, 21, 60])
/** Other cards between a wrong answer and the same question in one sitting. */
const SPACING = 3

export function placeAfter(before: Place | undefined, isRight: boolean, now: number): Place {
  const box = isRight ? Math.min((before?.box ?? 0) + 1, DAYS.length - 1) : 0
  return { box, due: now + DAYS[box] * DAY }
}

/** @returns those to ask now, in their order */
export const dueAt = <T extends { key: string }>(cards: readonly T[], progress: Progress, now: number): T[] =>
  cards.filter(({ key }) => (progress[key]?.due ?? 0) <= now)

/** @returns when the next one is due; Infinity without cards */
export const nextDue = (cards: readonly { key: string }[], progress: Progress): number =>
  Math.min(...cards.map(({ key }) => progress[key]?.due ?? 0))

/** One sitting: a missed card comes again after a few others, until it is answered at once. */
export class Sitting<T extends { key: string }> {
  #waiting: T[]
  #isMissed = false
  /** Cards that were answered at once, and those that were missed, which are asked again. */
  right = 0
  missed = 0

  constructor(cards: readonly T[]) {
    this.#waiting = [...cards]
  }

  /** @returns the card that is asked; undefined at the end */
  get card(): T | undefined {
    return this.#waiting[0]
  }

  /** @returns questions that are left, the current one included */
  get left(): number {
    return this.#waiting.length
  }

  /** @returns whether the current card was answered wrongly: the right move is shown */
  get isMissed(): boolean {
    return this.#isMissed
  }

  /** The current card was answered wrongly; it stays until next(). @returns whether this is its first wrong answer now */
  miss(): boolean {
    if (this.#isMissed) return false
    this.#isMissed = true
    this.missed++
    return true
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
