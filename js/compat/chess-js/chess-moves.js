// SPDX-License-Identifier: Apache-2.0
// The part of Chess that is about its moves: those that can be played, those that were.

import { io16, writeText } from '../../core/buffer.js'
import { checked } from '../../core/failure.js'
import { ANY_SQUARE, LIST_PACKED, STANDARD } from '../../core/generated/bindings.js'
import { fromOf, pieceOf, toOf } from '../../core/move-word.js'
import { sanOf } from '../../core/san-writer.js'
import { wasm } from '../../core/wasm.js'
import { menOf, squareIndex, unmove } from './board.js'
import { ChessBoard } from './chess-board.js'
import { COLOR_LETTERS, SYMBOLS } from './constants.js'
import { bare, findBySquares, findByText, legalWords } from './legal-moves.js'
import { fenOf, handleOf, play, scratchAt, walk } from './live-games.js'
import { Move, promotionOf, squareName } from './move.js'

/** @import { Color, PieceSymbol, Square } from './constants.js' */
/**
 * A move given by its squares.
 * @typedef {{ from: string, to: string, promotion?: string }} MoveSquares
 */

export const NULL_SAN = '--'

/** The moves of chess.js, on its board. */
export class ChessMoves extends ChessBoard {
  /**
   * @param {{ from: Square, to: Square }} move
   * @returns {boolean} whether it is a legal move by which a pawn promotes
   */
  isPromotion({ from, to }) {
    const words = this._wordsFrom(from)
    return words.some(word => promotionOf(word) !== undefined && squareName(toOf(word)) === to)
  }

  /**
   * @param {number} depth
   * @returns {number} the leaves of the tree of legal moves; of one ply for a depth below 2
   */
  perft(depth) {
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

  /** @internal @param {string | undefined} square in lower or upper case; default: all */
  _wordsFrom(square) {
    if (!square) return this._words()
    const index = squareIndex(String(square).toLowerCase())
    if (index < 0) return []
    const { words } = this._known
    return words
      ? words.filter(word => fromOf(word) === index)
      : legalWords(handleOf(this._game), this._side, index)
  }

  /**
   * Returns the legal moves in SAN.
   * @overload
   * @param {{ verbose?: false, square?: Square, piece?: PieceSymbol }} [options]
   * @returns {string[]}
   */
  /**
   * Returns the legal moves as objects.
   * @overload
   * @param {{ verbose: true, square?: Square, piece?: PieceSymbol }} options
   * @returns {Move[]}
   */
  /**
   * Returns the legal moves in SAN or as objects.
   * @overload
   * @param {{ verbose?: boolean, square?: Square, piece?: PieceSymbol }} options
   * @returns {string[] | Move[]}
   */
  /**
   * @param {{ verbose?: boolean, square?: Square, piece?: PieceSymbol }} [options]
   * @returns {string[] | Move[]}
   */
  moves({ verbose = false, square, piece } = {}) {
    const all = this._wordsFrom(square)
    const type = piece?.toLowerCase()
    const words = type ? all.filter(word => isOfType(word, type)) : all
    return verbose ? this._described(words) : words.map(sanOf)
  }

  /** @internal @param {number[]} words legal moves @returns {Move[]} */
  _described(words) {
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
   * @param {string | MoveSquares | null} move SAN, squares, or '--' and null for a null move
   * @param {{ strict?: boolean }} [options] strict takes SAN only; otherwise texts may have the squares of origin too
   * @returns {Move}
   * @throws {Error} for a move that is not legal, and for a null move in check
   */
  move(move, { strict = false } = {}) {
    let word = 0
    if (move !== null && !(typeof move === 'string' && bare(move) === NULL_SAN)) {
      word = this._find(move, strict)
      if (word === 0)
        throw new Error(`Invalid move: ${typeof move === 'string' ? move : JSON.stringify(move)}`)
    }
    return this._play(word)
  }

  /** @internal @param {unknown} move @param {boolean} strict @returns {number} a word, 0 for none */
  _find(move, strict) {
    if (typeof move === 'string') return findByText(this._words(), move, strict)
    if (typeof move !== 'object' || move === null) return 0
    const squares = /** @type {MoveSquares} */ (move)
    return findBySquares(this._wordsFrom(squares.from), squares)
  }

  /** @internal @param {number} word @returns {Move} */
  _play(word) {
    const before = this.fen()
    const color = this.turn()
    this._push(word)
    return new Move(word, color, before, this.fen())
  }

  /** @internal @param {number} word of a legal move, or 0 */
  _push(word) {
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

  /** @returns {Move | null} the last move, which is taken back; null where there is none */
  undo() {
    const { _game: game } = this
    if (game.words.length === 0) return null
    const after = this.fen()
    const handle = handleOf(game)
    const men = game.edits.length > 0 ? menOf(handle) : undefined
    checked(wasm.binbo_game_undo(handle))
    const word = /** @type {number} */ (game.words.pop())
    this._side ^= 1
    this._forget(game.words.length + 1)
    this._known = {}
    if (men === undefined) return new Move(word, this.turn(), this.fen(), after)
    unmove(men, word, this._side)
    return this._undoneOn(men, word, after)
  }

  /**
   * After boards were changed within the game, what was changed stays when moves are taken back.
   * @internal
   * @param {Uint8Array} men the board that remains
   * @param {number} word
   * @param {string} after
   */
  _undoneOn(men, word, after) {
    const { _game: game } = this
    game.edits = game.edits.filter(({ ply }) => ply <= game.words.length)
    this._edit(men, this._rest())
    const same = this._words().filter(other => ((other ^ word) & 0xffff) === 0)
    const [move] = this._described(same)
    return move ?? new Move(word, this.turn(), this.fen(), after)
  }

  /**
   * Returns the moves played in SAN.
   * @overload
   * @param {{ verbose?: false }} [options]
   * @returns {string[]}
   */
  /**
   * Returns the moves played as objects.
   * @overload
   * @param {{ verbose: true }} options
   * @returns {Move[]}
   */
  /**
   * Returns the moves played in SAN or as objects.
   * @overload
   * @param {{ verbose?: boolean }} options
   * @returns {string[] | Move[]}
   */
  /**
   * @param {{ verbose?: boolean }} [options]
   * @returns {string[] | Move[]}
   */
  history({ verbose = false } = {}) {
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

  /** The moves as they are when all are taken back from the board as it is now. @internal */
  _takenBack() {
    const copy = new ChessMoves()
    const { words, edits, start } = this._game
    copy._game = { start, words: [...words], edits: [...edits], slot: 0 }
    copy._side = this._side
    /** @type {Move[]} */
    const moves = []
    for (let move = copy.undo(); move !== null; move = copy.undo()) moves.unshift(move)
    return moves
  }

  /** @internal @returns {string[]} of the start position and after each move */
  _allFens() {
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
   * Passes the move to a color, by a null move.
   * @param {Color} color
   * @returns {boolean} false if it is its turn
   * @throws {Error} in check
   */
  setTurn(color) {
    if (this.turn() === color) return false
    this.move(NULL_SAN)
    return true
  }
}

/**
 * @param {number} word
 * @param {unknown} type
 */
const isOfType = (word, type) => SYMBOLS[pieceOf(word)] === type

/**
 * Counts leaves on a board that is no position, move by move.
 * @param {number} handle
 * @param {number} depth
 * @returns {number}
 */
function countLeaves(handle, depth) {
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
