// SPDX-License-Identifier: Apache-2.0
// Who sends commands to a host, what they are answered, and what watchers get.

import type { SessionEvent, SessionRefusal } from '../../session/commands.js'
import type { RefusalDetails } from '../../session/family.js'

/** Who sends a command, as the embedding program has authenticated them. */
export type User = {
  /** Seats belong to it; at most 64 characters. */
  id: string
  /** Shown to others; at most 64 characters. */
  name?: string
  /** 'arbiter': may adjudicate. */
  roles?: readonly string[]
  /**
   * When the identity was made, in the store's time; default: long ago. A game waits for an opponent while its maker
   * watches it, and a minute longer; longer only if the identity was then a minute old.
   */
  since?: number
  /**
   * Where the user comes from, a short text that says no more: few challenges of a place are in the lobby; default:
   * nowhere that has a limit.
   */
  place?: string
}

/**
 * A command on its way to the reducer, which checks it: its fields are the client's. `by` is what the server knows of
 * its sender; absent for the server's own.
 */
export type HostCommand = {
  readonly type?: unknown
  readonly id?: unknown
  readonly by?: User | string | undefined
  readonly [field: string]: unknown
}

/**
 * The answer to a command. With `ok: true` it is kept, as far as the store promises. A refusal may come with events: a
 * move after the flag is 'late', and ends the game. 'unavailable': the store is away, or has not said whether it has
 * kept the command: send it again with the same id. 'tooFast': too many commands of the player, or of all without a seat, wait.
 */
export type AcceptedAnswer = {
  ok: true
  /** Of the game after it. */
  version: number
  /** That `create` has made. */
  game?: string
  /** That it has added. */
  events?: SessionEvent[]
  /** It was accepted before. */
  duplicate?: true
}
/** The answer to a command that was refused. */
export type RefusedAnswer = {
  ok: false
  code: SessionRefusal
  game?: undefined
  version?: number
  events?: SessionEvent[]
} & RefusalDetails
/** The answer to a command. */
export type Answer = AcceptedAnswer | RefusedAnswer

/**
 * Why a game is not watched any more. 'private': only its players may; 'removed': it is over, and in the archive;
 * 'unknownEvent': it was played on by a newer version of this package.
 */
export type Gone = 'noGame' | 'private' | 'removed' | 'unknownEvent'

/**
 * What a watcher gets: events that follow those that it has had, or, if the log is shorter than that, all events with
 * `rewound`; or a last message that the game is gone.
 */
export type GameNews =
  | { version: number; events: SessionEvent[]; rewound?: true; gone?: undefined }
  | { gone: Gone; version?: undefined; events?: undefined; rewound?: undefined }
