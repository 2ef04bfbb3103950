// SPDX-License-Identifier: Apache-2.0
// What the types know: codes of errors, squares out of a page, moves of a tree, statuses, and what must not be changed.

import { type ErrorCode, Game, isSquare, type Move, SQUARES, type Square, type Status, type Winner } from 'binbo'
import { type PgnMoveNode, type PgnNode, parsePgn } from 'binbo/pgn'

const game = new Game()

// Codes are a union, so that a wrong one is found.
const attempt = game.tryMove('e5')
if (!attempt.ok) {
  const code: ErrorCode = attempt.error.code
  if (code === 'ERR_MOVE_ILLEGAL') console.log('illegal')
  // @ts-expect-error no such code
  if (code === 'ERR_MOVE_ILEGAL') console.log('never')
}

// Squares out of a page.
const squares: readonly Square[] = SQUARES
const places = ['e4', 'x9'].filter(isSquare) satisfies Square[]
console.log(squares.length, places)
// @ts-expect-error the list cannot be changed
SQUARES.push('e4')

// Nodes of moves have one; the root may have none.
const [tree] = parsePgn('1. e4 e5 *')
for (const node of tree.mainline()) console.log(node.move.san, node.san.length, node.uci.length, node.parent?.fen)
const child: PgnMoveNode = tree.root.children[0]
const added: PgnMoveNode = child.add('c5')
const nodes: PgnNode[] = [tree.root, child, added]
console.log(nodes.length, child.children[0].move.from)
// @ts-expect-error the root has no move
console.log(tree.root.move.san)

// What is read is not changed.
const last = game.lastMove
// @ts-expect-error it has no setter
game.lastMove = null
// @ts-expect-error moves cannot be changed
if (last) last.from = 'e4'
// @ts-expect-error nor can their flags
last?.flags.push('capture')
const moves: readonly Move[] = game.moves
console.log(moves.length)

// `over` and `type` tell statuses apart.
function textOf(status: Status): string {
  if (!status.over) return status.type satisfies 'continue'
  if (status.type === 'checkmate') return status.winner satisfies 'white' | 'black'
  if (status.type === 'draw') return status.reason
  if (status.type === 'variant_win') return `${status.winner}: ${status.reason}`
  const winner: Winner = status.winner
  return winner === 'white' ? 'White' : JSON.stringify(winner)
}
console.log(textOf(game.status))
// Where it does not matter which status it is, the fields that others have are undefined.
console.log(game.status.winner satisfies Winner | undefined, game.status.reason === 'stalemate')
console.log(game.tryMove('e4').error?.message, game.tryMove('e4').status?.type)
