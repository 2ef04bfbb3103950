// SPDX-License-Identifier: Apache-2.0
// The primary of a group that Redis Sentinel watches. Each connection is made where the Sentinels say that the primary is
// now, never where it was: a primary that has died and is started again still takes itself for one.

import { setTimeout as wait } from 'node:timers/promises'

/** @import { RedisClientLike } from './connection.js' */

/**
 * Where Redis Sentinel is asked for the primary.
 * @typedef {object} SentinelOptions
 * @property {string} name of the group, such as 'mymaster'
 * @property {SentinelNode[]} nodes the Sentinels
 * @property {string} [password] of the Sentinels, if they have one; Redis's own is in the `url`
 */
/**
 * One Sentinel.
 * @typedef {object} SentinelNode
 * @property {string} host
 * @property {number} [port] default 26379
 */
/** @typedef {{ host: string, port: number }} Address */
/** @typedef {Omit<RedisClientLike, 'duplicate'>} Client */
/** @typedef {{ primary: Address | null, epoch: number, at: number }} Answer of one Sentinel, at a time of performance.now() */

export const SENTINEL_PORT = 26379
/** Between two questions, in milliseconds: a primary that is cut off is left so soon after Sentinel has named another. */
const POLL = 500
/** An answer counts for so long, and a connection waits for answers for so long, in milliseconds. */
const FRESH = 3 * POLL
const PATIENCE = 300

/** Thrown for a command while no primary is connected: it was not sent. */
export class NoPrimaryError extends Error {}

/** The Sentinels of a group, asked while a client needs the primary. */
export class Sentinels {
  #name
  #nodes
  /** @type {Set<PrimaryClient>} */
  #followers = new Set()
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #interval

  /**
   * @param {SentinelOptions} options
   * @param {(address: Address, password: string | undefined) => Client} makeClient of a Sentinel
   */
  constructor({ name, nodes, password }, makeClient) {
    this.#name = name
    this.#nodes = nodes.map(
      ({ host, port = SENTINEL_PORT }) =>
        new Sentinel(name, () => makeClient({ host, port }, password), `${host}:${port}`),
    )
  }

  /** @param {PrimaryClient} follower is moved when the primary is another */
  add(follower) {
    this.#followers.add(follower)
    if (this.#interval !== undefined) return
    for (const node of this.#nodes) node.open()
    this.#interval = setInterval(() => this.#look(), POLL)
  }

  /** @param {PrimaryClient} follower */
  delete(follower) {
    this.#followers.delete(follower)
    if (this.#followers.size > 0) return
    clearInterval(this.#interval)
    this.#interval = undefined
    for (const node of this.#nodes) node.close()
  }

  /**
   * Asks all of them.
   * @returns {Promise<Address>} of the primary
   * @throws {Error} if none of them answers, or none knows the group
   */
  async primary() {
    const end = new AbortController()
    const late = wait(PATIENCE, undefined, { signal: end.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#nodes.map(node => node.ask())), late])
    end.abort()
    const primary = this.#named()
    if (primary !== null) return primary
    const reasons = this.#nodes.map(({ address, trouble }) => `${address}: ${trouble || 'no answer'}`)
    throw new NoPrimaryError(`no Sentinel names the primary of '${this.#name}' (${reasons.join('; ')})`)
  }

  /** @returns {Address | null} by the Sentinel that knows the latest failover */
  #named() {
    const oldest = performance.now() - FRESH
    /** @type {Answer | null} */
    let best = null
    for (const { answer } of this.#nodes)
      if (answer?.primary && answer.at >= oldest && answer.epoch > (best?.epoch ?? -1)) best = answer
    return best?.primary ?? null
  }

  async #look() {
    await Promise.all(this.#nodes.map(node => node.ask()))
    const primary = this.#named()
    if (primary !== null) for (const follower of this.#followers) follower.follow(primary)
  }
}

/** One Sentinel, and what it has said. */
class Sentinel {
  #name
  #make
  /** @type {Client | undefined} */
  #client
  /** @type {Promise<void> | undefined} */
  #asking
  /** @type {Promise<unknown> | undefined} the first try to connect */
  #opening
  /** @type {Answer | null} */
  answer = null
  /** Why it does not answer. */
  trouble = ''

  /**
   * @param {string} name of the group
   * @param {() => Client} make
   * @param {string} address for messages
   */
  constructor(name, make, address) {
    this.#name = name
    this.#make = make
    this.address = address
  }

  /** Begins to connect; the client comes back by itself. */
  open() {
    const client = this.#make()
    this.#client = client
    client.on('error', error => {
      this.trouble = String(error?.message || error?.code || error)
    })
    const opened = new Promise(resolve => {
      client.on('ready', () => resolve(undefined))
      client.on('error', () => resolve(undefined))
    })
    client.connect().catch(() => {})
    this.#opening = opened
  }

  close() {
    this.#client?.destroy()
    this.#client = undefined
    this.#asking = undefined
    this.answer = null
  }

  /** @returns {Promise<void>} when it has answered, or cannot; at once if the question before is not answered */
  ask() {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #ask() {
    const client = this.#client
    await this.#opening
    if (client === undefined || client !== this.#client) return
    try {
      const [address, facts] = await Promise.all([
        client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', this.#name]),
        client.sendCommand(['SENTINEL', 'MASTER', this.#name]),
      ])
      const epoch = Number(facts[facts.indexOf('config-epoch') + 1])
      const primary = address === null ? null : { host: String(address[0]), port: Number(address[1]) }
      this.answer = { primary, epoch, at: performance.now() }
      this.trouble = ''
    } catch (error) {
      // A client without a connection only says that it has none.
      const { message } = /** @type {Error} */ (error)
      if (/^[A-Z]{3,} /.test(message) || this.trouble === '') this.trouble = message
    }
  }
}

/**
 * A client of the primary: like one of npm `redis`, but after each disconnection it connects to where the primary is then.
 * Subscriptions go with it.
 */
export class PrimaryClient {
  #sentinels
  #make
  #pause
  /** @type {Client | undefined} that is connected to the primary */
  #client
  /** @type {Client | undefined} that is not connected yet */
  #next
  /** @type {Address | undefined} of the one or the other */
  #address
  /** @type {Map<string, (message: string, channel: string) => void>} */
  #channels = new Map()
  /** @type {{ event: string, fn: (...args: any[]) => void }[]} */
  #listeners = []
  #isClosed = false

  /**
   * @param {Sentinels} sentinels
   * @param {(address: Address) => Client} make a client that does not connect again by itself
   * @param {(tries: number) => number} pause before another try, in milliseconds
   */
  constructor(sentinels, make, pause) {
    this.#sentinels = sentinels
    this.#make = make
    this.#pause = pause
    sentinels.add(this)
  }

  /**
   * @param {string} event 'ready' after each connection, 'error' for what goes wrong
   * @param {(...args: any[]) => void} fn
   */
  on(event, fn) {
    this.#listeners.push({ event, fn })
  }

  /** Connects to the primary as it is named now. @throws {unknown} if that fails */
  async connect() {
    try {
      await this.#connect()
    } catch (error) {
      this.#emit('error', error)
      throw error
    }
  }

  /** @param {string[]} args @returns {Promise<any>} */
  async sendCommand(args) {
    return this.#connected().sendCommand(args)
  }

  /**
   * @param {string} channel
   * @param {(message: string, channel: string) => void} listener the same for all channels
   */
  async sSubscribe(channel, listener) {
    const client = this.#connected()
    await client.sSubscribe(channel, listener)
    this.#channels.set(channel, listener)
    if (client !== this.#client) await this.#client?.sSubscribe(channel, listener)
  }

  /**
   * @param {string} channel
   * @param {(message: string, channel: string) => void} listener
   */
  async sUnsubscribe(channel, listener) {
    this.#channels.delete(channel)
    await this.#client?.sUnsubscribe(channel, listener)
  }

  destroy() {
    this.#isClosed = true
    this.#sentinels.delete(this)
    this.#drop()
  }

  /** @param {Address} primary as the Sentinels name it now */
  follow({ host, port }) {
    const at = this.#address
    if (at === undefined || (at.host === host && at.port === port)) return
    const wasConnected = this.#client !== undefined
    // Ends the try, too, which then begins again.
    this.#drop()
    if (wasConnected) this.#connectAgain()
  }

  #connected() {
    if (this.#client === undefined) throw new NoPrimaryError('the primary is not connected')
    return this.#client
  }

  async #connect() {
    const address = await this.#sentinels.primary()
    if (this.#isClosed) return
    const client = this.#make(address)
    this.#next = client
    this.#address = address
    client.on('error', error => {
      this.#emit('error', error)
      if (client === this.#client) this.#onLost()
    })
    try {
      await client.connect()
      const [role] = await client.sendCommand(['ROLE'])
      if (role !== 'master') throw new NoPrimaryError(`${address.host}:${address.port} is no primary`)
      await Promise.all(Array.from(this.#channels, ([channel, fn]) => client.sSubscribe(channel, fn)))
      if (client !== this.#next) throw new NoPrimaryError('the primary has changed')
    } catch (error) {
      if (client === this.#next) this.#drop()
      throw error
    }
    this.#next = undefined
    this.#client = client
    this.#emit('ready')
  }

  async #connectAgain() {
    for (let tries = 0; !this.#isClosed && this.#client === undefined; tries++) {
      try {
        await this.connect()
      } catch {
        await wait(this.#pause(tries))
      }
    }
  }

  #onLost() {
    this.#drop()
    this.#connectAgain()
  }

  /** Ends the connection, or the try to make one: commands that wait reject. */
  #drop() {
    const clients = [this.#client, this.#next]
    this.#client = this.#next = this.#address = undefined
    for (const client of clients) {
      try {
        client?.destroy()
      } catch {
        // it was never open
      }
    }
  }

  /**
   * @param {string} event
   * @param {...unknown} args
   */
  #emit(event, ...args) {
    for (const listener of this.#listeners) if (listener.event === event) listener.fn(...args)
  }
}
