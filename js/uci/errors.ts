// SPDX-License-Identifier: Apache-2.0
// Errors of engines. They are not in src/error.h, which every page with `binbo` would load.

import type { ErrorPlace } from '../core/errors.js'
import { type ChessError, chessError } from '../core/errors.js'

/** Code → message. */
export const UCI_ERRORS = {
  ERR_UCI_ENGINE_DEAD: 'The engine is not running',
  ERR_UCI_CANCELLED: 'The request to the engine was cancelled',
  ERR_UCI_NO_ENGINE: 'No engine is attached to the game: await attach(engine) first',
  ERR_UCI_MOVE: 'The engine answered with an illegal move',
  ERR_UCI_OPTION: 'The engine has no such option, or does not accept this value',
  ERR_UCI_VARIANT: 'The engine does not play this variant',
  ERR_UCI_LINE: 'A line for the engine contains a line break or a NUL character',
  ERR_UCI_BUSY: 'The engine accepts this command only between searches',
}

export const uciError = (code: keyof typeof UCI_ERRORS, details = '', place: ErrorPlace = {}): ChessError =>
  chessError(code, details, place, UCI_ERRORS[code])
