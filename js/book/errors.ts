// SPDX-License-Identifier: Apache-2.0
// Errors of opening books. They are not in src/error.h, which every page with `binbo` would load.

import { ChessError } from '../core/errors.js'

/** Code → message. */
export const BOOK_ERRORS = {
  ERR_BOOK_SIZE: 'This is not a Polyglot book: its size is not a multiple of 16 bytes',
}

/** @param size in bytes */
export const sizeError = (size: number) =>
  new ChessError('ERR_BOOK_SIZE', `${BOOK_ERRORS.ERR_BOOK_SIZE} (${size} bytes)`)
