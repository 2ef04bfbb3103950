// SPDX-License-Identifier: Apache-2.0
// The options of serveEngine(), checked before anything listens.

import { existsSync } from 'node:fs'
import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { tokenFault } from '../../net/access.js'
import { integer, readLimits, readServerOptions } from '../../net/server-options.js'
import { LARGEST_INT } from '../../uci/text/lines.js'
import { checkArguments, checkPath } from '../transports/program.js'
import { mayBeAllowed } from './option-gate.js'

/**
 * Limits of one client, and some of an address. Larger values of movetime, nodes and depth are lowered to these; larger options than threads,
 * hash and multipv are refused.
 * @typedef {object} EngineServerLimits
 * @property {number | undefined} [movetime] milliseconds after which a search is stopped, `infinite` and
 *   `ponder` included. Default 300,000; Infinity for no ceiling
 * @property {number | undefined} [nodes] the most nodes of a search; default Infinity
 * @property {number | undefined} [depth] the greatest depth of a search, in plies; default Infinity
 * @property {number | undefined} [threads] the most threads; default 1
 * @property {number | undefined} [hash] the most memory for hash tables, in MiB; default 64
 * @property {number | undefined} [multipv] the most lines at once; default 64
 * @property {number | undefined} [messageBytes] the longest message, in bytes; default 16,384
 * @property {number | undefined} [messagesPerSecond] messages of a client in the long run, and twice as many at once; a faster
 *   client is slowed down, and disconnected after 10 s. A long message counts one more for each KiB. Default 2,000
 * @property {number | undefined} [workPerClient] share of a core, in the long run, that the server's process works for a
 *   client, its engine not counted, and ten seconds of that at once; a client that costs more waits. Default 0.05
 * @property {number | undefined} [connectionsPerAddressMinute] new connections of an address, IPv6 by its first 64 bits, in the
 *   long run, and as many at once; like the next two not for this machine's own addresses and for proxies. Default 240
 * @property {number | undefined} [requestsPerAddressSecond] plain HTTP requests of an address; default 20
 * @property {number | undefined} [workPerAddress] as workPerClient, for all clients of an address; default 0.8
 * @property {number | undefined} [idle] milliseconds without a message and without a search after which the client
 *   is disconnected; default 1,800,000; Infinity for no limit
 * @property {number | undefined} [startTimeout] milliseconds from an engine's start to its `uciok`; default 30,000
 * @property {number | undefined} [stopTimeout] milliseconds from `stop` to `bestmove`, after which the engine is
 *   killed; default 5,000
 */

/** @typedef {Required<{ [Name in keyof EngineServerLimits]: number }>} BridgeLimits */

/**
 * An entry of the log. It never contains a token, and of a client's messages only the names of commands. Text is one
 * line without control characters.
 * @typedef {object} EngineServerLogEntry
 * @property {string} time ISO 8601
 * @property {'listening' | 'warning' | 'rejected' | 'connected' | 'ready' | 'refused' | 'engine-failed' | 'engine-died'
 *   | 'disconnected' | 'closed'} event
 * @property {number} [client] the client's number, from 1
 * @property {string} [address] of the client
 * @property {number} [count] repetitions of an entry within about a second
 * @property {string} [reason]
 * @property {number} [code] of a close frame
 * @property {number} [status] of an HTTP answer
 * @property {string} [command] that was refused; 'unknown' for one that the bridge does not know
 * @property {number} [dropped] number of `info` lines dropped for a slow reader
 * @property {string} [url] that the server listens at
 */

/**
 * The options of serveEngine().
 * @typedef {object} ServeEngineOptions
 * @property {string | URL} command the engine's program: a path, a name in the PATH, or a script for Node
 * @property {readonly string[] | undefined} [args] arguments for the engine
 * @property {string | undefined} [host] the address to listen at; default '127.0.0.1'
 * @property {number | undefined} [port] default 0: a free one
 * @property {string | undefined} [token] the token that clients must send; required unless the host is a
 *   loopback address
 * @property {readonly string[] | undefined} [origins] whose pages may connect, such as 'https://example.org' or
 *   'tauri://localhost'; '*' for all, only with a token. Default: none. Programs have no origin and may always connect
 * @property {readonly string[] | undefined} [proxies] IP addresses and networks, such as '10.0.0.0/8', whose
 *   X-Forwarded-For names the client. Default: none
 * @property {number | undefined} [maxClients] at a time; default 16
 * @property {EngineServerLimits | undefined} [limits] limits of clients, searches and messages
 * @property {readonly string[] | undefined} [allowOptions] names of engine options that clients may set besides the
 *   known harmless ones; never those that take a string, or whose name suggests files
 * @property {((entry: EngineServerLogEntry) => void) | undefined} [log] called for every entry; what it throws goes to the console
 */

/** @import { LimitRule, ServerSettings } from '../../net/server-options.js' */

/**
 * The options, checked and complete.
 * @typedef {ServerSettings & { command: string, args: string[], token: string | undefined, maxClients: number,
 *   limits: BridgeLimits, allowOptions: string[] }} ServeSettings
 */

const NAMES = [
  'command',
  'args',
  'host',
  'port',
  'token',
  'origins',
  'proxies',
  'maxClients',
  'limits',
  'allowOptions',
  'log',
]
const ALL_ORIGINS = 'with * any page of the web could use the engine: a token is required'
const MOST_MESSAGE_BYTES = 1 << 24

/** @type {Readonly<Record<keyof BridgeLimits, LimitRule>>} */
const LIMITS = {
  movetime: [300_000, Infinity],
  nodes: [Infinity, Infinity],
  depth: [Infinity, Infinity],
  threads: [1, LARGEST_INT],
  hash: [64, LARGEST_INT],
  multipv: [64, LARGEST_INT],
  messageBytes: [16_384, MOST_MESSAGE_BYTES],
  messagesPerSecond: [2000, LARGEST_INT],
  workPerClient: { share: 0.05 },
  connectionsPerAddressMinute: 240,
  requestsPerAddressSecond: 20,
  workPerAddress: { share: 0.8 },
  idle: [1_800_000, Infinity],
  startTimeout: [30_000, Infinity],
  stopTimeout: [5000, Infinity],
}

/** The names of EngineServerLimits, for command lines. */
export const CEILING_NAMES = /** @type {(keyof BridgeLimits)[]} */ (Object.keys(LIMITS))

/**
 * @param {unknown} options
 * @returns {ServeSettings}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readServeOptions(options) {
  const given = checkOptions(options, NAMES)
  const token = readToken(given.token)
  const server = readServerOptions(given, token === undefined ? ALL_ORIGINS : undefined)
  const command = readCommand(given.command)
  const fault = tokenFault(server.host, token)
  if (fault !== undefined) throw argumentError(fault)
  const { maxClients = 16 } = given
  return {
    ...server,
    command,
    args: checkArguments(given.args),
    token,
    maxClients: integer('maxClients', maxClients, 1, LARGEST_INT),
    limits: readLimits(given.limits, LIMITS),
    allowOptions: readAllowOptions(given.allowOptions),
  }
}

/** @param {unknown} command */
function readCommand(command) {
  if (command === undefined) throw argumentError('serveEngine() needs { command }')
  const path = checkPath(command, 'An engine')
  if (/[/\\]/.test(path) && !existsSync(path)) throw argumentError('There is no such program:', path)
  return path
}

/** @param {unknown} token never in a message */
function readToken(token) {
  if (token === undefined) return undefined
  if (typeof token !== 'string' || token === '') throw argumentError('token is a string that is not empty')
  return token
}

/** @param {unknown} names */
function readAllowOptions(names) {
  if (names === undefined) return []
  if (!Array.isArray(names) || !names.every(name => typeof name === 'string' && name.trim() !== ''))
    throw argumentError('allowOptions are an array of names', names)
  const dangerous = names.find(name => !mayBeAllowed(name))
  if (dangerous !== undefined)
    throw argumentError('An option with this name may open files and is never allowed:', dangerous)
  return [...names]
}
