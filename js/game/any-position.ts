// SPDX-License-Identifier: Apache-2.0
// Positions of standard chess and Chess960, for code that treats both alike.

import { ChessError } from '../core/errors.js'
import type { PositionSource } from './position.js'
import { Position } from './position.js'

/**
 * @returns the position; from a FEN or a Setup, of standard chess, or of Chess960 if the castling rights require that
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_GAME_STOPPED
 */
export function anyPosition(source: PositionSource): Position {
  try {
    return Position.from(source)
  } catch (error) {
    if (!(error instanceof ChessError) || !error.code.startsWith('ERR_FEN_CASTLING')) throw error
    return Position.from(source, { variant: 'chess960' })
  }
}
