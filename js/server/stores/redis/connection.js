// SPDX-License-Identifier: Apache-2.0
// Connections to Redis through npm `redis`: made, kept and ended; which errors mean that a command was certainly not
// carried out. The store sets the deadlines: the package's own timeouts do not cover commands that were sent.

import { setTimeout as wait } from 'node:timers/promises'
import { argumentError, chessError, typeName } from '../../../core/errors.js'
import { packageFailure } from '../../../core/optional-package.js'

/** @import { Script } from './scripts.js' */

/**
 * The part of a client of npm `redis` that is used. Both createClient() and createCluster() make one.
 * @typedef {object} RedisClientLike
 * @property {() => Promise<unknown>} connect
 * @property {(...args: any[]) => Promise<any>} sendCommand
 * @property {(channel: string, listener: (message: string, channel: string) => void) => Promise<unknown>} sSubscribe
 * @property {(channel: string, listener?: any) => Promise<unknown>} sUnsubscribe
 * @property {(event: string, listener: (...args: any[]) => void) => unknown} on
 * @property {() => unknown} destroy
 * @property {(overrides?: any) => any} duplicate
 * @property {any} [options]
 * @property {unknown} [isReady]
 */

/**
 * Settings that the store's connections need, for createClient(), or for `defaults` of createCluster().
 * @typedef {object} RedisSettings
 * @property {boolean} disableOfflineQueue
 * @property {number} pingInterval
 * @property {{ timeout: number }} commandOptions
 * @property {{ connectTimeout: number, socketTimeout: number,
 *   reconnectStrategy: (retries: number) => number }} socket
 */

/**
 * @typedef {object} ConnectionOptions
 * @property {string} [url]
 * @property {RedisClientLike | ((settings: RedisSettings) => RedisClientLike)} [client]
 * @property {boolean | string[]} [cluster]
 * @property {number} deadline of a command, in milliseconds
 */

/** Pauses before another try to connect, in milliseconds: the first one, and the longest. */
const FIRST_PAUSE = 25
const LONGEST_PAUSE = 500
/** A cluster's map is asked for again when a node has been away for so long, in milliseconds. */
const TOPOLOGY_AFTER = 500
const CONNECT_TIMEOUT = 2000

/**
 * Errors that Redis answers before it does anything. A script's first write is its only one that they can meet.
 * MOVED and the like come from a cluster that is being repaired.
 */
const NOT_DONE =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|CROSSSLOT|NOSCRIPT|OOM|MISCONF|BUSY|NOAUTH|NOPERM|NOREPLICAS|WRONGPASS|DENIED|NOPROTO)\b|^ERR (unknown command|max number of clients|invalid password|operation not permitted)/
/** Errors of the client for commands that were never sent. */
const NOT_SENT = new Set([
  'ClientOfflineError',
  'ClientClosedError',
  'RootNodesUnavailableError',
  'MaxCommandRedirectionsError',
  'ConnectionTimeoutError',
])

/**
 * @param {unknown} error of a command
 * @returns {boolean} true: it has certainly not been done; false: it may have been done
 */
export function notDone(error) {
  if (!(error instanceof Error)) return false
  return (
    NOT_SENT.has(error.constructor.name) ||
    NOT_DONE.test(error.message) ||
    /^(Cannot find node|Cluster closed|The cluster is not (open|ready))/i.test(error.message)
  )
}

/** Whether the error says that this is not, or no longer, the primary. */
export const isDemoted = (/** @type {unknown} */ error) =>
  error instanceof Error && /^(READONLY|MASTERDOWN)\b/.test(error.message)

/** One client and the functions that the store needs of it. */
export class RedisConnection {
  #client
  #closed = false

  /**
   * @param {RedisClientLike} client that belongs to this connection alone
   * @param {(error: unknown) => void} onError
   * @param {() => void} onReady also after each reconnection
   */
  constructor(client, onError, onReady) {
    this.#client = client
    /** Whether it is of a cluster. */
    this.isCluster = isCluster(client)
    client.on('error', onError)
    client.on(this.isCluster ? 'node-ready' : 'ready', onReady)
    if (this.isCluster) {
      client.on('node-error', onError)
      client.on('__resubscribeListeners', onReady)
    }
  }

  /** Connects, however long that takes, unless it is closed. */
  async connect() {
    for (let tries = 0; !this.#closed; tries++) {
      try {
        await this.#client.connect()
        return
      } catch {
        await wait(pause(tries))
      }
    }
  }

  /**
   * @param {string} key by which a cluster finds the node
   * @param {string[]} args
   * @returns {Promise<any>}
   */
  send(key, args) {
    return this.isCluster ? this.#client.sendCommand(key, false, args) : this.#client.sendCommand(args)
  }

  /**
   * @param {Script} script
   * @param {string[]} keys
   * @param {string[]} args
   * @returns {Promise<any>}
   */
  run(script, keys, args) {
    const parameters = [String(keys.length), ...keys, ...args]
    return this.send(keys[0], ['EVALSHA', script.sha, ...parameters]).catch(error => {
      if (!String(error?.message).startsWith('NOSCRIPT')) throw error
      return this.send(keys[0], ['EVAL', script.text, ...parameters])
    })
  }

  /**
   * Asks that replicas confirm what was sent before through this connection.
   * @param {string} key
   * @param {number} replicas
   * @param {number} milliseconds
   * @returns {Promise<number>} how many have
   */
  async wait(key, replicas, milliseconds) {
    const command = ['WAIT', String(replicas), String(milliseconds)]
    if (!this.isCluster) return this.#client.sendCommand(command)
    const node = await /** @type {any} */ (this.#client).getNodeClientForKey(key, false)
    return node.sendCommand(command)
  }

  /** The masters of a cluster, or the only server: one function for each that sends it a command. */
  async nodes() {
    if (!this.isCluster)
      return [(/** @type {string[]} */ args) => /** @type {Promise<any>} */ (this.#client.sendCommand(args))]
    const cluster = /** @type {any} */ (this.#client)
    const clients = await Promise.all(
      cluster.masters.map((/** @type {any} */ node) => cluster.nodeClient(node)),
    )
    return clients.map(
      client => (/** @type {string[]} */ args) => /** @type {Promise<any>} */ (client.sendCommand(args)),
    )
  }

  /**
   * @param {string} channel
   * @param {(message: string, channel: string) => void} listener
   */
  async subscribe(channel, listener) {
    await this.#client.sSubscribe(channel, listener)
  }

  /**
   * @param {string} channel
   * @param {(message: string, channel: string) => void} listener
   */
  async unsubscribe(channel, listener) {
    await this.#client.sUnsubscribe(channel, listener)
  }

  /** Ends it at once; commands that wait reject. */
  close() {
    if (this.#closed) return
    this.#closed = true
    try {
      this.#client.destroy()
    } catch {
      // it was never open
    }
  }
}

/**
 * @param {ConnectionOptions} options
 * @returns {Promise<() => RedisClientLike>} makes clients of the same server, each a new one
 * @throws {ChessError} ERR_ARGUMENT
 */
export async function clientFactory({ url, client, cluster, deadline }) {
  const settings = settingsFor(deadline)
  if (typeof client === 'function') return () => checkClient(client(settingsFor(deadline)))
  if (client !== undefined) return () => checkClient(duplicate(client, settings))
  const { createClient, createCluster } = await loadPackage()
  if (!cluster) return () => createClient({ url, ...settings })
  const urls = Array.isArray(cluster) ? cluster : [/** @type {string} */ (url)]
  // What the map of a cluster says of its nodes is an address; names, passwords and TLS come from the URL.
  const { username, password, protocol } = new URL(urls[0])
  const defaults = {
    ...settings,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    socket: { ...settings.socket, ...(protocol === 'rediss:' && { tls: true }) },
  }
  const clusterOptions = {
    rootNodes: urls.map(each => ({ url: each })),
    defaults,
    topologyRefreshOnReconnectionAttemptStrategy: TOPOLOGY_AFTER,
  }
  return () => createCluster(/** @type {any} */ (clusterOptions))
}

/**
 * Settings for the traps of npm `redis` 6: commands of the past must not be sent after a reconnection, a socket without
 * answers must be left, and must be opened again.
 * @param {number} deadline
 * @returns {RedisSettings}
 */
function settingsFor(deadline) {
  return {
    disableOfflineQueue: true,
    pingInterval: deadline,
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: CONNECT_TIMEOUT,
      socketTimeout: 3 * deadline + CONNECT_TIMEOUT,
      reconnectStrategy: pause,
    },
  }
}

/** @param {number} tries so far */
function pause(tries) {
  const longest = Math.min(FIRST_PAUSE * 2 ** Math.min(tries, 10), LONGEST_PAUSE)
  return Math.ceil(longest * (0.5 + Math.random() / 2))
}

/** @param {RedisClientLike} client */
function isCluster(client) {
  return 'nodeClient' in client
}

/**
 * @param {RedisClientLike} client
 * @param {RedisSettings} settings
 */
function duplicate(client, settings) {
  checkClient(client)
  if (!isCluster(client))
    return client.duplicate({ ...settings, socket: { ...client.options?.socket, ...settings.socket } })
  const { defaults } = /** @type {any} */ (client)._options ?? {}
  const socket = { ...defaults?.socket, ...settings.socket }
  return client.duplicate({
    defaults: { ...defaults, ...settings, socket },
    topologyRefreshOnReconnectionAttemptStrategy: TOPOLOGY_AFTER,
  })
}

/**
 * @param {unknown} client
 * @returns {RedisClientLike}
 */
export function checkClient(client) {
  const made = /** @type {any} */ (client)
  if (typeof made?.sendCommand === 'function' && typeof made.sSubscribe === 'function') return made
  throw argumentError(
    `'client' is a client of npm redis, or a function that makes one, not ${typeName(client)}`,
  )
}

/** @returns {Promise<typeof import('redis')>} */
async function loadPackage() {
  try {
    return await import('redis')
  } catch (cause) {
    throw chessError('ERR_ARGUMENT', `RedisStore with a url ${packageFailure(cause, 'redis')}`, { cause })
  }
}
