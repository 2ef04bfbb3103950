// SPDX-License-Identifier: Apache-2.0
// Errors of matches. They are not in src/error.h, which every page with `binbo` would load.

import type { ErrorPlace } from '../core/errors.js'
import { type ChessError, chessError } from '../core/errors.js'

/** Code → message. */
export const MATCH_ERRORS = {
  ERR_MATCH_BUSY: 'Another program plays with the log',
  ERR_MATCH_GAME: 'This is not the record of the game',
  ERR_MATCH_LOG: 'The log is not of this match',
}

export const matchError = (
  code: keyof typeof MATCH_ERRORS,
  details = '',
  place: ErrorPlace = {},
): ChessError => chessError(code, details, place, MATCH_ERRORS[code])
