// SPDX-License-Identifier: Apache-2.0
// Options of a RedisStore, checked before anything is connected.

import { argumentError, typeName } from '../../../core/errors.js'
import { checkOptions } from '../../../core/options.js'
import { checkClient } from './connection.js'
import { MOST_SHARDS } from './shards.js'

/** @import { RedisClientLike, RedisSettings } from './connection.js' */

/**
 * The options of a RedisStore.
 * @typedef {object} RedisStoreOptions
 * @property {string} [url] the address of Redis, such as 'redis://host:6379', 'rediss://user:password@host', 'unix:///path/of/socket'
 * @property {RedisClientLike | ((settings: RedisSettings) => RedisClientLike)} [client] instead of a URL: a client of npm
 *   `redis`, which is duplicated and stays yours, or a function that makes clients with these settings, which for
 *   createCluster() are part of `defaults`
 * @property {boolean | string[]} [cluster] the URL is of a node of a cluster; or the URLs of several nodes
 * @property {number} [shards] default 64. It is fixed when a database is first used; with another number later the store
 *   rejects everything
 * @property {number} [waitReplicas] append() fulfils when so many replicas have confirmed; default 0
 * @property {number} [deadline] longest time that a call waits, in milliseconds; default 1000
 * @property {string} [prefix] the beginning of all keys, without braces; default 'binbo:'
 * @property {(entry: StoreLogEntry) => void} [log] called for every entry
 */
/**
 * What a RedisStore reports. 'full': Redis is short of memory, and no games are made until there is 'room'.
 * @typedef {{ event: 'ready' | 'away' | 'full' | 'room' | 'warning' | 'fault', message: string }} StoreLogEntry
 */

/** @typedef {ReturnType<typeof readRedisOptions>} RedisStoreSettings */

const NAMES = ['url', 'client', 'cluster', 'shards', 'waitReplicas', 'deadline', 'prefix', 'log']
const PROTOCOLS = ['redis:', 'rediss:', 'unix:']
const DEFAULT_DEADLINE = 1000
const LONGEST_DEADLINE = 60_000
const MOST_REPLICAS = 100

/**
 * @param {RedisStoreOptions} options
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readRedisOptions(options) {
  checkOptions(options, NAMES)
  const {
    url,
    client,
    cluster = false,
    shards,
    waitReplicas = 0,
    deadline = DEFAULT_DEADLINE,
  } = options ?? {}
  const { prefix = 'binbo:', log = () => {} } = options ?? {}
  if (client !== undefined) {
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
  return { url, client, cluster, shards, waitReplicas, deadline, prefix, log }
}

/** @param {unknown} url */
function checkUrl(url) {
  if (typeof url !== 'string')
    throw argumentError(
      `'url' of a RedisStore is a string such as 'redis://localhost:6379', not ${typeName(url)}`,
    )
  if (!URL.canParse(url) || !PROTOCOLS.includes(new URL(url).protocol))
    throw argumentError(`A URL of Redis begins with '${PROTOCOLS.join("//', '")}//'`, url)
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
function checkNumber(name, value, least, most) {
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most)
    throw argumentError(`'${name}' is an integer from ${least} to ${most}`, String(value))
}
