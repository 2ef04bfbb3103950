// SPDX-License-Identifier: Apache-2.0
// binbo server: games that people play against each other, over WebSocket.

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { ChessError } from '../core/errors.js'
import { packageFailure } from '../core/optional-package.js'
import { provideWasm } from '../core/wasm.js'
import { pgnArchive } from '../server/archive/pgn-archive.js'
import { createGameServer } from '../server/sockets/create-game-server.js'
import { LIMIT_NAMES } from '../server/sockets/game-server-options.js'
import { RedisStore } from '../server/stores/redis-store.js'
import { isDatabase, openDatabase } from './database-archive.js'
import { jsonLog, readLimitOptions, readNumber, untilStopped } from './serving.js'
import { printable } from './text.js'
import { detailsOf, UsageError, usageError } from './usage-error.js'

/** @import { Io } from './main.js' */
/** @import { GameServerOptions } from '../server/sockets/game-server-options.js' */
/** @import { RedisStoreOptions, StoreLogEntry } from '../server/stores/redis/options.js' */
/** @import { SentinelOptions } from '../server/stores/redis/sentinels.js' */

/** Names of limits in a row of the help. */
const A_ROW = 4

/** @param {readonly string[]} names @returns {string} in rows that fit the help */
function rows(names) {
  const inRows = names.map((name, at) => (at % A_ROW === 0 && at > 0 ? `\n${' '.repeat(25)}${name}` : name))
  return inRows.join(', ').replaceAll(', \n', ',\n')
}

const HELP = `usage: binbo server [options]

Serves games that people play against each other, over WebSocket. Without --redis the games are in the memory
of this process and end with it. It prints the address to connect to; the log goes to standard error, one JSON
object for each line. GET /health, /ready and /metrics (Prometheus) report the server's state.

options:
  --host HOST            where to listen; default 127.0.0.1, which only this machine reaches
  --port N               default 8080; 0 takes a free one
  --path PATH            of the WebSocket; default /
  --redis URL            keeps the games in Redis 7 or later, such as redis://host:6379 or unix:///path: any number
                         of servers may share it, and none of them loses a game when it dies. Needs npm redis.
                         Or the variable BINBO_REDIS, which is not in the list of processes
  --sentinel NAME@HOST:PORT,…  these Sentinels name the primary of the group NAME, also after a failover; default
                         port 26379. A URL of Redis then gives its user and password alone. BINBO_SENTINEL_PASSWORD
                         has that of the Sentinels
  --wait-replicas N      a command is answered when so many replicas of Redis have it; default 0
  --origin ORIGIN        whose pages may connect, such as https://example.org; repeatable. * stands for all.
                         Programs have no origin and may always connect
  --proxy ADDRESS        an IP address or a network, such as 10.0.0.0/8, whose X-Forwarded-For names the
                         client; repeatable
  --archive FILE         a PGN file that gets every finished game; without it they are lost after ten minutes
  --archive URL          such as postgresql://user@host/database: games go to its table binbo_games, which is made.
                         PGPASSWORD has the password. Needs npm pg
  --secret-file FILE     a file with the secret that signs identities, at least 16 characters, the same for all
                         servers; or the variable BINBO_SECRET. Default: FILE.secret beside the archive, which is
                         made; without an archive, identities end with the process. Twice: the new one, then
                         the old one, to change it
  --limit NAME=VALUE     one of the limits, such as connectionsPerAddress=200 for a club behind one address; repeatable.
                         ${rows(LIMIT_NAMES)}
  -q, --quiet            no log
  -h, --help             this text

exit code: 0 stopped by SIGTERM or SIGINT, after clients were sent away; 2 wrong usage, or the server cannot
listen. A second signal ends it at once.
`

const OPTIONS = /** @type {const} */ ({
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8080' },
  path: { type: 'string' },
  redis: { type: 'string' },
  sentinel: { type: 'string' },
  'wait-replicas': { type: 'string' },
  origin: { type: 'string', multiple: true },
  proxy: { type: 'string', multiple: true },
  archive: { type: 'string' },
  'secret-file': { type: 'string', multiple: true },
  limit: { type: 'string', multiple: true },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

const SUCCESS = 0
const CANNOT_LISTEN = 2
/** Milliseconds for the rest of the log to be read after the server has stopped. */
const PATIENCE = 200
/** Bytes of a secret that is made. */
const SECRET_BYTES = 32

/**
 * @typedef {object} Settings
 * @property {GameServerOptions} serve
 * @property {RedisStoreOptions | undefined} redis
 * @property {string | undefined} database URL of the archive, where it is no file
 * @property {boolean} quiet
 */

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code, after it was stopped
 * @throws {UsageError}
 */
export async function run(args, io) {
  const settings = readSettings(args, io.env)
  if (settings === undefined) {
    io.stdout.write(HELP)
    return SUCCESS
  }
  provideWasm(carriedWasm)
  const stopped = untilStopped(io.signal)
  const log = settings.quiet ? undefined : jsonLog(io.stderr)
  const database = settings.database === undefined ? undefined : await openDatabase(settings.database, log)
  /** @type {RedisStore | undefined} */
  let store
  try {
    if (settings.redis !== undefined) store = await openRedis(settings.redis, log)
    const archive = database?.archive ?? settings.serve.archive
    const server = await createGameServer({ ...settings.serve, archive, store, log })
    io.stdout.write(`${server.url}\n`)
    await stopped.promise
    await server.close()
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (error instanceof ChessError) throw new UsageError(detailsOf(error), 'server')
    io.stderr.write(`binbo: cannot listen: ${printable(/** @type {Error} */ (error).message)}\n`)
    return CANNOT_LISTEN
  } finally {
    await store?.close()
    await database?.close()
    stopped.forget()
  }
  // Output that is not read would keep the process running.
  setTimeout(() => process.exit(SUCCESS), PATIENCE).unref()
  return SUCCESS
}

/**
 * @param {RedisStoreOptions} options
 * @param {((entry: object) => void) | undefined} log
 * @returns {Promise<RedisStore>}
 */
async function openRedis(options, log) {
  try {
    await import('redis')
  } catch (error) {
    throw new UsageError(
      `${options.sentinel ? '--sentinel' : '--redis'} ${packageFailure(error, 'redis')}`,
      'server',
    )
  }
  const write = (/** @type {StoreLogEntry} */ { event, message }) =>
    log?.({ time: new Date().toISOString(), event: `store-${event}`, reason: message })
  try {
    return new RedisStore({ ...options, log: write })
  } catch (error) {
    throw new UsageError(detailsOf(/** @type {Error} */ (error)), 'server')
  }
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings | undefined} undefined if help is requested
 * @throws {UsageError}
 */
function readSettings(args, env) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    if (values.help) return undefined
    const { host, path, origin, proxy, quiet } = values
    const database = values.archive !== undefined && isDatabase(values.archive) ? values.archive : undefined
    const archive = database === undefined ? values.archive : undefined
    const serve = {
      host,
      port: readNumber('port', values.port),
      path,
      origins: origin,
      proxies: proxy,
      archive: archive === undefined ? undefined : pgnArchive(writable(archive)),
      limits: readLimitOptions(values.limit, LIMIT_NAMES),
      secret: readSecret(values['secret-file'], env, archive),
    }
    return { serve, redis: readRedis(values, env), database, quiet }
  } catch (error) {
    if (error instanceof ChessError) throw new UsageError(detailsOf(error), 'server')
    throw usageError(error, 'server')
  }
}

/**
 * @param {{ redis?: string, sentinel?: string, 'wait-replicas'?: string }} values
 * @param {NodeJS.ProcessEnv} env
 * @returns {RedisStoreOptions | undefined} undefined for games in memory
 */
function readRedis(values, env) {
  const url = values.redis ?? env.BINBO_REDIS
  const sentinel =
    values.sentinel === undefined ? undefined : readSentinel(values.sentinel, env.BINBO_SENTINEL_PASSWORD)
  const waitReplicas = readNumber('wait-replicas', values['wait-replicas'])
  if (url !== undefined || sentinel !== undefined) return { url, sentinel, waitReplicas }
  if (waitReplicas !== undefined) throw new Error('--wait-replicas needs --redis or --sentinel')
}

/**
 * @param {string} text such as 'mymaster@host:26379,other'
 * @param {string | undefined} password
 * @returns {SentinelOptions}
 */
function readSentinel(text, password) {
  const [, name, hosts] = /^([^@]+)@(.+)$/.exec(text) ?? []
  const nodes = (hosts ?? '').split(',').map(each => {
    const url = `redis://${each}`
    const { hostname = '', port = '' } = URL.canParse(url) ? new URL(url) : {}
    return { host: hostname.replace(/^\[|\]$/g, ''), ...(port && { port: Number(port) }) }
  })
  if (name === undefined || nodes.some(({ host }) => host === ''))
    throw new Error(`--sentinel is NAME@HOST:PORT,HOST:PORT,… and not '${text}'`)
  return { name, nodes, ...(password !== undefined && { password }) }
}

/**
 * @param {string} file
 * @returns {string} the same, if it can be written
 */
function writable(file) {
  try {
    closeSync(openSync(file, 'a'))
    return file
  } catch (error) {
    throw new Error(`the archive cannot be written: ${/** @type {Error} */ (error).message}`)
  }
}

/**
 * @param {string[] | undefined} files
 * @param {NodeJS.ProcessEnv} env
 * @param {string | undefined} archive
 * @returns {string | string[] | undefined}
 */
function readSecret(files, env, archive) {
  if (files !== undefined) return files.map(readSecretFile)
  if (env.BINBO_SECRET !== undefined) return env.BINBO_SECRET
  return archive === undefined ? undefined : keptSecret(`${archive}.secret`)
}

/** @param {string} file */
function readSecretFile(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`the secret cannot be read: ${/** @type {Error} */ (error).message}`)
  }
}

/**
 * @param {string} file that has a secret, or gets a new one
 * @returns {string}
 */
function keptSecret(file) {
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${secret}\n`)
    fsyncSync(handle)
    closeSync(handle)
    return secret
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'EEXIST') return readSecretFile(file)
    throw new Error(`the secret cannot be kept: ${message}`)
  }
}
