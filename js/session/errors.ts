// SPDX-License-Identifier: Apache-2.0
// Errors of clients that are closed. They are not in src/error.h, which every page with `binbo` would load.

import { ChessError } from '../core/errors.js'

/** Code → message. */
export const SESSION_ERRORS = {
  ERR_SESSION_REFUSED: 'The server refuses the token, so the client is closed',
  ERR_SESSION_CLOSED: 'The client is closed, by close() or its signal',
}

/** @param reason as text for users */
export const sessionError = (code: keyof typeof SESSION_ERRORS, reason: string): ChessError =>
  new ChessError(code, `${SESSION_ERRORS[code]} (${reason})`)
