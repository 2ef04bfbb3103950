// SPDX-License-Identifier: Apache-2.0
// The wire between game servers and their clients: JSON objects, one for each WebSocket message of text.
//
//   client                                     server
//   hello { token?, client? }                → welcome { user, token, now, limits }
//   open { game, since?, at?, as?, id? }     → { re?, game, role, version, events }      and then every batch:
//                                            → { game, version, events }
//   close { game }
//   create { id, listed?, …setup }           → { re, ok: true, game, version }
//   move, resign, … { id, game, … }          → { re, ok: true, game, version, events }   or { re, ok: false, code, … }
//   lobby { id?, watch? }                    → { re?, ok?, lobby: [challenge, …] }       with `watch: true` again
//                                            → { lobby }                                 when it changes
//   games { id }                             → { re, ok: true, games: [summary, …] }     or { re, ok: false, code }
//   playing { id?, watch?, tag?, limit? }    → { re?, ok?, playing: [running, …] }       with `watch: true` again
//                                            → { playing }                               when it changes
//   ping { t }                               → pong { t, now }
//                                            → { game, presence }                        { game, gone }
//                                            → bye { reason, retry }
//
// A client sends hello first; other messages may follow at once. `version` is the length of the game's log after the events
// of the message, so `version - events.length` is the version before them. For each open game, events arrive without gaps,
// in order and once each, in the answers to the client's own commands as well as in batches: a command's events are only in
// its answer. Messages with `type` are about the connection; all others have `re`, `game`, `lobby` or `playing`.

import type { Color } from '../game/squares.js'
import type { SessionEvent } from './commands.js'
import type { Challenge, GameSummary, PlayingOptions, RunningGame } from './summary.js'
import type { SessionView } from './view.js'

/** The largest message to a server, in bytes of UTF-8: the default of the server's option. */
export const MESSAGE_BYTES = 4096
/** A client gives up a command that was not answered within this time, in milliseconds. */
export const COMMAND_PATIENCE = 30_000
/** The longest id of a command or a game, and name of a user or a client, in UTF-16 units. */
export const LONGEST_ID = 64
export const LONGEST_NAME = 64

/** The client exceeded limits or sent malformed messages. Reconnecting at once does not help. */
export const CLOSE_POLICY = 1008
/** The server restarts, or is too old for the game: reconnect, perhaps to another node. */
export const CLOSE_RESTART = 1012
/** Reconnect later: no room, or the client reads too slowly. With the reason STORE_AWAY: at once, to the next address. */
export const CLOSE_LATER = 1013
/** The reason of a node that has lost its store. */
export const STORE_AWAY = 'store'
/** The token is wrong, expired or of another server: send hello without it, or with a new one. Or the user was revoked. */
export const CLOSE_IDENTITY = 4401
/** The reason for a user who was revoked. */
export const REVOKED = 'the user is revoked'

export type Role = Color | 'spectator'

/** The first message of a client. */
export type HelloMessage = {
  type: 'hello'
  /** of an earlier `welcome`, or what the server's `authenticate` expects; without one the server creates an identity */
  token?: string
  /** name of the program, for logs */
  client?: string
}

/** Watches a game. A client with a seat in it is present while it watches. */
type OpenMessage = {
  type: 'open'
  game: string
  /** the version that the client has; default 0 */
  since?: number
  /** time of the last event that the client has: if the log differs there, all events are sent, as `rewound` */
  at?: number
  /** default 'events'; with 'view' each message has the whole `view` in place of events */
  as?: 'events' | 'view'
  /**
   * returned as `re`; while the store is away, in a refusal with the code 'unavailable': the game is then sent when the
   * store is back
   */
  id?: string
}

/** Stops watching the game; there is no answer. */
type CloseMessage = { type: 'close'; game: string }
type PingMessage = { type: 'ping'; t?: number }

/**
 * Requests a list, and starts or stops watching it: the challenges that anybody may join, or the games that are being played
 * and that anybody may watch.
 */
type ListMessage = {
  type: 'lobby' | 'playing'
  /**
   * true: the list is sent whenever it changes, at most once a second, and running games with at most 8 KiB a second in the
   * long run; false: no longer; absent: as before
   */
  watch?: boolean
  /** returned as `re` */
  id?: string
}

/** Requests the user's own games. */
type GamesMessage = { type: 'games'; id: string }

/** Requests running games with a tag, or fewer; the list that is watched has neither. */
type PlayingMessage = PlayingOptions & { type: 'playing'; id?: string }

/** A command. The same id again, even on another connection or node, returns the first outcome. */
export type CommandMessage = { type: string; id: string; game?: string; [field: string]: unknown }

export type ClientMessage =
  | HelloMessage
  | OpenMessage
  | CloseMessage
  | ListMessage
  | GamesMessage
  | PlayingMessage
  | PingMessage
  | CommandMessage

/** The limits of the server for a client. */
export type WireLimits = {
  messageBytes: number
  messagesPerSecond: number
  /** the most messages at once */
  burst: number
  openGames: number
}

export type WelcomeMessage = {
  type: 'welcome'
  user: { id: string; name?: string }
  /** store it for the next hello; absent if the server has an `authenticate` of its own */
  token?: string
  /** the store's clock, in milliseconds */
  now: number
  limits: WireLimits
}

/** Events of a game that is open, or its view. */
type GameMessage = {
  game: string
  version: number
  /** what the role may see of them */
  events?: SessionEvent[]
  /** with `as: 'view'` */
  view?: SessionView
  /** in the first answer to `open`, and when joining changes it */
  role?: Role
  /** in the first answer to `open`: the store's clock */
  now?: number
  /**
   * The client's events are not the beginning of the log: these are all events from the start, and replace what the
   * client had.
   */
  rewound?: true
  /** the id of `open`, in its answer */
  re?: string
}

/** The game cannot be watched, or is no longer watched. */
export type GoneMessage = {
  game: string
  /**
   * 'removed': it is over and archived; 'full': too many spectators; 'tooMany': this connection watches too many games;
   * 'unavailable': the store is away, open it again later.
   */
  gone: 'noGame' | 'private' | 'removed' | 'full' | 'tooMany' | 'unavailable'
  /** The id of `open`, in its answer. */
  re?: string
}

/** Who is connected to the sending node. For players on other nodes see the game's events 'away' and 'back'. */
type PresenceMessage = { game: string; presence: { white: boolean; black: boolean; spectators: number } }

/** The answer to a command. */
type AnswerMessage = {
  /** the command's id */
  re: string
  ok: boolean
  game?: string
  /** if ok */
  version?: number
  /** if not ok: the reason */
  code?: string
  /** a refusal may have events, too: a move after the flag ends the game */
  events?: SessionEvent[]
  /** in place of events, if the game was opened with `as: 'view'` */
  view?: SessionView
}

/** All challenges now, the newest first. */
type LobbyListMessage = {
  /** at most 100 */
  lobby: Challenge[]
  /** the id of `lobby`, in its answer */
  re?: string
  /** with `re` */
  ok?: true
}

/** The answer to `games`: at most 100. */
type GameListMessage = { re: string; ok: true; games: GameSummary[] }

/** Running games, the most watched first. */
type PlayingListMessage = {
  /** at most 100 */
  playing: RunningGame[]
  /** the id of `playing`, in its answer */
  re?: string
  /** with `re` */
  ok?: true
}

/** The answer to `ping`; `now` is the store's clock. */
type PongMessage = { type: 'pong'; t?: number; now: number }

/** The server will stop soon. */
type ByeMessage = {
  type: 'bye'
  reason: string
  /** reconnect after this many milliseconds */
  retry: number
}

export type ServerMessage =
  | WelcomeMessage
  | GameMessage
  | GoneMessage
  | PresenceMessage
  | AnswerMessage
  | LobbyListMessage
  | GameListMessage
  | PlayingListMessage
  | PongMessage
  | ByeMessage
