// SPDX-License-Identifier: Apache-2.0
// The seats of one game whose players are connected to this node. The store holds a seat for a short time, which is renewed;
// when the time runs out, the store reports the seat, and its player is away. After the end this continues for a player who
// offers a rematch. While a listed game waits, its creator keeps it in the lobby in the same way. If the creator's identity
// is new, the waiting game ends a minute after its seat is no longer held.

import type { Color } from '../../game/squares.js'
import { COLORS } from '../../game/squares.js'
import { dueAt } from '../../session/clock.js'
import { isExpected } from '../../session/commands/absence.js'
import type { SessionState } from '../../session/state.js'
import type { SessionStore } from '../stores/session-store.js'
import type { User } from './answers.js'

export type PresenceServices = {
  store: SessionStore
  /** called with whether the creator of a waiting game is here */
  listings: {
    keep: (state: SessionState) => Promise<void>
    leave: (game: string, mayReturn: boolean) => void
  }
}

/** A seat is held for this time, in milliseconds: a node may be silent for as long before its players are away. */
export const HOLD_TIME = 15_000
/** The interval at which the time of a held seat is renewed, in milliseconds. */
const RENEWAL = 10_000
/** A player who has left may come back within this time, in milliseconds, because pages are reloaded. */
export const GRACE = 3000
/** A game of a new creator, whose identity is not older than this, waits for this time without the creator, in milliseconds. */
export const UNUSED = 60_000

/**
 * @param now by the store's clock
 * @returns whether the identity is new, and thus cost nothing
 */
export const isNew = ({ since }: { since?: number }, now: number): boolean =>
  since !== undefined && now - since < UNUSED

export class Presence {
  #services: PresenceServices
  #game: string
  // Connections by seat.
  #white = 0
  #black = 0
  /** When the identity of the creator who watches the waiting game was created. */
  #since = Number.POSITIVE_INFINITY
  /** Whether the store may have missed the last hold. */
  #isUnsure = false
  /** When the seats were last held, by the store's clock. */
  #renewedAt = 0

  constructor(game: string, services: PresenceServices) {
    this.#services = services
    this.#game = game
  }

  /** @returns whether its player is connected here */
  has(color: Color): boolean {
    return (color === 'white' ? this.#white : this.#black) > 0
  }

  enter(color: Color, state: SessionState, user: User) {
    this.#since = Math.min(this.#since, user.since ?? 0)
    if (this.#count(color, 1) === 1) this.#keep(color, state)
  }

  /** A game was created, and its creator may never watch it. */
  expect(color: Color, maker: User) {
    if (!this.has(color) && isNew(maker, this.#services.store.now())) this.#hold(color, UNUSED)
  }

  /** The game was started by players who may never watch it: seats without a connection on any node expire soon. */
  expectAll(state: SessionState) {
    for (const color of COLORS) if (isExpected(state, color) && !this.has(color)) this.#hold(color, HOLD_TIME)
  }

  leave(color: Color, state: SessionState | null) {
    if (this.#count(color, -1) > 0) return
    if (state !== null && isExpected(state, color)) return void this.#hold(color, GRACE)
    const mayReturn = !this.#isMakerNew
    this.#services.listings.leave(this.#game, mayReturn)
    if (state?.status === 'waiting' && !mayReturn) this.#hold(color, UNUSED)
  }

  get #isMakerNew() {
    return isNew({ since: this.#since }, this.#services.store.now())
  }

  /** Holds all seats again that have connections. */
  renew(state: SessionState | null) {
    this.#isUnsure = false
    if (state === null) return
    for (const color of COLORS) if (this.has(color)) this.#keep(color, state)
  }

  /**
   * Holds all seats again if it is time.
   * @param now by the store's clock
   */
  renewIfDue(state: SessionState | null, now: number) {
    if (now - this.#renewedAt < RENEWAL && !(this.#isUnsure && this.#services.store.ready)) return
    this.#renewedAt = now
    this.renew(state)
  }

  /** @param color whose player is connected */
  #keep(color: Color, state: SessionState) {
    if (isExpected(state, color)) this.#hold(color, HOLD_TIME)
    else if (state.status === 'waiting') {
      const { store } = this.#services
      this.#hold(color, this.#isMakerNew ? HOLD_TIME + UNUSED : Number(dueAt(state)) - store.now())
      this.#services.listings.keep(state).catch(() => {
        this.#isUnsure = true
      })
    }
  }

  /**
   * A player who came back must hold the seat; otherwise the store would not notice when the player leaves again.
   * @returns whether the store holds it
   */
  hold(color: Color): Promise<boolean> {
    return this.#hold(color, HOLD_TIME)
  }

  /** @returns the number of connections afterwards */
  #count(color: Color, change: 1 | -1): number {
    if (color === 'white') {
      this.#white += change
      return this.#white
    }
    this.#black += change
    return this.#black
  }

  /** @param time in milliseconds */
  async #hold(color: Color, time: number): Promise<boolean> {
    const { store } = this.#services
    try {
      await store.hold(this.#game, color, store.now() + time)
      return true
    } catch {
      // While the store is away, no seat expires.
      this.#isUnsure = true
      return false
    }
  }
}
