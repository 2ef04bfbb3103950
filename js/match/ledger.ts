// SPDX-License-Identifier: Apache-2.0
// What a match has shown so far: its log, the table, the score and the test. It plays nothing.

import { runCallback } from '../core/callbacks.js'
import { isObject } from '../core/objects.js'
import { quiet } from '../core/waiting.js'
import { Position } from '../game/position.js'
import type { Color } from '../game/squares.js'
import { COLORS } from '../game/squares.js'
import { matchError } from './errors.js'
import type { LoggedGame } from './match-game.js'
import type { Pairing } from './pairings.js'
import type { CheckedMatch, MatchResult } from './play-match.js'
import { Counter, scoreOfTally } from './scores.js'
import type { SprtState } from './sprt.js'
import { sprt } from './sprt.js'
import type { Standing, StandingGame } from './standings.js'
import { Table } from './standings.js'

/** Deaths of a player's engines in a row, without a move between them, that end the match. */
const MOST_DEATHS = 3
const RESULTS: readonly unknown[] = ['1-0', '0-1', '1/2-1/2']

/** Whatever decides the games of a match, except its pairings. */
function nameOf({ players, rules }: CheckedMatch): string {
  const { tablebase, ...others } = rules
  const shown = Array.from(players.values(), ({ transport, start, ...player }) => player)
  return JSON.stringify({ players: shown, rules: { ...others, tablebase: tablebase !== undefined } })
}

export class MatchLedger {
  #match
  #table
  /** of the first of two players: all games, or the pairs that the test has looked at */
  #counter
  /** by pair: the games that the test has not looked at */
  #open: Map<number, StandingGame[]> = new Map()
  /** the number of pairs that the test has looked at */
  #pairs = 0
  #state: SprtState | undefined
  #done: Set<number> = new Set()
  #deaths: Map<string, number> = new Map()
  #appended: Promise<void> = Promise.resolve()

  constructor(match: CheckedMatch) {
    this.#match = match
    const names = [...match.players.keys()]
    this.#table = new Table(names)
    this.#counter = names.length === 2 ? new Counter(names[0]) : undefined
    if (match.bounds !== undefined) this.#look()
  }

  get standings(): Standing[] {
    return this.#table.standings
  }

  get isDecided(): boolean {
    return this.#state !== undefined && this.#state.decision !== null
  }

  /** Whether all games were played, or the test has decided. */
  get isComplete(): boolean {
    return this.isDecided || this.#done.size === this.#match.schedule.games
  }

  /** @returns whether the game with this number is counted */
  has(number: number): boolean {
    return this.#done.has(number)
  }

  result(): MatchResult {
    return {
      games: this.#done.size,
      standings: this.standings,
      ...(this.#counter && { score: scoreOfTally(this.#counter.tally) }),
      ...this.#sprtState(),
      complete: this.isComplete,
    }
  }

  #sprtState(): { sprt?: SprtState & { pairs: number } } {
    return this.#state === undefined ? {} : { sprt: { ...this.#state, pairs: this.#pairs } }
  }

  /** Counts the games of the log. @throws {ChessError} ERR_MATCH_LOG */
  async readLog() {
    const { log, schedule } = this.#match
    if (log === undefined) return
    await log.open?.(nameOf(this.#match))
    for await (const game of log.games()) {
      if (!isLoggedGame(game)) throw matchError('ERR_MATCH_LOG', 'it has something that is not a game')
      const { number } = game.pairing
      const pairing = schedule.numbered(number)
      if (pairing === undefined || this.#done.has(number)) continue
      if (!isSame(pairing, game.pairing)) throw matchError('ERR_MATCH_LOG', `game ${number} is another one`)
      this.#count(game)
    }
  }

  /**
   * Keeps a game in the log, one at a time, and counts it.
   * @returns whether its loser has died too often: in a row, without a move
   */
  async add(game: LoggedGame): Promise<boolean> {
    const { log } = this.#match
    if (log !== undefined) {
      const appended = this.#appended.then(() => log.append(game))
      this.#appended = quiet(appended)
      await appended
    }
    this.#count(game)
    return this.#countDeaths(game)
  }

  #count(game: LoggedGame) {
    const { number, pair } = game.pairing
    this.#done.add(number)
    this.#table.add(game)
    if (this.#match.bounds === undefined) {
      this.#counter?.add(game)
      return
    }
    this.#open.set(pair, [...(this.#open.get(pair) ?? []), game])
    this.#look()
  }

  /** The test looks at whole pairs, up to the first that is missing. */
  #look() {
    const { bounds, schedule } = this.#match
    const counter = this.#counter
    if (bounds === undefined || counter === undefined) return
    this.#state ??= sprt(counter.tally, bounds)
    while (!this.isDecided) {
      const pair = schedule.pair(this.#pairs)
      const games = pair === undefined ? undefined : this.#open.get(pair)
      if (pair === undefined || games?.length !== schedule.gamesOf(pair)) return
      for (const game of games) counter.add(game)
      this.#open.delete(pair)
      this.#pairs++
      this.#state = sprt(counter.tally, bounds)
    }
  }

  #countDeaths(game: LoggedGame): boolean {
    for (const color of COLORS) if (hasMoved(game, color)) this.#deaths.delete(game[color])
    if (game.reason !== 'died' || game.loser === undefined) return false
    const name = game[game.loser]
    const deaths = (this.#deaths.get(name) ?? 0) + 1
    this.#deaths.set(name, deaths)
    return deaths >= MOST_DEATHS
  }

  /** @param running games that are being played */
  report(running: number) {
    const { onProgress, schedule } = this.#match
    if (onProgress === undefined) return
    const { standings } = this
    const progress = { played: this.#done.size, total: schedule.games, running, standings }
    runCallback(onProgress, [{ ...progress, ...this.#sprtState() }])
  }
}

/** @returns whether the engine of a colour made a move */
function hasMoved({ moves, pairing }: LoggedGame, color: Color): boolean {
  if (moves.length !== 1) return moves.length > 1
  const { fen, moves: book = [], variant } = pairing.opening
  const isFirst = fen === undefined ? color === 'white' : Position.from(fen, { variant }).sideToMove === color
  return isFirst === (book.length % 2 === 0)
}

/** @returns whether a value of a log, or of another machine, is the record of a game */
export function isLoggedGame(game: unknown): game is LoggedGame {
  return (
    isObject(game) &&
    isObject(game.pairing) &&
    RESULTS.includes(game.result) &&
    [undefined, 'white', 'black'].some(loser => loser === game.loser) &&
    Array.isArray(game.moves) &&
    game.moves.every(isLoggedMove) &&
    [game.white, game.black, game.reason, game.pgn, game.detail ?? ''].every(text => typeof text === 'string')
  )
}

const isLoggedMove = (move: unknown): boolean =>
  isObject(move) &&
  typeof move.uci === 'string' &&
  typeof move.score === 'object' &&
  [move.depth, move.seldepth, move.nodes, move.time, move.left ?? 0].every(Number.isFinite)

/** @returns whether two pairings are equal as JSON */
export function isSame(a: Pairing, b: Pairing): boolean {
  const textOf = ({ number, round, pair, game, white, black, opening }: Pairing) => {
    const { index, fen, moves, variant } = Object(opening)
    return JSON.stringify([number, round, pair, game, white, black, index, fen, moves, variant])
  }
  return textOf(a) === textOf(b)
}
