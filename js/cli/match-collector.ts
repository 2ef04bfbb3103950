// SPDX-License-Identifier: Apache-2.0
// A match on many machines, where it is started: queues its pairs, and collects their games.

import { setTimeout as wait } from 'node:timers/promises'
import type { Job, Queue } from 'bullmq'
import { onAbort } from '../core/waiting.js'
import { MatchLedger } from '../match/ledger.js'
import type { LoggedGame } from '../match/match-game.js'
import type { MatchOptions, MatchResult } from '../match/play-match.js'
import { readMatch } from '../match/play-match.js'
import type { MatchJob, MatchSpec } from './match-jobs.js'
import { gamesOf, jobsOf, QUEUE } from './match-jobs.js'
import type { MatchRedis } from './match-redis.js'
import { openRedis } from './match-redis.js'
import { counted } from './text.js'
import { detailsOf } from './usage-error.js'

/** Milliseconds between two looks at the queue. */
const PAUSE = 500
/** Jobs of one call, and of one look at the queue. */
const BATCH = 200
/** The highest number that BullMQ takes. */
const PRIORITY_LIMIT = 2 ** 21 - 1
/** How often a pair is played whose games are not given. */
const MOST_TRIES = 5
/** Seconds for which the games of a match that nobody collects are kept. */
const LONGEST_AGE = 30 * 86_400

/** A match, as it is played elsewhere: its engines and tables are in `spec`. */
export type CollectOptions = Omit<MatchOptions, 'players' | 'tablebase' | 'concurrency'> & {
  spec: MatchSpec
  url: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  /** whether the games of the log outlive this process */
  hasFile: boolean
  /** called with each game that was not in the log */
  onGame: (game: LoggedGame) => void
  /** a word for users */
  say: (text: string) => void
  /** one that is not needed */
  note: (text: string) => void
}

/**
 * Queues the pairs of a match, and collects their games until all are there, a test has decided, or the signal comes. Then
 * nothing of the match is left in Redis; but after the signal all stays, and the same match goes on with it.
 * @throws as playMatch(), and as openRedis()
 */
export async function collectMatch(options: CollectOptions): Promise<MatchResult> {
  const { spec, url, env, hasFile, onGame, say, note, ...match } = options
  const elsewhere = () => Promise.reject(new Error('it plays elsewhere'))
  const players = spec.players.map(({ engine, args, dir, ...player }) => ({
    ...player,
    transport: elsewhere,
  }))
  const tablebase = spec.tables && { wdl: elsewhere } // names the match, as tables that are here
  const checked = readMatch({ ...match, players, tablebase })
  const ledger = new MatchLedger(checked)
  let redis: MatchRedis | undefined
  try {
    await ledger.readLog()
    ledger.report(0)
    redis = ledger.isComplete ? undefined : await openRedis(url, options)
    if (redis !== undefined)
      await new MatchCollector(redis, ledger, jobsOf(spec, checked.schedule.list()), options).run()
    return ledger.result()
  } finally {
    redis?.client.destroy()
    await checked.log?.close?.()
  }
}

class MatchCollector {
  #redis
  #ledger
  #options
  #jobs: ReadonlyMap<string, MatchJob>
  /** those whose games are missing, in the order of the schedule */
  #open: Map<string, MatchJob>
  #queue: Queue
  /** whether all open jobs are in the queue */
  #isQueued = false
  /** place among the open jobs, behind the first ones, where the next look goes on */
  #place = BATCH
  #said: Set<string> = new Set()
  /** how often workers gave for a pair what is not its games, by its id */
  #tries: Map<string, number> = new Map()
  /** whether an engine has died too often, or a pair was played too often */
  #isHopeless = false

  constructor(
    redis: MatchRedis,
    ledger: MatchLedger,
    jobs: ReadonlyMap<string, MatchJob>,
    options: CollectOptions,
  ) {
    this.#redis = redis
    this.#ledger = ledger
    this.#options = options
    this.#jobs = jobs
    const isOpen = ({ pairings }: MatchJob) => pairings.some(({ number }) => !ledger.has(number))
    this.#open = new Map([...jobs].filter(([, job]) => isOpen(job)))
    this.#queue = new redis.bullmq.Queue(QUEUE, {
      connection: redis.client,
      streams: { events: { maxLen: 100 } }, // they have the games, too
    })
    this.#queue.on('error', () => {}) // the client's
    redis.client.on('ready', () => (this.#isQueued = false)) // it may have lost some
  }

  /** @throws {Error} if an engine dies, or a pair is played, too often @throws errors of the log */
  async run() {
    const { signal, note } = this.#options
    const unlisten = signal.aborted ? () => {} : onAbort(signal, () => this.#redis.client.destroy())
    try {
      if ((await this.#ask(() => this.#addAll())) !== undefined)
        note(`${counted(this.#open.size, 'pair')} to play; binbo match-worker plays them`)
      while (!signal.aborted && !this.#ledger.isComplete) await this.#collect()
      await this.#clear()
    } catch (error) {
      if (this.#isHopeless) await this.#clear()
      throw error
    } finally {
      unlisten()
    }
  }

  /** @returns undefined after a pause if Redis does not answer */
  async #ask<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (error) {
      this.#redis.complain(error)
      if (!this.#options.signal.aborted) await wait(PAUSE)
    }
  }

  #sayOnce(text: string) {
    if (!this.#said.has(text)) this.#options.say(text)
    this.#said.add(text)
  }

  async #collect() {
    const jobs = (await this.#ask(() => this.#finished())) ?? []
    for (const job of jobs) if (!this.#ledger.isComplete) await this.#count(job)
    if (jobs.length === 0 && !this.#options.signal.aborted) await wait(PAUSE)
  }

  /**
   * Pairs are played in the order of the schedule, so each look is for the first open ones, and for some of the others in turn: it
   * costs the same for any number of pairs, and of finished pairs of other matches.
   * @returns open jobs that are finished, not all at once
   */
  async #finished(): Promise<Job[]> {
    if (!this.#isQueued) await this.#addAll()
    const open = [...this.#open.keys()]
    const ids = [...open.slice(0, BATCH), ...open.slice(this.#place, this.#place + BATCH)]
    this.#place = this.#place + BATCH < open.length ? this.#place + BATCH : BATCH
    const { client } = this.#redis
    const scores = await Promise.all(
      ['completed', 'failed'].map(state => client.zmScore(this.#queue.toKey(state), ids)),
    )
    const some = ids.filter((_, i) => scores.some(of => of[i] !== null))
    const jobs = await Promise.all(some.map(id => this.#queue.getJob(id)))
    if (jobs.length === 0) await this.#lookAtFirst()
    return jobs.filter(job => job !== undefined)
  }

  /** Queues the open jobs; the queue takes each id once. The lower the number of a pair, the earlier it is played. */
  async #addAll(): Promise<true> {
    this.#isQueued = true
    try {
      // Not addBulk(): its transaction fails after Redis has lost BullMQ's scripts.
      const add = ([jobId, data]: [string, MatchJob]) => {
        const priority = Math.min(data.pairings[0].pair, PRIORITY_LIMIT)
        return this.#queue.add('pair', data, { jobId, priority, removeOnComplete: { age: LONGEST_AGE } })
      }
      const jobs = [...this.#open]
      for (let i = 0; i < jobs.length; i += BATCH) await Promise.all(jobs.slice(i, i + BATCH).map(add))
      return true
    } catch (error) {
      this.#isQueued = false
      throw error
    }
  }

  /** Is it still there, and has a worker failed to play it? */
  async #lookAtFirst() {
    for (const [id, { pairings }] of this.#open) {
      const job = await this.#queue.getJob(id)
      if (job === undefined) this.#isQueued = false
      const { worker, error } = Object(job?.progress)
      if (typeof error === 'string') this.#sayOnce(`pair ${pairings[0].pair}: worker ${worker}: ${error}`)
      return
    }
  }

  /** @throws {Error} if an engine dies, or a pair is played, too often @throws errors of the log */
  async #count(job: Job) {
    const { id = '', failedReason, returnvalue } = job
    const open = this.#open.get(id)
    if (open === undefined) return
    let games: LoggedGame[]
    try {
      games = gamesOf(returnvalue, open)
    } catch (error) {
      const why = failedReason || `what a worker gave is not its games: ${detailsOf(error)}`
      const tries = (this.#tries.get(id) ?? 0) + Number(!failedReason)
      this.#tries.set(id, tries)
      const { pair } = open.pairings[0]
      this.#isHopeless = tries >= MOST_TRIES
      if (this.#isHopeless) throw new Error(`pair ${pair} was played ${tries} times: ${why}`)
      this.#options.say(`pair ${pair} is played again: ${why}`)
      await this.#ask(() => job.retry(failedReason ? 'failed' : 'completed'))
      return
    }
    const { hasFile, onGame } = this.#options
    for (const game of games) {
      if (this.#ledger.has(game.pairing.number) || this.#ledger.isComplete) continue
      this.#isHopeless = await this.#ledger.add(game)
      this.#ledger.report(0)
      onGame(game)
      if (this.#isHopeless) throw new Error(game.detail)
    }
    this.#open.delete(id)
    if (hasFile) await this.#ask(() => this.#queue.remove(id))
  }

  /** Removes all jobs of the match; workers stop to play a pair whose lock is gone. */
  async #clear() {
    const { client } = this.#redis
    const ids = [...this.#jobs.keys()]
    while (ids.length > 0 && !this.#options.signal.aborted) {
      const some = ids.slice(0, BATCH)
      const codes = await this.#ask(async () => {
        await client.del(some.map(id => `${this.#queue.toKey(id)}:lock`))
        return Promise.all(some.map(id => this.#queue.remove(id)))
      })
      // A worker may take a pair in between.
      if (codes !== undefined) ids.splice(0, some.length, ...some.filter((_, i) => codes[i] === 0))
    }
  }
}
