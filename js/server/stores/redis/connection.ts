// SPDX-License-Identifier: Apache-2.0
// Connections to Redis through npm `redis`, and the errors that mean that a command was certainly not carried out. The
// store has deadlines of its own: the timeouts of the package do not cover commands that were sent.

import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '../../../core/caught.js'
import { argumentError, chessError, typeName } from '../../../core/errors.js'
import { isObject } from '../../../core/objects.js'
import { packageFailure } from '../../../core/optional-package.js'
import { withRequire } from '../../../net/bundled-package.js'
import type {
  Client,
  MessageListener,
  RedisClientLike,
  RedisSender,
  RedisServerClient,
  Send,
} from './client.js'
import type { Script } from './scripts.js'
import type { Address, SentinelOptions } from './sentinels.js'
import { NoPrimaryError, PrimaryClient, Sentinels } from './sentinels.js'

/** Settings that the store's connections need, for createClient(), or for `defaults` of createCluster(). */
export type RedisSettings = {
  disableOfflineQueue: boolean
  pingInterval: number
  commandOptions: { timeout: number }
  /** With `host` and `port` if Sentinel has named them. */
  socket: {
    connectTimeout: number
    socketTimeout: number
    host?: string
    port?: number
    reconnectStrategy: false | ((retries: number) => number)
  }
}

type ConnectionOptions = {
  url?: string
  client?: RedisClientLike | ((settings: RedisSettings) => RedisClientLike)
  cluster?: boolean | string[]
  sentinel?: SentinelOptions
  /** the longest time of a command, in milliseconds */
  deadline: number
}

/**
 * The first and the longest pause before another attempt to connect, in milliseconds. While a node is not connected, its
 * players do not see moves of other nodes.
 */
const FIRST_PAUSE = 25
const LONGEST_PAUSE = 200
/** The map of a cluster is read again when a node has been away for this time, in milliseconds. */
const TOPOLOGY_AFTER = 500
const CONNECT_TIMEOUT = 2000
/** The longest wait for the nodes of a cluster, in milliseconds. */
const LONGEST_PATIENCE = 10_000

/**
 * Errors that Redis returns before it changes anything; in a script, only the first write can cause them. MOVED and similar
 * ones come from a cluster that is being repaired.
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
 * @param error the error of a command
 * @returns true if the command was certainly not carried out
 */
export function notDone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error instanceof NoPrimaryError ||
    NOT_SENT.has(error.constructor.name) ||
    NOT_DONE.test(error.message) ||
    /^(Cannot find node|Cluster closed|The cluster is not (open|ready))/i.test(error.message)
  )
}

/** @returns the message, never empty: Node's error for a host name with several addresses has messages only in `errors` */
export function faultText(error: unknown): string {
  if (!isObject(error)) return String(error)
  const { message, errors, code } = error
  const [first] = Array.isArray(errors) ? errors : []
  return String(message || first?.message || code || error)
}

/** Whether the error means that the server is not, or no longer, the primary. */
export const isDemoted = (error: unknown) =>
  error instanceof Error && /^(READONLY|MASTERDOWN)\b/.test(error.message)

/** One client and the functions that the store needs of it. */
export class RedisConnection {
  #make: () => Client
  #client: Client
  #closed = false
  /** How often it was connected: a reconnection knows nothing about earlier commands. */
  epoch = 0

  /** Whether it leads to a cluster. */
  declare isCluster: boolean

  /**
   * @param make makes a client for this connection alone
   * @param onReady called after each connection and reconnection
   */
  constructor(make: () => Client, onError: (error: unknown) => void, onReady: () => void) {
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
    this.isCluster = isCluster(this.#client)
  }

  /** Tries to connect until that succeeds or close() is called. */
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

  /** A client of a cluster waits indefinitely for a master that has died; a new client finds the new master. */
  async #connectCluster(tries: number) {
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

  /** @param key selects the node of a cluster */
  send<Reply>(key: string, args: string[]): Promise<Reply> {
    const client = this.#client
    return isCluster(client) ? client.sendCommand(key, false, args) : client.sendCommand(args)
  }

  run<Answer>(script: Script<Answer>, keys: string[], args: string[]): Promise<Answer> {
    return runScript(command => this.send(keys[0], command), script, keys, args)
  }

  /** @returns a function that sends commands to the server that now has the key, and only to that one */
  async serverOf(key: string): Promise<Send> {
    const client = this.#client
    return senderTo(isCluster(client) ? await client.getNodeClientForKey(key, false) : client)
  }

  /** The masters of a cluster, or the only server: one function for each that sends it a command. */
  async nodes() {
    const client = this.#client
    if (!isCluster(client)) return [senderTo(client)]
    return (await Promise.all(client.masters.map(node => client.nodeClient(node)))).map(senderTo)
  }

  async subscribe(channel: string, listener: MessageListener) {
    await this.#client.sSubscribe(channel, listener)
  }

  async unsubscribe(channel: string, listener: MessageListener) {
    await this.#client.sUnsubscribe(channel, listener)
  }

  /** Closes it at once; pending commands reject. */
  close() {
    if (this.#closed) return
    this.#closed = true
    destroy(this.#client)
  }
}

export function runScript<Answer>(
  send: Send,
  script: Script<Answer>,
  keys: string[],
  args: string[],
): Promise<Answer> {
  const parameters = [String(keys.length), ...keys, ...args]
  return send<Answer>(['EVALSHA', script.sha, ...parameters]).catch(error => {
    if (!reasonOf(error).startsWith('NOSCRIPT')) throw error
    return send(['EVAL', script.text, ...parameters])
  })
}

const senderTo =
  (client: RedisSender): Send =>
  args =>
    client.sendCommand(args)

/**
 * Closes a client at once; pending commands reject. A client of a cluster that is just reading its map connects to the nodes
 * in it nevertheless, so it is closed a second time.
 */
function destroy(client: Client) {
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
 * @returns a function that makes a new client of the server
 * @throws {ChessError} ERR_ARGUMENT
 */
export async function clientFactory({
  url,
  client,
  cluster,
  sentinel,
  deadline,
}: ConnectionOptions): Promise<() => Client> {
  const settings = settingsFor(deadline)
  if (sentinel !== undefined) return primaryFactory({ url, client, sentinel, deadline })
  if (typeof client === 'function') return () => checkClient(client(settingsFor(deadline)))
  if (client !== undefined) return () => checkClient(duplicate(client, settings))
  const { createClient, createCluster } = await loadPackage()
  if (!cluster) return () => createClient({ url, ...settings })
  const urls = Array.isArray(cluster) ? cluster : [url ?? '']
  const clusterOptions = {
    rootNodes: urls.map(each => ({ url: each })),
    defaults: withAccess(settings, urls[0]),
    topologyRefreshOnReconnectionAttemptStrategy: TOPOLOGY_AFTER,
  }
  return () => createCluster(clusterOptions)
}

/** @returns a function that makes a new client of the primary */
async function primaryFactory({
  url,
  client,
  sentinel,
  deadline,
}: ConnectionOptions & { sentinel: SentinelOptions }): Promise<() => Client> {
  const { createClient } = await loadPackage()
  const sentinels = new Sentinels(sentinel, ({ host, port }, password) => {
    const { socket, ...settings } = settingsFor(deadline)
    return createClient({ ...settings, RESP: 2, password, socket: { ...socket, host, port } })
  })
  const make = ({ host, port }: Address) => {
    const { socket, ...settings } = settingsFor(deadline)
    const there: RedisSettings = {
      ...settings,
      socket: { ...socket, host, port, reconnectStrategy: false },
    }
    if (typeof client === 'function') return checkServerClient(client(there))
    return createClient(url === undefined ? there : withAccess(there, url))
  }
  return () => new PrimaryClient(sentinels, make, pause)
}

/** Adds user, password, database and TLS of the URL: maps of clusters and Sentinels have only addresses. */
function withAccess(settings: RedisSettings, url: string) {
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
 * Settings against pitfalls of npm `redis` 6: old commands must not be sent after a reconnection, and a socket without
 * answers must be replaced.
 */
function settingsFor(deadline: number): RedisSettings {
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

/** @param tries attempts so far */
function pause(tries: number) {
  const longest = Math.min(FIRST_PAUSE * 2 ** Math.min(tries, 10), LONGEST_PAUSE)
  return Math.ceil(longest * (0.5 + Math.random() / 2))
}

function isCluster(client: Client): client is Extract<Client, { nodeClient: unknown }> {
  return 'nodeClient' in client
}

function duplicate(client: RedisClientLike, settings: RedisSettings) {
  checkClient(client)
  if (!('nodeClient' in client))
    return client.duplicate({ ...settings, socket: { ...client.options?.socket, ...settings.socket } })
  const { defaults } = client._options ?? {}
  const socket = { ...defaults?.socket, ...settings.socket }
  return client.duplicate({
    defaults: { ...defaults, ...settings, socket },
    topologyRefreshOnReconnectionAttemptStrategy: TOPOLOGY_AFTER,
  })
}

export function checkClient(client: unknown): RedisClientLike {
  if (isClient(client)) return client
  throw argumentError(
    `'client' is a client of npm redis, or a function that makes one, not ${typeName(client)}`,
  )
}

/** @throws {ChessError} ERR_ARGUMENT */
function checkServerClient(client: unknown): RedisServerClient {
  const made = checkClient(client)
  if ('nodeClient' in made) throw argumentError("With 'sentinel', 'client' makes clients of one server")
  return made
}

const isClient = (value: unknown): value is RedisClientLike =>
  isObject(value) && typeof value.sendCommand === 'function' && typeof value.sSubscribe === 'function'

async function loadPackage(): Promise<typeof import('redis')> {
  try {
    return await withRequire(() => import('redis'))
  } catch (cause) {
    throw chessError('ERR_ARGUMENT', `RedisStore with a url ${packageFailure(cause, 'redis')}`, { cause })
  }
}
