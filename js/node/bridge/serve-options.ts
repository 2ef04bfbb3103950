// SPDX-License-Identifier: Apache-2.0
// The options of serveEngine(), checked before anything listens.

import { existsSync } from 'node:fs'
import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { tokenFault } from '../../net/access.js'
import type { LimitRule, ServerSettings } from '../../net/server-options.js'
import { integer, readLimits, readServerOptions } from '../../net/server-options.js'
import { LARGEST_INT } from '../../uci/text/lines.js'
import { checkArguments, checkPath } from '../transports/program.js'
import { mayBeAllowed } from './option-gate.js'

/**
 * Limits of one client, and some of an address. Larger values of movetime, nodes and depth are lowered to these limits;
 * options above threads, hash and multipv are refused.
 */
export type EngineServerLimits = {
  /**
   * Milliseconds after which a search is stopped, `infinite` and `ponder` included. Default 300,000; Infinity for no
   * ceiling.
   */
  movetime?: number | undefined
  /** The most nodes of a search; default Infinity. */
  nodes?: number | undefined
  /** The greatest depth of a search, in plies; default Infinity. */
  depth?: number | undefined
  /** The most threads; default 1. */
  threads?: number | undefined
  /** The most memory for hash tables, in MiB; default 64. */
  hash?: number | undefined
  /** The most lines at once; default 64. */
  multipv?: number | undefined
  /** The longest message, in bytes; default 16,384. */
  messageBytes?: number | undefined
  /**
   * Messages of a client on average, with bursts of twice as many; a faster client is slowed down, and disconnected after
   * 10 s. A long message counts one more for each 256 characters, and each line of an answer except `info` counts, too.
   * Default 2,000.
   */
  messagesPerSecond?: number | undefined
  /**
   * The share of a core that the server's process, without the engine, may work for a client on average, with bursts of ten
   * seconds of it; a client that uses more waits. Default 0.05.
   */
  workPerClient?: number | undefined
  /**
   * New connections of an address on average, with bursts of as many; default 240. This limit and the next two count IPv6
   * addresses by their first 64 bits, and do not apply to this machine's own addresses and to proxies.
   */
  connectionsPerAddressMinute?: number | undefined
  /** Plain HTTP requests of an address; default 20. */
  requestsPerAddressSecond?: number | undefined
  /** As workPerClient, for all clients of an address; default 0.8. */
  workPerAddress?: number | undefined
  /**
   * Milliseconds without a message and without a search after which the client is disconnected; default 1,800,000;
   * Infinity for no limit.
   */
  idle?: number | undefined
  /** Milliseconds from an engine's start to its `uciok`; default 30,000. */
  startTimeout?: number | undefined
  /** Milliseconds from `stop` to `bestmove`, after which the engine is killed; default 5,000. */
  stopTimeout?: number | undefined
}

type BridgeLimits = Required<{ [Name in keyof EngineServerLimits]: number }>

/**
 * An entry of the log. It never contains tokens, and of a client's messages only the names of commands. Text is one line
 * without control characters.
 */
export type EngineServerLogEntry = {
  /** ISO 8601. */
  time: string
  event:
    | 'listening'
    | 'warning'
    | 'rejected'
    | 'connected'
    | 'ready'
    | 'refused'
    | 'engine-failed'
    | 'engine-died'
    | 'disconnected'
    | 'closed'
  /** The client's number, from 1. */
  client?: number
  /** The address of the client. */
  address?: string
  /** Repetitions of an entry within about a second. */
  count?: number
  reason?: string
  /** The code of a close frame. */
  code?: number
  /** The status of an HTTP response. */
  status?: number
  /** The refused command; 'unknown' for a command that the bridge does not know. */
  command?: string
  /** Number of `info` lines dropped for a slow reader. */
  dropped?: number
  /** The URL at which the server listens. */
  url?: string
}

/** The options of serveEngine(). */
export type ServeEngineOptions = {
  /** The engine's program: a path, a name in the PATH, or a script for Node. */
  command: string | URL
  /** Arguments for the engine. */
  args?: readonly string[] | undefined
  /** The address to listen at; default '127.0.0.1'. */
  host?: string | undefined
  /** Default 0: a free one. */
  port?: number | undefined
  /** The token that clients must send; required unless the host is a loopback address. */
  token?: string | undefined
  /**
   * The origins whose pages may connect, such as 'https://example.org' or 'tauri://localhost'; '*' for all, only with a
   * token. Default: none. Programs have no origin and may always connect.
   */
  origins?: readonly string[] | undefined
  /** IP addresses and networks, such as '10.0.0.0/8', whose X-Forwarded-For names the client. Default: none. */
  proxies?: readonly string[] | undefined
  /** The most clients at a time; default 16. */
  maxClients?: number | undefined
  /** Limits of clients, searches and messages. */
  limits?: EngineServerLimits | undefined
  /**
   * Names of engine options that clients may set besides the known harmless ones; never options that take a string, or
   * whose name suggests files.
   */
  allowOptions?: readonly string[] | undefined
  /** Called for every entry; its errors go to the console. */
  log?: ((entry: EngineServerLogEntry) => void) | undefined
}

/** The options, checked and complete. */
export type ServeSettings = ServerSettings & {
  command: string
  args: string[]
  token: string | undefined
  maxClients: number
  limits: BridgeLimits
  allowOptions: string[]
}

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

/** The rules of EngineServerLimits, also for command lines. */
export const CEILINGS: Readonly<Record<keyof BridgeLimits, LimitRule>> = {
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

/** @throws {ChessError} ERR_ARGUMENT */
export function readServeOptions(options: unknown): ServeSettings {
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
    limits: readLimits(given.limits, CEILINGS),
    allowOptions: readAllowOptions(given.allowOptions),
  }
}

function readCommand(command: unknown) {
  if (command === undefined) throw argumentError('serveEngine() needs { command }')
  const path = checkPath(command, 'An engine')
  if (/[/\\]/.test(path) && !existsSync(path)) throw argumentError('The program does not exist:', path)
  return path
}

/** @param token never in a message */
function readToken(token: unknown) {
  if (token === undefined) return undefined
  if (typeof token !== 'string' || token === '') throw argumentError('token is a string that is not empty')
  return token
}

function readAllowOptions(names: unknown) {
  if (names === undefined) return []
  if (!Array.isArray(names) || !names.every(name => typeof name === 'string' && name.trim() !== ''))
    throw argumentError('allowOptions are an array of names', names)
  const dangerous = names.find(name => !mayBeAllowed(name))
  if (dangerous !== undefined)
    throw argumentError('An option with this name may open files and is never allowed:', dangerous)
  return [...names]
}
