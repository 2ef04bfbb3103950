// SPDX-License-Identifier: Apache-2.0
// Users' code for chess.js that must compile, strict, against the packed types. It is compiled, never run.

import type { Game } from 'binbo'
import {
  BISHOP,
  BLACK,
  Chess,
  type Color,
  DEFAULT_POSITION,
  KING,
  KNIGHT,
  Move,
  type NAG,
  nagToGlyph,
  PAWN,
  type Piece,
  type PieceSymbol,
  QUEEN,
  ROOK,
  SEVEN_TAG_ROSTER,
  SQUARES,
  type Square,
  SUFFIX_LIST,
  type Suffix,
  validateFen,
  WHITE,
  xoroshiro128,
} from 'binbo/chess.js'

const chess = new Chess(DEFAULT_POSITION, { skipValidation: true })
const sans: string[] = chess.moves()
const some: string[] = chess.moves({ square: 'e2', piece: PAWN })
const moves: Move[] = chess.moves({ verbose: true, square: 'e2' })
const plain: string[] = chess.moves({ verbose: false })
const move: Move = chess.move('e4', { strict: true })
chess.move({ from: 'e7', to: 'e8', promotion: 'q' })
chess.move(null)
const undone: Move | null = chess.undo()
const captured: PieceSymbol | undefined = move.captured
const color: Color = move.color
const flags: boolean = move.isCapture() || move.isBigPawn() || move.isNullMove()
const history: string[] = chess.history()
const verbose: Move[] = chess.history({ verbose: true })
const piece: Piece | undefined = chess.get('a1')
chess.put({ type: KING, color: WHITE }, 'h1')
const rights: { k: boolean; q: boolean } = chess.getCastlingRights(BLACK)
chess.setCastlingRights(WHITE, { [KING]: false, [QUEEN]: true })
const board: ({ square: Square; type: PieceSymbol; color: Color } | null)[][] = chess.board()
const shade: 'light' | 'dark' | null = chess.squareColor('e4')
const fen: string = chess.fen({ forceEnpassantSquare: true })
const { ok, error }: { ok: boolean; error?: string } = validateFen(fen)
chess.load(fen, { preserveHeaders: true })
chess.loadPgn('1. e4', { strict: true, newlineChar: '\n' })
const pgn: string = chess.pgn({ maxWidth: 80, newline: '\n' })
const tags: Record<string, string | null> = chess.header('White', 'x')
const headers: Record<string, string> = chess.setHeader('White', 'x')
const suffix: Suffix | undefined = chess.getSuffixAnnotation()
chess.setSuffixAnnotation('!?', fen)
chess.addNag(14)
const nags: NAG[] = chess.getNags()
const comments: { fen: string; comment?: string; suffixAnnotation?: Suffix; nags: NAG[] }[] = chess.getComments()
const game: Game = chess.toGame()
const next: () => bigint = xoroshiro128(1n)
const types: PieceSymbol[] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
// @ts-expect-error no such square
chess.get('j9')
// @ts-expect-error no such suffix
chess.setSuffixAnnotation('!!!')

export const used = [
  sans, some, moves, plain, undone, captured, color, flags, history, verbose, piece, rights, board, shade, ok, error, pgn,
  tags, headers, suffix, nags, comments, game, next, types, Move, SQUARES, SEVEN_TAG_ROSTER, SUFFIX_LIST, nagToGlyph,
]
