// SPDX-License-Identifier: Apache-2.0
// The Redis of matches on many machines: its packages, and one connection, which waits while Redis is away.

import { codeOf } from '../core/caught.js'
import { packageFailure } from '../core/optional-package.js'
import { onAbort } from '../core/waiting.js'
import { failureText } from './text.js'
import { Failure, UsageError } from './usage-error.js'

/** Milliseconds. */
const LONGEST_PAUSE = 2000
const PING_INTERVAL = 5000
/** Longer than pings and blocking commands take. */
const SOCKET_TIMEOUT = 20_000

/** Redis answers, but not to this user. */
const REFUSED = /^(NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR AUTH)/

/** Where Redis met an error; BullMQ has many scripts. */
const SCRIPT = /\.? script: .*/

type RedisClient = ReturnType<typeof import('redis').createClient>

/** Redis, and what reaches it. */
export type MatchRedis = {
  client: RedisClient
  bullmq: typeof import('bullmq')
  /** Says once why Redis does not do what it must. Losses of the connection are said in any case. */
  complain: (error: unknown) => void
}

/**
 * Connects, and waits until Redis is there. Later losses of the connection are repaired.
 * @param url checked
 * @param options `signal` ends the wait; `say` gets words for users: that Redis is away, that it is back; BINBO_REDIS_PASSWORD of
 *   `env` is a password that is not in the list of processes
 * @returns undefined if the signal was aborted
 * @throws {UsageError} without the packages
 * @throws {Failure} if Redis refuses
 */
export async function openRedis(
  url: string,
  { env, signal, say }: { env: NodeJS.ProcessEnv; signal: AbortSignal; say: (text: string) => void },
): Promise<MatchRedis | undefined> {
  const [bullmq, { createClient }] = [
    await load('bullmq', () => import('bullmq')),
    await load('redis', () => import('redis')),
  ]
  let isAway = false
  let hasBeenThere = false
  const { BINBO_REDIS_PASSWORD: password } = env
  const client: RedisClient = createClient({
    url,
    ...(password !== undefined && { password }),
    pingInterval: PING_INTERVAL,
    socket: {
      socketTimeout: SOCKET_TIMEOUT,
      reconnectStrategy: (tries, cause) =>
        !hasBeenThere && REFUSED.test(cause.message) ? cause : Math.min(100 * 2 ** tries, LONGEST_PAUSE),
    },
  })
  client.on('error', error => {
    if (!isAway && client.isOpen) say(`Redis is away: ${reasonOf(error)}; waiting for it`)
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) say('Redis is there again')
    isAway = false
    hasBeenThere = true
  })
  const unlisten = signal.aborted ? () => {} : onAbort(signal, () => client.destroy())
  try {
    if (signal.aborted) return undefined
    await client.connect()
    const said = new Set<string>()
    const complain = (error: unknown) => {
      const text = failureText(error).replace(SCRIPT, '')
      if (client.isReady && !signal.aborted && !said.has(text)) say(`Redis: ${text}`)
      said.add(text)
    }
    return { client, bullmq, complain }
  } catch (error) {
    if (signal.aborted) return undefined
    throw new Failure(`--redis: ${reasonOf(error)}`)
  } finally {
    unlisten()
  }
}

/** @throws {UsageError} */
async function load<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new UsageError(`--redis ${packageFailure(error, name)}`)
  }
}

/** Node's errors of several addresses have no message. */
function reasonOf(error: unknown): string {
  return failureText(error) || codeOf(error) || 'no connection'
}
