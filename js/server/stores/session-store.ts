// SPDX-License-Identifier: Apache-2.0
// The contract of stores: what a GameHost needs of what keeps its games.

import { isObject } from '../../core/objects.js'
import type { Color } from '../../game/squares.js'
import type { SessionEvent } from '../../session/commands.js'

/** A time in which the games could not be played. It is given back to the players. */
export type Outage = {
  /** In the store's time, milliseconds. */
  from: number
  to: number
  /** Whether it concerns that game. */
  has: (game: string) => boolean
  /** Whether it was over before the store was made: the log has no line of it then. */
  past?: boolean | undefined
}

/**
 * The answer to append(): kept, or refused because the log has another length. `missed` are the events from the
 * expected length on; it is empty if the log is shorter, if an outage has just been announced, and if the append has come too late:
 * look again, then.
 */
export type Appended = { ok: true } | { ok: false; missed: SessionEvent[] }

/**
 * A hint that a game has changed: `version` is the length of its log after `events`. Hints may be lost, doubled or late;
 * the log is the truth. Without arguments: something else may have changed.
 */
export type HintListener = (version?: number, events?: SessionEvent[]) => void

/**
 * Called when the time of a game's timer has come, or, with the colors, when these seats are not held any more. It
 * comes again after a lease of 5 seconds: a timer until append() sets or clears it, seats until the promise fulfils.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a listener may be async, or return nothing
export type DueListener = (game: string, gone?: Color[]) => Promise<unknown> | void

/** Keeps the logs of games, their timers and the seats that are held. Several nodes may share one. */
export type SessionStore = {
  /** The one clock of all nodes: integer milliseconds, never backwards. */
  now: () => number
  /**
   * Keeps events if the log has the length `version`, and sets the game's timer, or clears it with null. Rejects with
   * ERR_STORE_UNKNOWN if it is not known whether they are kept, with ERR_STORE_AWAY if they certainly are not. The time
   * of an event is that of the call, and from then on the opponent's clock runs: what a slow network brings a few
   * tenths of a second later is refused. (Older events than of the last minute are kept as they are.)
   */
  append: (game: string, version: number, events: SessionEvent[], due: number | null) => Promise<Appended>
  /** The log from an event on; [] without a game. Rejects with ERR_STORE_AWAY, ERR_SESSION_FORMAT. */
  read: (game: string, since?: number) => Promise<SessionEvent[]>
  /** Returns what ends it. */
  subscribe: (game: string, fn: HintListener) => () => void
  /** Adds a listener for games that are due. */
  onDue: (fn: DueListener) => void
  /** Each outage once, also those before the store was made. */
  onOutage: (fn: (outage: Outage) => void) => void
  /**
   * The seat's player is connected until then. A lower value replaces a higher one and makes a hint, so that others who
   * are connected hold it again.
   */
  hold: (game: string, color: Color, until: number) => Promise<void>
  /**
   * As append, but `events` are the whole log from then on: the first of them, as many as `version`, replace those that
   * were kept, in one step with the rest. Hints are made of the rest. Without it no user can be forgotten.
   */
  redact?:
    | ((game: string, version: number, events: SessionEvent[], due: number | null) => Promise<Appended>)
    | undefined
  /** Deletes the game if its log has that length. */
  remove: (game: string, version: number) => Promise<boolean>
  /**
   * Puts a game on a list until then, in the store's time; with a time that has passed, takes it off. A list is a hint:
   * it may have games that are gone, and lose some. Of more than 1,000 games those are dropped whose time ends first.
   * Rejects with ERR_STORE_AWAY.
   */
  enlist?: ((list: string, game: string, until: number) => Promise<void>) | undefined
  /**
   * The games on a list, the one that stays longest first; [] without a list. Rejects with ERR_STORE_AWAY. Without
   * these two, a host keeps its lists for itself.
   */
  listed?: ((list: string) => Promise<string[]>) | undefined
  /** Whether it answers now. */
  ready: boolean
  /**
   * For how long it has not answered, in milliseconds, while it is not ready: servers send their players to other nodes
   * after 1.5 s. Without it, that time begins when they find it not ready.
   */
  silence?: number | undefined
  /** Whether it has no room for other games: hosts make none then. */
  full?: boolean | undefined
  /** Ends timers and connections. */
  close: () => Promise<void>
}

/** @returns whether it looks like a store */
export const isStore = (value: unknown): value is SessionStore =>
  isObject(value) && typeof value.append === 'function'

/** The most games of a list. */
export const LONGEST_LIST = 1000
/** A claim of a timer or of a seat that is not held lasts this long, in milliseconds. */
export const LEASE = 5000
/** An interval without a heartbeat is an outage from this length on, in milliseconds. */
export const LONGEST_GAP = 3000
