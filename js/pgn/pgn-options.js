// SPDX-License-Identifier: Apache-2.0
// Options of parsePgn, readPgn and validatePgn, checked before anything is read.

import { argumentError } from '../core/errors.js'
import { checkOptions, checkSignal, flag } from '../core/options.js'
import { lettersOf } from './locales.js'
import { goalOf } from './reaches.js'

/** @import { Locale } from './locales.js' */
/** @import { Goal, Reaches } from './reaches.js' */

/**
 * How far reading a PGN has come.
 * @typedef {object} PgnProgress
 * @property {number} bytes read so far
 * @property {number} [totalBytes] the size of the source, where it is known
 * @property {number} games read so far, without those that the filter left out
 */

/**
 * How a PGN is read, and which of its games.
 * @typedef {object} ReadPgnOptions
 * @property {'report' | 'throw' | undefined} [onError] 'report' (default): errors are in each game's
 *   `errors`; 'throw': the first one that is no warning is thrown
 * @property {boolean | undefined} [headersOnly] leave the moves out: headers and result only; default false
 * @property {((headers: Map<string, string>) => boolean) | undefined} [filter] games that it returns false for are skipped
 *   without reading their moves
 * @property {Locale | 'auto' | undefined} [locale] the language of the piece letters; default 'en'. 'auto' takes, for each game
 *   that does not fit English, the language that all of its moves fit, if only one reading does
 * @property {Reaches | undefined} [reaches] only games whose main line has it; `reached` of the game says where
 * @property {AbortSignal | undefined} [signal] ends the reading with its reason
 * @property {((progress: PgnProgress) => void) | undefined} [onProgress] called after each piece of the source
 * @property {number | undefined} [maxGameBytes] larger games end there, with ERR_PGN_TOO_LARGE; 1 to 2^26 - 1, default 32 MiB
 */

/**
 * @typedef {object} CheckedOptions
 * @property {boolean} throws
 * @property {boolean} headersOnly
 * @property {((headers: Map<string, string>) => boolean) | undefined} filter
 * @property {Goal | undefined} goal
 * @property {string} letters
 * @property {boolean} hasLocale
 * @property {AbortSignal | undefined} signal
 * @property {((progress: PgnProgress) => void) | undefined} onProgress
 * @property {number} maxGameBytes
 */

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
 * @param {unknown} options ReadPgnOptions
 * @returns {CheckedOptions}
 * @throws {ChessError} ERR_ARGUMENT; of `reaches` also ERR_FEN_*, ERR_MOVE_SQUARE
 */
export function checkPgnOptions(options) {
  const given = checkOptions(options, NAMES)
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
    filter: /** @type {CheckedOptions['filter']} */ (callback('filter', given.filter)),
    goal: given.reaches === undefined ? undefined : goalOf(given.reaches),
    letters: lettersOf(given.locale),
    hasLocale: given.locale !== undefined,
    signal: checkSignal(signal),
    onProgress: /** @type {CheckedOptions['onProgress']} */ (callback('onProgress', given.onProgress)),
    maxGameBytes: Math.min(Math.floor(maxGameBytes), LARGEST_GAME),
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function callback(name, value) {
  if (value === undefined || typeof value === 'function') return value
  throw argumentError(`${name} must be a function`, value)
}
