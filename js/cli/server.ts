// SPDX-License-Identifier: Apache-2.0
// binbo server: serves games that people play against each other, over WebSocket.

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { codeOf, reasonOf } from '../core/caught.js'
import { packageFailure } from '../core/optional-package.js'
import { keysOf } from '../core/options.js'
import { pgnArchive } from '../server/archive/pgn-archive.js'
import { createGameServer } from '../server/sockets/create-game-server.js'
import { LIMITS, readSecrets } from '../server/sockets/game-server-options.js'
import type { RedisStoreOptions, StoreLogEntry } from '../server/stores/redis/options.js'
import type { SentinelOptions } from '../server/stores/redis/sentinels.js'
import { RedisStore } from '../server/stores/redis-store.js'
import { defineCommand, flag, list, notEmpty, number, option } from './command.js'
import { isPostgresUrl, openPostgresArchive } from './database-archive.js'
import { redisUrl } from './redis-url.js'
import type { Log } from './serving.js'
import { readLimitOptions, serve } from './serving.js'
import { detailsOf, UsageError } from './usage-error.js'

/** The number of limits in one line of the help. */
const A_ROW = 4
const LIMIT_ROWS = keysOf(LIMITS)
  .map((name, at) => (at % A_ROW === 0 ? `\n${name}` : ` ${name}`))
  .join(',')

/** The length of a new secret, in bytes. */
const SECRET_BYTES = 32

export const command = defineCommand({
  name: 'server',
  help: `[options]

Serves games that people play against each other, over WebSocket. Without --redis the games are in the memory
of this process and end with it. It prints the address to connect to; the log goes to standard error, one JSON
object for each line. GET /health, /ready and /metrics (Prometheus) report the server's state.

options:

exit code: 0 stopped by SIGTERM or SIGINT, after clients were sent away; 2 wrong usage, or the server cannot
listen. A second signal ends it at once.
`,
  column: 25,
  options: {
    host: option(
      '--host HOST',
      'where to listen; default 127.0.0.1, which only this machine reaches',
      notEmpty,
      '127.0.0.1',
    ),
    port: option('--port N', 'default 8080; 0 takes a free one', number, 8080),
    path: option('--path PATH', 'of the WebSocket; default /'),
    redis: option(
      '--redis URL',
      `keeps the games in Redis 7 or later, such as redis://host:6379 or unix:///path: any number
      of servers may share it, and none of them loses a game when it dies. Needs npm redis.
      Or the variable BINBO_REDIS, which is not in the list of processes`,
      redisUrl,
    ),
    sentinel: option(
      '--sentinel NAME@HOST:PORT,…',
      `these Sentinels name the primary of the group NAME, also after a failover; default
      port 26379. A URL of Redis then gives its user and password alone. BINBO_SENTINEL_PASSWORD
      has that of the Sentinels`,
      sentinelOf,
    ),
    waitReplicas: option(
      '--wait-replicas N',
      'commands are answered when so many replicas of Redis have them; default 0',
      number,
    ),
    origins: list(
      '--origin ORIGIN',
      `whose pages may connect, such as https://example.org; repeatable; * means all.
      Programs have no origin and may always connect`,
    ),
    proxies: list(
      '--proxy ADDRESS',
      `an IP address or a network, such as 10.0.0.0/8, whose X-Forwarded-For names the
      client; repeatable`,
    ),
    archive: option(
      '--archive FILE',
      'a PGN file that gets every finished game; without it they are lost after ten minutes',
      fileOf,
    ),
    database: option(
      '--archive URL',
      `such as postgresql://user@host/database: games go to its table binbo_games, which is made.
      PGPASSWORD has the password. Needs npm pg`,
      text => (isPostgresUrl(text) ? text : undefined),
    ),
    archiveAfter: option(
      '--archive-after MS',
      'when a game goes to the archive, after its end; default 600000, 0 at once',
      number,
    ),
    secretFiles: list(
      '--secret-file FILE',
      `a file with the secret that signs identities, at least 16 characters, the same for all
      servers; or the variable BINBO_SECRET. Default: FILE.secret beside the archive, which is
      made; without an archive, identities end with the process. Twice: the new one, then
      the old one, to change it`,
    ),
    limits: list(
      '--limit NAME=VALUE',
      `one of the limits, such as connectionsPerAddress=200 for a club behind one address; repeatable.${LIMIT_ROWS}`,
    ),
    quiet: flag('-q, --quiet', 'no log'),
  },
  run(values, _, io) {
    const { host, port, path, origins, proxies, archiveAfter, archive: file, database: url } = values
    const options = {
      ...{ host, port, path, origins, proxies, archiveAfter },
      archive: file === undefined ? undefined : pgnArchive(writable(file)),
      limits: readLimitOptions(values.limits, LIMITS),
      secret: readSecret(values.secretFiles, io.env, file),
    }
    const redis = redisOf(values, io.env)
    return serve(io, values.quiet, async (log, ends) => {
      const database = url === undefined ? undefined : await openPostgresArchive(url, log)
      if (database !== undefined) ends.push(database.close)
      const store = redis && (await openRedis(redis, log))
      if (store !== undefined) ends.push(() => store.close())
      return createGameServer({ ...options, archive: database?.archive ?? options.archive, store, log })
    })
  },
})

/**
 * @returns undefined for a URL of PostgreSQL
 * @throws {UsageError} for another URL
 */
function fileOf(text: string, name: string): string | undefined {
  if (isPostgresUrl(text)) return undefined
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return notEmpty(text, name)
  throw new UsageError(`${name} is a PGN file or a URL that begins with postgres:// or postgresql://`)
}

/** @throws {UsageError} without the package */
async function openRedis(options: RedisStoreOptions, log: Log | undefined): Promise<RedisStore> {
  try {
    await import('redis')
  } catch (error) {
    throw new UsageError(`${options.sentinel ? '--sentinel' : '--redis'} ${packageFailure(error, 'redis')}`)
  }
  const write = ({ event, message }: StoreLogEntry) =>
    log?.({ time: new Date().toISOString(), event: `store-${event}`, reason: message })
  return new RedisStore({ ...options, log: write })
}

/** @returns undefined if games are kept in memory */
function redisOf(
  {
    redis,
    sentinel: group,
    waitReplicas,
  }: { redis?: string; sentinel?: SentinelOptions; waitReplicas?: number },
  env: NodeJS.ProcessEnv,
): RedisStoreOptions | undefined {
  const { BINBO_REDIS, BINBO_SENTINEL_PASSWORD: password } = env
  const url = redis ?? (BINBO_REDIS === undefined ? undefined : redisUrl(BINBO_REDIS, 'BINBO_REDIS'))
  const sentinel = group && { ...group, ...(password !== undefined && { password }) }
  if (url !== undefined || sentinel !== undefined) return { url, sentinel, waitReplicas }
  if (waitReplicas !== undefined) throw new UsageError('--wait-replicas needs --redis or --sentinel')
}

/** @param text such as 'mymaster@host:26379,other' */
function sentinelOf(text: string, option: string): SentinelOptions {
  const [, name, hosts] = /^([^@]+)@(.+)$/.exec(text) ?? []
  const nodes = (hosts ?? '').split(',').map(each => {
    const url = `redis://${each}`
    const { hostname = '', port = '' } = URL.canParse(url) ? new URL(url) : {}
    return { host: hostname.replace(/^\[|\]$/g, ''), ...(port && { port: Number(port) }) }
  })
  if (name === undefined || nodes.some(({ host, port }) => host === '' || port === 0))
    throw new UsageError(`${option} is NAME@HOST:PORT,HOST:PORT,… and not '${text}'`)
  return { name, nodes }
}

/** @returns the same path, if the file can be written */
function writable(file: string): string {
  try {
    closeSync(openSync(file, 'a'))
    return file
  } catch (error) {
    throw new UsageError(`--archive: the archive cannot be written: ${reasonOf(error)}`)
  }
}

function readSecret(
  files: string[] | undefined,
  env: NodeJS.ProcessEnv,
  archive: string | undefined,
): string | string[] | undefined {
  if (files !== undefined) return files.map(givenSecret)
  if (env.BINBO_SECRET !== undefined) return env.BINBO_SECRET
  return archive === undefined ? undefined : keptSecret(`${archive}.secret`)
}

/** @throws {UsageError} */
function givenSecret(file: string): string {
  try {
    return readSecrets(readSecretFile(file))[0]
  } catch (error) {
    throw new UsageError(`--secret-file ${file}: ${detailsOf(error)}`)
  }
}

/** @throws {UsageError} */
function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`the secret cannot be read: ${reasonOf(error)}`)
  }
}

/** @param file the file with the secret; if it is missing, it is created with a new secret */
function keptSecret(file: string): string {
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${secret}\n`)
    fsyncSync(handle)
    closeSync(handle)
    return secret
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return readSecretFile(file)
    throw new UsageError(`the secret cannot be kept: ${reasonOf(error)}`)
  }
}
