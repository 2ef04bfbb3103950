// SPDX-License-Identifier: Apache-2.0
// Users' code that must compile, strict, against the packed types. It is compiled, never run.

import {
  ChessError,
  chess960Fen,
  type DropLetter,
  Game,
  type GameOptions,
  type Move,
  type Pocket,
  type Promotion,
  perft,
  Setup,
  type Square,
  isSquare,
  SQUARES,
  START_FEN,
  type Status,
  type Variant,
  VARIANTS,
  type VariantWinReason,
  validateFen,
  variantName,
} from 'binbo'
import { init, Game as SlimGame } from 'binbo/slim'

const options: GameOptions = {
  fen: START_FEN,
  variant: 'chess960',
  strict: true,
  draws: 'claim',
  idleTimeout: 1000,
  onTerminate: (game, reason) => {
    const word: 'stopped' | 'idle_timeout' = reason
    console.log(game.fen, word)
  },
}
const game = new Game(options)
const analysis = new Game({ draws: 'none' })
console.log(analysis.options.draws satisfies 'automatic' | 'claim' | 'none' | undefined)

// Every status can be told apart by its fields.
function describe(status: Status): string {
  if (!status.over) return status.type satisfies 'continue'
  switch (status.type) {
    case 'checkmate':
      return status.winner satisfies 'white' | 'black'
    case 'variant_win':
      return `${status.winner satisfies 'white' | 'black'} ${status.reason satisfies VariantWinReason}`
    case 'draw':
      return status.reason
    case 'winner':
      return JSON.stringify([status.winner, status.detail])
  }
}

const statuses: Status[] = [
  game.move('e2e4'),
  game.move({ from: 'e7', to: 36, promotion: 'q' }),
  game.sanMove('Nf3'),
  game.indexMove(57, 42),
  game.indexMove(57, 42, 'n'),
  game.playMoves(['e4', 'e7e5']),
  game.playMoves(new Set(['e4'])),
  game.newGame(),
  game.newGame(chess960Fen(5)),
  game.claimDraw(),
  game.setState(game.state()),
  game.loadPgn('1. e4'),
  game.loadPgn(new Uint8Array(4)),
  game.status,
]
console.log(statuses.map(describe))

const house = new Game({ variant: 'Three-check' })
const variant: Variant = house.variant
const all: readonly Variant[] = VARIANTS
console.log(variant, all, variantName(variant, 'pgn'), variantName('King of the Hill', 'lichess').length)
const pockets: { white: Pocket; black: Pocket } | null = house.pockets
const checks: { white: number; black: number } | null = house.remainingChecks
console.log(pockets?.white.pawn, checks?.black, house.options.variant satisfies Variant)
const dropped: Status[] = [
  house.move({ drop: 'knight', to: 'f3' }),
  house.move({ drop: 'pawn', to: 44 }),
  house.indexMove(21, 21, 'N'),
  house.indexMove(48, 56, 'k'),
]
console.log(dropped.length, house.legalMoves('san', { drop: 'rook' }), house.isLegal({ drop: 'queen', to: 'e6' }))
// @ts-expect-error a drop names a piece
house.move({ drop: 'horse', to: 'f3' })
// @ts-expect-error no such form
variantName('atomic', 'fen')

const attempt = game.tryMove('e4')
console.log(attempt.ok ? attempt.status.over : attempt.error.code)

const legal: Move[] = game.legalMoves()
const ucis: string[] = game.legalMoves('uci', { from: 'e2' })
const sans: string[] = game.legalMoves('san')
const packed: Uint16Array = game.legalMoves('packed', { from: 12 })
const count: number = game.legalMoves('count')
const first = game.legalMoves('index')[0]
if (first) {
  const [from, to, promotion] = first
  const piece: Promotion | DropLetter | undefined = promotion
  console.log(from + to, piece)
  game.indexMove(...first)
}
console.log(legal.length, ucis, sans, packed, count)

const move = game.lastMove
if (move) {
  const square: Square = move.from
  const flag: 'capture' | 'enpassant' | 'double' | 'kingside' | 'queenside' | 'promotion' | 'drop' | undefined =
    move.flags[0]
  game.move(move)
  console.log(move.drop satisfies true | undefined)
  console.log(square, flag, move.captured?.length, move.promotion, move.san, move.uci, move.color, move.piece, move.to)
}
const undone: Move | null = game.undo() ?? game.redo()
const line: Move[] = game.line(['e4'])
const hash: bigint = game.hash
const headers: Map<string, string> = game.headers
const piece = game.pieceAt('e4') ?? game.pieceAt(28)
console.log(undone, line, hash, headers, piece?.color, piece?.type, game.moves.length)
for (const [square, color, type] of game.pieces()) console.log(square satisfies Square, color, type)
for (const [index] of game.pieces('index')) console.log(index + 1)
const squares: Square[] = [...game.attackers('e4', 'black'), ...game.pinned('white')]
console.log(squares, game.hasMatingMaterial('white'), game.claimableDraws.includes('rule50'))
console.log(game.toFen({ enPassant: 'legal', castling: 'shredder' }), game.pgn(), game.isLegal({ from: 0, to: 1 }))
console.log(game.board({ unicode: true, flip: true, empty: '.' }), game.isCheck, game.sideToMove, game.ply)
game.print()
game.setOptions({ idleTimeout: undefined, onTerminate: undefined })
game.draw({ agreed: [true, null] })
game.setWinner('white', 'time')
const clone: Game = game.clone()
const restored: Game = Game.fromState(clone.state())
restored.stop()
clone[Symbol.dispose]()

const named: readonly Square[] = SQUARES
const fromPage: unknown = 'e4'
if (isSquare(fromPage)) game.pieceAt(fromPage)
const total: number = perft(START_FEN, 3)
const listed: number = perft(START_FEN, 3, { variant: 'standard', bulk: false })
const divided: Map<string, number> = perft(START_FEN, 3, { divide: true })
console.log(total, listed, divided)

const verdict = validateFen('x', { strict: true, variant: 'chess960' })
if (!verdict.ok) console.log(verdict.error.offset, verdict.error.code)
try {
  game.move('e2e4')
} catch (error) {
  if (error instanceof ChessError) console.log(error.code, error.ply, error.line, error.column, error.input, error.offset)
}

const setup: Setup = Setup.from(game).put('e4', { color: 'white', type: 'queen', promoted: true })
const pocket: Pocket = { pawn: 1, knight: 0, bishop: 0, rook: 0, queen: 0 }
setup.pockets = { white: pocket, black: setup.pockets?.black ?? pocket }
setup.enPassant = null
const problems: ChessError[] = setup.problems({ variant: 'crazyhouse', strict: true })
console.log(problems[0]?.squares satisfies Square[] | undefined, setup.flip().toGame({ draws: 'none' }).fen)

await init(new URL('https://example.org/core.wasm'))
await init(new Uint8Array(8))
const shared: Game = new SlimGame()
console.log(shared.stopped)

// @ts-expect-error a move is a string or squares
game.move(5)
// @ts-expect-error colours are words
game.pinned('w')
// @ts-expect-error undo may have nothing to take back
game.undo().uci
