// SPDX-License-Identifier: Apache-2.0
// What may go to an engine as one line. A line break would make two commands of it.

import { chessError } from '../../core/errors.js'

const FORBIDDEN = /[\r\n\0]/

/**
 * @param {unknown} line
 * @returns {asserts line is string}
 * @throws {ChessError} ERR_UCI_LINE, ERR_ARGUMENT
 */
export function checkLine(line) {
  if (typeof line !== 'string') throw chessError('ERR_ARGUMENT', 'a line for an engine is a string')
  if (FORBIDDEN.test(line)) throw chessError('ERR_UCI_LINE', '', { input: line })
}
