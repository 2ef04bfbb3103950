// SPDX-License-Identifier: Apache-2.0
// The part of Chess about its current position: the board, its changes, and the rules.
//
// A Chess has its start position and its moves, and borrows a game of C for its work (live-games.ts). Its fields have no '#',
// because users wrap it in proxies (Vue) and copy it (lodash); they are not part of the API.

import { io8 } from '../../core/buffer.js'
import { checked } from '../../core/failure.js'
import {
  EN_PASSANT_ALWAYS,
  EN_PASSANT_PSEUDO,
  STATUS_CHECKMATE_BLACK,
  STATUS_CHECKMATE_WHITE,
  STATUS_STALEMATE,
} from '../../core/generated/bindings.js'
import { ready, wasm } from '../../core/wasm.js'
import { Annotations } from './annotations.js'
import type { Rest } from './board.js'
import {
  asciiOf,
  boardFen,
  boardOf,
  isInsufficient,
  manOf,
  menOf,
  NO_SQUARE,
  pieceOfMan,
  possibleRights,
  restOf,
  squareIndex,
  squaresOf,
} from './board.js'
import type { Color, Piece, PieceSymbol, Square } from './constants.js'
import { COLOR_LETTERS, DEFAULT_POSITION, SQUARES } from './constants.js'
import type { Start } from './fen.js'
import { completeFen, readableFen, validateFen } from './fen.js'
import type { Headers } from './headers.js'
import { newHeaders } from './headers.js'
import type { GameSource } from './live-games.js'
import { edit, fenOf, handleOf, restart, scratchAt, walk } from './live-games.js'
import { positionHash } from './position-hash.js'

/** The castling rights of a color. */
export type CastlingRights = { k: boolean; q: boolean }

/** Cached answers about the current position. */
type Known = {
  /** all legal moves */
  words?: number[]
  /** the pieces on a1 to h8 */
  men?: Uint8Array
  rest?: Rest
  hash?: string
  repeated?: boolean
}

const WHITE = 0
const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1'
const FIFTY_MOVES = 100
/** A position can occur for the third time after this many plies, including null moves. */
const SOONEST_REPETITION = 4

/** The board of chess.js, and its methods about the position. */
export class ChessBoard {
  /** @internal */
  _game: GameSource = { start: DEFAULT_POSITION, words: [], edits: [], slot: 0 }
  /** C's number of the side to move. @internal */
  _side: number = WHITE
  /** The number of the move at the start. @internal */
  _firstMove: number = 1
  /** The known FENs by ply. @internal */
  _fens: string[] = []
  /** The known keys for repetition by ply. @internal */
  _keys: bigint[] = []
  /** @internal */
  _known: Known = {}
  /** The headers that were set or read, if any. @internal */
  _tags: Headers | undefined = undefined
  /** Whether the tags of the start position must be updated. @internal */
  _hasNewStart = false
  /** The FEN that was loaded, as the program wrote it, for the FEN tag. @internal */
  _givenFen: string | undefined = undefined
  /** @internal */
  _notes = new Annotations()

  /**
   * Starts a game from a position.
   * @param fen default: the start position
   * @throws {Error} for an invalid FEN, unless skipValidation is true
   */
  constructor(fen: string = DEFAULT_POSITION, { skipValidation = false }: { skipValidation?: boolean } = {}) {
    ready()
    if (fen !== DEFAULT_POSITION) this.load(fen, { skipValidation })
  }

  /** Empties the board. */
  clear({ preserveHeaders = false }: { preserveHeaders?: boolean } = {}) {
    this._begin({ fen: EMPTY, side: WHITE, move: 1 }, preserveHeaders)
    if (preserveHeaders) this._headers.SetUp = this._headers.FEN = null
  }

  /**
   * Starts a new game from a position.
   * @param fen fields from the third on may be left out
   * @throws {Error} for an invalid FEN; the game is then unchanged
   */
  load(
    fen: string,
    {
      skipValidation = false,
      preserveHeaders = false,
    }: { skipValidation?: boolean; preserveHeaders?: boolean } = {},
  ) {
    const complete = completeFen(fen)
    const { ok, error } = skipValidation ? { ok: true } : validateFen(complete)
    if (!ok) throw new Error(error)
    this._begin(readableFen(complete, !skipValidation), preserveHeaders)
    this._hasNewStart = true
    this._givenFen = complete
  }

  /** Starts a new game from the start position. */
  reset() {
    this._begin({ fen: DEFAULT_POSITION, side: WHITE, move: 1 }, false)
  }

  /** @internal */
  _begin({ fen, side, move }: Start, preserveHeaders: boolean) {
    restart(this._game, fen)
    this._side = side
    this._firstMove = move
    this._notes = new Annotations()
    if (!preserveHeaders) this._tags = undefined
    this._hasNewStart = false
    this._givenFen = undefined
    this._forget(0)
    if (fen === DEFAULT_POSITION || fen === EMPTY) this._fens.push(fen)
  }

  /**
   * Drops cached answers from a ply on.
   * @internal
   */
  _forget(ply: number) {
    if (this._fens.length > ply) this._fens.length = ply
    if (this._keys.length > ply) this._keys.length = ply
    this._known = {}
  }

  /** @internal @returns the headers, with the tags of the start position */
  get _headers(): Headers {
    this._tags ??= newHeaders()
    if (this._hasNewStart) {
      this._hasNewStart = false
      const { start, words } = this._game
      const fen =
        this._givenFen ?? this._fens[0] ?? (words.length === 0 ? this.fen() : fenOf(scratchAt(start)))
      const isUsual = fen === DEFAULT_POSITION
      this._tags.SetUp = isUsual ? null : '1'
      this._tags.FEN = isUsual ? null : fen
    }
    return this._tags
  }

  /**
   * Returns the position as a FEN.
   * @param options forceEnpassantSquare also writes a square on which no capture is possible
   */
  fen({ forceEnpassantSquare = false }: { forceEnpassantSquare?: boolean } = {}): string {
    if (forceEnpassantSquare) return fenOf(handleOf(this._game), EN_PASSANT_ALWAYS)
    const { length } = this._game.words
    return this._fens[length] ?? (this._fens[length] = fenOf(handleOf(this._game)))
  }

  /** Returns the piece on a square; undefined for an empty one. */
  get(square: Square): Piece | undefined {
    const index = squareIndex(square)
    return index < 0 ? undefined : pieceOfMan(this._men()[index])
  }

  /** Returns the squares of all pieces of a kind and color. */
  findPiece({ type, color }: Piece): Square[] {
    const man = manOf(type, color)
    return man === 0 ? [] : squaresOf(this._men(), man)
  }

  /**
   * Puts a piece on a square.
   * @returns false if it is not a piece, not a square, or a second king
   */
  put({ type, color }: Piece, square: Square): boolean {
    const man = manOf(type, color)
    const index = squareIndex(square)
    if (man === 0 || index < 0) return false
    const men = this._men()
    if (type === 'k' && men.some((other, at) => other === man && at !== index)) return false
    men[index] = man
    this._setMen(men)
    return true
  }

  /**
   * Removes the piece of a square, and returns it.
   */
  remove(square: Square): Piece | undefined {
    const piece = this.get(square)
    const men = this._men()
    men[squareIndex(square)] = 0
    this._setMen(men)
    return piece
  }

  /** @internal @returns the pieces on a1 to h8 */
  _men(): Uint8Array {
    this._known.men ??= menOf(handleOf(this._game))
    return this._known.men
  }

  /**
   * Replaces the board. As in chess.js, en passant is not possible on a changed board.
   * @internal
   */
  _setMen(men: Uint8Array) {
    const { rights, clocks } = this._rest()
    const rest = { rights: rights & possibleRights(men), enPassant: NO_SQUARE, clocks }
    this._fens[this._game.words.length] = this._edit(men, rest)
    this._known = { men, rest }
  }

  /** @internal */
  _rest(): Rest {
    this._known.rest ??= restOf(handleOf(this._game))
    return this._known.rest
  }

  /**
   * Replaces the board. C drops impossible castling rights and en passant squares.
   * @internal
   * @returns the FEN that C has read
   */
  _edit(men: Uint8Array, rest: Rest): string {
    const { _game: game } = this
    const ply = game.words.length
    const fen = boardFen(men, this._side, rest)
    this._forget(ply)
    if (ply > 0) {
      edit(handleOf(game), fen)
      game.edits = [...game.edits.filter(other => other.ply < ply), { ply, fen }]
    } else {
      restart(game, fen)
      this._hasNewStart = true
      this._givenFen = undefined
    }
    return fen
  }

  /**
   * Sets castling rights.
   * @returns whether all are now as requested: a right needs its king and rook on their home squares
   */
  setCastlingRights(color: Color, rights: Partial<CastlingRights>): boolean {
    const us = COLOR_LETTERS.indexOf(color)
    if (us < 0) return false
    const now = this.getCastlingRights(color)
    const possible = rightsOf(possibleRights(this._men()), us)
    const k = (rights.k ?? now.k) && (now.k || possible.k)
    const q = (rights.q ?? now.q) && (now.q || possible.q)
    if (k !== now.k || q !== now.q) {
      const rest = this._rest()
      const others = rest.rights & ~(3 << (2 * us))
      const own = ((k ? 1 : 0) | (q ? 2 : 0)) << (2 * us)
      this._edit(this._men(), { ...rest, rights: others | own })
    }
    return (rights.k === undefined || rights.k === k) && (rights.q === undefined || rights.q === q)
  }

  /** Returns the castling rights of a color. */
  getCastlingRights(color: Color): CastlingRights {
    const us = COLOR_LETTERS.indexOf(color)
    return us < 0 ? { k: false, q: false } : rightsOf(this._rest().rights, us)
  }

  /** Returns the side to move. */
  turn(): Color {
    return COLOR_LETTERS[this._side]
  }

  /** Returns the number of the move, as in the FEN. */
  moveNumber(): number {
    return checked(wasm.binbo_game_fullmove_number(handleOf(this._game)))
  }

  /**
   * Returns the board by ranks from 8 to 1, with null for empty squares.
   */
  board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][] {
    return boardOf(this._men())
  }

  /** Returns a diagram. */
  ascii(): string {
    return asciiOf(this._men())
  }

  /** Returns a key of the position, 64 bits in hexadecimal. */
  hash(): string {
    const { _known: known } = this
    known.hash ??= positionHash(this._men(), this._side, this._rest().rights, this._target())
    return known.hash
  }

  /** @internal @returns the en passant square if a pawn attacks it, also if capturing is illegal; or NO_SQUARE */
  _target(): number {
    if (this._rest().enPassant === NO_SQUARE) return NO_SQUARE
    return checked(wasm.binbo_game_rights(handleOf(this._game), EN_PASSANT_PSEUDO)) >> 4
  }

  /**
   * Returns the color of a square; null if it is not a square.
   */
  squareColor(square: Square): 'light' | 'dark' | null {
    const index = squareIndex(square)
    if (index < 0) return null
    return (((index >> 3) ^ index) & 1) === 0 ? 'dark' : 'light'
  }

  // --- rules --------------------------------------------------------------------------------------

  /**
   * Returns the squares of the pieces that attack a square.
   * @param attackedBy default: the side to move
   */
  attackers(square: Square, attackedBy?: Color): Square[] {
    const count = attackerCount(this._game, square, attackedBy || this.turn())
    const found = io8()
    const squares: number[] = []
    for (let i = 0; i < count; i++) squares.push(found[i] ^ 56)
    return squares.sort((a, b) => a - b).map(at => SQUARES[at])
  }

  /** Does any piece of a color attack this square? */
  isAttacked(square: Square, attackedBy: Color): boolean {
    return attackerCount(this._game, square, attackedBy) > 0
  }

  /** Is the side to move in check? */
  isCheck(): boolean {
    return checked(wasm.binbo_game_is_check(handleOf(this._game))) === 1
  }

  /** Is the side to move in check? The same as isCheck(). */
  inCheck(): boolean {
    return this.isCheck()
  }

  /** Is the side to move checkmated? */
  isCheckmate(): boolean {
    const status = wasm.binbo_game_status(handleOf(this._game))
    return status === STATUS_CHECKMATE_WHITE || status === STATUS_CHECKMATE_BLACK
  }

  /** Has the side to move no legal move, without being in check? */
  isStalemate(): boolean {
    return wasm.binbo_game_status(handleOf(this._game)) === STATUS_STALEMATE
  }

  /** Returns whether the material is bare kings, one minor piece, or bishops on squares of one color. */
  isInsufficientMaterial(): boolean {
    return isInsufficient(this._men())
  }

  /** Returns whether the position has occurred three times. */
  isThreefoldRepetition(): boolean {
    this._known.repeated ??= this._isRepeated()
    return this._known.repeated
  }

  /** @internal */
  _isRepeated() {
    const { _game: game, _keys: keys } = this
    const ply = game.words.length
    const clock = wasm.binbo_game_halfmove_clock(handleOf(game))
    if (ply < SOONEST_REPETITION || (clock < SOONEST_REPETITION && game.edits.length === 0)) return false
    if (keys.length === ply) keys[ply] = wasm.binbo_game_hash(handleOf(game))
    else if (keys.length < ply)
      walk(game, (handle, at) => {
        keys[at] = wasm.binbo_game_hash(handle)
      })
    let occurrences = 0
    for (let at = ply; at >= 0 && occurrences < 3; at -= 2) if (keys[at] === keys[ply]) occurrences++
    return occurrences === 3
  }

  /** Have fifty moves of each side passed without a capture and a pawn move? */
  isDrawByFiftyMoves(): boolean {
    return checked(wasm.binbo_game_halfmove_clock(handleOf(this._game))) >= FIFTY_MOVES
  }

  /** Is the game drawn: by stalemate, material, repetition, or fifty moves? */
  isDraw(): boolean {
    return (
      this.isDrawByFiftyMoves() ||
      this.isStalemate() ||
      this.isInsufficientMaterial() ||
      this.isThreefoldRepetition()
    )
  }

  /** Is the game over: by checkmate, or drawn? */
  isGameOver(): boolean {
    return this.isCheckmate() || this.isDraw()
  }
}

/**
 * @param rights the rights of both colors
 * @param us a color, as C's number
 */
const rightsOf = (rights: number, us: number): CastlingRights => ({
  k: ((rights >> (2 * us)) & 1) === 1,
  q: ((rights >> (2 * us)) & 2) === 2,
})

/** @returns how many pieces attack the square; their squares are in the buffer */
function attackerCount(game: GameSource, square: unknown, color: unknown): number {
  const index = squareIndex(square)
  const us = COLOR_LETTERS.indexOf(color)
  return index < 0 || us < 0 ? 0 : checked(wasm.binbo_game_attackers(handleOf(game), index, us))
}
