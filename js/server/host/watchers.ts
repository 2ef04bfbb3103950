// SPDX-License-Identifier: Apache-2.0
// The watchers of one game on this node: what each may see, and which of them are its players.

import { runCallback } from '../../core/callbacks.js'
import type { Color } from '../../game/squares.js'
import type { SessionState } from '../../session/state.js'
import { seatOf } from '../../session/state.js'
import type { GameNews, Gone, User } from './answers.js'
import type { PresenceServices } from './presence.js'
import { Presence } from './presence.js'

export type Watcher = {
  fn: (news: GameNews) => void
  /** undefined: the embedding program itself, who may see everything */
  user: User | null | undefined
  /** the version that it has */
  since: number
  /** the time of the last event that it has, if known */
  at: number | undefined
  /** the seat in which it counts as present */
  seat: Color | null
  phase: typeof NEW | typeof ADMITTED | typeof ACTIVE | typeof OVER
}

// The phases of a watcher.
/** Its first news could not be read yet. */
export const NEW = 0
/** Its first news are being read. */
export const ADMITTED = 1
/** It has got them, and gets all later news. */
export const ACTIVE = 2
/** It gets no more news. */
export const OVER = 3

const NONE: readonly Watcher[] = []

/** @param watcher may have left in between */
export const isOver = (watcher: Watcher) => watcher.phase === OVER

export class Watchers {
  /** copied on change, because watchers may leave when they are called; mostly two, so a Set would take more memory */
  #all: readonly Watcher[] = NONE
  #presence: Presence

  constructor(game: string, services: PresenceServices) {
    this.#presence = new Presence(game, services)
  }

  get presence() {
    return this.#presence
  }

  get size() {
    return this.#all.length
  }

  /** The number of watchers without a seat, except the embedding program. */
  get spectators() {
    let count = 0
    for (const { phase, seat, user } of this.#all)
      if (phase === ACTIVE && seat === null && user !== undefined) count++
    return count
  }

  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]()
  }

  add(watcher: Watcher) {
    this.#all = this.#all.concat([watcher])
  }

  delete(watcher: Watcher, state: SessionState | null) {
    if (watcher.phase === OVER) return
    watcher.phase = OVER
    this.#all = this.#all.filter(other => other !== watcher)
    if (watcher.seat !== null) this.#presence.leave(watcher.seat, state)
  }

  /** Sends a watcher its first news. */
  begin(watcher: Watcher, state: SessionState, news: GameNews) {
    watcher.phase = ACTIVE
    this.#seat(watcher, state)
    runCallback(watcher.fn, [news])
  }

  /** @param news for all that have got their first news */
  notifyAll(news: GameNews) {
    for (const watcher of this.#all) if (watcher.phase === ACTIVE) runCallback(watcher.fn, [news])
  }

  /** The players or the status have changed. */
  seat(state: SessionState) {
    for (const watcher of this.#all) {
      if (watcher.phase !== ACTIVE) continue
      if (maySee(state, watcher)) this.#seat(watcher, state)
      else this.dismiss(watcher, state, 'private')
    }
    this.#presence.renew(state)
  }

  dismiss(watcher: Watcher, state: SessionState | null, gone: Gone) {
    this.delete(watcher, state)
    runCallback(watcher.fn, [{ gone }])
  }

  #seat(watcher: Watcher, state: SessionState) {
    const seat = seatOf(state, watcher.user?.id)
    if (seat === watcher.seat) return
    if (watcher.seat !== null) this.#presence.leave(watcher.seat, state)
    watcher.seat = seat
    if (seat !== null && watcher.user) this.#presence.enter(seat, state, watcher.user)
  }
}

/** @returns true; in a private game only for its players, and for anyone while it waits for an opponent */
export function maySee(state: SessionState, { user }: Watcher): boolean {
  if (state.allow.spectators || state.status === 'waiting' || user === undefined) return true
  return seatOf(state, user?.id) !== null
}
