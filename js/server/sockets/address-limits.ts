// SPDX-License-Identifier: Apache-2.0
// Limits how many games an address creates and keeps waiting. Identities cost nothing, so limits by user would stop no
// attacker. A game counts from its creation until it no longer waits for a player.

import type { SessionStore } from '../stores/session-store.js'
import type { ServerLimits } from './game-server-options.js'

/** The limits by address, as refusals name them. */
type AddressLimit = 'creationsPerAddress' | 'waitingPerAddress' | 'listedPerAddress'

/**
 * The games of one network that this node knows. A key of `waiting` is a game, or an object for a game that is being created;
 * `isListed`: the game is for the lobby.
 */
type Network = {
  /** when games were created in the last minute, by performance.now() */
  creations: number[]
  waiting: Map<string | object, { isListed: boolean }>
  /** when the waiting games were last read from the store, by performance.now() */
  checkedAt: number
  /** the reading of these games that is in progress */
  check: Promise<void> | undefined
}

/** A game that is being created. */
type Creation = {
  /** call with the game that was created and waits; with undefined if there is none */
  end: (game: string | undefined) => void
}

/** In milliseconds. */
const MINUTE = 60_000
/** The most networks that are remembered. */
const MOST_NETWORKS = 10_000
/** The shortest interval between two readings of a network's games, in milliseconds. */
const CHECK_INTERVAL = 1000

export class AddressLimits {
  #limits
  #store: SessionStore
  /** by address prefix; the last one to create a game is at the end */
  #networks: Map<string, Network> = new Map()
  /** the network of each waiting game */
  #ofGame: Map<string, Network> = new Map()

  constructor(limits: ServerLimits, store: SessionStore) {
    this.#limits = limits
    this.#store = store
  }

  /**
   * Begins the creation of a game, unless a limit forbids it.
   * @param network undefined: no limits apply
   * @param isListed whether it is for the lobby
   * @returns the creation; or the limit that forbids it, with `ms` until the game may be created if that is known
   */
  async begin(
    network: string | undefined,
    isListed: boolean,
  ): Promise<Creation | { limit: AddressLimit; ms?: number }> {
    if (network === undefined) return { end() {} }
    const known = this.#knownNetwork(network)
    if (this.#excess(known, isListed) !== undefined) await this.#check(known)
    const limit = this.#excess(known, isListed)
    if (limit !== undefined) return { limit }
    const ms = this.#countCreation(known, performance.now())
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

  /** @param game a game that no longer waits */
  forget(game: string) {
    this.#ofGame.get(game)?.waiting.delete(game)
    this.#ofGame.delete(game)
  }

  /**
   * Counts a creation. The limit holds for any 60 seconds; a token bucket would allow twice as many in the first minute.
   * @returns 0; or the milliseconds to wait, if the limit is reached and nothing was counted
   */
  #countCreation({ creations }: Network, now: number): number {
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

  #knownNetwork(network: string) {
    const known = this.#networks.get(network) ?? {
      creations: [],
      waiting: new Map(),
      checkedAt: Number.NEGATIVE_INFINITY,
      check: undefined,
    }
    this.#networks.delete(network)
    this.#networks.set(network, known)
    if (this.#networks.size > MOST_NETWORKS) this.#dropOldest()
    return known
  }

  /** Forgets the network whose last creation is the oldest. */
  #dropOldest() {
    const [[network, { waiting }]] = this.#networks
    this.#networks.delete(network)
    for (const game of waiting.keys()) if (typeof game === 'string') this.#ofGame.delete(game)
  }

  /** Forgets games that other nodes have started or ended. It never rejects. */
  #check(known: Network): Promise<void> {
    const now = performance.now()
    if (known.check === undefined && now - known.checkedAt < CHECK_INTERVAL) return Promise.resolve()
    known.checkedAt = now
    known.check ??= this.#forgetStarted(known).finally(() => {
      known.check = undefined
    })
    return known.check
  }

  async #forgetStarted({ waiting }: Network) {
    for (const game of [...waiting.keys()]) {
      if (typeof game !== 'string') continue
      try {
        const events = await this.#store.read(game)
        const isWaiting =
          events.length > 0 && !events.some(({ type }) => type === 'started' || type === 'ended')
        if (!isWaiting) this.forget(game)
      } catch {
        // The store is away: the game is still counted.
      }
    }
  }
}
