// SPDX-License-Identifier: Apache-2.0
// The options of createGameServer(), checked before anything listens. This file's types need none of Node's.

import { argumentError } from '../../core/errors.js'
import { checkOptions, flag } from '../../core/options.js'
import { readLimits, readServerOptions } from '../../net/server-options.js'

/** @import { Archive } from '../archive/archive.js' */
/** @import { User } from '../host/answers.js' */
/** @import { GameHostOptions } from '../host/game-host-options.js' */
/** @import { Before } from '../host/gate.js' */
/** @import { SessionStore } from '../stores/session-store.js' */

/**
 * Limits of one node. Those by address count IPv6 by its first 64 bits, and do not hold for this machine's own addresses
 * and for proxies.
 * @typedef {object} GameServerLimits
 * @property {number | undefined} [connections] connections in all; default 20,000
 * @property {number | undefined} [connectionsPerAddress] default 20
 * @property {number | undefined} [connectionsPerUser] default 10
 * @property {number | undefined} [messageBytes] the longest message, in bytes; default 4,096
 * @property {number | undefined} [messagesPerSecond] messages of a connection in the long run, and twice as many at once; a
 *   faster client is slowed down, and disconnected after 10 s. A long message counts one more for each KiB. Default 20
 * @property {number | undefined} [workPerClient] share of a core, in the long run, that the server works for a connection, and ten
 *   seconds of that at once; a connection that costs more waits. Default 0.05
 * @property {number | undefined} [workPerAddress] the same for all connections of an address; a new one is refused meanwhile.
 *   Default 0.25
 * @property {number | undefined} [refusalsPerMinute] refusals after which a connection is closed; default 50
 * @property {number | undefined} [refusalsPerAddressMinute] refusals, wrong tokens too, after which an address gets no new
 *   connection; default 500
 * @property {number | undefined} [connectionsPerAddressMinute] new connections of an address in the long run, and as many at
 *   once; default 240
 * @property {number | undefined} [requestsPerAddressSecond] plain HTTP requests of an address; more get 429. Default 20
 * @property {number | undefined} [openGames] games that a connection watches; default 16
 * @property {number | undefined} [gamesPerUser] unfinished games of a user; default 20
 * @property {number | undefined} [creationsPerMinute] games that a user creates; default 10
 * @property {number | undefined} [creationsPerAddress] games that the users of an address create in any minute; default 30
 * @property {number | undefined} [waitingPerAddress] games of theirs that wait for an opponent; default 20
 * @property {number | undefined} [listedPerAddress] those of them that are in the lobby; default 3
 * @property {number | undefined} [spectators] spectators of a game; default 1,000
 * @property {number | undefined} [helloTime] milliseconds to the first message; default 5,000
 * @property {number | undefined} [idle] milliseconds without an answer to a ping after which a client is disconnected;
 *   default 60,000
 * @property {number | undefined} [spectatorBacklog] bytes that wait for a slow spectator, above which events are read
 *   from the log later; default 65,536
 * @property {number | undefined} [backlog] bytes that wait for a client, above which it is disconnected; default 262,144
 */

/** @typedef {Required<{ [Name in keyof GameServerLimits]: number }>} ServerLimits */

/**
 * An entry of the log. Text is one line without control characters, and never contains a token.
 * @typedef {object} GameServerLogEntry
 * @property {string} time ISO 8601
 * @property {string} event such as 'listening', 'warning', 'rejected', 'closed-client', 'limited', 'outage', 'store-lost', 'archive-failed',
 *   'error', 'draining', 'closed'
 * @property {number} [count] repetitions of an entry within about a second
 * @property {string} [reason]
 * @property {string} [address] of a client
 * @property {string} [game]
 * @property {number} [code] of a close frame
 * @property {number} [status] of an HTTP answer
 * @property {string} [url] that the server listens at
 * @property {string} [from] of an outage, in the store's time, as `to`; ISO 8601
 * @property {string} [to]
 * @property {number} [clients] who are sent to other nodes
 */

/**
 * What `authenticate` gets of the request for the WebSocket: Node's IncomingMessage.
 * @typedef {{ headers: Record<string, string | string[] | undefined>, url?: string }} ConnectRequest
 */

/**
 * The options of createGameServer().
 * @typedef {object} GameServerOptions
 * @property {SessionStore | undefined} [store] default: a MemoryStore, which is closed with the server; a given one is
 *   not
 * @property {string | undefined} [host] the address to listen at; default '127.0.0.1'
 * @property {number | undefined} [port] default 0: a free one
 * @property {object | undefined} [server] an http.Server or https.Server to share, instead of host and port. Only
 *   WebSockets at `path` are answered
 * @property {string | undefined} [path] the path of the WebSocket; default '/'
 * @property {readonly string[] | undefined} [origins] whose pages may connect, such as 'https://example.org'; '*' for
 *   all. Default: none, with `server` the pages of the host that a request names: list yours where other names may
 *   lead to the server (DNS rebinding). Programs have no origin and may always connect
 * @property {readonly string[] | undefined} [proxies] IP addresses and networks, such as '10.0.0.0/8', whose
 *   X-Forwarded-For names the client. Default: none
 * @property {string | readonly string[] | undefined} [secret] the secret with which identities are signed, at least 16
 *   characters: the same on all nodes. Of several the first signs, and all are believed: a new one is put before the old
 *   one, which can go when the clients have come back once. Default: a new one, so identities end with the process
 * @property {((request: ConnectRequest, hello: { token?: string | undefined, client?: string | undefined }) =>
 *   User | null | Promise<User | null>) | undefined} [authenticate] who a client is, instead of anonymous identities: `token`
 *   is what connectGames() was given. null closes the connection with 4401, which ends the client; if it throws, the client
 *   tries again
 * @property {GameServerLimits | undefined} [limits] limits of connections, games and messages
 * @property {Archive | undefined} [archive] gets every finished game; without one, games are lost ten minutes after
 *   their end
 * @property {Before | undefined} [before] may refuse clients' commands before they are carried out: bans, ratings, clocks
 *   and variants that are allowed
 * @property {GameHostOptions['adjudicate']} [adjudicate] may end a game after a move that has not ended it, such as by endgame
 *   tables; asked by the node that has kept the move, and no move waits for it
 * @property {GameHostOptions['onEnded']} [onEnded] called at once on the node that has ended a game, at most once; what must
 *   have every game is the archive
 * @property {((entry: GameServerLogEntry) => void) | undefined} [log] called for every entry; what it throws goes to the console
 * @property {boolean | undefined} [metrics] whether GET /metrics is answered; default true
 */

/** @import { LimitRule, ServerSettings } from '../../net/server-options.js' */

/**
 * The options, checked and complete.
 * @typedef {ServerSettings & Pick<GameServerOptions, 'store' | 'server' | 'authenticate' | 'archive' | 'before' | 'adjudicate' | 'onEnded'>
 *   & { path: string, secrets: string[], limits: ServerLimits, metrics: boolean }} GameServerSettings
 */

const NAMES = [
  'store',
  'host',
  'port',
  'server',
  'path',
  'origins',
  'proxies',
  'secret',
  'authenticate',
  'limits',
  'archive',
  'before',
  'adjudicate',
  'onEnded',
  'log',
  'metrics',
]

/** @satisfies {Record<keyof ServerLimits, LimitRule>} */
const LIMITS = {
  connections: 20_000,
  connectionsPerAddress: 20,
  connectionsPerUser: 10,
  messageBytes: /** @type {const} */ ([4096, 1 << 20]),
  messagesPerSecond: 20,
  workPerClient: { share: 0.05 },
  workPerAddress: { share: 0.25 },
  refusalsPerMinute: 50,
  refusalsPerAddressMinute: 500,
  connectionsPerAddressMinute: 240,
  requestsPerAddressSecond: 20,
  openGames: 16,
  gamesPerUser: 20,
  creationsPerMinute: 10,
  creationsPerAddress: 30,
  waitingPerAddress: 20,
  listedPerAddress: 3,
  spectators: 1000,
  helloTime: 5000,
  idle: 60_000,
  spectatorBacklog: 1 << 16,
  backlog: 1 << 18,
}
/** The names of GameServerLimits, for command lines. */
export const LIMIT_NAMES = /** @type {(keyof ServerLimits)[]} */ (Object.keys(LIMITS))
const CALLS = /** @type {const} */ (['authenticate', 'archive', 'before', 'adjudicate', 'onEnded'])
/** Shorter secrets can be guessed; in UTF-16 units. */
const SHORTEST_SECRET = 16
const PATH = /^\/[\w.~!$&'()*+,;=:@%/-]*$/

/**
 * @param {unknown} options
 * @returns {GameServerSettings}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readGameServerOptions(options) {
  const given = checkOptions(options, NAMES)
  const { path = '/', store, server } = given
  const calls = /** @type {Pick<GameServerSettings, typeof CALLS[number]>} */ (
    Object.fromEntries(CALLS.map(name => [name, given[name]]))
  )
  if (store !== undefined && typeof (/** @type {any} */ (store)?.append) !== 'function')
    throw argumentError('store is a MemoryStore, a RedisStore or another SessionStore', store)
  if (server !== undefined) {
    if (typeof (/** @type {any} */ (server)?.on) !== 'function')
      throw argumentError('server is an http.Server', server)
    if (given.host !== undefined || given.port !== undefined)
      throw argumentError('server listens already: leave out host and port')
  }
  if (typeof path !== 'string' || !PATH.test(path)) throw argumentError('path begins with a slash', path)
  for (const [name, value] of Object.entries(calls))
    if (value !== undefined && typeof value !== 'function')
      throw argumentError(`${name} is a function`, value)
  return {
    ...readServerOptions(given),
    store: /** @type {GameServerSettings['store']} */ (store),
    server: /** @type {GameServerSettings['server']} */ (server),
    path,
    ...calls,
    secrets: readSecrets(given.secret),
    limits: readLimits(given.limits, LIMITS),
    metrics: flag('metrics', given.metrics, true),
  }
}

/** @param {unknown} secret never in a message @returns {string[]} none: nobody has given one */
function readSecrets(secret) {
  const secrets = secret === undefined ? [] : Array.isArray(secret) ? secret : [secret]
  const isSecret = (/** @type {unknown} */ text) =>
    typeof text === 'string' && text.trim().length >= SHORTEST_SECRET
  if (!secrets.every(isSecret) || (Array.isArray(secret) && secret.length === 0))
    throw argumentError(
      `secret is a string of at least ${SHORTEST_SECRET} characters, or several: openssl rand -hex 32 makes one`,
    )
  return [...secrets]
}
