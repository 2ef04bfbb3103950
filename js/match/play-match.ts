// SPDX-License-Identifier: Apache-2.0
// A match: its games in the order of the schedule, some at once, until all are played or a test has decided.

import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { checkOptions, checkSignal } from '../core/options.js'
import { onAbort, quiet } from '../core/waiting.js'
import { MatchEngines } from './engines.js'
import { MatchLedger } from './ledger.js'
import type { MatchGame } from './match-game.js'
import type { MatchLog } from './match-log.js'
import type { Pairing, PairingOptions } from './pairings.js'
import { checkPairing, scheduleOf } from './pairings.js'
import type { CheckedPlayer, Player } from './players.js'
import { readPlayer, readWithPlayers } from './players.js'
import { loggedGame } from './record.js'
import type { CheckedSeat } from './referee.js'
import { Referee } from './referee.js'
import type { CheckedRules, Rules } from './rules.js'
import { checkRules, RULE_NAMES } from './rules.js'
import type { Schedule } from './schedule.js'
import { ListSchedule } from './schedule.js'
import type { PairScore } from './scores.js'
import type { Bounds, SprtState } from './sprt.js'
import { checkBounds } from './sprt.js'
import type { Standing } from './standings.js'

/** A match, and how it is played. */
export type MatchOptions = Rules & {
  /** Two or more. */
  players: readonly Player[]
  /** Its games, or what pairings() makes them of. Default: one pair of each couple. */
  pairings?: readonly Pairing[] | PairingOptions | undefined
  /** Games at once. Default 1. */
  concurrency?: number | undefined
  /** Ends the match as soon as the test has decided; for two players, the first of whom is tested. */
  sprt?: Bounds | undefined
  /** Keeps the games: the same match with the same log goes on where it stopped. */
  log?: MatchLog | undefined
  /** Stops the match; games that run are not counted. */
  signal?: AbortSignal | undefined
  /** Called when a game begins or ends. */
  onProgress?: ((progress: MatchProgress) => unknown) | undefined
}

/** How far a match is. */
export type MatchProgress = {
  /** Games that have ended, those of the log included. */
  played: number
  total: number
  running: number
  standings: Standing[]
  sprt?: SprtState & { pairs: number }
}

/** What a match has shown. */
export type MatchResult = {
  /** Those of the log included. */
  games: number
  standings: Standing[]
  /** Of the first of two players. With a test: of the pairs that it has looked at. */
  score?: PairScore
  sprt?: SprtState & { pairs: number }
  /** Whether all games were played, or the test has decided. */
  complete: boolean
}

const NAMES = [
  ...RULE_NAMES,
  ...['players', 'pairings', 'concurrency', 'sprt', 'log', 'signal', 'onProgress'],
]

/**
 * Starts a match. The games come as they end; those of the log are not given again.
 * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*. The iteration and `result` reject with ERR_MATCH_LOG; with the error of an engine that
 *   does not start, or has died three times in a row without a move; with ERR_UCI_ENGINE_DEAD at any death, without `recover`;
 *   ERR_UCI_OPTION, ERR_UCI_VARIANT; what the log throws
 */
export function playMatch(options: MatchOptions): Match {
  return new Match(options)
}

/** A match that is being played. */
export class Match implements AsyncIterable<MatchGame> {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(Match, 'name', { value: 'Match', configurable: true })
  }

  /** What the match has shown, when it has ended and its engines are gone. The rejection need not be handled. */
  declare readonly result: Promise<MatchResult>
  #run: MatchRun

  /** @internal */
  constructor(options: MatchOptions) {
    this.#run = new MatchRun(readWithPlayers(Object(options).players, () => readMatch(options)))
    this.result = quiet(this.#run.play())
  }

  /** The table now. */
  get standings(): Standing[] {
    return this.#run.standings
  }

  /** Gives the games as they end. `break` stops the match. */
  [Symbol.asyncIterator](): AsyncIterator<MatchGame, undefined> {
    return {
      next: () => quiet(this.#run.next()),
      return: async () => {
        this.#run.stop()
        await this.result.catch(() => {})
        return { value: undefined, done: true }
      },
    }
  }
}

/** A match whose options are checked. */
export type CheckedMatch = {
  players: ReadonlyMap<string, CheckedPlayer>
  schedule: Schedule
  rules: CheckedRules
  concurrency: number
  bounds: Bounds | undefined
  log: MatchLog | undefined
  signal: AbortSignal | undefined
  onProgress: ((progress: MatchProgress) => unknown) | undefined
}

/** @throws {ChessError} ERR_ARGUMENT, ERR_FEN_* */
export function readMatch(options: unknown): CheckedMatch {
  const given = checkOptions(options, NAMES)
  const { concurrency = 1, sprt: bounds, log, signal, onProgress } = given
  if (!Array.isArray(given.players)) throw argumentError('players are a list', given.players)
  const list = given.players.map(readPlayer)
  const players = new Map(list.map(player => [player.name, player]))
  if (typeof concurrency !== 'number' || !Number.isSafeInteger(concurrency) || concurrency < 1)
    throw argumentError('concurrency is an integer from 1', concurrency)
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw argumentError('onProgress is a function', onProgress)
  if (log !== undefined && !isLog(log))
    throw argumentError('log is a MatchLog, with games() and append()', log)
  if (bounds !== undefined && players.size !== 2) throw argumentError('sprt tests two players')
  return {
    players,
    schedule: givenSchedule(
      list.map(({ name }) => name),
      given.pairings,
    ),
    rules: checkRules(given),
    concurrency,
    bounds: bounds === undefined ? undefined : checkBounds(bounds),
    log,
    signal: checkSignal(signal),
    onProgress: onProgress === undefined ? undefined : progress => onProgress(progress),
  }
}

const isLog = (log: unknown): log is MatchLog =>
  isObject(log) && typeof log.games === 'function' && typeof log.append === 'function'

/** @throws {ChessError} ERR_ARGUMENT, ERR_FEN_* */
function givenSchedule(names: readonly string[], given: unknown): Schedule {
  const usual = scheduleOf(names, Array.isArray(given) ? undefined : (given as PairingOptions | undefined))
  if (!Array.isArray(given)) return usual
  const numbers = new Set<number>()
  const list: Pairing[] = given.map(pairing => {
    checkPairing(pairing)
    for (const name of [pairing.white, pairing.black])
      if (!names.includes(name)) throw argumentError('A pairing names players of the match', name)
    if (numbers.has(pairing.number)) throw argumentError('Pairings have different numbers', pairing.number)
    numbers.add(pairing.number)
    return pairing
  })
  return new ListSchedule(list)
}

class MatchRun {
  #match
  #controller = new AbortController()
  #engines
  #ledger
  #place = 0
  #running = 0
  #failure: { error: unknown } | undefined
  // --- what the iteration reads
  #games: MatchGame[] = []
  #waiting: (() => void)[] = []
  #hasEnded = false

  constructor(match: CheckedMatch) {
    this.#match = match
    this.#engines = new MatchEngines(match.players, this.#controller.signal)
    this.#ledger = new MatchLedger(match)
  }

  get standings(): Standing[] {
    return this.#ledger.standings
  }

  stop() {
    this.#controller.abort()
  }

  async next(): Promise<IteratorResult<MatchGame, undefined>> {
    for (;;) {
      const game = this.#games.shift()
      if (game !== undefined) return { value: game, done: false }
      if (this.#hasEnded) {
        const failure = this.#failure
        this.#failure = undefined // thrown once, as by generators
        if (failure !== undefined) throw failure.error
        return { value: undefined, done: true }
      }
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
  }

  #wake() {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** @throws as playMatch() */
  async play(): Promise<MatchResult> {
    const { signal, concurrency, schedule } = this.#match
    const unlisten = signal === undefined || signal.aborted ? () => {} : onAbort(signal, () => this.stop())
    if (signal?.aborted) this.stop()
    try {
      await this.#ledger.readLog()
      await Promise.all(Array.from({ length: Math.min(concurrency, schedule.games) }, () => this.#slot()))
    } catch (error) {
      this.#fail(error)
    }
    unlisten()
    await this.#engines.close()
    try {
      await this.#match.log?.close?.()
    } catch (error) {
      this.#fail(error)
    }
    this.#hasEnded = true
    this.#wake()
    if (this.#failure !== undefined) throw this.#failure.error
    return this.#ledger.result()
  }

  #fail(error: unknown) {
    this.#failure ??= { error }
    this.stop()
  }

  /** Plays games until none is left. */
  async #slot() {
    for (;;) {
      const pairing = this.#nextPairing()
      if (pairing === undefined) return
      try {
        await this.#playOne(pairing)
      } catch (error) {
        if (!this.#controller.signal.aborted) this.#fail(error)
      }
    }
  }

  #nextPairing(): Pairing | undefined {
    const { schedule } = this.#match
    if (this.#ledger.isDecided) this.stop()
    if (this.#controller.signal.aborted) return undefined
    for (;;) {
      const pairing = schedule.at(this.#place++)
      if (pairing === undefined || !this.#ledger.has(pairing.number)) return pairing
    }
  }

  async #playOne(pairing: Pairing) {
    const taken = await Promise.allSettled(
      [pairing.white, pairing.black].map(name => this.#engines.take(name)),
    )
    const seats = taken.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    try {
      for (const outcome of taken) if (outcome.status === 'rejected') throw outcome.reason
      await this.#referee(pairing, [seats[0], seats[1]])
    } finally {
      for (const seat of seats) this.#engines.give(seat)
    }
  }

  async #referee(pairing: Pairing, seats: [CheckedSeat, CheckedSeat]) {
    const { rules } = this.#match
    const { signal } = this.#controller
    const ledger = this.#ledger
    const referee = new Referee(pairing, seats, { rules, signal, onMove: undefined })
    this.#running++
    ledger.report(this.#running)
    const { game, left, death } = await referee.play().finally(() => this.#running--)
    if (game.reason !== 'aborted') {
      const isDying = await ledger.add(loggedGame(game))
      if (ledger.isDecided) this.stop()
      this.#games.push(game)
      ledger.report(this.#running)
      this.#wake()
      if (isDying) throw death
    }
    await left
  }
}
