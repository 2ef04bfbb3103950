// SPDX-License-Identifier: Apache-2.0
// Errors of databases. They are not in src/error.h, which every page with `binbo` would load.

import { ChessError } from '../core/errors.js'

/** Code → message. */
export const DATABASE_ERRORS = {
  ERR_DATABASE_MEMORY: 'The database needs more memory than there is, or than maxMemory',
  ERR_DATABASE_CLOSED: 'The database is closed',
  ERR_DATABASE_BUSY: 'The database is open elsewhere',
  ERR_DATABASE_DAMAGED: 'The list of the files of the database is damaged',
  ERR_DATABASE_FULL: 'There is no room for the files of the database',
  ERR_DATABASE_STORAGE: 'The files of the database cannot be reached',
  ERR_DATABASE_READONLY: 'The database is open for reading only',
  ERR_DATABASE_CHANGED: 'compact() has replaced the files of the database: refresh()',
  ERR_DATABASE_WORKER: 'A thread of the database cannot be started, or has ended',
  ERR_DATABASE_GAME: 'The database has no game of this number',
}

export const databaseError = (
  code: keyof typeof DATABASE_ERRORS,
  details?: string,
  cause?: unknown,
): ChessError =>
  new ChessError(
    code,
    DATABASE_ERRORS[code] + (details === undefined ? '' : ` (${details})`),
    cause === undefined ? {} : { cause },
  )

const NO_ROOM = new Set(['QuotaExceededError', 'ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * @param error an error of a file system
 * @returns ERR_DATABASE_FULL, or ERR_DATABASE_STORAGE; errors of this library unchanged
 */
export function storageError(error: unknown): ChessError {
  if (error instanceof ChessError) return error
  const { name, code, message }: NodeJS.ErrnoException = Object(error)
  const isFull = NO_ROOM.has(String(name)) || NO_ROOM.has(String(code))
  return databaseError(isFull ? 'ERR_DATABASE_FULL' : 'ERR_DATABASE_STORAGE', String(message), error)
}
