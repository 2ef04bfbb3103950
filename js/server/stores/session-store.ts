// SPDX-License-Identifier: Apache-2.0
// The contract of stores, which keep the games of a GameHost.

import { isObject } from '../../core/objects.js'
import type { Color } from '../../game/squares.js'
import type { SessionEvent } from '../../session/commands.js'

/** A time in which games could not be played, for which players are compensated. */
export type Outage = {
  /** The beginning, in milliseconds of the store's time. */
  from: number
  to: number
  /** Whether it affects this game. */
  has: (game: string) => boolean
  /** Whether it was over before the store was created; it is then not logged. */
  past?: boolean | undefined
}

/**
 * The answer to append(): stored, or refused because the log has another length. `missed` are the events after the expected
 * length; it is empty if the log is shorter, if an outage was just announced, or if the append was too late: then read the
 * log.
 */
export type Appended = { ok: true } | { ok: false; missed: SessionEvent[] }

/**
 * A hint that a game has changed: `version` is the length of its log after `events`. Hints may be lost, repeated or late; only
 * the log is complete. Without arguments: something may have changed.
 */
export type HintListener = (version?: number, events?: SessionEvent[]) => void

/**
 * Called when the timer of a game is due, or, with colors, when these seats are no longer held. Called again after a lease
 * of 5 seconds: for a timer until append() sets or clears it, for seats until the promise fulfils.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a listener may be async, or return nothing
export type DueListener = (game: string, gone?: Color[]) => Promise<unknown> | void

/** Keeps the logs of games, their timers and the seats that are held. Several nodes may share one. */
export type SessionStore = {
  /** Returns the time of all nodes, in integer milliseconds; it never goes backwards. */
  now: () => number
  /**
   * Appends events if the log has the length `version`, and sets the game's timer, or clears it with null. Rejects with
   * ERR_STORE_UNKNOWN if the events may or may not be stored, and with ERR_STORE_AWAY if they are certainly not stored. The
   * opponent's clock runs from the time of the events, which is that of the call: an append that arrives some tenths of a second
   * later is refused. (Events that are older than a minute are always accepted.)
   */
  append: (game: string, version: number, events: SessionEvent[], due: number | null) => Promise<Appended>
  /** Returns the log from the event `since` on; [] without a game. Rejects with ERR_STORE_AWAY, ERR_SESSION_FORMAT. */
  read: (game: string, since?: number) => Promise<SessionEvent[]>
  /** Adds a listener for hints of a game; returns a function that removes it. */
  subscribe: (game: string, fn: HintListener) => () => void
  /** Adds a listener for games that are due. */
  onDue: (fn: DueListener) => void
  /** Adds a listener for outages: each one once, including those before the store was created. */
  onOutage: (fn: (outage: Outage) => void) => void
  /**
   * Holds a seat until then, because its player is connected. A lower value replaces a higher one and sends a hint, so that
   * other nodes with a connection hold it again.
   */
  hold: (game: string, color: Color, until: number) => Promise<void>
  /**
   * Like append(), but `events` are the whole new log: the first `version` of them replace the old ones, and the others are
   * appended and sent as hints, in one atomic step. Without this method, users cannot be forgotten.
   */
  redact?:
    | ((game: string, version: number, events: SessionEvent[], due: number | null) => Promise<Appended>)
    | undefined
  /** Deletes the game if its log has that length. */
  remove: (game: string, version: number) => Promise<boolean>
  /**
   * Puts a game on a list until then, in the store's time; a past time removes it. A list is a hint: it may have games that no
   * longer exist, and may lose some. Above 1,000 games, the first to expire are dropped. Rejects with ERR_STORE_AWAY.
   */
  enlist?: ((list: string, game: string, until: number) => Promise<void>) | undefined
  /**
   * Returns the games on a list, the last to expire first; [] without a list. Rejects with ERR_STORE_AWAY. Without these two
   * methods, each host has lists of its own.
   */
  listed?: ((list: string) => Promise<string[]>) | undefined
  /** Whether it answers. */
  ready: boolean
  /**
   * The time without an answer, in milliseconds, while it is not ready: servers send their players to other nodes after
   * 1.5 s. Without this field, servers measure the time themselves.
   */
  silence?: number | undefined
  /** Whether it has no room for new games; hosts then create none. */
  full?: boolean | undefined
  /** Ends timers and connections. */
  close: () => Promise<void>
}

/** @returns whether the value has the methods of a store */
export const isStore = (value: unknown): value is SessionStore =>
  isObject(value) && typeof value.append === 'function'

/** The most games of a list. */
export const LONGEST_LIST = 1000
/** The lease of a due timer, or of a seat that is no longer held, in milliseconds. */
export const LEASE = 5000
/** A longer interval without a heartbeat is an outage, in milliseconds. */
export const LONGEST_GAP = 3000
