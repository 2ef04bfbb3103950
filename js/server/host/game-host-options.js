// SPDX-License-Identifier: Apache-2.0
// The options of a GameHost, checked.

import { argumentError } from '../../core/errors.js'
import { checkOptions } from '../../core/options.js'
import { readLimits } from '../../net/server-options.js'

/** @import { Adjudicate } from './adjudicator.js' */
/** @import { Before } from './gate.js' */
/** @import { Archive, GameRecord } from '../archive/archive.js' */
/** @import { SessionStore } from '../stores/session-store.js' */

/**
 * @typedef {object} HostLimits How much a GameHost takes.
 * @property {number | undefined} [cachedGames] games without watchers that stay in memory; default 50,000
 * @property {number | undefined} [patience] milliseconds after which a command is not tried again; default 2,000
 * @property {number | undefined} [listedPerPlace] challenges of the users of a place that are in the lobby; default 3
 */

/**
 * @typedef {object} GameHostOptions The options of a GameHost.
 * @property {SessionStore} store the host does not close it
 * @property {Archive | undefined} [archive] gets every finished game before it is removed from the store. Without one,
 *   finished games are just removed, ten minutes after their end
 * @property {Before | undefined} [before] may refuse users' commands before they are carried out, as 'refused'
 * @property {Adjudicate | undefined} [adjudicate] may end a game after a move that this host has kept, such as by endgame tables
 * @property {((record: GameRecord) => unknown) | undefined} [onEnded] called at once when this host has ended a game, at most
 *   once a host, and not where the host dies or the store is away at that moment: what must have every game is an archive
 * @property {HostLimits | undefined} [limits] limits of games in memory and of commands
 * @property {((entry: { event: string, [name: string]: unknown }) => void) | undefined} [log] called for what an
 *   operator should know; what it throws goes to the console
 */

const NAMES = ['store', 'archive', 'before', 'adjudicate', 'onEnded', 'limits', 'log']
const LIMITS = { cachedGames: 50_000, patience: 2000, listedPerPlace: 3 }

/** @typedef {Omit<GameHostOptions, 'limits'> & { limits: Required<{ [Name in keyof HostLimits]: number }> }} HostSettings */

/**
 * @param {unknown} options
 * @returns {HostSettings}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readHostOptions(options) {
  const { store, limits, ...calls } = /** @type {any} */ (checkOptions(options, NAMES))
  if (typeof store?.append !== 'function') throw argumentError('GameHost needs { store }', store)
  for (const [name, call] of Object.entries(calls))
    if (call !== undefined && typeof call !== 'function') throw argumentError(`${name} is a function`, call)
  return { store, ...calls, limits: readLimits(limits, LIMITS) }
}
