// SPDX-License-Identifier: Apache-2.0
// The table of a match.

import type { MatchReason } from './match-game.js'
import type { PairScore, ScoredGame } from './scores.js'
import { Counter, checkGame, checkGames, emptyTally, scoreOfTally } from './scores.js'

/** A row of the table: what a player has reached against all others, and how its games ended by its fault. */
export type Standing = {
  name: string
  games: number
  /** A draw is ½. */
  points: number
  wins: number
  draws: number
  losses: number
  /** The Elo difference to the field: to all opponents together. Null for a score of 0 or 1. */
  elo: number | null
  /** Half its 95 % interval. */
  eloError: number | null
  /** Illegal moves. */
  illegal: number
  /** Deaths of its process. */
  died: number
  stalled: number
  /** Losses on time, and draws where the opponent could not win. */
  timeouts: number
  /** The score against each opponent, by its name. */
  against: Record<string, PairScore>
}

/** What a table needs of a game. */
export type StandingGame = ScoredGame & {
  reason?: MatchReason | undefined
  /** Who is at fault. */
  loser?: 'white' | 'black' | undefined
}

type Fault = 'illegal' | 'died' | 'stalled' | 'timeouts'

const FAULTS: { [reason in MatchReason]?: Fault } = {
  illegal_move: 'illegal',
  died: 'died',
  stalled: 'stalled',
  time: 'timeouts',
}

/** A player's counts, against each opponent. */
class Row {
  readonly faults = { illegal: 0, died: 0, stalled: 0, timeouts: 0 }
  readonly counters: Map<string, Counter> = new Map()

  counterOf(name: string, opponent: string): Counter {
    const counter = this.counters.get(opponent) ?? new Counter(name)
    this.counters.set(opponent, counter)
    return counter
  }
}

/**
 * Returns the table of games: the best first, by the share of points, then by points; equal ones as they come in the games.
 * @param games MatchGames, LoggedGames, or { white, black, result } of a PGN; those without a result do not count
 * @throws {ChessError} ERR_ARGUMENT
 */
export function standings(games: Iterable<StandingGame>): Standing[] {
  checkGames(games)
  const table = new Table()
  for (const game of games) {
    checkGame(game)
    table.add(game)
  }
  return table.standings
}

/** A table that grows game by game. */
export class Table {
  #rows: Map<string, Row> = new Map()

  /** @param names players that the table has before their first game */
  constructor(names: readonly string[] = []) {
    for (const name of names) this.#rowOf(name)
  }

  add(game: StandingGame) {
    const { white, black, reason, loser } = game
    this.#rowOf(white).counterOf(white, black).add(game)
    this.#rowOf(black).counterOf(black, white).add(game)
    const fault = game.result === '*' || reason === undefined ? undefined : FAULTS[reason]
    if (fault !== undefined && loser !== undefined)
      this.#rowOf(loser === 'white' ? white : black).faults[fault]++
  }

  get standings(): Standing[] {
    const share = ({ points, games }: Standing) => (games > 0 ? points / games : 0)
    return Array.from(this.#rows, ([name, row]) => standingOf(name, row)).sort(
      (a, b) => share(b) - share(a) || b.points - a.points,
    )
  }

  #rowOf(name: string): Row {
    const row = this.#rows.get(name) ?? new Row()
    this.#rows.set(name, row)
    return row
  }
}

function standingOf(name: string, { faults, counters }: Row): Standing {
  const all = emptyTally()
  for (const { tally } of counters.values()) {
    all.wins += tally.wins
    all.draws += tally.draws
    all.losses += tally.losses
    tally.pairs.forEach((count, i) => {
      all.pairs[i] += count
    })
  }
  const { games, points, wins, draws, losses, elo, eloError } = scoreOfTally(all)
  const against = Object.fromEntries(
    Array.from(counters, ([other, { tally }]) => [other, scoreOfTally(tally)]),
  )
  return { name, games, points, wins, draws, losses, elo, eloError, ...faults, against }
}
