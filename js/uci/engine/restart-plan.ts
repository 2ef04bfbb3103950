// SPDX-License-Identifier: Apache-2.0
// When an engine that died is started again, and when it is given up.

import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import type { Transport } from '../transports/line-transport.js'
import { killTransport } from './kill-transport.js'

/** When an engine that has died is started again. */
export type RestartOptions = {
  /** The most in a row; default: any number. */
  tries?: number | undefined
  /**
   * Milliseconds without an engine, in a row, after which it is given up; default 60,000, or Infinity where `tries` is
   * given.
   */
  within?: number | undefined
  /** Creates the next transport; needed where the first one cannot be made again, such as a Worker object. */
  transport?: (() => Transport) | undefined
}

/** A restart that is going to happen. */
export type Restart = {
  /** Restarts in a row, from 1: a search that succeeds ends the row. */
  attempt: number
  /** Milliseconds until it happens. */
  delay: number
}

const NAMES = ['tries', 'within', 'transport']
const WITHIN = 60_000
const FIRST_DELAY = 250
const LONGEST_DELAY = 10_000

export type RestartSettings = {
  /** 0 for none */
  tries: number
  within: number
  /** creates the next transport */
  again: (() => Transport) | undefined
}

/**
 * @param transport the first one
 * @param restart of Engine.start
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readRestart(transport: Transport, restart: unknown = false): RestartSettings {
  killTransport(restart)
  const { tries, within, transport: make }: RestartOptions = checkOptions(optionsOf(restart), NAMES)
  const isCounted = tries !== undefined
  if (isCounted && (typeof tries !== 'number' || !Number.isInteger(tries) || tries < 0))
    throw argumentError('tries of restart is an integer from 0', tries)
  if (within !== undefined && (typeof within !== 'number' || !(within > 0)))
    throw argumentError('within of restart is a number of milliseconds above 0, or Infinity', within)
  if (make !== undefined && typeof make !== 'function') {
    killTransport(make)
    throw argumentError('transport of restart is a function that makes a transport', make)
  }
  const settings = {
    tries: tries ?? Number.POSITIVE_INFINITY,
    within: within ?? (isCounted ? Number.POSITIVE_INFINITY : WITHIN),
    again: make ?? transport.again?.bind(transport),
  }
  if (settings.tries > 0 && typeof settings.again !== 'function')
    throw argumentError('This transport cannot be made again: pass restart: () => Transport')
  return settings
}

/** @returns the same as RestartOptions */
function optionsOf(restart: unknown): unknown {
  if (restart === true) return {}
  if (restart === false) return { tries: 0 }
  if (typeof restart === 'function') return { transport: restart }
  if (typeof restart === 'number') return { tries: restart }
  if (typeof restart === 'object' && restart !== null) return restart
  throw argumentError(
    'restart is true, false, a number of tries, a function that makes a transport, or { tries, within, transport }',
    restart,
  )
}

/** The restarts of one engine. All times are in milliseconds, `now` of any clock that never runs backwards. */
export class RestartPlan {
  #tries: number
  #within: number
  /** Restarts in a row. */
  #attempts = 0
  /** How long the engine was missing in this row of restarts, up to the last start that succeeded. */
  #missed = 0
  /** since when the engine is missing */
  #missing: number | undefined

  constructor({ tries, within }: RestartSettings) {
    this.#tries = tries
    this.#within = within
  }

  /**
   * The engine died, or a restart failed.
   * @returns undefined: it is given up
   */
  next(now: number): Restart | undefined {
    this.#missing ??= now
    const delay = Math.min(FIRST_DELAY * 2 ** this.#attempts, LONGEST_DELAY)
    if (this.#attempts >= this.#tries || delay > this.left(now)) return undefined
    this.#attempts++
    return Object.freeze({ attempt: this.#attempts, delay })
  }

  /** @returns the time that is left for a restart */
  left(now: number): number {
    return this.#within - this.#missed - (this.#missing === undefined ? 0 : now - this.#missing)
  }

  /** The engine accepts commands. */
  started(now: number) {
    if (this.#missing !== undefined) this.#missed += now - this.#missing
    this.#missing = undefined
  }

  /** A search succeeded: the row is over. */
  reset() {
    this.#attempts = 0
    this.#missed = 0
  }
}
