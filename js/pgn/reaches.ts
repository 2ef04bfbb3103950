// SPDX-License-Identifier: Apache-2.0
// The goals of `reaches`: a position, material, or pieces on squares, which C compares.

import { io32 } from '../core/buffer.js'
import { argumentError, chessError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { PGN_GOAL_BOARD, PGN_GOAL_MATERIAL, PGN_GOAL_POSITION } from '../core/generated/bindings.js'
import { ready, wasm } from '../core/wasm.js'
import { withFen } from '../game/fen.js'
import type { PositionSource } from '../game/position.js'
import { Position } from '../game/position.js'
import type { Square } from '../game/squares.js'
import { squareIndex } from '../game/squares.js'
import { VARIANTS } from '../game/variants.js'
import { countMen, LETTERS } from './men.js'

/**
 * The goal to find in games: a position, by pieces, side to move, castling rights, legal en passant, pockets and checks; exact
 * material such as 'KRPvKR', of either color; or pieces on squares, with the letters of a FEN.
 */
export type Reaches =
  | PositionSource
  | { material: string }
  | { board: Partial<Record<Square, string>> | Record<string, string> }

/** The goal as C takes it: a position, with its variant's number; or men, the halves of a PgnGoal's numbers. */
export type Goal = { fen: string; variant: number } | { kind: number; men: Int32Array }

/** The goal that C has. */
let current: Goal | undefined

/** @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, ERR_MOVE_SQUARE */
export function goalOf(reaches: unknown): Goal {
  ready()
  const goal = readGoal(reaches as GivenReaches)
  useGoal(goal)
  return goal
}

/** @returns the first ply at which the game that C read last reaches the goal, 0 for the start; -1 for none */
export function reachedBy(goal: Goal): number {
  useGoal(goal)
  return wasm.binbo_pgn_reached()
}

function useGoal(goal: Goal) {
  if (current === goal) return
  current = undefined
  if ('fen' in goal)
    withFen(goal.fen, length => checked(wasm.binbo_pgn_goal(PGN_GOAL_POSITION, length, goal.variant)))
  else {
    io32().set(goal.men)
    checked(wasm.binbo_pgn_goal(goal.kind, 0, 0))
  }
  current = goal
}

/** Reaches as users may give it. */
type GivenReaches = PositionSource & { material: unknown; board: object }

function readGoal(reaches: GivenReaches): Goal {
  const names = Object.keys(Object(reaches)).join()
  if (names === 'material') return { kind: PGN_GOAL_MATERIAL, men: countMen(reaches.material) }
  if (names === 'board' && Object(reaches.board) === reaches.board)
    return { kind: PGN_GOAL_BOARD, men: placeMen(reaches.board) }
  const { fen, variant } = Position.from(reaches)
  return { fen, variant: VARIANTS.indexOf(variant) }
}

/** @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE */
function placeMen(board: object): Int32Array {
  const men = new Int32Array(4 * LETTERS.length)
  const places = Object.entries(board)
  if (places.length === 0) throw argumentError('board has at least one square', board)
  for (const [name, letter] of places) {
    const square = squareIndex(name)
    if (square < 0) throw chessError('ERR_MOVE_SQUARE', '', { input: name })
    if (typeof letter !== 'string' || !/^[pnbrqk]$/i.test(letter))
      throw argumentError('A piece on the board is one of PNBRQKpnbrqk', letter)
    const type = LETTERS.indexOf(letter.toLowerCase())
    const color = letter < 'a' ? 0 : 1
    men[2 * (6 * color + type) + (square >> 5)] |= 1 << (square & 31)
  }
  return men
}
