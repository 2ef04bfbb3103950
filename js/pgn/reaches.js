// SPDX-License-Identifier: Apache-2.0
// What `reaches` looks for: a position, or material, or pieces on squares. C compares.

import { io32 } from '../core/buffer.js'
import { argumentError, chessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { PGN_GOAL_BOARD, PGN_GOAL_MATERIAL, PGN_GOAL_POSITION } from '../core/generated/bindings.js'
import { ready, wasm } from '../core/wasm.js'
import { withFen } from '../game/fen.js'
import { Position } from '../game/position.js'
import { SQUARES } from '../game/squares.js'
import { VARIANTS } from '../game/variants.js'
import { countMen, LETTERS } from './men.js'

/** @import { PositionSource } from '../game/position.js' */
/** @import { Square } from '../game/squares.js' */

/**
 * What to look for in games: a position, which is found where pieces, side to move, castling rights, legal en passant, pockets
 * and checks are the same; material such as 'KRPvKR', exactly that, of either color; or pieces on squares, in the letters of
 * a FEN.
 * @typedef {PositionSource | { material: string } | { board: Partial<Record<Square, string>> | Record<string, string> }} Reaches
 */

/** @typedef {() => void} Goal passes itself to C */

/** @type {Goal | undefined} That C has. */
let current

/**
 * @param {unknown} reaches
 * @returns {Goal}
 * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, ERR_MOVE_SQUARE
 */
export function goalOf(reaches) {
  ready()
  const goal = readGoal(reaches)
  useGoal(goal)
  return goal
}

/**
 * @param {Goal} goal
 * @returns {number} the first ply at which the game that C has read last reaches it, 0 for the start; -1 for none
 */
export function reachedBy(goal) {
  useGoal(goal)
  return wasm.binbo_pgn_reached()
}

/** @param {Goal} goal */
function useGoal(goal) {
  if (current === goal) return
  current = undefined
  goal()
  current = goal
}

/**
 * @param {any} reaches
 * @returns {Goal}
 */
function readGoal(reaches) {
  const names = Object.keys(Object(reaches)).join()
  if (names === 'material') return menGoal(PGN_GOAL_MATERIAL, countMen(reaches.material))
  if (names === 'board' && Object(reaches.board) === reaches.board)
    return menGoal(PGN_GOAL_BOARD, placeMen(reaches.board))
  const { fen, variant } = Position.from(reaches)
  const number = VARIANTS.indexOf(variant)
  return () => void withFen(fen, length => checked(wasm.binbo_pgn_goal(PGN_GOAL_POSITION, length, number)))
}

/**
 * @param {number} kind
 * @param {Int32Array} men the halves of a PgnGoal's numbers
 * @returns {Goal}
 */
const menGoal = (kind, men) => () => {
  io32().set(men)
  checked(wasm.binbo_pgn_goal(kind, 0, 0))
}

/**
 * @param {object} board
 * @returns {Int32Array}
 * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
 */
function placeMen(board) {
  const men = new Int32Array(4 * LETTERS.length)
  const places = Object.entries(board)
  if (places.length === 0) throw argumentError('board has at least one square', board)
  for (const [name, letter] of places) {
    const square = SQUARES.indexOf(/** @type {Square} */ (name))
    if (square < 0) throw chessError('ERR_MOVE_SQUARE', '', { input: name })
    if (typeof letter !== 'string' || !/^[pnbrqk]$/i.test(letter))
      throw argumentError('A piece on the board is one of PNBRQKpnbrqk', letter)
    const type = LETTERS.indexOf(letter.toLowerCase())
    const color = letter < 'a' ? 0 : 1
    men[2 * (6 * color + type) + (square >> 5)] |= 1 << (square & 31)
  }
  return men
}
