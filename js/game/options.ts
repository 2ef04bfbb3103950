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
import type { Game } from './game.js'
import { byNumber } from './squares.js'
import type { VariantName } from './variants.js'
import { readVariant } from './variants.js'

/** Which draws end a game, and which must be claimed. */
export type DrawMode = 'automatic' | 'claim' | 'none'
/** The effort with which a game searches for dead positions after each move; 'off' does not search. */
export type DeadMode = 'off' | 'low' | 'normal'
/** Why a game was stopped: by stop(), or by its idle timeout. */
export type TerminationReason = 'stopped' | 'idle_timeout'

/** Called once when a game is stopped, while it can still be read. Its errors go to reportError(), or to the console. */
export type TerminateHandler = (game: Game, reason: TerminationReason) => void

/** When a game in memory stops, and the handler that is called then. */
export type LifeOptions = {
  /** Milliseconds without a call, including getters, after which the game stops itself; default Infinity. */
  idleTimeout?: number | undefined
  /** Called by stop() and by the idle timeout, but not when a game is garbage-collected. */
  onTerminate?: TerminateHandler | undefined
}

/** The rules of a new game and its start position. */
export type RulesOptions = {
  /** Default: the variant's start position. */
  fen?: string | undefined
  /** Default 'standard'. */
  variant?: VariantName | undefined
  /**
   * True also rejects FENs that no game can reach, by necessary conditions (ERR_FEN_STRICT_*) on the number of men and pawn
   * captures, enclosed men, clocks, castling rights and the last move. No reachable position is rejected, but some unreachable
   * ones are accepted. Default false.
   */
  strict?: boolean | undefined
  /**
   * 'automatic' (default): threefold repetition and a halfmove clock of 100 end the game. 'claim': these may be claimed;
   * fivefold repetition and 75 moves end the game. 'none', for analysis: only mate, stalemate, the end of a variant, draw(),
   * setWinner() and flag() end the game.
   */
  draws?: DrawMode | undefined
  /**
   * 'low', 'normal': after every change the game searches for a dead position (FIDE 5.2.2) with this effort of isDead(), and
   * ends with 'dead_position' if one is proved; not with draws: 'none'. Default 'off'.
   */
  dead?: DeadMode | undefined
}

/** The options of a new game: its rules, and what ends its life. */
export type GameOptions = RulesOptions & LifeOptions

/** By C's number. */
export const DRAW_MODES: readonly DrawMode[] = byNumber<DrawMode>({
  [DRAWS_AUTOMATIC]: 'automatic',
  [DRAWS_CLAIM]: 'claim',
  [DRAWS_NONE]: 'none',
})

/** By C's number. */
export const DEAD_MODES: readonly DeadMode[] = byNumber<DeadMode>({
  [DEAD_OFF]: 'off',
  [DEAD_LOW]: 'low',
  [DEAD_NORMAL]: 'normal',
})

const LIFE_NAMES = ['idleTimeout', 'onTerminate']
export const GAME_NAMES = ['fen', 'variant', 'strict', 'draws', 'dead', ...LIFE_NAMES]

/** The checked options of a new game. */
export type GameSettings = {
  /** not checked */
  fen: unknown
  /** C's number */
  variant: number
  /** C's number */
  draws: number
  /** C's number */
  dead: number
  strict: boolean
  life: LifeOptions | undefined
}

/** @throws {ChessError} ERR_ARGUMENT */
export function readGameOptions(options: unknown): GameSettings {
  const { fen, variant, draws, dead, strict, idleTimeout, onTerminate }: GameOptions = checkOptions(
    options,
    GAME_NAMES,
  )
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
 * @returns the given options; undefined resets an option
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readLifeOptions(options: unknown): LifeOptions {
  const given: LifeOptions = checkOptions(options, LIFE_NAMES)
  const life: LifeOptions = {}
  if ('idleTimeout' in given) life.idleTimeout = readIdleTimeout(given.idleTimeout)
  if ('onTerminate' in given) life.onTerminate = readOnTerminate(given.onTerminate)
  return life
}

function readIdleTimeout(value: unknown) {
  if (value === undefined) return Number.POSITIVE_INFINITY
  if (typeof value === 'number' && value > 0) return value
  throw argumentError('idleTimeout is a number of milliseconds', value)
}

function readOnTerminate(value: TerminateHandler | undefined) {
  if (value === undefined || typeof value === 'function') return value
  throw argumentError('onTerminate is a function', value)
}
