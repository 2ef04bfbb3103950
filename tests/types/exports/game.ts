// SPDX-License-Identifier: Apache-2.0
// Ordinary exports of a module that uses binbo. Compilers must be able to name their types in its declarations.
import { ChessError, Game, isSquare, perft, SQUARES, Setup, type Status, validateFen, VARIANTS } from 'binbo'

export const game = new Game({ variant: 'crazyhouse' })
export const moves = game.legalMoves()
export const indexes = game.legalMoves('index')
export const packed = game.legalMoves('packed')
export const lastMove = game.lastMove
export const status = game.status
export const played = () => game.move('e4')
export const attempt = game.tryMove('e4')
export const pieces = game.pieces()
export const piece = game.pieceAt('e4')
export const pockets = game.pockets
export const options = game.options
export const canWin = game.canWin('white')
export const claimable = game.claimableDraws
export const attackers = game.attackers('e4', 'white')
export const setup = new Setup()
export const problems = setup.problems()
export const setupPiece = setup.remove('e4')
export const squares = SQUARES
export const allVariants = VARIANTS
export const divided = perft(game.fen, 2, { divide: true })
export const verdict = validateFen('')
export const error = new ChessError('ERR_ARGUMENT')
export const { code } = error
export const codeOf = (thrown: unknown) => (thrown instanceof ChessError ? thrown.code : undefined)
export const squareOf = (value: string) => (isSquare(value) ? value : null)
export function winnerOf(of: Status) {
  return of.over && of.type === 'winner' ? of.winner : null
}
export default class Match extends Game {
  readonly started = this.status
  last() {
    return this.undo()
  }
}
