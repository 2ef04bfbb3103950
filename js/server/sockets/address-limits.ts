// SPDX-License-Identifier: Apache-2.0
// How many games an address makes: identities cost nothing, so limits by user stop no attacker. Games are counted from
// their creation until they do not wait any more.

import type { SessionStore } from '../stores/session-store.js'
import type { ServerLimits } from './game-server-options.js'

/** The limits by address, as refusals name them. */
type AddressLimit = 'creationsPerAddress' | 'waitingPerAddress' | 'listedPerAddress'

/**
 * The games of one network that wait, as far as this node has heard; `listed` are those for the lobby. A game that is being
 * made counts by the object that stands for it.
 */
type Network = {
  /** of the last minute, by performance.now() */
  creations: number[]
  waiting: Map<string | object, { isListed: boolean }>
  /** when they were last looked for in the store, by performance.now() */
  checkedAt: number
  /** in progress */
  check: Promise<void> | undefined
}

/** A game that is being made. */
type Creation = {
  /** the game that was made and waits, or undefined */
  end: (game: string | undefined) => void
}

/** In milliseconds. */
const MINUTE = 60_000
/** Networks that are remembered. */
const MOST_NETWORKS = 10_000
/** Between two looks for the games of a network, in milliseconds. */
const CHECK_INTERVAL = 1000

export class AddressLimits {
  #limits
  #store: SessionStore
  /** the latest last */
  #networks: Map<string, Network> = new Map()
  /** by waiting game */
  #ofGame: Map<string, Network> = new Map()

  constructor(limits: ServerLimits, store: SessionStore) {
    this.#limits = limits
    this.#store = store
  }

  /**
   * Begins to make a game.
   * @param network undefined: it has no limits
   * @param isListed whether it is for the lobby
   * @returns the limit that forbids it; `ms` until it may be made
   */
  async begin(
    network: string | undefined,
    isListed: boolean,
  ): Promise<Creation | { limit: AddressLimit; ms?: number }> {
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

  /** @param game that does not wait any more */
  forget(game: string) {
    this.#ofGame.get(game)?.waiting.delete(game)
    this.#ofGame.delete(game)
  }

  /**
   * Counts a creation: so many in any minute, since a bucket of tokens would let through twice as many in the first one.
   * @returns 0, or the milliseconds to wait: it is not counted then
   */
  #create({ creations }: Network, now: number): number {
    while (creations.length > 0 && now - creations[0] >= MINUTE) creations.shift()
    if (creations.length >= this.#limits.creationsPerAddress) return MINUTE - (now - creations[0])
    creations.push(now)
    return 0
  }

  /** @returns the limit that another game would break */
  #excess({ waiting }: Network, isListed: boolean): AddressLimit | undefined {
    const { waitingPerAddress, listedPerAddress } = this.#limits
    if (waiting.size >= waitingPerAddress) return 'waitingPerAddress'
    if (!isListed) return undefined
    let listed = 0
    for (const entry of waiting.values()) if (entry.isListed) listed++
    return listed >= listedPerAddress ? 'listedPerAddress' : undefined
  }

  #at(network: string) {
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
    for (const game of waiting.keys()) if (typeof game === 'string') this.#ofGame.delete(game)
  }

  /**
   * Forgets games that other nodes have started or ended.
   * @returns never rejects
   */
  #check(known: Network): Promise<void> {
    const now = performance.now()
    if (known.check === undefined && now - known.checkedAt < CHECK_INTERVAL) return Promise.resolve()
    known.checkedAt = now
    known.check ??= this.#look(known).finally(() => {
      known.check = undefined
    })
    return known.check
  }

  async #look({ waiting }: Network) {
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
