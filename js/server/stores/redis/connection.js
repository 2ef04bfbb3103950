// SPDX-License-Identifier: Apache-2.0
// Connections to Redis through npm `redis`: made, kept and ended; which errors mean that a command was certainly not
// carried out. The store sets the deadlines: the package's own timeouts do not cover commands that were sent.

import { setTimeout as wait } from 'node:timers/promises'
import { argumentError, chessError, typeName } from '../../../core/errors.js'
import { packageFailure } from '../../../core/optional-package.js'
import { withRequire } from '../../../net/bundled-package.js'
import { NoPrimaryError, PrimaryClient, Sentinels } from './sentinels.js'

/** @import { Script } from './scripts.js' */
/** @import { Address, Client, SentinelOptions } from './sentinels.js' */

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
 * @property {{ connectTimeout: number, socketTimeout: number, host?: string, port?: number,
 *   reconnectStrategy: false | ((retries: number) => number) }} socket with `host` and `port` if Sentinel has named them
 */

/**
 * @typedef {object} ConnectionOptions
 * @property {string} [url]
 * @property {RedisClientLike | ((settings: RedisSettings) => RedisClientLike)} [client]
 * @property {boolean | string[]} [cluster]
 * @property {SentinelOptions} [sentinel]
 * @property {number} deadline of a command, in milliseconds
 */

/**
 * Pauses before another try to connect, in milliseconds: the first one, and the longest. A player on a node that is back later than
 * another one sees so much later what was played there.
 */
const FIRST_PAUSE = 25
const LONGEST_PAUSE = 200
/** A cluster's map is asked for again when a node has been away for so long, in milliseconds. */
const TOPOLOGY_AFTER = 500
const CONNECT_TIMEOUT = 2000
/** For a cluster's nodes to answer, in milliseconds. */
const LONGEST_PATIENCE = 10_000

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
    error instanceof NoPrimaryError ||
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
  #make
  #client
  #closed = false
  /** How often it was connected: what was sent before is not known to a later connection. */
  epoch = 0

  /**
   * @param {() => Client} make a client that belongs to this connection alone
   * @param {(error: unknown) => void} onError
   * @param {() => void} onReady also after each reconnection
   */
  constructor(make, onError, onReady) {
    this.#make = () => {
      const client = make()
      client.on('error', onError)
      const ready = () => {
        this.epoch++
        onReady()
      }
      if (isCluster(client)) {
        client.on('node-ready', ready)
        client.on('node-error', onError)
        client.on('__resubscribeListeners', ready)
      } else client.on('ready', ready)
      return client
    }
    this.#client = this.#make()
    /** Whether it is of a cluster. */
    this.isCluster = isCluster(this.#client)
  }

  /** Connects, however long that takes, unless it is closed. */
  async connect() {
    for (let tries = 0; !this.#closed; tries++) {
      try {
        await (this.isCluster ? this.#connectCluster(tries) : this.#client.connect())
        return
      } catch {
        await wait(pause(tries))
      }
    }
  }

  /**
   * A client of a cluster waits indefinitely for a master that has died: another client finds the one in its place.
   * @param {number} tries
   */
  async #connectCluster(tries) {
    const client = this.#client
    const end = new AbortController()
    const late = wait(Math.min(CONNECT_TIMEOUT * (2 + tries), LONGEST_PATIENCE), true, { signal: end.signal })
    try {
      const isLate = await Promise.race([client.connect(), late.catch(() => {})])
      if (isLate !== true) return
    } finally {
      end.abort()
    }
    if (this.#closed) return
    this.#client = this.#make()
    destroy(client)
    throw new Error('no node of the cluster answers')
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
    return runScript(command => this.send(keys[0], command), script, keys, args)
  }

  /**
   * @param {string} key
   * @returns {Promise<(args: string[]) => Promise<any>>} sends commands to the server that has the key now, and only there
   */
  async serverOf(key) {
    const client = this.isCluster
      ? await /** @type {any} */ (this.#client).getNodeClientForKey(key, false)
      : this.#client
    return args => client.sendCommand(args)
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
    destroy(this.#client)
  }
}

/**
 * @param {(args: string[]) => Promise<any>} send
 * @param {Script} script
 * @param {string[]} keys
 * @param {string[]} args
 * @returns {Promise<any>}
 */
export function runScript(send, script, keys, args) {
  const parameters = [String(keys.length), ...keys, ...args]
  return send(['EVALSHA', script.sha, ...parameters]).catch(error => {
    if (!String(error?.message).startsWith('NOSCRIPT')) throw error
    return send(['EVAL', script.text, ...parameters])
  })
}

/**
 * Ends a client at once, with the commands that wait. That of a cluster may just be asking for its map, and connects to
 * what it finds there all the same: that is ended, too.
 * @param {Client} client
 */
function destroy(client) {
  const end = () => {
    try {
      client.destroy()
    } catch {
      // it was never open
    }
  }
  end()
  if (isCluster(client)) setTimeout(end, 2 * CONNECT_TIMEOUT).unref()
}

/**
 * @param {ConnectionOptions} options
 * @returns {Promise<() => Client>} makes clients of the same server, each a new one
 * @throws {ChessError} ERR_ARGUMENT
 */
export async function clientFactory({ url, client, cluster, sentinel, deadline }) {
  const settings = settingsFor(deadline)
  if (sentinel !== undefined) return primaryFactory({ url, client, sentinel, deadline })
  if (typeof client === 'function') return () => checkClient(client(settingsFor(deadline)))
  if (client !== undefined) return () => checkClient(duplicate(client, settings))
  const { createClient, createCluster } = await loadPackage()
  if (!cluster) return () => createClient({ url, ...settings })
  const urls = Array.isArray(cluster) ? cluster : [/** @type {string} */ (url)]
  const clusterOptions = {
    rootNodes: urls.map(each => ({ url: each })),
    defaults: withAccess(settings, urls[0]),
    topologyRefreshOnReconnectionAttemptStrategy: TOPOLOGY_AFTER,
  }
  return () => createCluster(/** @type {any} */ (clusterOptions))
}

/**
 * @param {ConnectionOptions & { sentinel: SentinelOptions }} options
 * @returns {Promise<() => Client>} makes clients of the primary
 */
async function primaryFactory({ url, client, sentinel, deadline }) {
  const { createClient } = await loadPackage()
  const sentinels = new Sentinels(sentinel, ({ host, port }, password) => {
    const { socket, ...settings } = settingsFor(deadline)
    const options = { ...settings, RESP: 2, password, socket: { ...socket, host, port } }
    return createClient(/** @type {any} */ (options))
  })
  const make = (/** @type {Address} */ { host, port }) => {
    const { socket, ...settings } = settingsFor(deadline)
    const there = {
      ...settings,
      socket: { ...socket, host, port, reconnectStrategy: /** @type {false} */ (false) },
    }
    if (typeof client === 'function') return checkClient(client(there))
    return createClient(/** @type {any} */ (url === undefined ? there : withAccess(there, url)))
  }
  return () => new PrimaryClient(sentinels, make, pause)
}

/**
 * What the map of a cluster and Sentinel say of servers is an address; names, passwords and TLS come from the URL.
 * @param {RedisSettings} settings
 * @param {string} url
 */
function withAccess(settings, url) {
  const { username, password, protocol, pathname } = new URL(url)
  return {
    ...settings,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(/^\/\d+$/.test(pathname) && { database: Number(pathname.slice(1)) }),
    socket: { ...settings.socket, ...(protocol === 'rediss:' && { tls: true }) },
  }
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

/** @param {Client} client */
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
    return await withRequire(() => import('redis'))
  } catch (cause) {
    throw chessError('ERR_ARGUMENT', `RedisStore with a url ${packageFailure(cause, 'redis')}`, { cause })
  }
}
