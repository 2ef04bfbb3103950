// SPDX-License-Identifier: Apache-2.0
// The options of parsePgn(), readPgn() and validatePgn(), checked before anything is read.

import { argumentError } from '../core/errors.js'
import { checkCallback, checkOptions, checkSignal, checkWorkers, flag } from '../core/options.js'
import type { Locale } from './locales.js'
import { lettersOf } from './locales.js'
import type { Goal, Reaches } from './reaches.js'
import { goalOf } from './reaches.js'

/** The progress of reading a PGN. */
export type PgnProgress = {
  /** Bytes that were read so far. */
  bytes: number
  /** The size of the source, if it is known. */
  totalBytes?: number
  /** Games that passed the filter so far. */
  games: number
}

/** How a PGN is read, and which games are read. */
export type ReadPgnOptions = {
  /** 'report' (default): each game has its errors in `errors`; 'throw': the first one that is not a warning is thrown. */
  onError?: 'report' | 'throw' | undefined
  /** Whether to read only headers and results, without moves; default false. */
  headersOnly?: boolean | undefined
  /** Games for which it returns false are skipped without reading their moves. */
  filter?: ((headers: Map<string, string>) => boolean) | undefined
  /**
   * The language of the piece letters; default 'en'. 'auto' reads each game that does not fit English in the language that all
   * of its moves fit, if there is only one such reading.
   */
  locale?: Locale | 'auto' | undefined
  /** Only games whose main line reaches this; `reached` of the game is the ply. */
  reaches?: Reaches | undefined
  /** Aborts the reading with its reason. */
  signal?: AbortSignal | undefined
  /** Called after each piece of the source. */
  onProgress?: ((progress: PgnProgress) => void) | undefined
  /** Larger games are cut, with ERR_PGN_TOO_LARGE; 1 to 2^26 - 1, default 32 MiB. */
  maxGameBytes?: number | undefined
  /**
   * How many threads check a Blob, such as a File, or search it for `reaches`, at the same time; default 1: this one. The
   * results are the same. It is faster from about 50 MB on. Small Blobs, other sources, UTF-16, games with `filter`, and
   * readPgn() without `reaches` are read in this thread, and so are all where threads cannot be started.
   */
  workers?: number | undefined
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
  workers: number
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
  'workers',
]
const DEFAULT_MAX_GAME = 1 << 25
/** Places in a game's text have 26 bits (src/pgn/tree.h). */
export const LARGEST_GAME = (1 << 26) - 1

/**
 * @param options ReadPgnOptions
 * @throws {ChessError} ERR_ARGUMENT; for `reaches` also ERR_FEN_*, ERR_MOVE_SQUARE
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
    filter: checkCallback('filter', given.filter),
    goal: given.reaches === undefined ? undefined : goalOf(given.reaches),
    letters: lettersOf(given.locale),
    hasLocale: given.locale !== undefined,
    signal: checkSignal(signal),
    onProgress: checkCallback('onProgress', given.onProgress),
    maxGameBytes: Math.min(Math.floor(maxGameBytes), LARGEST_GAME),
    workers: checkWorkers(given.workers),
  }
}
