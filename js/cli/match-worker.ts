// SPDX-License-Identifier: Apache-2.0
// binbo match-worker: plays the pairs of matches that binbo match --redis queues.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Job, Worker } from 'bullmq'
import type { AnalysisTables } from '../analysis/table-values.js'
import { deadline, onAbort } from '../core/waiting.js'
import {
  defineCommand,
  FAILURE,
  flag,
  list,
  option,
  SUCCESS,
  unlessInterrupted,
  wholeNumber,
} from './command.js'
import { LOCK_DURATION, QUEUE, STALLED_INTERVAL } from './match-jobs.js'
import type { PairOptions } from './match-pair.js'
import { LEAVE_TIME, PairPlay } from './match-pair.js'
import type { MatchRedis } from './match-redis.js'
import { openRedis } from './match-redis.js'
import { openTables } from './open-tables.js'
import { redisUrl } from './redis-url.js'
import { printable } from './text.js'
import { UsageError } from './usage-error.js'

/** Milliseconds until a worker that could not play a pair takes another one. */
const RECOVERY = 10_000
/** Milliseconds between two tries to reach Redis. */
const PAUSE = 500
/** Seconds of one search for a pair. A worker that is stopped waits for its end. */
const DRAIN_DELAY = 1
/** What users and Redis call this worker. */
const NAME = `${hostname()}:${process.pid}`

export const command = defineCommand({
  name: 'match-worker',
  help: `--redis URL [options]

Plays the pairs of matches that binbo match --redis URL queues: both games of a pair, with the engines, options,
limits and tables that the match names, at the same paths as there. It ends with Ctrl-C or SIGTERM, and gives its
pairs back at once; the pair of a worker that dies is another's within 30 seconds. Needs npm bullmq and redis.

A worker runs the commands that Redis names, so only trusted programs may reach that Redis. With --engine it runs no
others than these, but their options and the paths of tables still come from Redis; an option such as Stockfish's
Debug Log File writes a file. BINBO_TOKEN goes only to WebSockets of --engine.

options:

exit code: 2 wrong usage, or Redis refuses; 130 interrupted
`,
  column: 24,
  options: {
    redis: option(
      '--redis URL',
      'redis://host:6379, rediss://… or unix:///path; BINBO_REDIS_PASSWORD has its password',
      redisUrl,
    ),
    engines: list(
      '--engine NAME=ENGINE',
      'the engine of the players with this name, in place of that of the match; repeatable.\n      With it only such players play here, without the arguments and the folder of the match',
      engineOf,
    ),
    concurrency: option('-c, --concurrency N', 'pairs at once; default: 1', wholeNumber(1), 1),
    quiet: flag('-q, --quiet', 'no line for each pair'),
  },
  async run({ redis, engines, concurrency, quiet }, _, io) {
    if (redis === undefined) throw new UsageError('--redis is missing')
    const controller = new AbortController()
    const { signal } = controller
    const stop = () => controller.abort()
    if (io.signal.aborted) stop()
    else onAbort(io.signal, stop)
    process.once('SIGTERM', stop)
    const say = (text: string) => io.stderr.write(`binbo: ${printable(text)}\n`)
    const connection = await openRedis(redis, { env: io.env, signal, say })
    const own = engines && new Map(engines.map(text => splitEngine(text)))
    if (connection !== undefined)
      await new MatchWorker(connection, { own, concurrency, quiet, signal, env: io.env, say }).run()
    process.off('SIGTERM', stop)
    return unlessInterrupted(io, io.signal.aborted ? FAILURE : SUCCESS)
  },
})

const splitEngine = (text: string): [name: string, engine: string] => {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** @throws {UsageError} */
function engineOf(text: string, name: string): string {
  const [player, engine] = splitEngine(text)
  if (text.includes('=') && player !== '' && engine !== '') return text
  throw new UsageError(`${name} is NAME=ENGINE, such as new=./engine, not '${text}'`)
}

type WorkerOptions = Omit<PairOptions, 'tablesOf' | 'worker' | 'complain'> & {
  concurrency: number
  quiet: boolean
  say: (text: string) => void
}

class MatchWorker {
  #redis
  #options
  #worker: Worker
  /** resolves when no search for a pair is running: searches come one after the other */
  #searched: Promise<unknown> = Promise.resolve()
  /** no pair is taken until then, as performance.now() counts */
  #pausedUntil = 0
  /** resolves when the worker has been stopped, and Redis had its time to answer */
  #left: Promise<undefined>
  #tables: Map<string, Promise<AnalysisTables>> = new Map()

  constructor(redis: MatchRedis, options: WorkerOptions) {
    this.#redis = redis
    this.#options = options
    this.#worker = new redis.bullmq.Worker(QUEUE, null, {
      connection: redis.client,
      name: NAME,
      lockDuration: LOCK_DURATION,
      stalledInterval: STALLED_INTERVAL,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: DRAIN_DELAY,
    })
    this.#worker.on('error', () => {}) // the client's
    const { signal } = options
    this.#left = new Promise(resolve => {
      const leave = () => void wait(LEAVE_TIME, undefined, { ref: false }).then(resolve)
      if (signal.aborted) leave()
      else onAbort(signal, leave)
    })
  }

  /** Plays until the signal comes. */
  async run() {
    await this.#worker.startStalledCheckTimer()
    await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#slot()))
    await deadline(this.#worker.close(true), LEAVE_TIME)
    this.#redis.client.destroy()
  }

  async #slot() {
    const { signal } = this.#options
    while (!signal.aborted) {
      const token = randomUUID()
      const job = await this.#next(token)
      if (job !== undefined) await this.#play(job, token)
    }
  }

  /** @returns undefined if there is none yet, or Redis is away */
  async #next(token: string): Promise<Job | undefined> {
    const { signal } = this.#options
    const before = this.#searched
    let end = () => {}
    this.#searched = new Promise<void>(resolve => (end = resolve))
    await before
    try {
      const pause = this.#pausedUntil - performance.now()
      if (pause > 0) await wait(pause, undefined, { signal })
      if (signal.aborted) return undefined
      return await Promise.race([this.#worker.getNextJob(token), this.#left])
    } catch (error) {
      this.#redis.complain(error)
      if (!signal.aborted) await wait(PAUSE)
      return undefined
    } finally {
      end()
    }
  }

  async #play(job: Job, token: string) {
    const { quiet, say } = this.#options
    const end = await new PairPlay(job, token, {
      ...this.#options,
      worker: NAME,
      complain: this.#redis.complain,
      tablesOf: tables => this.#tablesOf(tables),
    }).run()
    const name = `pair ${Object(job.data?.pairings?.[0]).pair}`
    if (end.kind === 'failed') {
      this.#pausedUntil = performance.now() + RECOVERY
      say(`${name} is given back: ${end.error}; the next one in ${RECOVERY / 1000} s`)
    } else if (quiet) return
    else if (end.kind === 'played')
      say(
        `${name}: ${end.games.map(({ white, black, result }) => `${white} - ${black} ${result}`).join(', ')}`,
      )
    else say(`${name} is ${end.kind === 'lost' ? 'not needed from here' : 'given back'}`)
  }

  /** Opens each set of tables once. */
  #tablesOf(tables: string[]): Promise<AnalysisTables> {
    const key = tables.join('\n')
    const opened = this.#tables.get(key) ?? openTables(tables)
    this.#tables.set(key, opened)
    opened.catch(() => this.#tables.delete(key))
    return opened
  }
}
