// SPDX-License-Identifier: Apache-2.0
// Errors of archives in databases. They are not in src/error.h, which every page with `binbo` would load.

import { ChessError } from '../../core/errors.js'

/** Code → message. */
export const ARCHIVE_ERRORS = {
  ERR_ARCHIVE_AWAY: 'The database of the archive does not answer: the game is sent again',
  ERR_ARCHIVE_TABLE:
    'The table of the archive is missing or lacks columns: await archive.createTable() makes a missing one',
  ERR_ARCHIVE_REFUSED: 'The database refuses the archive',
}

export const archiveError = (
  code: keyof typeof ARCHIVE_ERRORS,
  details: string,
  cause?: unknown,
): ChessError =>
  new ChessError(code, `${ARCHIVE_ERRORS[code]} (${details})`, cause === undefined ? {} : { cause })
