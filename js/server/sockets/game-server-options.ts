// SPDX-License-Identifier: Apache-2.0
// The options of createGameServer(), checked before anything listens. The types of this file do not use Node's types.

import { argumentError } from '../../core/errors.js'
import { isObject } from '../../core/objects.js'
import { checkOptions, flag } from '../../core/options.js'
import type { ServerSettings } from '../../net/server-options.js'
import { readLimits, readServerOptions } from '../../net/server-options.js'
import type { Archive } from '../archive/archive.js'
import type { User } from '../host/answers.js'
import type { GameHostOptions } from '../host/game-host-options.js'
import { readArchiveAfter } from '../host/game-host-options.js'
import type { Before } from '../host/gate.js'
import type { SessionStore } from '../stores/session-store.js'
import { isStore } from '../stores/session-store.js'

/**
 * Limits of one node. Limits of an address count IPv6 addresses by their first 64 bits, and do not apply to this machine's
 * own addresses and to proxies.
 */
export type GameServerLimits = {
  /** Connections in all; default 20,000. */
  connections?: number | undefined
  /** Connections of an address; default 20. */
  connectionsPerAddress?: number | undefined
  /** Connections of a user; default 10. */
  connectionsPerUser?: number | undefined
  /** The longest message, in bytes; default 4,096. */
  messageBytes?: number | undefined
  /**
   * Messages of a connection on average, with bursts of twice as many; a faster client is slowed down, and disconnected
   * after 10 s. A long message counts one more for each KiB. Default 20.
   */
  messagesPerSecond?: number | undefined
  /**
   * The share of a core that a connection may use on average, with bursts of ten seconds of it; a connection that uses
   * more waits. Default 0.05.
   */
  workPerClient?: number | undefined
  /** The same for all connections of an address together; new ones are refused, too. Default 0.25. */
  workPerAddress?: number | undefined
  /** Refused messages after which a connection is closed; default 50. */
  refusalsPerMinute?: number | undefined
  /** Refusals, including wrong tokens, after which new connections of an address are refused; default 500. */
  refusalsPerAddressMinute?: number | undefined
  /** New connections of an address on average, with bursts of as many; default 240. */
  connectionsPerAddressMinute?: number | undefined
  /** Plain HTTP requests of an address; more are answered with 429. Default 20. */
  requestsPerAddressSecond?: number | undefined
  /** Games that a connection watches; default 16. */
  openGames?: number | undefined
  /** Unfinished games of a user; default 20. */
  gamesPerUser?: number | undefined
  /** Games that a user creates; default 10. */
  creationsPerMinute?: number | undefined
  /** Games that the users of an address create in any minute; default 30. */
  creationsPerAddress?: number | undefined
  /** Games created from an address that wait for an opponent; default 20. */
  waitingPerAddress?: number | undefined
  /** How many of these may be in the lobby; default 3. */
  listedPerAddress?: number | undefined
  /** Spectators of a game; default 1,000. */
  spectators?: number | undefined
  /** Milliseconds within which a client must send its first message; default 5,000. */
  helloTime?: number | undefined
  /** Milliseconds without an answer to a ping after which a client is disconnected; default 60,000. */
  idle?: number | undefined
  /** Unsent bytes above which a spectator gets the events later, from the log; default 65,536. */
  spectatorBacklog?: number | undefined
  /** Unsent bytes above which a client is disconnected; default 262,144. */
  backlog?: number | undefined
}

export type ServerLimits = Required<{ [Name in keyof GameServerLimits]: number }>

/** An entry of the log. Text is one line without control characters, and never contains a token. */
export type GameServerLogEntry = {
  /** ISO 8601. */
  time: string
  /**
   * Such as 'listening', 'warning', 'rejected', 'closed-client', 'limited', 'outage', 'store-lost', 'archive-failed',
   * 'error', 'draining', 'closed'.
   */
  event: string
  /** Repetitions of an entry within about a second. */
  count?: number
  reason?: string
  /** The address of a client. */
  address?: string
  game?: string
  /** The code of a close frame. */
  code?: number
  /** The status of an HTTP response. */
  status?: number
  /** The URL at which the server listens. */
  url?: string
  /** The beginning of an outage in the store's time, and `to` its end; ISO 8601. */
  from?: string
  to?: string
  /** The number of clients that are sent to other nodes. */
  clients?: number
}

/** The options of revoke(). */
export type RevokeOptions = {
  /** For how long, in milliseconds, 5,000 to 180 days; default 180 days, as long as a token is good. */
  for?: number | undefined
}

/** The used part of Node's IncomingMessage. */
export type ConnectRequest = {
  headers: Record<string, string | string[] | undefined>
  url?: string | undefined
}

/** The options of createGameServer(). */
export type GameServerOptions = {
  /** Default: a MemoryStore, which is closed with the server; a given one is not. */
  store?: SessionStore | undefined
  /** The address to listen at; default '127.0.0.1'. */
  host?: string | undefined
  /** Default 0: a free one. */
  port?: number | undefined
  /** An http.Server or https.Server to share, instead of host and port. Only WebSockets at `path` are answered. */
  server?: object | undefined
  /** The path of the WebSocket; default '/'. */
  path?: string | undefined
  /**
   * The origins whose pages may connect, such as 'https://example.org'; '*' for all. Default: none; with `server`, the host
   * that the request names: list yours if other names may lead to the server (DNS rebinding). Programs have no origin and
   * may always connect.
   */
  origins?: readonly string[] | undefined
  /** IP addresses and networks, such as '10.0.0.0/8', whose X-Forwarded-For names the client. Default: none. */
  proxies?: readonly string[] | undefined
  /**
   * The secret that signs identities, at least 16 characters, the same on all nodes. Of several secrets, the first one signs
   * and all are accepted: to change the secret, put the new one first, and remove the old one when the clients have come
   * back once. Default: a random one, so identities end with the process.
   */
  secret?: string | readonly string[] | undefined
  /**
   * Identifies a client, instead of anonymous identities; `token` is the one that connectGames() was given. null closes the
   * connection with 4401, and the client does not try again; if it throws, the client tries again.
   */
  authenticate?:
    | ((
        request: ConnectRequest,
        hello: { token?: string | undefined; client?: string | undefined },
      ) => User | null | Promise<User | null>)
    | undefined
  /** Limits of connections, games and messages. */
  limits?: GameServerLimits | undefined
  /** Gets every finished game; without one, games are lost ten minutes after their end. */
  archive?: Archive | undefined
  /**
   * When a finished game goes to the archive, in milliseconds after its end, up to 30 days; default 600,000. It stays in the
   * store for rematches until it is archived, and for at least ten minutes. With 0 it is archived at once.
   */
  archiveAfter?: number | undefined
  /**
   * May refuse clients' commands before they are carried out: bans, ratings, clocks and variants that are allowed.
   */
  before?: Before | undefined
  /**
   * May end a game after a move that has not ended it, for example by endgame tables. Called on the node that has stored
   * the move; no move waits for it.
   */
  adjudicate?: GameHostOptions['adjudicate']
  /** Called at once on the node that has started a game, at most once; not if the node dies at that moment. */
  onStarted?: GameHostOptions['onStarted']
  /** Called at once on the node that has ended a game, at most once; what must have every game is the archive. */
  onEnded?: GameHostOptions['onEnded']
  /** Called for every entry; what it throws goes to the console. */
  log?: ((entry: GameServerLogEntry) => void) | undefined
  /** Whether GET /metrics is answered; default true. */
  metrics?: boolean | undefined
}

/** The options, checked and complete. */
export type GameServerSettings = ServerSettings &
  Pick<
    GameServerOptions,
    'store' | 'server' | 'authenticate' | 'archive' | 'before' | 'adjudicate' | 'onStarted' | 'onEnded'
  > & { path: string; secrets: string[]; archiveAfter: number; limits: ServerLimits; metrics: boolean }

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
  'archiveAfter',
  'before',
  'adjudicate',
  'onStarted',
  'onEnded',
  'log',
  'metrics',
]

/** The rules of GameServerLimits, also for command lines. */
export const LIMITS = {
  connections: 20_000,
  connectionsPerAddress: 20,
  connectionsPerUser: 10,
  messageBytes: [4096, 1 << 20] as const,
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
const CALLS = ['authenticate', 'archive', 'before', 'adjudicate', 'onStarted', 'onEnded'] as const
/** Shorter secrets can be guessed; in UTF-16 units. */
const SHORTEST_SECRET = 16
const PATH = /^\/[\w.~!$&'()*+,;=:@%/-]*$/

/** @throws {ChessError} ERR_ARGUMENT */
export function readGameServerOptions(options: unknown): GameServerSettings {
  const given = checkOptions(options, NAMES)
  const { path = '/', store, server } = given
  const calls: Pick<GameServerSettings, (typeof CALLS)[number]> = Object.fromEntries(
    CALLS.map(name => [name, given[name]]),
  )
  if (store !== undefined && !isStore(store))
    throw argumentError('store is a MemoryStore, a RedisStore or another SessionStore', store)
  if (server !== undefined) {
    if (!isServer(server)) throw argumentError('server is an http.Server', server)
    if (given.host !== undefined || given.port !== undefined)
      throw argumentError('server listens already: leave out host and port')
  }
  if (typeof path !== 'string' || !PATH.test(path)) throw argumentError('path begins with a slash', path)
  for (const [name, value] of Object.entries(calls))
    if (value !== undefined && typeof value !== 'function')
      throw argumentError(`${name} is a function`, value)
  return {
    ...readServerOptions(given),
    store,
    server,
    path,
    ...calls,
    secrets: readSecrets(given.secret),
    archiveAfter: readArchiveAfter(given.archiveAfter),
    limits: readLimits(given.limits, LIMITS),
    metrics: flag('metrics', given.metrics, true),
  }
}

const isServer = (value: unknown): value is NonNullable<GameServerSettings['server']> =>
  isObject(value) && typeof value.on === 'function'

/** @param secret never in a message @returns the secrets; [] if none is given */
export function readSecrets(secret: unknown): string[] {
  const secrets = secret === undefined ? [] : Array.isArray(secret) ? secret : [secret]
  const isSecret = (text: unknown) => typeof text === 'string' && text.trim().length >= SHORTEST_SECRET
  if (!secrets.every(isSecret) || (Array.isArray(secret) && secret.length === 0))
    throw argumentError(
      `secret is a string of at least ${SHORTEST_SECRET} characters, or several: openssl rand -hex 32 makes one`,
    )
  return [...secrets]
}
