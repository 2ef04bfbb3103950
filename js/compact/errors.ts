// SPDX-License-Identifier: Apache-2.0
// Errors of packed games. They are not in src/error.h, which every page with `binbo` would load.

import type { ErrorPlace } from '../core/errors.js'
import { ChessError } from '../core/errors.js'

/** Code → message. */
export const COMPACT_ERRORS = {
  ERR_COMPACT_MOVE: 'A packed game has no null moves',
  ERR_COMPACT_LENGTH: 'A packed game has at most 100,000 plies',
  ERR_COMPACT_VERSION: 'The game was packed by a newer version of binbo',
  ERR_COMPACT_DAMAGED: 'These bytes are not a packed game, or a damaged one',
}

export const compactError = (
  code: keyof typeof COMPACT_ERRORS,
  details: string,
  place?: ErrorPlace,
): ChessError => new ChessError(code, `${COMPACT_ERRORS[code]} (${details})`, place)
