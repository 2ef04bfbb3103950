// SPDX-License-Identifier: Apache-2.0
// The options of commands that search many positions: which engines, and how long.

import { availableParallelism } from 'node:os'
import type { Transport } from '../uci/transports/line-transport.js'
import type { Values } from './command.js'
import { notEmpty, option, wholeNumber } from './command.js'
import { findProgram, STOCKFISH } from './find-program.js'
import { defaultEngine, engineMaker } from './play/engines.js'
import { UsageError } from './usage-error.js'

const positive = wholeNumber(1)

export const SEARCH = {
  engine: option(
    '-e, --engine ENGINE',
    `as for binbo play: a path or name of a program, ws://…, wss://…, tcp://… or wasm;
    default: the program stockfish, else npm stockfish`,
    notEmpty,
  ),
  movetime: option(
    '--movetime MS',
    'time for each position, in milliseconds; default 1000 if there is no other limit',
    positive,
  ),
  depth: option('--depth N', 'search depth for each position', positive),
  nodes: option('--nodes N', 'nodes for each position', positive),
}

export const ENGINES = {
  size: option('--size N', 'engines at work; default: one less than there are cores, 1 to 8', positive),
  threads: option('--threads N', 'threads of all engines together', positive),
  hash: option('--hash MIB', 'hash tables of all engines together', positive),
}

export const TOKEN = option(
  '--token TOKEN',
  'for an engine behind a WebSocket; default: the variable BINBO_TOKEN',
)

const MOST_ENGINES = 8

export type SearchValues = Values<typeof SEARCH & typeof ENGINES> & { token?: string }

export function limitsOf({ movetime, depth, nodes }: SearchValues) {
  return (movetime ?? depth ?? nodes) ? { movetime, depth, nodes } : { movetime: 1000 }
}

/** @returns the options for a pool of engines */
export function poolOf({ size, threads: Threads, hash: Hash }: SearchValues): {
  size: number
  options: Record<string, number>
} {
  return {
    size: size ?? Math.min(Math.max(availableParallelism() - 1, 1), MOST_ENGINES),
    options: { ...(Threads && { Threads }), ...(Hash && { Hash }) },
  }
}

/**
 * @returns a function that makes transports to the engine
 * @throws {UsageError} without an engine
 */
export function findEngine(
  { engine, token = undefined }: SearchValues,
  env: NodeJS.ProcessEnv,
): Promise<() => Transport> {
  const found = engine ?? findProgram(STOCKFISH, env) ?? defaultEngine(env, 'standard')
  if (found !== undefined) return engineMaker(found, token ?? env.BINBO_TOKEN, env)
  throw new UsageError('no engine was found: install stockfish (apt-get or npm), or name one with --engine')
}
