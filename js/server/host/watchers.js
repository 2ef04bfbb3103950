// SPDX-License-Identifier: Apache-2.0
// Those who watch one game on this node: what each may see, and which of them are its players.

import { runCallback } from '../../core/callbacks.js'
import { seatOf } from '../../session/state.js'
import { Presence } from './presence.js'

/** @import { Color } from '../../game/squares.js' */
/** @import { GameNews, Gone, User } from './answers.js' */
/** @import { SessionState } from '../../session/state.js' */

/**
 * @typedef {object} Watcher
 * @property {(news: GameNews) => void} fn
 * @property {import('./answers.js').User | null | undefined} user undefined: the embedding program itself, who may
 *   see everything
 * @property {number} since version that it has
 * @property {number | undefined} at time of the event that led to it, if it is known
 * @property {Color | null} seat where it is counted as present
 * @property {typeof NEW | typeof ADMITTED | typeof ACTIVE | typeof OVER} phase
 */

// The phases of a watcher.
/** Its first news could not be read yet. */
export const NEW = 0
/** They are on their way. */
export const ADMITTED = 1
/** It has had them, and gets all others. */
export const ACTIVE = 2
/** It gets nothing any more. */
export const OVER = 3

/** @type {readonly Watcher[]} */
const NONE = []

/** @param {Watcher} watcher who may have left while others were waited for */
export const isOver = watcher => watcher.phase === OVER

export class Watchers {
  /** @type {readonly Watcher[]} never changed, as those that are called may leave; mostly two, so that a Set would take much more memory */
  #all = NONE
  #presence

  /**
   * @param {string} game
   * @param {import('./presence.js').PresenceServices} services
   */
  constructor(game, services) {
    this.#presence = new Presence(game, services)
  }

  get presence() {
    return this.#presence
  }

  get size() {
    return this.#all.length
  }

  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]()
  }

  /** @param {Watcher} watcher */
  add(watcher) {
    this.#all = this.#all.concat([watcher])
  }

  /**
   * @param {Watcher} watcher
   * @param {SessionState | null} state
   */
  delete(watcher, state) {
    if (watcher.phase === OVER) return
    watcher.phase = OVER
    this.#all = this.#all.filter(other => other !== watcher)
    if (watcher.seat !== null) this.#presence.leave(watcher.seat, state)
  }

  /**
   * Gives a watcher its first news.
   * @param {Watcher} watcher
   * @param {SessionState} state
   * @param {GameNews} news
   */
  begin(watcher, state, news) {
    watcher.phase = ACTIVE
    this.#seat(watcher, state)
    runCallback(watcher.fn, [news])
  }

  /** @param {GameNews} news for all who have had the first ones */
  notifyAll(news) {
    for (const watcher of this.#all) if (watcher.phase === ACTIVE) runCallback(watcher.fn, [news])
  }

  /**
   * The players or the status have changed.
   * @param {SessionState} state
   */
  seat(state) {
    for (const watcher of this.#all) {
      if (watcher.phase !== ACTIVE) continue
      if (maySee(state, watcher)) this.#seat(watcher, state)
      else this.dismiss(watcher, state, 'private')
    }
    this.#presence.renew(state)
  }

  /**
   * @param {Watcher} watcher
   * @param {SessionState | null} state
   * @param {Gone} gone
   */
  dismiss(watcher, state, gone) {
    this.delete(watcher, state)
    runCallback(watcher.fn, [{ gone }])
  }

  /**
   * @param {Watcher} watcher
   * @param {SessionState} state
   */
  #seat(watcher, state) {
    const seat = seatOf(state, watcher.user?.id)
    if (seat === watcher.seat) return
    if (watcher.seat !== null) this.#presence.leave(watcher.seat, state)
    watcher.seat = seat
    if (seat !== null) this.#presence.enter(seat, state, /** @type {User} */ (watcher.user))
  }
}

/**
 * @param {SessionState} state
 * @param {Watcher} watcher
 * @returns {boolean} of a private game: its players, and anyone while it waits for one
 */
export function maySee(state, { user }) {
  if (state.allow.spectators || state.status === 'waiting' || user === undefined) return true
  return seatOf(state, user?.id) !== null
}
