// SPDX-License-Identifier: Apache-2.0
// The players of a match: what they are, and how their engines start.

import { callQuietly } from '../core/callbacks.js'
import { argumentError, ChessError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { checkOptions, flag } from '../core/options.js'
import { Engine } from '../uci/engine/engine.js'
import type { StartOptions } from '../uci/engine/engine-life.js'
import { killTransport } from '../uci/engine/kill-transport.js'
import type { OptionValue } from '../uci/engine/option-table.js'
import type { Limits } from '../uci/text/commands.js'
import { checkLimits } from '../uci/text/commands.js'
import { optionKey, valueFromText } from '../uci/text/options.js'
import type { Transport } from '../uci/transports/line-transport.js'
import type { Clock, ClockSettings } from './clock.js'
import { clockText, readClock } from './clock.js'

/** An engine of a match, and how it plays. */
export type Player = {
  /** Unique in the match. */
  name: string
  /** Starts the engine, or connects to it: each time a new transport. */
  transport: () => Transport | Promise<Transport>
  /** The engine's options by name; text is read as the type of the option requires, such as '64' of a number. */
  options?: Record<string, OptionValue> | undefined
  /** A clock, or depth, nodes and movetime for each move. Default '10+0.1'. */
  limits?: Limits | Clock | undefined
  /** Milliseconds past zero that do not lose. Default 0; with movetime 500. */
  margin?: number | undefined
  /** True: a new process for each game. Default false: `ucinewgame` and `isready`. */
  restart?: boolean | undefined
  /** True: it thinks on its opponent's time. Default false. */
  ponder?: boolean | undefined
  /** How its process starts, as Engine.start() takes it. Default of readyTimeout: 60,000. */
  start?: StartOptions | undefined
}

/** An engine that runs, and the player that it is. */
export type Seat = {
  engine: Engine
  player: Player
}

/** A player whose fields are checked. */
export type CheckedPlayer = {
  name: string
  transport: () => unknown
  options: Record<string, OptionValue>
  /** undefined: limits of each move */
  clock: ClockSettings | undefined
  /** of each move; empty with a clock */
  limits: Limits
  margin: number
  restart: boolean
  ponder: boolean
  start: StartOptions
}

const NAMES = ['name', 'transport', 'options', 'limits', 'margin', 'restart', 'ponder', 'start']
const CLOCK = ['base', 'increment']
const LIMITS = ['depth', 'nodes', 'movetime']
const USUAL_CLOCK = '10+0.1'
const MOVETIME_MARGIN = 500
const READY_TIMEOUT = 60_000

/**
 * Reads what was given with players; if that is refused, transports in place of functions are killed.
 * @param players of any kind
 * @throws what `read` throws
 */
export function readWithPlayers<T>(players: unknown, read: () => T): T {
  try {
    return read()
  } catch (error) {
    for (const player of Array.isArray(players) ? players : [])
      for (const get of [() => player.transport, () => player.engine, () => player.player.transport])
        callQuietly(() => killTransport(get()))
    throw error
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
export function readPlayer(player: unknown): CheckedPlayer {
  const given = checkOptions(player ?? null, NAMES)
  const { name, transport, options = {}, limits = USUAL_CLOCK, start = {} } = given
  if (typeof name !== 'string' || name === '') throw argumentError('A player has a name', name)
  if (typeof transport !== 'function')
    throw argumentError('The transport of a player is a function that makes one', transport)
  if (!isObject(options)) throw argumentError('options are an object', options)
  if (!isObject(start)) throw argumentError('start are options of Engine.start()', start)
  const isClock = typeof limits === 'string' || (isObject(limits) && CLOCK.some(key => key in limits))
  const clock = isClock ? readClock(limits) : undefined
  const moveLimits = isClock ? {} : moveLimitsOf(limits)
  const usual = moveLimits.movetime === undefined ? 0 : MOVETIME_MARGIN
  const { margin = usual } = given
  if (typeof margin !== 'number' || !(margin >= 0))
    throw argumentError('margin is a time in milliseconds', margin)
  return {
    name,
    transport: () => transport(),
    options: options as Record<string, OptionValue>,
    clock,
    limits: moveLimits,
    margin,
    restart: flag('restart', given.restart, false),
    ponder: flag('ponder', given.ponder, false),
    start,
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function moveLimitsOf(limits: unknown): Limits {
  const wrong = Object.keys(Object(limits)).find(key => !LIMITS.includes(key))
  if (isObject(limits) && wrong !== undefined)
    throw argumentError(
      `The limits of a player are ${LIMITS.join(', ')}, or a clock: '10+0.1' in seconds, { base, increment, moves } in milliseconds`,
      wrong,
    )
  return checkLimits(checkOptions(limits, LIMITS))
}

/**
 * Starts a player's engine, and sets its options.
 * @throws {ChessError} as Engine.start() and setOptions(); whatever `transport` throws
 */
export async function startPlayer(player: CheckedPlayer, signal?: AbortSignal): Promise<Engine> {
  const transport = await player.transport()
  const options = { readyTimeout: READY_TIMEOUT, ...(signal && { signal }), ...player.start }
  let engine: Engine | undefined
  try {
    engine = await Engine.start(transport as Transport, options)
    await engine.setOptions(valuesOf(player.options, engine))
    if (player.ponder && engine.options.has('Ponder')) await engine.setOption('Ponder', true)
    return engine
  } catch (error) {
    await engine?.quit()
    if (error instanceof ChessError) error.message += `, player '${player.name}'`
    throw error
  }
}

/** @returns the options, with text read as their types require */
function valuesOf(options: CheckedPlayer['options'], engine: Engine): CheckedPlayer['options'] {
  const known = new Map(Array.from(engine.options.values(), option => [optionKey(option.name), option]))
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const option = known.get(optionKey(name))
      return [name, option && typeof value === 'string' ? valueFromText(option, value) : value]
    }),
  )
}

/** @returns its time as in the tag TimeControl; '-' for depth and nodes */
export function timeControl({ clock, limits }: CheckedPlayer): string {
  if (clock !== undefined) return clockText(clock)
  return limits.movetime === undefined ? '-' : `1/${limits.movetime / 1000}`
}
