// SPDX-License-Identifier: Apache-2.0
// All games of a match in their order, computed one at a time or as a list of the user.

import { argumentError } from '../core/errors.js'
import type { Opening, Pairing } from './pairings.js'

/** The most games of a list. */
const LONGEST_LIST = 1_000_000

/** The games of a match. Places count from 0. */
export interface Schedule {
  /** The number of games. */
  readonly games: number
  /** Returns the game at a place; undefined after the last one. */
  at(place: number): Pairing | undefined
  /** Returns the game with a number. */
  numbered(number: number): Pairing | undefined
  /** Returns the number of the pair at a place among the pairs, in the order of their first games. */
  pair(place: number): number | undefined
  /** Returns how many games a pair has. */
  gamesOf(pair: number): number
  /** Returns all games. @throws {ChessError} ERR_ARGUMENT for more than a million */
  list(): readonly Pairing[]
}

/** The games of rounds in which the same couples play. */
export class RoundSchedule implements Schedule {
  readonly games: number
  #couples
  #each: 1 | 2
  #openings

  /**
   * @param each the games of a couple in a round
   * @throws {ChessError} ERR_ARGUMENT if the numbers of games would not be exact
   */
  constructor(
    couples: readonly (readonly [string, string])[],
    rounds: number,
    each: 1 | 2,
    openings: readonly Opening[],
  ) {
    this.games = rounds * couples.length * each
    if (!Number.isSafeInteger(this.games)) throw argumentError('A match has fewer than 2 ** 53 games', rounds)
    this.#couples = couples
    this.#each = each
    this.#openings = openings
  }

  at(place: number): Pairing | undefined {
    if (!(place >= 0 && place < this.games)) return undefined
    const couples = this.#couples
    const pair = Math.floor(place / this.#each)
    const round = Math.floor(pair / couples.length)
    const [first, second] = couples[pair % couples.length]
    const game = place % this.#each === 0 ? 1 : 2
    const isSwapped = this.#each === 2 ? game === 2 : round % 2 === 1
    const [white, black] = isSwapped ? [second, first] : [first, second]
    const opening = this.#openings[round % this.#openings.length]
    return { number: place + 1, round: round + 1, pair: pair + 1, game, white, black, opening }
  }

  numbered(number: number): Pairing | undefined {
    return Number.isSafeInteger(number) ? this.at(number - 1) : undefined
  }

  pair(place: number): number | undefined {
    return place * this.#each < this.games ? place + 1 : undefined
  }

  gamesOf(): number {
    return this.#each
  }

  list(): Pairing[] {
    const { games } = this
    if (games > LONGEST_LIST)
      throw argumentError(`pairings() lists at most ${LONGEST_LIST} games, and playMatch() plays more`, games)
    const list: Pairing[] = []
    for (let pairing = this.at(0); pairing !== undefined; pairing = this.at(list.length)) list.push(pairing)
    return list
  }
}

/** Games that the user lists. */
export class ListSchedule implements Schedule {
  readonly games: number
  #list
  #byNumber
  /** The number of games by pair. */
  #pairs: Map<number, number> = new Map()
  #order

  /** @param list their numbers differ */
  constructor(list: readonly Pairing[]) {
    this.games = list.length
    this.#list = list
    this.#byNumber = new Map(list.map(pairing => [pairing.number, pairing]))
    for (const { pair } of list) this.#pairs.set(pair, this.gamesOf(pair) + 1)
    this.#order = [...this.#pairs.keys()]
  }

  at(place: number): Pairing | undefined {
    return this.#list[place]
  }

  numbered(number: number): Pairing | undefined {
    return this.#byNumber.get(number)
  }

  pair(place: number): number | undefined {
    return this.#order[place]
  }

  gamesOf(pair: number): number {
    return this.#pairs.get(pair) ?? 0
  }

  list(): readonly Pairing[] {
    return this.#list
  }
}
