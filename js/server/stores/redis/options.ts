// SPDX-License-Identifier: Apache-2.0
// Options of a RedisStore, checked before anything is connected.

import { argumentError, typeName } from '../../../core/errors.js'
import { checkOptions } from '../../../core/options.js'
import type { RedisClientLike } from './client.js'
import type { RedisSettings } from './connection.js'
import { checkClient } from './connection.js'
import type { SentinelOptions } from './sentinels.js'
import { MOST_SHARDS } from './shards.js'

/** The options of a RedisStore. */
export type RedisStoreOptions = {
  /** The address of Redis, such as 'redis://host:6379', 'rediss://user:password@host', 'unix:///path/of/socket'. */
  url?: string
  /**
   * Instead of a URL: a client of npm `redis`, which the store duplicates and does not close; or a function that makes
   * clients with these settings, which belong in `defaults` for createCluster()
   */
  client?: RedisClientLike | ((settings: RedisSettings) => RedisClientLike)
  /** True: the URL is that of a node of a cluster. A list: the URLs of several nodes. */
  cluster?: boolean | string[]
  /**
   * The Sentinels that give the address of the primary, also after a failover. Of a `url`, only the user, the password, the
   * database and TLS are then used, not the address. A `client` must then be a function.
   */
  sentinel?: SentinelOptions
  /**
   * The number of shards; default 64. It is fixed when a database is first used: later, all calls of a store with another
   * number reject.
   */
  shards?: number
  /** The number of replicas that must confirm an append() before it fulfils; default 0. */
  waitReplicas?: number
  /** The longest time that a call waits, in milliseconds; default 1000. */
  deadline?: number
  /** The beginning of all keys, without braces; default 'binbo:'. */
  prefix?: string
  /** Called for every entry. */
  log?: (entry: StoreLogEntry) => void
}
/** What a RedisStore reports. 'full': Redis is short of memory; no games are created until the event 'room'. */
export type StoreLogEntry = {
  event: 'ready' | 'away' | 'full' | 'room' | 'warning' | 'fault'
  message: string
}

export type RedisStoreSettings = ReturnType<typeof readRedisOptions>

const NAMES = ['url', 'client', 'cluster', 'shards', 'waitReplicas', 'deadline', 'prefix', 'log', 'sentinel']
const SENTINEL_NAMES = ['name', 'nodes', 'password']
const SENTINEL_NODE_NAMES = ['host', 'port']
const LAST_PORT = 65_535
const PROTOCOLS = ['redis:', 'rediss:', 'unix:']
const DEFAULT_DEADLINE = 1000
const LONGEST_DEADLINE = 60_000
const MOST_REPLICAS = 100

/** @throws {ChessError} ERR_ARGUMENT */
export function readRedisOptions(options: RedisStoreOptions) {
  checkOptions(options, NAMES)
  const {
    url,
    client,
    cluster = false,
    shards,
    waitReplicas = 0,
    deadline = DEFAULT_DEADLINE,
  } = options ?? {}
  const { prefix = 'binbo:', log = () => {}, sentinel } = options ?? {}
  if (sentinel !== undefined) checkSentinel(options, sentinel)
  else if (client !== undefined) {
    if (url !== undefined) throw argumentError("A store has a 'url' or a 'client', not both")
    if (typeof client !== 'function') checkClient(client)
  } else if (Array.isArray(cluster)) {
    if (cluster.length === 0) throw argumentError("'cluster' names no node")
    cluster.forEach(checkUrl)
  } else {
    checkUrl(url)
  }
  if (!Array.isArray(cluster) && typeof cluster !== 'boolean')
    throw argumentError(`'cluster' is true, false or a list of URLs, not ${typeName(cluster)}`)
  if (shards !== undefined) checkNumber('shards', shards, 1, MOST_SHARDS)
  checkNumber('waitReplicas', waitReplicas, 0, MOST_REPLICAS)
  checkNumber('deadline', deadline, 50, LONGEST_DEADLINE)
  if (typeof prefix !== 'string' || /[{}\n]/.test(prefix))
    throw argumentError("'prefix' is a string without braces", prefix)
  if (typeof log !== 'function') throw argumentError(`'log' is a function, not ${typeName(log)}`)
  return { url, client, cluster, sentinel, shards, waitReplicas, deadline, prefix, log }
}

function checkSentinel({ url, client, cluster }: RedisStoreOptions, sentinel: SentinelOptions) {
  checkOptions(sentinel, SENTINEL_NAMES)
  const { name, nodes, password } = sentinel
  if (typeof name !== 'string' || name === '')
    throw argumentError(`'sentinel' has the 'name' of a group, such as 'mymaster', not ${typeName(name)}`)
  if (!Array.isArray(nodes) || nodes.length === 0)
    throw argumentError("'sentinel' has 'nodes', a list of { host, port }")
  for (const node of nodes) {
    checkOptions(node, SENTINEL_NODE_NAMES)
    if (typeof node?.host !== 'string' || node.host === '')
      throw argumentError(`The 'host' of a Sentinel is a string, not ${typeName(node?.host)}`)
    if (node.port !== undefined) checkNumber('port', node.port, 1, LAST_PORT)
  }
  if (password !== undefined && typeof password !== 'string')
    throw argumentError(`The 'password' of Sentinel is a string, not ${typeName(password)}`)
  if (cluster !== undefined && cluster !== false) throw argumentError("'sentinel' is not for a 'cluster'")
  if (client !== undefined && typeof client !== 'function')
    throw argumentError("With 'sentinel', 'client' is a function that makes clients")
  if (url !== undefined) checkUrl(url)
}

function checkUrl(url: unknown) {
  if (typeof url !== 'string')
    throw argumentError(
      `'url' of a RedisStore is a string such as 'redis://localhost:6379', not ${typeName(url)}`,
    )
  if (!isRedisUrl(url)) throw argumentError(`A URL of Redis begins with '${PROTOCOLS.join("//', '")}//'`, url)
}

export const isRedisUrl = (url: string): boolean =>
  URL.canParse(url) && PROTOCOLS.includes(new URL(url).protocol)

function checkNumber(name: string, value: unknown, least: number, most: number) {
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most)
    throw argumentError(`'${name}' is an integer from ${least} to ${most}`, String(value))
}
