// SPDX-License-Identifier: Apache-2.0
// One pair of a queue on the machine that plays it: its lock, its games, and what becomes of it.

import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from 'bullmq'
import type { AnalysisTables } from '../analysis/table-values.js'
import { isObject } from '../core/objects.js'
import { deadline, onAbort } from '../core/waiting.js'
import type { LoggedGame } from '../match/match-game.js'
import { playMatch } from '../match/play-match.js'
import { loggedGame } from '../match/record.js'
import type { PlayerSpec } from './match-engines.js'
import { playersHere } from './match-engines.js'
import { LOCK_DURATION, readJob } from './match-jobs.js'
import { detailsOf } from './usage-error.js'

/** Milliseconds between two tries to reach Redis. */
const PAUSE = 500
/** Milliseconds in which a worker that is stopped must reach Redis. */
export const LEAVE_TIME = 3000

export type PairOptions = {
  /** engines by the names of players; undefined: those of the job */
  own: ReadonlyMap<string, string> | undefined
  /** its name */
  worker: string
  tablesOf: (tables: string[]) => Promise<AnalysisTables>
  env: NodeJS.ProcessEnv
  /** gets errors of Redis that are not the pair's */
  complain: (error: unknown) => void
  /** gives the pair back */
  signal: AbortSignal
}

/** What became of a pair. */
export type PairEnd =
  | { kind: 'played'; games: LoggedGame[] }
  /** the worker is stopped; another one plays it */
  | { kind: 'stopped' }
  /** the lock is another's, or the match is over */
  | { kind: 'lost' }
  /** it cannot be played here; another one may play it */
  | { kind: 'failed'; error: string }

export class PairPlay {
  #job
  #token
  #options
  #stop = new AbortController()
  #isLost = false

  /** @param token of the lock */
  constructor(job: Job, token: string, options: PairOptions) {
    this.#job = job
    this.#token = token
    this.#options = options
  }

  async run(): Promise<PairEnd> {
    const { signal } = this.#options
    const renewal = setInterval(() => this.#renew(), LOCK_DURATION / 3)
    let givenBack: Promise<unknown> | undefined
    const stop = () => {
      givenBack = this.#giveBack()
      this.#stop.abort()
    }
    if (signal.aborted) stop()
    const unlisten = signal.aborted ? () => {} : onAbort(signal, stop)
    try {
      const games = await this.#play()
      if (givenBack === undefined && games !== undefined) {
        await this.#tell(() => this.#job.moveToCompleted(games, this.#token, false))
        return this.#isLost ? { kind: 'lost' } : { kind: 'played', games }
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) return await this.#fail(detailsOf(error))
    } finally {
      clearInterval(renewal)
      unlisten()
      await givenBack
    }
    return { kind: this.#isLost ? 'lost' : 'stopped' }
  }

  /** @returns undefined if the games were stopped */
  async #play(): Promise<LoggedGame[] | undefined> {
    const { own, tablesOf, env } = this.#options
    const { players, rules, tables, pairings } = readJob(this.#job.data)
    const { draw, resign, maxMoves } = rules
    const match = playMatch({
      ...{ draw, resign, maxMoves, pairings },
      players: await playersHere(
        players.map(player => this.#playerHere(player)),
        own && env.BINBO_TOKEN, // not for addresses of a job
        env,
      ),
      tablebase: tables && (await tablesOf(tables)),
      signal: this.#stop.signal,
    })
    const games: LoggedGame[] = []
    for await (const game of match) games.push(loggedGame(game))
    const { complete } = await match.result
    return complete ? games : undefined
  }

  /** @throws {Error} without an engine for it */
  #playerHere(player: PlayerSpec): PlayerSpec {
    const { own } = this.#options
    if (own === undefined) return player
    const engine = own.get(player.name)
    if (engine === undefined) throw new Error(`no --engine ${player.name}=… is given`)
    return { ...player, engine, args: [], dir: undefined }
  }

  async #renew() {
    try {
      if ((await this.#job.extendLock(this.#token, LOCK_DURATION)) === 1) return
      this.#isLost = true
      this.#stop.abort()
    } catch (error) {
      this.#options.complain(error) // the games go on
    }
  }

  async #fail(error: string): Promise<PairEnd> {
    await this.#tell(() => this.#job.updateProgress({ worker: this.#options.worker, error }))
    await this.#giveBack()
    return { kind: 'failed', error }
  }

  #giveBack(): Promise<void> {
    return this.#tell(() => this.#job.moveToWait(this.#token))
  }

  /** Tries until Redis has answered; a worker that is stopped does not wait for long. */
  async #tell(call: () => Promise<unknown>) {
    const { signal } = this.#options
    const told = this.#untilTold(call)
    if (signal.aborted) await deadline(told, LEAVE_TIME)
    else {
      let leave = () => {}
      const left = new Promise<void>(resolve => (leave = resolve))
      const unlisten = onAbort(signal, () => void wait(LEAVE_TIME, undefined, { ref: false }).then(leave))
      await Promise.race([told, left])
      unlisten()
    }
  }

  async #untilTold(call: () => Promise<unknown>) {
    for (;;) {
      try {
        await call()
        return
      } catch (error) {
        // BullMQ's codes of jobs whose lock or data are gone are numbers.
        if (isObject(error) && typeof error.code === 'number') {
          this.#isLost = true
          return
        }
        this.#options.complain(error)
        if (this.#options.signal.aborted) return
        await wait(PAUSE)
      }
    }
  }
}
