// SPDX-License-Identifier: Apache-2.0
// Errors of games on servers, of their stores and clients. They are not in src/error.h, which every page with `binbo` would load.

import type { ErrorPlace } from '../core/errors.js'
import { type ChessError, chessError } from '../core/errors.js'

/** Code → message. */
export const SESSION_ERRORS = {
  ERR_STORE_UNKNOWN:
    'The store did not say whether it has kept the events: ask again with the same command id',
  ERR_STORE_AWAY: 'The server or its store does not answer',
  ERR_SESSION_FORMAT: 'The log of the game has an event or a format that this version does not know',
  ERR_SESSION_REFUSED: 'The server refuses the token, so the client is closed',
  ERR_SESSION_CLOSED: 'The client is closed, by close() or its signal',
}

export const sessionError = (
  code: keyof typeof SESSION_ERRORS,
  details = '',
  place: ErrorPlace = {},
): ChessError => chessError(code, details, place, SESSION_ERRORS[code])
