// SPDX-License-Identifier: Apache-2.0
// The users of a host, the answers to their commands, and the news for watchers.

import type { SessionEvent, SessionRefusal } from '../../session/commands.js'
import type { RefusalDetails } from '../../session/family.js'

/** The sender of a command, as authenticated by the embedding program. */
export type User = {
  /** The owner of seats; at most 64 characters. */
  id: string
  /** Shown to others; at most 64 characters. */
  name?: string
  /** 'arbiter': may adjudicate. */
  roles?: readonly string[]
  /**
   * When the identity was created, in the store's time; default: long ago. A game waits for an opponent while its creator
   * watches it, and a minute longer; longer only if the identity was then a minute old
   */
  since?: number
  /**
   * an opaque short text for the user's origin: the lobby shows only few challenges of one place; default: no limit.
   */
  place?: string
}

/**
 * A command on its way to the reducer, which checks its fields: they come from the client. `by` is the sender, as the
 * server knows it; absent for the server's own commands.
 */
export type HostCommand = {
  readonly type?: unknown
  readonly id?: unknown
  readonly by?: User | string | undefined
  readonly [field: string]: unknown
}

/**
 * The answer to a command. With `ok: true` it is stored, as safely as the store promises. A refusal may have events: a move
 * after the flag is 'late', and ends the game. 'unavailable': the store is away, or has not reported whether it has stored
 * the command: send it again with the same id. 'tooFast': too many commands of the player, or of all users without a seat,
 * are waiting.
 */
export type AcceptedAnswer = {
  ok: true
  /** The game's version after the command. */
  version: number
  /** The id of the game that `create` has created. */
  game?: string
  /** The events that it has added. */
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
 * Why a game is no longer watched. 'private': only its players may watch; 'removed': it is over and archived;
 * 'unknownEvent': a newer version of this package has continued it.
 */
export type Gone = 'noGame' | 'private' | 'removed' | 'unknownEvent'

/**
 * The news for a watcher: the events after those that it has; all events with `rewound`, if the log is shorter than that;
 * or a last message that the game is gone.
 */
export type GameNews =
  | { version: number; events: SessionEvent[]; rewound?: true; gone?: undefined }
  | { gone: Gone; version?: undefined; events?: undefined; rewound?: undefined }
