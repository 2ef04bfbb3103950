// SPDX-License-Identifier: Apache-2.0
// Exports of a module that imports binbo/pgn alone.
import { PgnGame, parsePgn, readPgn, validatePgn } from 'binbo/pgn'

export const games = parsePgn('1. e4 *')
export const tree = new PgnGame()
export const { root, headers, result, range, errors } = tree
export const child = root.add('e4')
export const { children, arrows, squares, clock } = child
export const evaluation = child.eval
export const mainline = tree.mainline()
export const moves = [...mainline].map(({ move }) => move)
export const sans = moves.map(({ san }) => san)
export const game = tree.toGame()
export const gameStatus = game.status
export const lastMove = game.lastMove
export const stream = readPgn('1. e4 *')
export const check = validatePgn('1. e4 *')
export async function* long() {
  for await (const one of readPgn('')) if (one.errors.length === 0) yield one.root
}
export default class Annotated extends PgnGame {
  readonly first = this.root.children[0]
}
