// SPDX-License-Identifier: Apache-2.0
// Errors of databases. They stand apart from those of src/error.h, which every page with `binbo` would load.

import { ChessError } from '../core/errors.js'

/** Code → message. */
export const DATABASE_ERRORS = {
  ERR_DATABASE_MEMORY: 'The database needs more memory than there is, or than maxMemory',
  ERR_DATABASE_CLOSED: 'The database is closed',
  ERR_DATABASE_GAME: 'The database has no game of this number',
}

/**
 * @param {keyof typeof DATABASE_ERRORS} code
 * @param {string} [details]
 * @returns {ChessError}
 */
export const databaseError = (code, details) =>
  new ChessError(code, DATABASE_ERRORS[code] + (details === undefined ? '' : ` (${details})`))
