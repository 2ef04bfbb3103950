// SPDX-License-Identifier: Apache-2.0
// The engines of a match on the command line: 'stockfish,name=new,option.Hash=64,tc=10+0.1'.

import { basename } from 'node:path'
import { readClock } from '../match/clock.js'
import type { Player } from '../match/players.js'
import { engineMaker } from './play/engines.js'
import { detailsOf, UsageError } from './usage-error.js'

export const ENGINE_KEYS = 'name tc movetime nodes depth margin restart ponder args dir option.NAME'

/** What limits a move: an engine's own keys replace those of --each. */
const LIMITS = ['movetime', 'nodes', 'depth']
const KEYS = new Set(ENGINE_KEYS.split(' ').filter(key => key !== 'option.NAME'))

type Keys = ReadonlyMap<string, string>

/** A player, and how its engine starts, as plain JSON. */
export type PlayerSpec = Omit<Player, 'transport' | 'start'> & {
  /** a program or an address */
  engine: string
  /** of a program */
  args: string[]
  dir?: string | undefined
}

/** @throws {UsageError} */
function readKeys(words: readonly string[], name: string): Keys {
  const keys = new Map<string, string>()
  for (const word of words) {
    const at = word.indexOf('=')
    const key = at < 0 ? word : word.slice(0, at)
    const isFlag = key === 'restart' || key === 'ponder'
    if (!KEYS.has(key) && !/^option\../.test(key))
      throw new UsageError(`${name} has the keys ${ENGINE_KEYS}, not '${key}'`)
    if (at < 0 && !isFlag) throw new UsageError(`${name}: ${key} needs a value, ${key}=…`)
    keys.set(key, at < 0 ? 'true' : word.slice(at + 1))
  }
  return keys
}

/**
 * @param engines as given by --engine: a program or address, then keys
 * @param each keys of all engines
 * @throws {UsageError}
 */
export function readPlayers(engines: readonly string[], each: readonly string[]): PlayerSpec[] {
  const shared = readKeys(
    each.flatMap(text => text.split(',')),
    '--each',
  )
  within('--each', () => limitsOf(shared)) // also where every engine has limits of its own
  return engines.map(text => {
    const [engine, ...words] = text.split(',')
    if (engine === '') throw new UsageError('--engine begins with a program or an address')
    return specOf(engine, readKeys(words, '--engine'), shared)
  })
}

/**
 * @param token for engines that are WebSockets
 * @returns players whose engines start here
 * @throws {UsageError}
 */
export function playersHere(
  specs: readonly PlayerSpec[],
  token: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Player[]> {
  return Promise.all(
    specs.map(async ({ engine, args, dir, ...player }) => ({
      ...player,
      transport: await engineMaker(engine, token, env, { args, cwd: dir }),
    })),
  )
}

/** @throws {UsageError} */
function specOf(engine: string, own: Keys, each: Keys): PlayerSpec {
  const isLimit = (key: string) => key === 'tc' || LIMITS.includes(key)
  const hasLimits = [...own.keys()].some(isLimit)
  const keys: Keys = new Map([...[...each].filter(([key]) => !(hasLimits && isLimit(key))), ...own])
  const options = [...keys].filter(([key]) => key.startsWith('option.'))
  return {
    name: keys.get('name') ?? basename(engine),
    engine,
    args: keys.get('args')?.split(/\s+/).filter(Boolean) ?? [],
    dir: keys.get('dir'),
    options: Object.fromEntries(options.map(([key, value]) => [key.slice('option.'.length), value])),
    ...within('--engine', () => ({
      limits: limitsOf(keys),
      margin: numberOf(keys, 'margin'),
      restart: flagOf(keys, 'restart'),
      ponder: flagOf(keys, 'ponder'),
    })),
  }
}

/** @param name of the option that `read` reads @throws {UsageError} which names it */
function within<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${name}: ${detailsOf(error)}`)
  }
}

/** @throws {UsageError} */
function limitsOf(keys: Keys): Player['limits'] {
  const tc = keys.get('tc')
  const limits = LIMITS.flatMap(name => {
    const value = numberOf(keys, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  if (tc === undefined) return limits.length === 0 ? undefined : Object.fromEntries(limits)
  if (limits.length > 0) throw new UsageError(`an engine has tc or ${limits[0][0]}, not both`)
  readClock(tc) // as an error of usage, before anything starts
  return tc
}

function numberOf(keys: Keys, name: string): number | undefined {
  const text = keys.get(name)
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text)) throw new UsageError(`${name} is a whole number, not '${text}'`)
  return Number(text)
}

function flagOf(keys: Keys, name: string): boolean {
  const text = keys.get(name) ?? 'false'
  if (text !== 'true' && text !== 'false') throw new UsageError(`${name} is true or false, not '${text}'`)
  return text === 'true'
}
