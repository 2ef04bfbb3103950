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
//   ping { t }                               → pong { t, now }
//                                            → { game, presence }                        { game, gone }
//                                            → bye { reason, retry }
//
// A client says hello first; all else may follow at once. `version` is the length of the game's log after the events
// beside it, so `version - events.length` is the version before them. For each open game, events come without gaps, in
// order and once each, in the answers to the client's own commands as well as in batches: a command's events stand in
// its answer only. Messages with `type` are about the connection; all others have `re`, `game` or `lobby`.

/** The largest message to a server, in bytes of UTF-8; it is an option of servers, this is the default. */
export const MESSAGE_BYTES = 4096
/** A client gives up a command that was not answered after this time, in milliseconds. */
export const COMMAND_PATIENCE = 30_000
/** The longest id of a command or a game, and name of a user or a client, in UTF-16 units. */
export const LONGEST_ID = 64
export const LONGEST_NAME = 64

/** Against the rules: limits, messages that are none. Coming back at once does not help. */
export const CLOSE_POLICY = 1008
/** The server is restarted, or too old for the game: connect again, perhaps to another node. */
export const CLOSE_RESTART = 1012
/** Connect again later: no room, or the client reads too slowly. With the reason STORE_AWAY: to the next address, at once. */
export const CLOSE_LATER = 1013
/** The reason of a node that has lost its store. */
export const STORE_AWAY = 'store'
/** The token is wrong, expired or of another server: say hello without it, or with a new one. */
export const CLOSE_IDENTITY = 4401

/** @import { Color } from '../game/squares.js' */
/** @typedef {Color | 'spectator'} Role */

/**
 * The first message of a client.
 * @typedef {object} HelloMessage
 * @property {'hello'} type
 * @property {string} [token] of an earlier `welcome`, or what the server's `authenticate` expects; without one the
 *   server makes a new identity
 * @property {string} [client] name of the program, for logs
 */

/**
 * Watches a game. A client that has a seat in it is present there while it watches.
 * @typedef {object} OpenMessage
 * @property {'open'} type
 * @property {string} game
 * @property {number} [since] the version that the client has; default 0
 * @property {number} [at] time of the last event that the client has: if the log has another there, all events come, as
 *   `rewound`
 * @property {'events' | 'view'} [as] default 'events'; with 'view' each message has the whole `view` instead of events
 * @property {string} [id] comes back as `re`; while the store is away in a refusal with the code 'unavailable', and the game
 *   comes when the store is back
 */

/** @typedef {{ type: 'close', game: string }} CloseMessage no longer watches the game; there is no answer */
/** @typedef {{ type: 'ping', t?: number }} PingMessage */

/**
 * Asks for the challenges that anybody may join, and begins or ends to watch them.
 * @typedef {object} LobbyMessage
 * @property {'lobby'} type
 * @property {boolean} [watch] true: the list is sent again whenever it changes, at most once a second; false: not any
 *   more; absent: as before
 * @property {string} [id] comes back as `re`
 */

/** @typedef {{ type: 'games', id: string }} GamesMessage asks for the user's own games */

/**
 * A command. The same id again, also on another connection and another node, gives the first outcome again.
 * @typedef {{ type: string, id: string, game?: string, [field: string]: unknown }} CommandMessage
 */

/**
 * @typedef {HelloMessage | OpenMessage | CloseMessage | LobbyMessage | GamesMessage | PingMessage | CommandMessage
 *   } ClientMessage
 */

/**
 * The limits that a client should know.
 * @typedef {object} WireLimits
 * @property {number} messageBytes
 * @property {number} messagesPerSecond
 * @property {number} burst messages at once
 * @property {number} openGames
 */

/**
 * @typedef {object} WelcomeMessage
 * @property {'welcome'} type
 * @property {{ id: string, name?: string }} user
 * @property {string} [token] to be kept, for the next hello; absent if the server has an `authenticate` of its own
 * @property {number} now the store's clock, in milliseconds
 * @property {WireLimits} limits
 */

/**
 * Events of a game that is open, or its view.
 * @typedef {object} GameMessage
 * @property {string} game
 * @property {number} version
 * @property {import('./commands.js').SessionEvent[]} [events] as far as the role may see them
 * @property {import('./view.js').SessionView} [view] with `as: 'view'`
 * @property {Role} [role] in the first message of `open`, and when it changes by joining
 * @property {number} [now] in the first message of `open`: the store's clock
 * @property {true} [rewound] what the client has is not the beginning of the log: these are all events from the start, and
 *   what the client knew before them does not count
 * @property {string} [re] the id of `open`, in its answer
 */

/**
 * The game is not watched, or not any more.
 * @typedef {object} GoneMessage
 * @property {string} game
 * @property {'noGame' | 'private' | 'removed' | 'full' | 'tooMany' | 'unavailable'} gone 'removed': it is over and in
 *   the archive; 'full': too many spectators; 'tooMany': this connection watches too many games; 'unavailable': the
 *   store is away, open it again later
 * @property {string} [re] the id of `open`, in its answer
 */

/**
 * Who is connected to the node that sends it. Players on other nodes are known by the game's `away` and `back`.
 * @typedef {{ game: string, presence: { white: boolean, black: boolean, spectators: number } }} PresenceMessage
 */

/**
 * The answer to a command.
 * @typedef {object} AnswerMessage
 * @property {string} re the command's id
 * @property {boolean} ok
 * @property {string} [game]
 * @property {number} [version] if ok
 * @property {string} [code] if not ok: the reason
 * @property {import('./commands.js').SessionEvent[]} [events] also with a refusal: a move after the flag ends the game
 * @property {import('./view.js').SessionView} [view] in place of events, if the game is open with `as: 'view'`
 */

/**
 * All challenges now, the newest first.
 * @typedef {object} LobbyListMessage
 * @property {import('./summary.js').Challenge[]} lobby at most 100
 * @property {string} [re] the id of `lobby`, in its answer
 * @property {true} [ok] with `re`
 */

/**
 * The answer to `games`.
 * @typedef {{ re: string, ok: true, games: import('./summary.js').GameSummary[] }} GameListMessage at most 100
 */

/** @typedef {{ type: 'pong', t?: number, now: number }} PongMessage `now` is the store's clock */

/**
 * The server stops soon.
 * @typedef {object} ByeMessage
 * @property {'bye'} type
 * @property {string} reason
 * @property {number} retry milliseconds after which to connect again
 */

/**
 * @typedef {WelcomeMessage | GameMessage | GoneMessage | PresenceMessage | AnswerMessage | LobbyListMessage
 *   | GameListMessage | PongMessage | ByeMessage} ServerMessage
 */
