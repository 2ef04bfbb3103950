// SPDX-License-Identifier: Apache-2.0
// What an error says to players: they count moves, not plies.

import { START_FEN } from 'binbo'
import { plyAt } from './nodes.js'
import { colorName } from './words.js'

/**
 * @param {{ message: string, ply?: number, cause?: unknown }} error what caused it is told, too
 * @param {string} [startFen] of the game that it is about
 * @returns {string} such as '… (game 1, line 4, column 7; move 12 of Black)'
 */
export function errorText({ message, ply, cause }, startFen = START_FEN) {
  if (ply === undefined) return cause instanceof Error ? `${message}: ${cause.message}` : message
  const at = plyAt(startFen) + ply - 1
  const color = colorName(at % 2 === 0 ? 'white' : 'black')
  return message.replace(`ply ${ply}`, `move ${(at >> 1) + 1} of ${color}`)
}
