// SPDX-License-Identifier: Apache-2.0
// Errors of bytes that are read in parts. They are not in src/error.h, which every page with `binbo` would load.

import { ChessError } from '../core/errors.js'

/** Code → message. */
export const BYTES_ERRORS = {
  ERR_BYTES_AWAY: 'The bytes cannot be read: the network, the server or the file failed',
  ERR_BYTES_RANGE:
    'The source did not return the requested bytes: a server must answer ranges of bytes (206)',
}

export const bytesError = (code: keyof typeof BYTES_ERRORS, details: string, cause?: unknown): ChessError =>
  new ChessError(code, `${BYTES_ERRORS[code]} (${details})`, cause === undefined ? {} : { cause })

/**
 * @param cause the thrown value
 * @returns ERR_BYTES_AWAY, or the cause if it is a ChessError
 */
export function bytesAway(cause: unknown, where = ''): ChessError {
  if (cause instanceof ChessError) return cause
  const { message = String(cause) }: Partial<Error> = cause ?? {}
  return bytesError('ERR_BYTES_AWAY', where === '' ? message : `${where}: ${message}`, cause)
}
