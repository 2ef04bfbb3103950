// SPDX-License-Identifier: Apache-2.0
// Options of parsePgn, readPgn and validatePgn, checked before anything is read.

import { argumentError } from '../core/errors.js'
import { checkOptions, checkSignal, flag } from '../core/options.js'
import type { Locale } from './locales.js'
import { lettersOf } from './locales.js'
import type { Goal, Reaches } from './reaches.js'
import { goalOf } from './reaches.js'

/** The progress of reading a PGN. */
export type PgnProgress = {
  /** Read so far. */
  bytes: number
  /** The size of the source, if it is known. */
  totalBytes?: number
  /** Games that passed the filter so far. */
  games: number
}

/** How a PGN is read, and which of its games. */
export type ReadPgnOptions = {
  /** 'report' (default): errors are in each game's `errors`; 'throw': the first one that is not a warning is thrown. */
  onError?: 'report' | 'throw' | undefined
  /** Leave the moves out: headers and result only; default false. */
  headersOnly?: boolean | undefined
  /** Games that it returns false for are skipped without reading their moves. */
  filter?: ((headers: Map<string, string>) => boolean) | undefined
  /**
   * The language of the piece letters; default 'en'. 'auto' takes, for each game that does not fit English, the
   * language that all of its moves fit, if only one reading does.
   */
  locale?: Locale | 'auto' | undefined
  /** Only games whose main line has it; `reached` of the game says where. */
  reaches?: Reaches | undefined
  /** Ends the reading with its reason. */
  signal?: AbortSignal | undefined
  /** Called after each piece of the source. */
  onProgress?: ((progress: PgnProgress) => void) | undefined
  /** Larger games end there, with ERR_PGN_TOO_LARGE; 1 to 2^26 - 1, default 32 MiB. */
  maxGameBytes?: number | undefined
}

export type CheckedOptions = {
  throws: boolean
  headersOnly: boolean
  filter: ((headers: Map<string, string>) => boolean) | undefined
  goal: Goal | undefined
  letters: string
  hasLocale: boolean
  signal: AbortSignal | undefined
  onProgress: ((progress: PgnProgress) => void) | undefined
  maxGameBytes: number
}

const NAMES = [
  'onError',
  'headersOnly',
  'filter',
  'locale',
  'reaches',
  'signal',
  'onProgress',
  'maxGameBytes',
]
const DEFAULT_MAX_GAME = 1 << 25
/** Places in a game's text have 26 bits (src/pgn/tree.h). */
export const LARGEST_GAME = (1 << 26) - 1

/**
 * @param options ReadPgnOptions
 * @throws {ChessError} ERR_ARGUMENT; of `reaches` also ERR_FEN_*, ERR_MOVE_SQUARE
 */
export function checkPgnOptions(options: unknown): CheckedOptions {
  const given: ReadPgnOptions = checkOptions(options, NAMES)
  const { onError, signal, maxGameBytes = DEFAULT_MAX_GAME } = given
  if (onError !== undefined && onError !== 'report' && onError !== 'throw') {
    throw argumentError("onError is 'report' or 'throw'", onError)
  }
  if (typeof maxGameBytes !== 'number' || !(maxGameBytes >= 1)) {
    throw argumentError('maxGameBytes is a number of bytes, at least 1', maxGameBytes)
  }
  return {
    throws: onError === 'throw',
    headersOnly: flag('headersOnly', given.headersOnly, false),
    filter: callback('filter', given.filter),
    goal: given.reaches === undefined ? undefined : goalOf(given.reaches),
    letters: lettersOf(given.locale),
    hasLocale: given.locale !== undefined,
    signal: checkSignal(signal),
    onProgress: callback('onProgress', given.onProgress),
    maxGameBytes: Math.min(Math.floor(maxGameBytes), LARGEST_GAME),
  }
}

function callback<F>(name: string, value: F | undefined): F | undefined {
  if (value === undefined || typeof value === 'function') return value
  throw argumentError(`${name} must be a function`, value)
}
