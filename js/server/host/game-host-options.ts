// SPDX-License-Identifier: Apache-2.0
// The options of a GameHost, checked.

import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { readLimits } from '../../net/server-options.js'
import { KEPT } from '../../session/clock.js'
import { DAY, isIntegerWithin } from '../../session/setup.js'
import type { RunningGame } from '../../session/summary.js'
import type { Archive, GameRecord } from '../archive/archive.js'
import type { SessionStore } from '../stores/session-store.js'
import { isStore } from '../stores/session-store.js'
import type { Adjudicate } from './adjudicator.js'
import type { Before } from './gate.js'

/** Resource limits of a GameHost. */
export type HostLimits = {
  /** Games without watchers that stay in memory; default 50,000. */
  cachedGames?: number | undefined
  /** Milliseconds for which a failing command is retried; default 2,000. */
  patience?: number | undefined
  /** Most challenges that the lobby lists for the users of one place; default 3. */
  listedPerPlace?: number | undefined
}

/** The options of a GameHost. */
export type GameHostOptions = {
  /** The host does not close it. */
  store: SessionStore
  /**
   * Gets every finished game before it is removed from the store. Without one, finished games are just removed, ten
   * minutes after their end.
   */
  archive?: Archive | undefined
  /**
   * When a finished game goes to the archive, in milliseconds after its end, up to 30 days; default 600,000. It stays in the
   * store for rematches until it is archived, and for at least ten minutes. With 0 it is archived at once.
   */
  archiveAfter?: number | undefined
  /** May refuse users' commands before they are carried out, as 'refused'. */
  before?: Before | undefined
  /** May end a game after a move that this host has kept, such as by endgame tables. */
  adjudicate?: Adjudicate | undefined
  /**
   * Called when this host starts a game: the second player has joined, or it was created with both. At most once per game, not
   * if the host crashes at that moment.
   */
  onStarted?: ((game: RunningGame) => unknown) | undefined
  /**
   * Called when this host ends a game, at most once per game. Not called if the host crashes or the store is
   * unavailable at that moment; use an archive if every game must be processed.
   */
  onEnded?: ((record: GameRecord) => unknown) | undefined
  /** Limits of games in memory and of commands. */
  limits?: HostLimits | undefined
  /** Called with events for operators; errors that it throws are written to the console. */
  log?: ((entry: { event: string; [name: string]: unknown }) => void) | undefined
}

const CALLS = ['archive', 'before', 'adjudicate', 'onStarted', 'onEnded', 'log'] as const
const NAMES = ['store', 'archiveAfter', 'limits', ...CALLS]
const LIMITS = { cachedGames: 50_000, patience: 2000, listedPerPlace: 3 }

type HostSettings = Omit<GameHostOptions, 'limits' | 'archiveAfter'> & {
  archiveAfter: number
  limits: Required<{ [Name in keyof HostLimits]: number }>
}

/** @throws {ChessError} ERR_ARGUMENT */
export function readHostOptions(options: unknown): HostSettings {
  const given = checkOptions(options, NAMES)
  const { store } = given
  if (!isStore(store)) throw argumentError('GameHost needs { store }', store)
  const calls: Pick<GameHostOptions, (typeof CALLS)[number]> = Object.fromEntries(
    CALLS.map(name => [name, given[name]]),
  )
  for (const [name, call] of Object.entries(calls))
    if (call !== undefined && typeof call !== 'function') throw argumentError(`${name} is a function`, call)
  const archiveAfter = readArchiveAfter(given.archiveAfter)
  return { store, ...calls, archiveAfter, limits: readLimits(given.limits, LIMITS) }
}

/** @throws {ChessError} ERR_ARGUMENT */
export function readArchiveAfter(given: unknown): number {
  if (given === undefined) return KEPT
  if (!isIntegerWithin(given, 0, 30 * DAY))
    throw argumentError('archiveAfter is a whole number of milliseconds, 0 to 30 days', given)
  return given
}
