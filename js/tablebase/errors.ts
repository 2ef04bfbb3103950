// SPDX-License-Identifier: Apache-2.0
// Errors of tablebases. They are not in src/error.h, which every page with `binbo` would load.

import { ChessError } from '../core/errors.js'

/** An error about one table: `table` is the name of its file, such as 'KRvKP.rtbw'. */
export type TablebaseError = ChessError & { table?: string }

/** Code → message. */
export const TABLEBASE_ERRORS = {
  ERR_TABLEBASE_CASTLING: 'Tables have no positions with castling rights',
  ERR_TABLEBASE_MEN: 'Tables have positions of at most 7 men',
  ERR_TABLEBASE_MISSING: 'A table that this needs is missing',
  ERR_TABLEBASE_DAMAGED: 'A table is damaged',
  ERR_TABLEBASE_AWAY:
    'Bytes of a table are not here yet: preload() the table, or call the method that returns a promise',
}

/** @param table its file name */
export function tablebaseError(
  code: keyof typeof TABLEBASE_ERRORS,
  details: string,
  table?: string,
): TablebaseError {
  const error = new ChessError(code, `${TABLEBASE_ERRORS[code]} (${details})`)
  return table === undefined ? error : Object.assign(error, { table })
}
