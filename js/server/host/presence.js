// SPDX-License-Identifier: Apache-2.0
// The seats of one game whose players are connected to this node. The store holds a seat for a short time, which is
// renewed; when the time has run out, the store reports the seat, and its player is away. While a game waits, its maker
// keeps it in the lobby in the same way, if it is there.

import { COLORS } from '../../game/squares.js'

/** @import { Color } from '../../game/squares.js' */
/** @import { SessionState } from '../../session/state.js' */

/** A seat is held for this time, in milliseconds: so long a node may be silent before its players are away. */
export const HOLD_TIME = 15_000
/** Between two renewals, in milliseconds. */
const RENEWAL = 10_000
/** A player who has left may come back within this time, in milliseconds: pages are reloaded. */
export const GRACE = 3000

export class Presence {
  #services
  #game
  // Connections by seat.
  #white = 0
  #black = 0
  /** Whether the store may not have got the last hold. */
  #isUnsure = false
  /** When the seats were last held, by the store's clock. */
  #renewedAt = 0

  /**
   * @param {string} game
   * @param {import('./live-game.js').HostServices} services
   */
  constructor(game, services) {
    this.#services = services
    this.#game = game
  }

  /**
   * @param {Color} color
   * @returns {boolean} whether its player is connected here
   */
  has(color) {
    return (color === 'white' ? this.#white : this.#black) > 0
  }

  /**
   * @param {Color} color
   * @param {SessionState} state
   */
  enter(color, state) {
    if (this.#count(color, 1) === 1) this.#keep(color, state)
  }

  /**
   * @param {Color} color
   * @param {SessionState | null} state
   */
  leave(color, state) {
    if (this.#count(color, -1) > 0) return
    if (state?.status === 'playing') this.#hold(color, GRACE)
    else this.#services.listings.leave(this.#game)
  }

  /**
   * Holds all seats again that have connections.
   * @param {SessionState | null} state
   */
  renew(state) {
    this.#isUnsure = false
    if (state === null) return
    for (const color of COLORS) if (this.has(color)) this.#keep(color, state)
  }

  /**
   * Holds all seats again if it is time.
   * @param {SessionState | null} state
   * @param {number} now by the store's clock
   */
  renewIfDue(state, now) {
    if (now - this.#renewedAt < RENEWAL && !(this.#isUnsure && this.#services.store.ready)) return
    this.#renewedAt = now
    this.renew(state)
  }

  /**
   * @param {Color} color whose player is connected
   * @param {SessionState} state
   */
  #keep(color, state) {
    if (state.status === 'playing') this.#hold(color, HOLD_TIME)
    else if (state.status === 'waiting') {
      this.#services.listings.keep(state).catch(() => {
        this.#isUnsure = true
      })
    }
  }

  /**
   * A player who is noted as being back must hold the seat: else the store would not find that the player left again.
   * @param {Color} color
   * @returns {Promise<boolean>} whether the store holds it
   */
  hold(color) {
    return this.#hold(color, HOLD_TIME)
  }

  /**
   * @param {Color} color
   * @param {1 | -1} change
   * @returns {number} connections after it
   */
  #count(color, change) {
    if (color === 'white') {
      this.#white += change
      return this.#white
    }
    this.#black += change
    return this.#black
  }

  /**
   * @param {Color} color
   * @param {number} time in milliseconds
   * @returns {Promise<boolean>}
   */
  async #hold(color, time) {
    const { store } = this.#services
    try {
      await store.hold(this.#game, color, store.now() + time)
      return true
    } catch {
      // If the store is away, no seat expires meanwhile.
      this.#isUnsure = true
      return false
    }
  }
}
