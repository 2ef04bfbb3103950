// SPDX-License-Identifier: Apache-2.0
// Prints the milliseconds from before a library's import to its first legal move list, in this process.
import process from 'node:process'

/** @type {Record<string, () => Promise<unknown[]>>} */
const firstList = {
  async binbo() {
    const { Game } = await import('../../dist/index.js')
    return new Game().legalMoves('uci')
  },
  async chessops() {
    const { Chess } = await import('chessops/chess')
    return [...Chess.default().allDests()]
  },
  async 'chess-js'() {
    const { Chess } = await import('chess.js')
    return new Chess().moves()
  },
}

const start = performance.now()
const moves = await firstList[process.argv[2]]()
const milliseconds = performance.now() - start
if (moves.length === 0) throw new Error('no moves')
console.log(milliseconds)
