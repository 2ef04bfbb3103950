// SPDX-License-Identifier: Apache-2.0
// The options of commands that search many positions: which engines, and how long.

import { availableParallelism } from 'node:os'
import { findProgram, STOCKFISH } from './find-program.js'
import { defaultEngine, engineMaker } from './play/engines.js'
import { UsageError } from './usage-error.js'

/** @import { Limits } from '../uci/text/commands.js' */
/** @import { Transport } from '../uci/transports/line-transport.js' */

/** Of parseArgs(). */
export const SEARCH_OPTIONS = /** @type {const} */ ({
  engine: { type: 'string', short: 'e' },
  movetime: { type: 'string' },
  depth: { type: 'string' },
  nodes: { type: 'string' },
  size: { type: 'string' },
  threads: { type: 'string' },
  hash: { type: 'string' },
  token: { type: 'string' },
})

export const SEARCH_HELP = `  -e, --engine ENGINE   as for binbo play: a path or name of a program, ws://…, wss://…, tcp://… or wasm;
                        default: the program stockfish, else npm stockfish
  --movetime MS         time for each position, in milliseconds; default 1000 if there is no other limit
  --depth N             search depth for each position
  --nodes N             nodes for each position`

export const ENGINES_HELP = `  --size N              engines at work; default: one less than there are cores, 1 to 8
  --threads N           threads of all engines together
  --hash MIB            hash tables of all engines together`

const MOST_ENGINES = 8
const DEFAULT_LIMITS = { movetime: 1000 }

/**
 * @typedef {object} SearchSettings
 * @property {string | undefined} engine
 * @property {string | undefined} token
 * @property {Limits} limits
 * @property {number} size
 * @property {Record<string, number>} options of the engines
 */

/**
 * @param {Partial<Record<keyof typeof SEARCH_OPTIONS, string>>} values of the options
 * @param {NodeJS.ProcessEnv} env
 * @returns {SearchSettings}
 * @throws {Error} for a wrong number
 */
export function readSearch(values, env) {
  const number = (/** @type {keyof typeof SEARCH_OPTIONS} */ name) => readNumber(name, values[name], 1)
  const limits = { movetime: number('movetime'), depth: number('depth'), nodes: number('nodes') }
  const options = { Threads: number('threads'), Hash: number('hash') }
  return {
    engine: values.engine,
    token: values.token ?? env.BINBO_TOKEN,
    limits: Object.values(limits).some(value => value !== undefined) ? limits : DEFAULT_LIMITS,
    size: number('size') ?? Math.min(Math.max(availableParallelism() - 1, 1), MOST_ENGINES),
    options: /** @type {Record<string, number>} */ (
      Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
    ),
  }
}

/**
 * @param {string} name of the option
 * @param {string | undefined} text
 * @param {number} least
 * @returns {number | undefined}
 * @throws {Error}
 */
export function readNumber(name, text, least) {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new Error(`--${name} is a whole number ${least > 0 ? 'above 0' : 'from 0'}, not '${text}'`)
}

/**
 * @param {SearchSettings} settings
 * @param {NodeJS.ProcessEnv} env
 * @param {string} command
 * @returns {Promise<() => Transport>} makes transports to the engine
 * @throws {UsageError} without an engine
 */
export function findEngine({ engine, token }, env, command) {
  const found = engine ?? findProgram(STOCKFISH, env) ?? defaultEngine(env, 'standard')
  if (found !== undefined) return engineMaker(found, token, env, command)
  throw new UsageError(
    'no engine was found: install stockfish (apt-get or npm), or name one with --engine',
    command,
  )
}
