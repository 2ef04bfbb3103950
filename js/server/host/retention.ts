// SPDX-License-Identifier: Apache-2.0
// How long ended games stay. They go to the archive after the time that the host was given, and stay in the store for at
// least ten minutes, for rematches and late reconnections:
//
//   end ── archiveAfter ──> archive ── rest of ten minutes ──> removal
//
// In between, the list archived:ID of the store has when the archived game ended, also for nodes that start later. It is a hint:
// without it, the game is archived again before it is removed.

import { dueAt, KEPT } from '../../session/clock.js'
import type { SessionState } from '../../session/state.js'

/** An ended game stays in the lists of its players for this much longer, in milliseconds. */
export const ARCHIVING = 60_000

export class Retention {
  #archiveAfter: number

  /** @param archiveAfter in milliseconds */
  constructor(archiveAfter: number) {
    this.#archiveAfter = archiveAfter
  }

  /** @returns when the game's timer is due; null: never */
  dueAt(state: SessionState): number | null {
    return state.status === 'over' ? state.time.since + this.#archiveAfter : dueAt(state)
  }

  /** @param state of an ended game */
  removalAt({ time }: SessionState): number {
    return time.since + Math.max(this.#archiveAfter, KEPT)
  }
}
