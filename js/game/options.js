// SPDX-License-Identifier: Apache-2.0
// The options of games, checked before they are used.

import { argumentError } from '../core/errors.js'
import {
  DEAD_LOW,
  DEAD_NORMAL,
  DEAD_OFF,
  DRAWS_AUTOMATIC,
  DRAWS_CLAIM,
  DRAWS_NONE,
} from '../core/generated/bindings.js'
import { checkOptions, choice, flag } from '../core/options.js'
import { readVariant } from './variants.js'

/** @import { Game } from './game.js' */
/** @import { VariantName } from './variants.js' */
/** @import { Variant } from '../core/generated/bindings.js' */

/**
 * Which draws end a game by themselves, and which must be claimed.
 * @typedef {'automatic' | 'claim' | 'none'} DrawMode
 */
/**
 * The effort with which a game looks for dead positions after each move; 'off' does not look.
 * @typedef {'off' | 'low' | 'normal'} DeadMode
 */
/**
 * Why a game was stopped: by stop(), or by its idle timeout.
 * @typedef {'stopped' | 'idle_timeout'} TerminationReason
 */

/**
 * Called once when a game is stopped, while it can still be read. What it throws goes to reportError(), or to the console.
 * @callback TerminateHandler
 * @param {Game} game
 * @param {TerminationReason} reason
 * @returns {void}
 */

/**
 * When a game in memory stops, and the handler that is called then.
 * @typedef {object} LifeOptions
 * @property {number | undefined} [idleTimeout] milliseconds without a call (getters count) before the
 *   game stops itself; default Infinity
 * @property {TerminateHandler | undefined} [onTerminate] called by stop() and by the idle timeout,
 *   never by collection
 */

/**
 * The rules of a new game and its start position.
 * @typedef {object} RulesOptions
 * @property {string | undefined} [fen] default: the variant's start position
 * @property {VariantName | undefined} [variant] default 'standard'
 * @property {boolean | undefined} [strict] true also rejects a FEN that no game can reach, by necessary conditions
 *   (ERR_FEN_STRICT_*): men and pawn captures counted, men never let out, clocks, castling rights, the last move. No
 *   reachable position is rejected; that moves lead to the others is not proved. Default false
 * @property {DrawMode | undefined} [draws] 'automatic' (default): threefold repetition and a halfmove
 *   clock of 100 end the game; 'claim': they are claimable, fivefold and 75 moves end it; 'none': only mate,
 *   stalemate, a variant's end, draw(), setWinner() and flag() end it, as analysis needs
 * @property {DeadMode | undefined} [dead] 'low', 'normal': after every change the game looks for a dead position
 *   (FIDE 5.2.2) with that effort of isDead(), and ends with 'dead_position' where one is proved; not with
 *   draws: 'none'. Default 'off'
 */

/**
 * The options of a new game: its rules, and what ends its life.
 * @typedef {RulesOptions & LifeOptions} GameOptions
 */

/** @type {readonly DrawMode[]} By C's number. */
export const DRAW_MODES = []
Object.assign(DRAW_MODES, { [DRAWS_AUTOMATIC]: 'automatic', [DRAWS_CLAIM]: 'claim', [DRAWS_NONE]: 'none' })

/** @type {readonly DeadMode[]} By C's number. */
export const DEAD_MODES = []
Object.assign(DEAD_MODES, { [DEAD_OFF]: 'off', [DEAD_LOW]: 'low', [DEAD_NORMAL]: 'normal' })

const LIFE_NAMES = ['idleTimeout', 'onTerminate']
export const GAME_NAMES = ['fen', 'variant', 'strict', 'draws', 'dead', ...LIFE_NAMES]

/**
 * The checked options of a new game.
 * @typedef {object} GameSettings
 * @property {unknown} fen not checked
 * @property {number} variant C's number
 * @property {number} draws C's number
 * @property {number} dead C's number
 * @property {boolean} strict
 * @property {LifeOptions | undefined} life
 */

/**
 * @param {unknown} options
 * @returns {GameSettings}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readGameOptions(options) {
  const { fen, variant, draws, dead, strict, idleTimeout, onTerminate } = checkOptions(options, GAME_NAMES)
  return {
    fen,
    variant: readVariant(variant),
    draws: choice('draws', draws, DRAW_MODES),
    dead: choice('dead', dead, DEAD_MODES),
    strict: flag('strict', strict, false),
    life:
      idleTimeout === undefined && onTerminate === undefined
        ? undefined
        : { idleTimeout: readIdleTimeout(idleTimeout), onTerminate: readOnTerminate(onTerminate) },
  }
}

/**
 * @param {unknown} options
 * @returns {LifeOptions} what was named, with undefined for a reset
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readLifeOptions(options) {
  const given = checkOptions(options, LIFE_NAMES)
  /** @type {LifeOptions} */
  const life = {}
  if ('idleTimeout' in given) life.idleTimeout = readIdleTimeout(given.idleTimeout)
  if ('onTerminate' in given) life.onTerminate = readOnTerminate(given.onTerminate)
  return life
}

/** @param {unknown} value */
function readIdleTimeout(value) {
  if (value === undefined) return Number.POSITIVE_INFINITY
  if (typeof value === 'number' && value > 0) return value
  throw argumentError('idleTimeout is a number of milliseconds', value)
}

/** @param {unknown} value */
function readOnTerminate(value) {
  if (value === undefined) return undefined
  if (typeof value === 'function') return /** @type {TerminateHandler} */ (value)
  throw argumentError('onTerminate is a function', value)
}
