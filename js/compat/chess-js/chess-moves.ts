// SPDX-License-Identifier: Apache-2.0
// The part of Chess about its moves: legal moves, and the moves of the game.

import { io16, writeText } from '../../core/buffer.js'
import { checked } from '../../core/failure.js'
import { ANY_SQUARE, LIST_PACKED, STANDARD } from '../../core/generated/bindings.js'
import { fromOf, pieceOf, toOf } from '../../core/move-word.js'
import { isObject } from '../../core/objects.js'
import { sanOf } from '../../core/san-writer.js'
import { wasm } from '../../core/wasm.js'
import { menOf, squareIndex, unmove } from './board.js'
import { ChessBoard } from './chess-board.js'
import type { Color, PieceSymbol, Square } from './constants.js'
import { COLOR_LETTERS, SYMBOLS } from './constants.js'
import { bare, findBySquares, findByText, legalWords } from './legal-moves.js'
import { fenOf, handleOf, play, scratchAt, walk } from './live-games.js'
import { Move, promotionOf, squareName } from './move.js'

/** A move given by its squares. */
export type MoveSquares = { from: string; to: string; promotion?: string }

export const NULL_SAN = '--'

/** The moves of chess.js, on its board. */
export class ChessMoves extends ChessBoard {
  /** Returns whether it is a legal move with which a pawn promotes. */
  isPromotion({ from, to }: { from: Square; to: Square }): boolean {
    const words = this._wordsFrom(from)
    return words.some(word => promotionOf(word) !== undefined && squareName(toOf(word)) === to)
  }

  /** Returns the number of leaves of the tree of legal moves; a depth below 2 counts as 1. */
  perft(depth: number): number {
    const plies = depth > 1 ? Math.ceil(depth) : 1
    const fen = this.fen({ forceEnpassantSquare: true })
    const count = wasm.binbo_perft(writeText(fen), STANDARD, plies, 1)
    return count < 0 ? countLeaves(scratchAt(fen), plies) : count
  }

  /** @internal */
  _words() {
    this._known.words ??= legalWords(handleOf(this._game), this._side)
    return this._known.words
  }

  /** @internal @param square in lower or upper case; default: all */
  _wordsFrom(square: string | undefined) {
    if (!square) return this._words()
    const index = squareIndex(String(square).toLowerCase())
    if (index < 0) return []
    const { words } = this._known
    return words
      ? words.filter(word => fromOf(word) === index)
      : legalWords(handleOf(this._game), this._side, index)
  }

  /** Returns the legal moves in SAN. */
  moves(options?: { verbose?: false; square?: Square; piece?: PieceSymbol }): string[]
  /** Returns the legal moves as objects. */
  moves(options: { verbose: true; square?: Square; piece?: PieceSymbol }): Move[]
  /** Returns the legal moves in SAN or as objects. */
  moves(options: { verbose?: boolean; square?: Square; piece?: PieceSymbol }): string[] | Move[]
  moves({
    verbose = false,
    square,
    piece,
  }: {
    verbose?: boolean
    square?: Square
    piece?: PieceSymbol
  } = {}): string[] | Move[] {
    const all = this._wordsFrom(square)
    const type = piece?.toLowerCase()
    const words = type ? all.filter(word => isOfType(word, type)) : all
    return verbose ? this._described(words) : words.map(sanOf)
  }

  /** @internal @param words legal moves */
  _described(words: number[]): Move[] {
    if (words.length === 0) return []
    const before = this.fen()
    const handle = scratchAt(this.fen({ forceEnpassantSquare: true }))
    return words.map(word => {
      play(handle, word)
      const move = new Move(word, this.turn(), before, fenOf(handle))
      wasm.binbo_game_undo(handle)
      return move
    })
  }

  /**
   * Plays a move.
   * @param move SAN, squares, or '--' and null for a null move
   * @param options `strict`: only SAN; otherwise texts may also have the square of origin
   * @throws {Error} for a move that is not legal, and for a null move in check
   */
  move(move: string | MoveSquares | null, { strict = false }: { strict?: boolean } = {}): Move {
    let word = 0
    if (move !== null && !(typeof move === 'string' && bare(move) === NULL_SAN)) {
      word = this._find(move, strict)
      if (word === 0)
        throw new Error(`Invalid move: ${typeof move === 'string' ? move : JSON.stringify(move)}`)
    }
    return this._play(word)
  }

  /** @internal @returns a word, 0 for none */
  _find(move: unknown, strict: boolean): number {
    if (typeof move === 'string') return findByText(this._words(), move, strict)
    if (!isObject(move)) return 0
    const squares: Partial<MoveSquares> = move
    return findBySquares(this._wordsFrom(squares.from), squares)
  }

  /** @internal */
  _play(word: number): Move {
    const before = this.fen()
    const color = this.turn()
    this._push(word)
    return new Move(word, color, before, this.fen())
  }

  /** @internal @param word the word of a legal move, or 0 */
  _push(word: number) {
    const { _game: game } = this
    const handle = handleOf(game)
    if (word === 0 && wasm.binbo_game_is_check(handle) === 1)
      throw new Error('Null move not allowed when in check')
    play(handle, word)
    game.words.push(word)
    this._side ^= 1
    this._known = {}
    const { length } = game.words
    if (this._keys.length === length) this._keys.push(wasm.binbo_game_hash(handle))
  }

  /** Takes back the last move and returns it; null if there is none. */
  undo(): Move | null {
    const { _game: game } = this
    const word = game.words.at(-1)
    if (word === undefined) return null
    const after = this.fen()
    const handle = handleOf(game)
    const men = game.edits.length > 0 ? menOf(handle) : undefined
    checked(wasm.binbo_game_undo(handle))
    game.words.pop()
    this._side ^= 1
    this._forget(game.words.length + 1)
    this._known = {}
    if (men === undefined) return new Move(word, this.turn(), this.fen(), after)
    unmove(men, word, this._side)
    return this._undoneOn(men, word, after)
  }

  /**
   * Takes back a move after changes of the board, which stay.
   * @internal
   * @param men the board that remains
   */
  _undoneOn(men: Uint8Array, word: number, after: string) {
    const { _game: game } = this
    game.edits = game.edits.filter(({ ply }) => ply <= game.words.length)
    this._edit(men, this._rest())
    const same = this._words().filter(other => ((other ^ word) & 0xffff) === 0)
    const [move] = this._described(same)
    return move ?? new Move(word, this.turn(), this.fen(), after)
  }

  /** Returns the moves played in SAN. */
  history(options?: { verbose?: false }): string[]
  /** Returns the moves played as objects. */
  history(options: { verbose: true }): Move[]
  /** Returns the moves played in SAN or as objects. */
  history(options: { verbose?: boolean }): string[] | Move[]
  history({ verbose = false }: { verbose?: boolean } = {}): string[] | Move[] {
    const { words, edits } = this._game
    if (edits.length > 0) {
      const moves = this._takenBack()
      return verbose ? moves : moves.map(({ san }) => san)
    }
    if (!verbose) return words.map(sanOf)
    const fens = this._allFens()
    const first = this._side ^ (words.length & 1)
    return words.map(
      (word, ply) => new Move(word, COLOR_LETTERS[(first + ply) & 1], fens[ply], fens[ply + 1]),
    )
  }

  /** The moves, when all of them are taken back on the current board. @internal */
  _takenBack() {
    const copy = new ChessMoves()
    const { words, edits, start } = this._game
    copy._game = { start, words: [...words], edits: [...edits], slot: 0 }
    copy._side = this._side
    const moves: Move[] = []
    for (let move = copy.undo(); move !== null; move = copy.undo()) moves.unshift(move)
    return moves
  }

  /** @internal @returns the FENs of the start position and after each move */
  _allFens(): string[] {
    const { _game: game, _fens: fens } = this
    if (game.edits.length > 0) {
      const moves = this._takenBack()
      return [...moves.map(({ before }) => before), this.fen()]
    }
    for (let ply = 0; ply <= game.words.length; ply++) {
      if (fens[ply] !== undefined) continue
      walk(game, (handle, at) => {
        fens[at] ??= fenOf(handle)
      })
      break
    }
    return fens
  }

  /**
   * Passes the move to a color, with a null move.
   * @returns false if that color is already to move
   * @throws {Error} in check
   */
  setTurn(color: Color): boolean {
    if (this.turn() === color) return false
    this.move(NULL_SAN)
    return true
  }
}

const isOfType = (word: number, type: unknown) => SYMBOLS[pieceOf(word)] === type

/** Counts leaves on a board that is not a legal position, move by move. */
function countLeaves(handle: number, depth: number): number {
  if (depth === 1) return checked(wasm.binbo_game_legal_count(handle, ANY_SQUARE))
  const count = checked(wasm.binbo_game_legal_moves(handle, LIST_PACKED, ANY_SQUARE))
  let leaves = 0
  for (const packed of io16().slice(0, count)) {
    checked(wasm.binbo_game_move(handle, packed))
    leaves += countLeaves(handle, depth - 1)
    wasm.binbo_game_undo(handle)
  }
  return leaves
}
