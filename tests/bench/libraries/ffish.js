// SPDX-License-Identifier: Apache-2.0
import { loadFfish } from '../../js/support/ffish.js'

/** @import { Case } from '../worker.js' */

const Board = await loadFfish()

/** @param {any} board @param {number} depth @returns {number} leaves */
const count = (board, depth) => {
  if (depth === 1) return board.numberLegalMoves()
  let leaves = 0
  for (const move of board.legalMoves().split(' ')) {
    if (!move) continue
    board.push(move)
    leaves += count(board, depth - 1)
    board.pop()
  }
  return leaves
}

/** @param {{ fen: string, depth: number, variant: string }[]} items */
const perftAll = items =>
  items.map(({ fen, depth, variant }) => {
    const board = new Board(variant, fen)
    const leaves = count(board, depth)
    board.delete()
    return leaves
  })

/** @type {Record<string, Case>} */
export const cases = { perft: { prepare: items => items, run: perftAll, check: perftAll } }
