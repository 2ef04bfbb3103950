// SPDX-License-Identifier: Apache-2.0
// How many games an address makes: identities cost nothing, so limits by user stop no attacker. Games are counted from
// their creation until they do not wait any more.

/** @import { ServerLimits } from './game-server-options.js' */
/** @import { SessionStore } from '../stores/session-store.js' */

/** The limits by address, as refusals name them. @typedef {'creationsPerAddress' | 'waitingPerAddress' | 'listedPerAddress'} AddressLimit */

/**
 * The games of one network that wait, as far as this node has heard; `listed` are those for the lobby. A game that is being
 * made counts by the object that stands for it.
 * @typedef {object} Network
 * @property {number[]} creations of the last minute, by performance.now()
 * @property {Map<string | object, { isListed: boolean }>} waiting
 * @property {number} checkedAt when they were last looked for in the store, by performance.now()
 * @property {Promise<void> | undefined} check in progress
 */

/**
 * A game that is being made.
 * @typedef {object} Creation
 * @property {(game: string | undefined) => void} end the game that was made and waits, or undefined
 */

/** In milliseconds. */
const MINUTE = 60_000
/** Networks that are remembered. */
const MOST_NETWORKS = 10_000
/** Between two looks for the games of a network, in milliseconds. */
const CHECK_INTERVAL = 1000

export class AddressLimits {
  #limits
  #store
  /** @type {Map<string, Network>} the latest last */
  #networks = new Map()
  /** @type {Map<string, Network>} by waiting game */
  #ofGame = new Map()

  /**
   * @param {ServerLimits} limits
   * @param {SessionStore} store
   */
  constructor(limits, store) {
    this.#limits = limits
    this.#store = store
  }

  /**
   * Begins to make a game.
   * @param {string | undefined} network undefined: it has no limits
   * @param {boolean} isListed whether it is for the lobby
   * @returns {Promise<Creation | { limit: AddressLimit, ms?: number }>} the limit that forbids it; `ms` until it may be made
   */
  async begin(network, isListed) {
    if (network === undefined) return { end() {} }
    const known = this.#at(network)
    if (this.#excess(known, isListed) !== undefined) await this.#check(known)
    const limit = this.#excess(known, isListed)
    if (limit !== undefined) return { limit }
    const ms = this.#create(known, performance.now())
    if (ms > 0) return { limit: 'creationsPerAddress', ms: Math.ceil(ms) }
    const entry = { isListed }
    known.waiting.set(entry, entry)
    return {
      end: game => {
        known.waiting.delete(entry)
        if (game === undefined) return
        known.waiting.set(game, entry)
        this.#ofGame.set(game, known)
      },
    }
  }

  /** @param {string} game that does not wait any more */
  forget(game) {
    this.#ofGame.get(game)?.waiting.delete(game)
    this.#ofGame.delete(game)
  }

  /**
   * Counts a creation: so many in any minute, since a bucket of tokens would let through twice as many in the first one.
   * @param {Network} known
   * @param {number} now
   * @returns {number} 0, or the milliseconds to wait: it is not counted then
   */
  #create({ creations }, now) {
    while (creations.length > 0 && now - creations[0] >= MINUTE) creations.shift()
    if (creations.length >= this.#limits.creationsPerAddress) return MINUTE - (now - creations[0])
    creations.push(now)
    return 0
  }

  /**
   * @param {Network} known
   * @param {boolean} isListed
   * @returns {AddressLimit | undefined} the limit that another game would break
   */
  #excess({ waiting }, isListed) {
    const { waitingPerAddress, listedPerAddress } = this.#limits
    if (waiting.size >= waitingPerAddress) return 'waitingPerAddress'
    if (!isListed) return undefined
    let listed = 0
    for (const entry of waiting.values()) if (entry.isListed) listed++
    return listed >= listedPerAddress ? 'listedPerAddress' : undefined
  }

  /** @param {string} network */
  #at(network) {
    const known = this.#networks.get(network) ?? {
      creations: [],
      waiting: new Map(),
      checkedAt: Number.NEGATIVE_INFINITY,
      check: undefined,
    }
    this.#networks.delete(network)
    this.#networks.set(network, known)
    if (this.#networks.size > MOST_NETWORKS) this.#drop()
    return known
  }

  /** Forgets the network that has made no game for the longest time. */
  #drop() {
    const [[network, { waiting }]] = this.#networks
    this.#networks.delete(network)
    for (const game of waiting.keys()) this.#ofGame.delete(/** @type {string} */ (game))
  }

  /**
   * Forgets games that other nodes have started or ended.
   * @param {Network} known
   * @returns {Promise<void>} never rejects
   */
  #check(known) {
    const now = performance.now()
    if (known.check === undefined && now - known.checkedAt < CHECK_INTERVAL) return Promise.resolve()
    known.checkedAt = now
    known.check ??= this.#look(known).finally(() => {
      known.check = undefined
    })
    return known.check
  }

  /** @param {Network} known */
  async #look({ waiting }) {
    for (const game of [...waiting.keys()]) {
      if (typeof game !== 'string') continue
      try {
        const events = await this.#store.read(game)
        const isWaiting =
          events.length > 0 && !events.some(({ type }) => type === 'started' || type === 'ended')
        if (!isWaiting) this.forget(game)
      } catch {
        // The store is away: the game counts.
      }
    }
  }
}
