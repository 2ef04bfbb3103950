// SPDX-License-Identifier: Apache-2.0
// Errors of EPD records. They are not in src/error.h, which every page with `binbo` would load.

import type { ErrorPlace } from '../core/errors.js'
import { ChessError } from '../core/errors.js'

/** Code → message. */
export const EPD_ERRORS = {
  ERR_EPD_FIELDS: "A record begins with a position: pieces, 'w' or 'b', castling rights, en passant",
  ERR_EPD_OPCODE:
    'An operation begins with an opcode: a letter, and up to 14 letters, digits and underscores',
  ERR_EPD_OPERAND: 'This opcode takes other operands',
  ERR_EPD_PUZZLE: 'A puzzle has an id, a FEN, two or more moves and a rating, separated by commas',
}

export const epdError = (code: keyof typeof EPD_ERRORS, details: string, place: ErrorPlace): ChessError =>
  new ChessError(code, details === '' ? EPD_ERRORS[code] : `${EPD_ERRORS[code]} (${details})`, place)
