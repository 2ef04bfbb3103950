// SPDX-License-Identifier: Apache-2.0
// What the types know: codes of errors, squares out of a page, moves of a tree, statuses, and what must not be changed.

import {
  type ErrorCode,
  Game,
  isSquare,
  type Move,
  perft,
  Setup,
  SQUARES,
  type Square,
  START_FEN,
  type Status,
  validateFen,
  type Winner,
} from 'binbo'
import { PgnGame, type PgnGameJson, type PgnMoveNode, type PgnNode, parsePgn, readPgn } from 'binbo/pgn'
import { UciGame } from 'binbo/uci'

const game = new Game()

// JSON from anywhere is checked when it runs.
const stored: unknown = JSON.parse('{}')
const pgnGames: PgnGame[] = [PgnGame.fromJSON(stored), PgnGame.fromJSON(new PgnGame().toJSON() satisfies PgnGameJson)]
const restored: Game[] = [Game.fromJSON(stored), UciGame.fromJSON(stored)]
console.log(pgnGames.length, restored.length)

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
const label: string = child.label
console.log(label, tree.root.label satisfies string | null)
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

// A winner is any JSON; compared with a color it is that color.
let winner: 'white' | 'black' | undefined
const { status } = game
if (status.type === 'winner' && status.winner === 'white') winner = status.winner
if (status.winner === 'black') winner = status.winner
if (status.over && (status.winner === 'white' || status.winner === 'black')) winner = status.winner
console.log(winner)

// What comes from boards and pages is any string; what goes to them is exact.
export function onDrop(from: string, to: string, piece: string): Square | undefined {
  const squares = { from, to, promotion: piece.toLowerCase() }
  const { status } = game.tryMove(squares)
  game.move(squares)
  const position = game.position.play(squares)
  console.log(status?.over, game.isLegal(squares), game.legalMoves('move', { from }), position.legalMoves('san', { from }))
  console.log(game.pieceAt(from)?.type, game.promotes(from, to), game.attackers(to, 'white'), game.isAttacked(to, 'black'))
  console.log(game.indexMove(48, 56, piece), perft(START_FEN, 2, { variant: piece }), validateFen(from, { variant: piece }).ok)
  const setup = new Setup().put(from, { color: 'white', type: 'king' })
  setup.enPassant = to
  console.log(setup.remove(from), setup.pieceAt(to), setup.enPassant satisfies Square | null)
  const node = tree.root.add(squares)
  node.arrows = [{ from, to, color: 'green' }]
  node.squares = [{ square: to, color: 'red' }]
  node.arrows?.[0].from satisfies Square | undefined
  return readable(from)
}
const readable = (square: string) => game.dests().get(square)?.[0]
export const dests: Map<Square, Square[]> = game.dests()
export const found = (square: string) => readPgn('', { reaches: { board: { [square]: 'N' } } })
// @ts-expect-error what is no square at all
game.pieceAt({ square: 'e4' })
// @ts-expect-error a move has both squares
game.tryMove({ from: 'e2' })
// @ts-expect-error moves that come out have names of squares
game.legalMoves()[0].to === 'e9'
// Where it does not matter which status it is, the fields that others have are undefined.
console.log(game.status.winner satisfies Winner | undefined, game.status.reason === 'stalemate')
console.log(game.tryMove('e4').error?.message, game.tryMove('e4').status?.type)
