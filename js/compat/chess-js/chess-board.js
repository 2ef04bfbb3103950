// SPDX-License-Identifier: Apache-2.0
// The part of Chess that is about its current position: the board, how it is changed, and what the rules say.
//
// A Chess has its start position and its moves, and borrows a game of C to work on (live-games.js). Its fields have no
// '#', because users wrap it in proxies (Vue) and copy it (lodash); none of them is part of the API.

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
import { COLOR_LETTERS, DEFAULT_POSITION, SQUARES } from './constants.js'
import { completeFen, readableFen, validateFen } from './fen.js'
import { newHeaders } from './headers.js'
import { edit, fenOf, handleOf, restart, scratchAt, walk } from './live-games.js'
import { positionHash } from './position-hash.js'

/** @import { Rest } from './board.js' */
/** @import { Color, Piece, PieceSymbol, Square } from './constants.js' */
/** @import { Start } from './fen.js' */
/** @import { Headers } from './headers.js' */
/** @import { GameSource } from './live-games.js' */

/**
 * Which sides a color may still castle to.
 * @typedef {{ k: boolean, q: boolean }} CastlingRights
 */

/**
 * What is known of the current position, as far as it was asked for.
 * @typedef {object} Known
 * @property {number[]} [words] all legal moves
 * @property {Uint8Array} [men] what stands on a1 to h8
 * @property {Rest} [rest]
 * @property {string} [hash]
 * @property {boolean} [repeated]
 */

const WHITE = 0
const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1'
const FIFTY_MOVES = 100
/** A position comes a third time after this many plies, of which some are null moves. */
const SOONEST_REPETITION = 4

/** The board of chess.js, and what it knows of the position. */
export class ChessBoard {
  /** @internal @type {GameSource} */
  _game = { start: DEFAULT_POSITION, words: [], edits: [], slot: 0 }
  /** Whose turn it is, as C's number. @internal @type {number} */
  _side = WHITE
  /** The number of the move at the start. @internal @type {number} */
  _firstMove = 1
  /** FENs by ply, as far as they are known. @internal @type {string[]} */
  _fens = []
  /** Keys for repetition by ply, as far as they are known. @internal @type {bigint[]} */
  _keys = []
  /** @internal @type {Known} */
  _known = {}
  /** Those that were set or read, if any. @internal @type {Headers | undefined} */
  _tags = undefined
  /** Do the tags of the start position have to be written anew? @internal */
  _hasNewStart = false
  /** The FEN that was loaded, as the program wrote it, for the FEN tag. @internal @type {string | undefined} */
  _givenFen = undefined
  /** @internal */
  _notes = new Annotations()

  /**
   * Starts a game from a position.
   * @param {string} [fen] default: the start position
   * @param {{ skipValidation?: boolean }} [options]
   * @throws {Error} for an invalid FEN, unless skipValidation takes it as it is
   */
  constructor(fen = DEFAULT_POSITION, { skipValidation = false } = {}) {
    ready()
    if (fen !== DEFAULT_POSITION) this.load(fen, { skipValidation })
  }

  /**
   * Empties the board.
   * @param {{ preserveHeaders?: boolean }} [options]
   */
  clear({ preserveHeaders = false } = {}) {
    this._begin({ fen: EMPTY, side: WHITE, move: 1 }, preserveHeaders)
    if (preserveHeaders) this._headers.SetUp = this._headers.FEN = null
  }

  /**
   * Starts a new game from a position.
   * @param {string} fen fields from the third on may be left out
   * @param {{ skipValidation?: boolean, preserveHeaders?: boolean }} [options]
   * @throws {Error} for an invalid FEN; the game is then unchanged
   */
  load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
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

  /**
   * @internal
   * @param {Start} start
   * @param {boolean} preserveHeaders
   */
  _begin({ fen, side, move }, preserveHeaders) {
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
   * Something has changed from a ply on.
   * @internal
   * @param {number} ply
   */
  _forget(ply) {
    if (this._fens.length > ply) this._fens.length = ply
    if (this._keys.length > ply) this._keys.length = ply
    this._known = {}
  }

  /** @internal @returns {Headers} with the tags of the start position */
  get _headers() {
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
   * @param {{ forceEnpassantSquare?: boolean }} [options] forceEnpassantSquare also writes a square on which no capture
   *   is possible
   * @returns {string}
   */
  fen({ forceEnpassantSquare = false } = {}) {
    if (forceEnpassantSquare) return fenOf(handleOf(this._game), EN_PASSANT_ALWAYS)
    const { length } = this._game.words
    return this._fens[length] ?? (this._fens[length] = fenOf(handleOf(this._game)))
  }

  /**
   * Returns the piece on a square; undefined for an empty one.
   * @param {Square} square
   * @returns {Piece | undefined}
   */
  get(square) {
    const index = squareIndex(square)
    return index < 0 ? undefined : pieceOfMan(this._men()[index])
  }

  /**
   * Returns the squares of all pieces of a kind and color.
   * @param {Piece} piece
   * @returns {Square[]}
   */
  findPiece({ type, color }) {
    const man = manOf(type, color)
    return man === 0 ? [] : squaresOf(this._men(), man)
  }

  /**
   * Puts a piece on a square.
   * @param {Piece} piece
   * @param {Square} square
   * @returns {boolean} false for what is no piece or no square, and for a second king
   */
  put({ type, color }, square) {
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
   * @param {Square} square
   * @returns {Piece | undefined} what stood there
   */
  remove(square) {
    const piece = this.get(square)
    const men = this._men()
    men[squareIndex(square)] = 0
    this._setMen(men)
    return piece
  }

  /** @internal @returns {Uint8Array} what stands on a1 to h8 */
  _men() {
    this._known.men ??= menOf(handleOf(this._game))
    return this._known.men
  }

  /**
   * As in chess.js, nothing can be taken en passant on a changed board.
   * @internal
   * @param {Uint8Array} men
   */
  _setMen(men) {
    const { rights, clocks } = this._rest()
    const rest = { rights: rights & possibleRights(men), enPassant: NO_SQUARE, clocks }
    this._fens[this._game.words.length] = this._edit(men, rest)
    this._known = { men, rest }
  }

  /** @internal @returns {Rest} */
  _rest() {
    this._known.rest ??= restOf(handleOf(this._game))
    return this._known.rest
  }

  /**
   * Replaces the board. C drops castling rights and an en passant square that cannot be.
   * @internal
   * @param {Uint8Array} men
   * @param {Rest} rest
   * @returns {string} the FEN that C has read
   */
  _edit(men, rest) {
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
   * Gives or takes castling rights.
   * @param {Color} color
   * @param {Partial<CastlingRights>} rights
   * @returns {boolean} whether they are now as asked for: a right needs its king and rook at home
   */
  setCastlingRights(color, rights) {
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

  /**
   * Returns which sides a color may still castle to.
   * @param {Color} color
   * @returns {CastlingRights}
   */
  getCastlingRights(color) {
    const us = COLOR_LETTERS.indexOf(color)
    return us < 0 ? { k: false, q: false } : rightsOf(this._rest().rights, us)
  }

  /**
   * Returns the side to move.
   * @returns {Color}
   */
  turn() {
    return COLOR_LETTERS[this._side]
  }

  /**
   * Returns the number of the move, as in the FEN.
   * @returns {number}
   */
  moveNumber() {
    return checked(wasm.binbo_game_fullmove_number(handleOf(this._game)))
  }

  /**
   * Returns the board by ranks from 8 to 1, with null for empty squares.
   * @returns {({ square: Square, type: PieceSymbol, color: Color } | null)[][]} ranks from 8 to 1
   */
  board() {
    return boardOf(this._men())
  }

  /** @returns {string} a diagram */
  ascii() {
    return asciiOf(this._men())
  }

  /** @returns {string} a key of the position, 64 bits in hexadecimal */
  hash() {
    const { _known: known } = this
    known.hash ??= positionHash(this._men(), this._side, this._rest().rights, this._target())
    return known.hash
  }

  /** @internal @returns {number} a square on which a pawn stands to capture, also where that is not legal; or NO_SQUARE */
  _target() {
    if (this._rest().enPassant === NO_SQUARE) return NO_SQUARE
    return checked(wasm.binbo_game_rights(handleOf(this._game), EN_PASSANT_PSEUDO)) >> 4
  }

  /**
   * Returns the color of a square; null for what is no square.
   * @param {Square} square
   * @returns {'light' | 'dark' | null} null for what is no square
   */
  squareColor(square) {
    const index = squareIndex(square)
    if (index < 0) return null
    return (((index >> 3) ^ index) & 1) === 0 ? 'dark' : 'light'
  }

  // --- rules --------------------------------------------------------------------------------------

  /**
   * Returns the squares of the pieces that attack a square.
   * @param {Square} square
   * @param {Color} [attackedBy] default: whose turn it is
   * @returns {Square[]} of the pieces that attack it
   */
  attackers(square, attackedBy) {
    const count = attackerCount(this._game, square, attackedBy || this.turn())
    const found = io8()
    /** @type {number[]} */
    const places = []
    for (let i = 0; i < count; i++) places.push(found[i] ^ 56)
    return places.sort((a, b) => a - b).map(at => SQUARES[at])
  }

  /**
   * Does any piece of a color attack this square?
   * @param {Square} square
   * @param {Color} attackedBy
   * @returns {boolean}
   */
  isAttacked(square, attackedBy) {
    return attackerCount(this._game, square, attackedBy) > 0
  }

  /**
   * Is the side to move in check?
   * @returns {boolean}
   */
  isCheck() {
    return checked(wasm.binbo_game_is_check(handleOf(this._game))) === 1
  }

  /**
   * Is the side to move in check? The same as isCheck().
   * @returns {boolean}
   */
  inCheck() {
    return this.isCheck()
  }

  /**
   * Is the side to move checkmated?
   * @returns {boolean}
   */
  isCheckmate() {
    const status = wasm.binbo_game_status(handleOf(this._game))
    return status === STATUS_CHECKMATE_WHITE || status === STATUS_CHECKMATE_BLACK
  }

  /**
   * Has the side to move no legal move, without being in check?
   * @returns {boolean}
   */
  isStalemate() {
    return wasm.binbo_game_status(handleOf(this._game)) === STATUS_STALEMATE
  }

  /** @returns {boolean} whether there are bare kings, one minor piece, or bishops that go on squares of one color */
  isInsufficientMaterial() {
    return isInsufficient(this._men())
  }

  /** @returns {boolean} whether the position has occurred three times */
  isThreefoldRepetition() {
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

  /**
   * Have fifty moves of each side passed without a capture and a pawn move?
   * @returns {boolean}
   */
  isDrawByFiftyMoves() {
    return checked(wasm.binbo_game_halfmove_clock(handleOf(this._game))) >= FIFTY_MOVES
  }

  /**
   * Is the game drawn: by stalemate, material, repetition, or fifty moves?
   * @returns {boolean}
   */
  isDraw() {
    return (
      this.isDrawByFiftyMoves() ||
      this.isStalemate() ||
      this.isInsufficientMaterial() ||
      this.isThreefoldRepetition()
    )
  }

  /**
   * Is the game over: by checkmate, or drawn?
   * @returns {boolean}
   */
  isGameOver() {
    return this.isCheckmate() || this.isDraw()
  }
}

/**
 * @param {number} rights of both colors
 * @param {number} us a color, as C's number
 * @returns {CastlingRights}
 */
const rightsOf = (rights, us) => ({
  k: ((rights >> (2 * us)) & 1) === 1,
  q: ((rights >> (2 * us)) & 2) === 2,
})

/**
 * @param {GameSource} game
 * @param {unknown} square
 * @param {unknown} color
 * @returns {number} how many pieces attack it; their squares stand in the buffer
 */
function attackerCount(game, square, color) {
  const index = squareIndex(square)
  const us = COLOR_LETTERS.indexOf(/** @type {Color} */ (color))
  return index < 0 || us < 0 ? 0 : checked(wasm.binbo_game_attackers(handleOf(game), index, us))
}
