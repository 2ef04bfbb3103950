// SPDX-License-Identifier: Apache-2.0
// binbo engine-server: a native engine over WebSocket.

import { readFileSync } from 'node:fs'
import { reasonOf } from '../core/caught.js'
import { keysOf } from '../core/options.js'
import { tokenFault } from '../net/access.js'
import { serveEngine } from '../node/bridge/serve-engine.js'
import type { ServeEngineOptions } from '../node/bridge/serve-options.js'
import { CEILINGS } from '../node/bridge/serve-options.js'
import type { Values } from './command.js'
import { defineCommand, flag, list, notEmpty, number, option, unlessInterrupted } from './command.js'
import { enginePath, findProgram, STOCKFISH } from './find-program.js'
import { readLimitOptions, serve } from './serving.js'
import { UsageError } from './usage-error.js'

const OPTIONS = {
  command: option('--command ENGINE', 'the same as ENGINE', notEmpty),
  host: option(
    '--host HOST',
    'where to listen; default 127.0.0.1, which only this machine reaches',
    notEmpty,
    '127.0.0.1',
  ),
  port: option('--port N', 'default 8080; 0 takes a free one', number, 8080),
  token: option(
    '--token TOKEN',
    `that clients must send; required if other machines can reach the host. Safer in
    the variable BINBO_TOKEN or in a file: other users see the arguments of programs`,
  ),
  tokenFile: option('--token-file FILE', 'a file that contains only the token'),
  origins: list(
    '--origin ORIGIN',
    `whose pages may connect, such as https://example.org or tauri://localhost;
    repeatable; * means all, only with a token. Programs have no origin and may
    always connect`,
  ),
  proxies: list(
    '--proxy ADDRESS',
    `an IP address or a network, such as 10.0.0.0/8, whose X-Forwarded-For names the
    client; repeatable`,
  ),
  maxClients: option('--max-clients N', 'default 16', number),
  threads: option('--threads N', undefined, number),
  hash: option('--hash MIB', undefined, number),
  multipv: option(
    '--multipv N',
    `
    the largest values that a client may set; default 1, 64, 64`,
    number,
  ),
  movetime: option('--movetime MS', undefined, number),
  nodes: option('--nodes N', undefined, number),
  depth: option(
    '--depth N',
    `
    the limits of any search, also an infinite one; default 300000, and none`,
    number,
  ),
  idle: option('--idle MS', 'silence after which a client is disconnected; default 1800000', number),
  allowOptions: list(
    '--allow-option NAME',
    'another engine option that clients may set; repeatable',
    notEmpty,
  ),
  limits: list(
    '--limit NAME=VALUE',
    `one of the limits above, or messageBytes, messagesPerSecond, workPerClient,
    connectionsPerAddressMinute, requestsPerAddressSecond, workPerAddress,
    startTimeout, stopTimeout; repeatable`,
  ),
  quiet: flag('-q, --quiet', 'no log'),
}

export const command = defineCommand({
  name: 'engine-server',
  help: `[options] [ENGINE] [-- ARGUMENT…]

Serves a UCI engine over WebSocket to pages and programs, with one process for each client and one line of UCI
for each message. Clients can play and analyse; commands and options that open files are refused. ENGINE is a
path or a name on the PATH; default: stockfish. It prints the address to connect to; the log goes to standard
error, one JSON object for each line. GET /health reports the server's state.

options:

exit code: 0 stopped by SIGTERM; 2 wrong usage, no UCI engine, or the server cannot listen; 130 interrupted
`,
  column: 25,
  options: OPTIONS,
  takesWords: true,
  async run(values, words, io) {
    const options = settingsOf(values, words, io.env)
    const code = await serve(io, values.quiet, log => serveEngine({ ...options, log }))
    return unlessInterrupted(io, code)
  },
})

/** @throws {UsageError} */
export function settingsOf(
  values: Values<typeof OPTIONS>,
  words: string[],
  env: NodeJS.ProcessEnv,
): ServeEngineOptions {
  const { host, port, origins, proxies, maxClients, allowOptions } = values
  const [first, ...others] = words
  const engine = values.command ?? first
  const token = readToken(values.token, values.tokenFile, env)
  const fault = tokenFault(host, token)
  if (fault !== undefined) throw new UsageError(`${fault}, for BINBO_TOKEN or --token-file`)
  return {
    command: engine === undefined ? defaultEngine(env) : pathOf(engine, env),
    args: values.command === undefined ? others : words,
    ...{ host, port, token, origins, proxies, maxClients, allowOptions },
    limits: readLimits(values),
  }
}

function readLimits(values: Values<typeof OPTIONS>): ServeEngineOptions['limits'] {
  const { threads, hash, multipv, movetime, nodes, depth, idle } = values
  const own: ServeEngineOptions['limits'] = { threads, hash, multipv, movetime, nodes, depth, idle }
  const limits = readLimitOptions(values.limits, CEILINGS)
  for (const name of keysOf(CEILINGS)) {
    const value = own[name]
    if (value === undefined) continue
    if (name in limits) throw new UsageError(`--${name} and --limit ${name} are two limits: give one`)
    limits[name] = value
  }
  return limits
}

function defaultEngine(env: NodeJS.ProcessEnv) {
  const path = findProgram(STOCKFISH, env)
  if (path === undefined)
    throw new UsageError(
      'no engine is given, and stockfish is not installed: apt-get install stockfish, or name another engine',
    )
  return path
}

function pathOf(engine: string, env: NodeJS.ProcessEnv) {
  if (engine === '') throw new UsageError('the engine is an empty name')
  const path = enginePath(engine, env)
  if (path === undefined) throw new UsageError(`there is no program '${engine}' on the PATH`)
  return path
}

function readToken(
  token: string | undefined,
  file: string | undefined,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (token !== undefined && file !== undefined)
    throw new UsageError('--token and --token-file are two tokens: give one')
  const text = token ?? (file === undefined ? env.BINBO_TOKEN : readTokenFile(file))
  const from = token !== undefined ? '--token' : file !== undefined ? '--token-file' : 'BINBO_TOKEN'
  if (text === '') throw new UsageError(`${from}: the token is empty`)
  return text
}

function readTokenFile(file: string) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`--token-file: the token cannot be read: ${reasonOf(error)}`)
  }
}
