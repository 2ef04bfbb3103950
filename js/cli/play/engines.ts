// SPDX-License-Identifier: Apache-2.0
// Finds and starts engines to play with, and sets their strength.

import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Variant } from '../../core/generated/bindings.js'
import { packageFailure } from '../../core/optional-package.js'
import { hasStandardRules } from '../../game/traits.js'
import { variantName } from '../../game/variants.js'
import { processTransport } from '../../node/transports/process-transport.js'
import { tcpTransport } from '../../node/transports/tcp-transport.js'
import type { Engine } from '../../uci/engine/engine.js'
import { UCI_VARIANT, variantFault } from '../../uci/engine/option-table.js'
import type { UciOption } from '../../uci/text/options.js'
import { optionKey } from '../../uci/text/options.js'
import type { Transport } from '../../uci/transports/line-transport.js'
import type { WebSocketTransportOptions } from '../../uci/transports/web-socket-transport.js'
import { webSocketTransport } from '../../uci/transports/web-socket-transport.js'
import { enginePath, FAIRY_STOCKFISH, findProgram, STOCKFISH } from '../find-program.js'
import { UsageError } from '../usage-error.js'
import type { Strength } from './arguments.js'

/** The name for the engine of npm `stockfish`. */
const WASM = 'wasm'
/** The folders of its programs, in different versions. */
const WASM_FOLDERS = ['bin', 'src']
/** A small program with one thread; the others need threads or are a hundred times larger. */
const WASM_PROGRAM = /^stockfish(?=.*-lite-single)(?=.*\.js$)/

const HOW_TO_GET_ONE = `No engine was found. Install or name one:
  npm install stockfish          the WebAssembly engine, in this folder; binbo play finds it
  apt-get install stockfish      or another way that puts 'stockfish' on the PATH
  binbo play --engine ENGINE     the path of a UCI engine, ws://…, wss://… or tcp://HOST:PORT
  binbo play --both              both sides by hand`
const HOW_TO_GET_FAIRY = `Install or name one:
  apt-get install fairy-stockfish    or another way that puts 'fairy-stockfish' on the PATH (atomic needs a
                                     newer version than 11.1)
  binbo play --engine ENGINE         the path of a UCI engine with the option UCI_Variant, ws://…, wss://…
                                     or tcp://HOST:PORT
  binbo play --both                  both sides by hand`

/** @returns whether only Fairy-Stockfish plays the variant */
const isFairy = (variant: Variant): boolean => !hasStandardRules(variant)

/** @returns the message that there is no engine for the variant, and how to get one */
export function howToGetOne(variant: Variant): string {
  if (!isFairy(variant)) return HOW_TO_GET_ONE
  const name = variantName(variant, 'pgn')
  return `No engine that plays ${name} was found: Stockfish does not. ${HOW_TO_GET_FAIRY}`
}

/**
 * Finds the default engine.
 * @param variant the variant that it must play
 * @returns the engine, in the form of --engine
 */
export function defaultEngine(env: NodeJS.ProcessEnv, variant: Variant): string | undefined {
  if (isFairy(variant)) return findProgram(FAIRY_STOCKFISH, env)
  return wasmProgram() === undefined ? findProgram(STOCKFISH, env) : WASM
}

/** @returns a program for Node of npm `stockfish`, which is searched from the current folder and from this package */
function wasmProgram(): string | undefined {
  for (const start of [join(currentFolder(), 'any.js'), import.meta.url]) {
    try {
      const top = dirname(createRequire(start).resolve('stockfish/package.json'))
      for (const folder of WASM_FOLDERS) {
        const path = join(top, folder)
        const name = existsSync(path) ? readdirSync(path).find(file => WASM_PROGRAM.test(file)) : undefined
        if (name !== undefined) return join(path, name)
      }
    } catch {
      // It is not installed there.
    }
  }
  return undefined
}

/** @returns '/' if the current folder was deleted */
function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    return '/'
  }
}

/**
 * Starts an engine or a connection to one; the transport reports later failures.
 * @param engine a path, ws://…, wss://…, tcp://HOST:PORT or 'wasm'
 * @param token for a WebSocket
 * @throws {UsageError}
 */
export async function openEngine(
  engine: string,
  token: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Transport> {
  return (await engineMaker(engine, token, env))()
}

/**
 * @param engine a path, ws://…, wss://…, tcp://HOST:PORT or 'wasm'
 * @param token for a WebSocket
 * @param program arguments and folder of a program
 * @returns a function that starts the engine, or a connection to it, any number of times
 * @throws {UsageError}
 */
export async function engineMaker(
  engine: string,
  token: string | undefined,
  env: NodeJS.ProcessEnv,
  { args = [], cwd }: { args?: readonly string[]; cwd?: string | undefined } = {},
): Promise<() => Transport> {
  if (/^\w+:\/\//.test(engine) && (args.length > 0 || cwd !== undefined))
    throw new UsageError(`arguments and a folder are for programs, not for '${engine}'`)
  if (/^wss?:/i.test(engine)) {
    const WebSocket = await webSocketClass()
    return () => webSocketTransport(engine, token === undefined ? { WebSocket } : { WebSocket, token })
  }
  if (/^tcp:/i.test(engine)) {
    const address = hostAndPort(engine)
    return () => tcpTransport(address)
  }
  if (/^\w+:\/\//.test(engine))
    throw new UsageError(`an engine's address begins with ws://, wss:// or tcp://, not '${engine}'`)
  const program = engine === WASM ? wasmProgram() : (enginePath(engine, env) ?? engine)
  if (program === undefined)
    throw new UsageError('npm stockfish is not installed here: npm install stockfish')
  return () => processTransport(program, args, { cwd })
}

/** @returns the class of npm `ws`, which reports why a connection fails, or else Node's own, from Node 22 on */
async function webSocketClass(): Promise<WebSocketTransportOptions['WebSocket']> {
  try {
    return (await import('ws')).WebSocket
  } catch (error) {
    if (globalThis.WebSocket) return globalThis.WebSocket
    throw new UsageError(`in Node 20 a WebSocket ${packageFailure(error, 'ws')}`)
  }
}

/** @throws {UsageError} */
function hostAndPort(address: string): { host: string; port: number } {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url?.hostname || !url.port) throw new UsageError(`'${address}' is not tcp://HOST:PORT`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
}

/** @throws {UsageError} if the engine does not play the variant */
export function checkVariant(engine: Engine, variant: Variant) {
  const fault =
    variant === 'chess960' && !findOption(engine, 'UCI_Chess960')
      ? 'it has no option UCI_Chess960'
      : variantFault(findOption(engine, UCI_VARIANT), variant)
  if (fault === undefined) return
  const other = isFairy(variant) && !findOption(engine, UCI_VARIANT) ? '; fairy-stockfish plays variants' : ''
  throw new UsageError(`${engineName(engine)} does not play ${variantName(variant, 'pgn')}: ${fault}${other}`)
}

/**
 * Sets the engine's strength; fields that are missing mean full strength.
 * @throws {UsageError} if it has no such option, or not this range
 * @throws {ChessError} ERR_UCI_ENGINE_DEAD
 */
export async function setStrength(engine: Engine, { elo, skill }: Strength) {
  const limit = findOption(engine, 'UCI_LimitStrength')
  const rating = findOption(engine, 'UCI_Elo')
  const level = findOption(engine, 'Skill Level')
  if (elo !== undefined) checkRange(engine, 'Elo', elo, limit && rating)
  if (skill !== undefined) checkRange(engine, 'skill', skill, level)
  if (limit) await engine.setOption(limit.name, elo !== undefined)
  if (rating && elo !== undefined) await engine.setOption(rating.name, elo)
  const degree = skill ?? level?.default ?? level?.max
  if (level && degree !== undefined) await engine.setOption(level.name, degree)
}

/** @returns the option with this name, in any spelling */
function findOption({ options }: Engine, name: string): UciOption | undefined {
  return [...options.values()].find(option => optionKey(option.name) === optionKey(name))
}

function checkRange(engine: Engine, what: string, value: number, option: UciOption | undefined) {
  if (option === undefined) throw new UsageError(`${engineName(engine)} has no option to limit its ${what}`)
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = option
  if (value < min || value > max)
    throw new UsageError(`${engineName(engine)} offers ${what} ${min} to ${max}, not ${value}`)
}

/** @returns the name of the engine, which may have control characters */
export const engineName = (engine: Engine): string => engine.id.name || 'the engine'
