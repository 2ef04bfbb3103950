// SPDX-License-Identifier: Apache-2.0
// binbo engine-server: a native engine over WebSocket.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { ChessError } from '../core/errors.js'
import { provideWasm } from '../core/wasm.js'
import { tokenFault } from '../net/access.js'
import { serveEngine } from '../node/bridge/serve-engine.js'
import { CEILING_NAMES } from '../node/bridge/serve-options.js'
import { enginePath, findProgram, STOCKFISH } from './find-program.js'
import { jsonLog, readLimitOptions, readNumber, untilStopped } from './serving.js'
import { printable } from './text.js'
import { detailsOf, UsageError, usageError } from './usage-error.js'

/** @import { Io } from './main.js' */
/** @import { ServeEngineOptions } from '../node/bridge/serve-options.js' */

const HELP = `usage: binbo engine-server [options] [ENGINE] [-- ARGUMENT…]

Serves a UCI engine over WebSocket to pages and programs, with one process for each client and one line of UCI
for each message. Clients can play and analyse; commands and options that open files are refused. ENGINE is a
path or a name on the PATH; default: stockfish. It prints the address to connect to; the log goes to standard
error, one JSON object for each line. GET /health reports the server's state.

options:
  --command ENGINE       the same as ENGINE
  --host HOST            where to listen; default 127.0.0.1, which only this machine reaches
  --port N               default 8080; 0 takes a free one
  --token TOKEN          that clients must send; required if other machines can reach the host. Safer in
                         the variable BINBO_TOKEN or in a file: other users see the arguments of programs
  --token-file FILE      a file that contains only the token
  --origin ORIGIN        whose pages may connect, such as https://example.org or tauri://localhost;
                         repeatable. * stands for all, only with a token. Programs have no origin and may
                         always connect
  --proxy ADDRESS        an IP address or a network, such as 10.0.0.0/8, whose X-Forwarded-For names the
                         client; repeatable
  --max-clients N        default 16
  --threads N, --hash MIB, --multipv N
                         the largest values that a client may set; default 1, 64, 64
  --movetime MS, --nodes N, --depth N
                         the limits of any search, also an infinite one; default 300000, and none
  --idle MS              silence after which a client is disconnected; default 1800000
  --allow-option NAME    another engine option that clients may set; repeatable
  --limit NAME=VALUE     one of the limits above, or messageBytes, messagesPerSecond, workPerClient,
                         connectionsPerAddressMinute, requestsPerAddressSecond, workPerAddress,
                         startTimeout, stopTimeout; repeatable
  -q, --quiet            no log
  -h, --help             this text

exit code: 0 stopped by SIGTERM; 2 wrong usage, no UCI engine, or the server cannot listen; 130 interrupted
`

const OPTIONS = /** @type {const} */ ({
  command: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8080' },
  token: { type: 'string' },
  'token-file': { type: 'string' },
  origin: { type: 'string', multiple: true },
  proxy: { type: 'string', multiple: true },
  'max-clients': { type: 'string' },
  threads: { type: 'string' },
  hash: { type: 'string' },
  multipv: { type: 'string' },
  movetime: { type: 'string' },
  nodes: { type: 'string' },
  depth: { type: 'string' },
  idle: { type: 'string' },
  'allow-option': { type: 'string', multiple: true },
  limit: { type: 'string', multiple: true },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

const SUCCESS = 0
const CANNOT_LISTEN = 2
const INTERRUPTED = 130
/** Milliseconds for the rest of the log to be read after the server has stopped. */
const PATIENCE = 500

/**
 * @param {string[]} args
 * @param {Io} io
 * @returns {Promise<number>} the exit code, after it was stopped
 * @throws {UsageError}
 */
export async function run(args, io) {
  const options = readOptions(args, io.env)
  if (options === undefined) {
    io.stdout.write(HELP)
    return SUCCESS
  }
  provideWasm(carriedWasm)
  const stopped = untilStopped(io.signal)
  const log = options.quiet ? undefined : jsonLog(io.stderr)
  try {
    const server = await serveEngine({ ...options.serve, log })
    io.stdout.write(`${server.url}\n`)
    await stopped.promise
    await server.close()
  } catch (error) {
    if (error instanceof ChessError) throw new UsageError(detailsOf(error), 'engine-server')
    io.stderr.write(`binbo: cannot listen: ${printable(/** @type {Error} */ (error).message)}\n`)
    return CANNOT_LISTEN
  } finally {
    stopped.forget()
  }
  const exitCode = io.signal.reason === 'SIGINT' ? INTERRUPTED : SUCCESS
  // Output that is not read would keep the process running.
  setTimeout(() => process.exit(exitCode), PATIENCE).unref()
  return exitCode
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ serve: ServeEngineOptions, quiet: boolean } | undefined} undefined if help is requested
 * @throws {UsageError}
 */
export function readOptions(args, env) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    if (values.help) return undefined
    const { host, origin, proxy, quiet } = values
    const engine = values.command ?? positionals.shift()
    const token = readToken(values.token, values['token-file'], env)
    const fault = tokenFault(host, token)
    if (fault !== undefined) throw new Error(`${fault}, for BINBO_TOKEN or --token-file`)
    const serve = {
      command: engine === undefined ? defaultEngine(env) : pathOf(engine, env),
      args: positionals,
      host,
      port: /** @type {number} */ (readNumber('port', values.port)),
      token,
      origins: origin,
      proxies: proxy,
      maxClients: readNumber('max-clients', values['max-clients']),
      limits: readLimits(values),
      allowOptions: values['allow-option'],
    }
    return { serve, quiet }
  } catch (error) {
    throw usageError(error, 'engine-server')
  }
}

/**
 * @param {Record<string, unknown>} values of the options
 * @returns {ServeEngineOptions['limits']}
 */
function readLimits(values) {
  const limits = readLimitOptions(/** @type {string[]} */ (values.limit), CEILING_NAMES)
  for (const name of CEILING_NAMES) {
    if (values[name] === undefined) continue
    if (name in limits) throw new Error(`--${name} and --limit ${name} are two limits: give one`)
    limits[name] = readNumber(name, /** @type {string} */ (values[name]))
  }
  return limits
}

/** @param {NodeJS.ProcessEnv} env */
function defaultEngine(env) {
  const path = findProgram(STOCKFISH, env)
  if (path === undefined)
    throw new Error(
      'no engine is given, and stockfish is not installed: apt-get install stockfish, or name another engine',
    )
  return path
}

/**
 * @param {string} engine
 * @param {NodeJS.ProcessEnv} env
 */
function pathOf(engine, env) {
  if (engine === '') throw new Error('the engine is an empty name')
  const path = enginePath(engine, env)
  if (path === undefined) throw new Error(`there is no program '${engine}' on the PATH`)
  return path
}

/**
 * @param {string | undefined} token
 * @param {string | undefined} file
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
function readToken(token, file, env) {
  if (token !== undefined && file !== undefined)
    throw new Error('--token and --token-file are two tokens: give one')
  const text = token ?? (file === undefined ? env.BINBO_TOKEN : readTokenFile(file))
  if (text === '') throw new Error('the token is empty')
  return text
}

/** @param {string} file */
function readTokenFile(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`the token cannot be read: ${/** @type {Error} */ (error).message}`)
  }
}
