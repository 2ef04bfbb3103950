// SPDX-License-Identifier: Apache-2.0
// What the games between two players say: points, Elo, and how sure it is. The two games of a pair have the same opening, so
// they are not independent: whole pairs are counted, if there are any.
//
// Sources: M. Van den Bergh, "Comments on normalized Elo" (normalised Elo); https://www.chessprogramming.org/Match_Statistics
// (LOS, the pentanomial distribution).

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { isIterable } from '../core/options.js'
import { ELO_OF_ONE, eloOf, erf, momentsOf, Z_95 } from './numbers.js'

/** What a score needs of a game: a MatchGame, a LoggedGame, or the same fields of a PGN. */
export type ScoredGame = {
  white: string
  black: string
  /** Games without one ('*') do not count. */
  result: string
  /** Games of one number are a pair. */
  pairing?: { pair: number } | undefined
  /** Without a pairing: games of one round and start with swapped colours are a pair, in their order. */
  round?: string | undefined
  start?: string | undefined
}

/** Five counts: pairs of 0, ½, 1, 1½ and 2 points. */
export type PairCounts = [number, number, number, number, number]

/**
 * A player's score against another one. `elo`, `nElo`, `los` and `drawRatio` are of whole pairs if there is one, else of
 * games. Null: nothing says it, as the Elo of a score of 0 or 1.
 */
export type PairScore = {
  /** With a result. */
  games: number
  wins: number
  draws: number
  losses: number
  /** A draw is ½. */
  points: number
  /** Whole pairs, by points: 0, ½, 1, 1½, 2. */
  pairs: PairCounts
  /** The Elo difference. */
  elo: number | null
  /** Half the 95 % interval of `elo`. */
  eloError: number | null
  /** Normalised Elo: it depends less on draws and openings. */
  nElo: number | null
  /** Half the 95 % interval of `nElo`. */
  nEloError: number | null
  /** The likelihood of superiority, 0 to 1. */
  los: number | null
  /** The share of pairs with 1 point, or of draws, 0 to 1. */
  drawRatio: number | null
}

export const PAIR_VALUES = [0, 0.25, 0.5, 0.75, 1]
export const GAME_VALUES = [0, 0.5, 1]

/** White's points. */
const POINTS: Record<string, number> = { '1-0': 1, '1/2-1/2': 0.5, '0-1': 0 }

/** Counts of games and pairs. */
export type Tally = { wins: number; draws: number; losses: number; pairs: PairCounts }

export const emptyTally = (): Tally => ({ wins: 0, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 0] })

/** Counts games as they come. */
export class Counter {
  readonly tally = emptyTally()
  #a
  /** Points of games whose other game has not come, by pair and colour. */
  #waiting: Map<string, number[]> = new Map()

  /** @param a whose points are counted */
  constructor(a: string) {
    this.#a = a
  }

  /** @param game of this player, against any */
  add(game: ScoredGame): void {
    const white = POINTS[game.result]
    if (white === undefined) return
    const isWhite = game.white === this.#a
    const points = isWhite ? white : 1 - white
    const { tally } = this
    if (points === 1) tally.wins++
    else if (points === 0) tally.losses++
    else tally.draws++
    const { pairing, round = '', start = '' } = game
    const other = isWhite ? game.black : game.white
    const pair = JSON.stringify([other, pairing === undefined ? [round, start] : pairing.pair])
    const partner = this.#waiting.get(`${!isWhite} ${pair}`)?.shift()
    if (partner !== undefined) tally.pairs[2 * (points + partner)]++
    else {
      const key = `${isWhite} ${pair}`
      const waiting = this.#waiting.get(key)
      if (waiting === undefined) this.#waiting.set(key, [points])
      else waiting.push(points)
    }
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
export function checkGames(games: unknown): asserts games is Iterable<ScoredGame> {
  if (!isIterable(games)) throw argumentError('games are an iterable of { white, black, result }', games)
}

/** @throws {ChessError} ERR_ARGUMENT */
export function checkGame(game: unknown): asserts game is ScoredGame {
  const isGame =
    isObject(game) && [game.white, game.black, game.result].every(text => typeof text === 'string')
  if (!isGame) throw contentError('A game has white, black and result, all strings', game)
}

/**
 * Returns the score of `a` against `b`; games of others, and those without a result, do not count.
 * @param games MatchGames, LoggedGames, or { white, black, result } of a PGN, with `round` and `start` if they are known
 * @throws {ChessError} ERR_ARGUMENT
 */
export function scoreOf(games: Iterable<ScoredGame>, a: string, b: string): PairScore {
  checkGames(games)
  for (const name of [a, b]) if (typeof name !== 'string') throw argumentError('A player is a name', name)
  const counter = new Counter(a)
  for (const game of games) {
    checkGame(game)
    const names = [game.white, game.black]
    if (a !== b && names.includes(a) && names.includes(b)) counter.add(game)
  }
  return scoreOfTally(counter.tally)
}

/** The score of counts. */
export function scoreOfTally({ wins, draws, losses, pairs }: Tally): PairScore {
  const games = wins + draws + losses
  const counted = { games, wins, draws, losses, points: wins + draws / 2, pairs: pairs.slice() as PairCounts }
  const whole = pairs.some(count => count > 0)
  if (games === 0 && !whole)
    return { ...counted, elo: null, eloError: null, nElo: null, nEloError: null, los: null, drawRatio: null }
  const counts = whole ? pairs : [losses, draws, wins]
  const { total, mean, variance } = momentsOf(whole ? PAIR_VALUES : GAME_VALUES, counts)
  const deviation = Math.sqrt(variance / total)
  const [least, most] = [eloOf(mean - Z_95 * deviation), eloOf(mean + Z_95 * deviation)]
  const hasSpread = variance > 0
  const elo = eloOf(mean)
  const unit = ELO_OF_ONE / (whole ? Math.SQRT2 : 1)
  return {
    ...counted,
    elo,
    eloError: hasSpread && elo !== null && least !== null && most !== null ? (most - least) / 2 : null,
    nElo: hasSpread ? ((mean - 0.5) / Math.sqrt(variance)) * unit : null,
    nEloError: hasSpread ? (Z_95 / Math.sqrt(total)) * unit : null,
    los: hasSpread ? (1 + erf((mean - 0.5) / (Math.SQRT2 * deviation))) / 2 : (1 + Math.sign(mean - 0.5)) / 2,
    drawRatio: whole ? pairs[2] / total : draws / total,
  }
}
