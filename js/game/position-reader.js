// SPDX-License-Identifier: Apache-2.0
// What can be read of a position: the half that Game and Position share.

import { ioBytes } from '../core/buffer.js'
import { CASTLING_XFEN, EN_PASSANT_ALWAYS, KING, PIECE_COLOR_SHIFT } from '../core/generated/bindings.js'
import { fromOf, toOf } from '../core/move-word.js'
import { wasm } from '../core/wasm.js'
import { boardText } from './board-text.js'
import { canWin, helpmate, isDead } from './dead.js'
import { fenText, readFenForms } from './fen.js'
import { ANSWER, HANDLE } from './internals.js'
import { castlingTarget, isDrop, promotionOf } from './move.js'
import { canPlay, legalMoves, legalPacked, legalWords, lineOfGame, wordsOfTexts } from './move-lists.js'
import {
  COLORS,
  colorOfPiece,
  PIECE_TYPES,
  pieceList,
  requireColor,
  requireSquare,
  SQUARES,
  typeOfPiece,
} from './squares.js'
import { pocketsIn, VARIANTS } from './variants.js'

/** @import { BoardFacts, BoardOptions } from './board-text.js' */
/** @import { CanWin, EffortOptions } from './dead.js' */
/** @import { FenOptions } from './fen.js' */
/** @import { LegalMovesForm, LegalMovesOptions } from './move-lists.js' */
/** @import { Move, MoveSquares } from './move.js' */
/** @import { Color, DropLetter, PieceType, Promotion, Square, SquareName } from './squares.js' */
/** @import { Pocket } from './variants.js' */
/** @import { Variant } from '../core/generated/bindings.js' */

/**
 * How many pieces of each type a side has on the board.
 * @typedef {{ pawn: number, knight: number, bishop: number, rook: number, queen: number, king: number }} PieceCounts
 */

/**
 * Where pieces may go, by the square on which each stands; get() takes what boards give, any string.
 * @typedef {Map<Square, Square[]> & { get(square: string): Square[] | undefined }} Dests
 */

/** @typedef {(handle: number, a: any, b: any) => any} Read what asks C; a typed array in its result is borrowed */

/** @type {Read} */
const readVariant = handle => VARIANTS[wasm.binbo_game_variant(handle)]
/** @type {Read} */
const readFen = handle => fenText(handle, EN_PASSANT_ALWAYS, CASTLING_XFEN)
/** @type {Read} */
const readSide = handle => COLORS[wasm.binbo_game_side_to_move(handle)]
/** @type {Read} */
const readCheck = handle => wasm.binbo_game_is_check(handle) === 1
/** @type {Read} */
const readHalfmoveClock = handle => wasm.binbo_game_halfmove_clock(handle)
/** @type {Read} */
const readFullmoveNumber = handle => wasm.binbo_game_fullmove_number(handle)
/** @type {Read} */
const readPockets = handle => ioBytes(wasm.binbo_game_pockets(handle))
/** @type {Read} */
const readChecks = handle => ioBytes(wasm.binbo_game_checks(handle))
/** @type {Read} */
const readHash = handle => BigInt.asUintN(64, wasm.binbo_game_hash(handle))
/** @type {Read} */
const readMan = (handle, square) => wasm.binbo_game_piece_at(handle, square)
/** @type {Read} What stands on a1 to h8, as C writes it. */
const readMen = handle => ioBytes(wasm.binbo_game_pieces(handle))
/** @type {Read} */
const readAttackers = (handle, square, by) => ioBytes(wasm.binbo_game_attackers(handle, square, by))
/** @type {Read} */
const readPinned = (handle, color) => ioBytes(wasm.binbo_game_pinned(handle, color))
/** @type {Read} */
const readMatingMaterial = (handle, color) => wasm.binbo_game_has_mating_material(handle, color) === 1

/** A position, or a game at its position, as it can be read. */
export class PositionReader {
  /**
   * @internal
   * @returns {number} for C; 0 is no game
   */
  [HANDLE]() {
    return 0
  }

  /**
   * Asks C.
   * @internal
   * @param {string} _name of the question
   * @param {Read} read
   * @param {number} [a] what else the question depends on
   * @param {number} [b]
   * @returns {any} borrowed
   */
  [ANSWER](_name, read, a, b) {
    return read(this[HANDLE](), a, b)
  }

  /**
   * The variant that is played.
   * @returns {Variant}
   */
  get variant() {
    return this[ANSWER]('variant', readVariant)
  }

  /**
   * The position as a FEN of six fields, as toFen() writes it with its defaults.
   * @returns {string}
   */
  get fen() {
    return this[ANSWER]('fen', readFen)
  }

  /**
   * Returns the position as a FEN.
   * @param {FenOptions} [options]
   * @returns {string}
   * @throws {ChessError} ERR_ARGUMENT
   */
  toFen(options) {
    const [enPassant, castling] = readFenForms(options)
    return this[ANSWER]('toFen', fenText, enPassant, castling)
  }

  /** @returns {bigint} the 64-bit Polyglot key; pockets, promoted pieces and checks are mixed in by keys of our own */
  get hash() {
    return this[ANSWER]('hash', readHash)
  }

  /**
   * The side to move.
   * @returns {Color}
   */
  get sideToMove() {
    return this[ANSWER]('side', readSide)
  }

  /** @returns {boolean} whether the king of the side to move is in check, by the rules of the variant */
  get isCheck() {
    return this[ANSWER]('check', readCheck)
  }

  /** @returns {number} plies since the last capture or pawn move */
  get halfmoveClock() {
    return this[ANSWER]('halfmove', readHalfmoveClock)
  }

  /**
   * The number of the move, as in the FEN.
   * @returns {number}
   */
  get fullmoveNumber() {
    return this[ANSWER]('fullmove', readFullmoveNumber)
  }

  /** @returns {{ white: Pocket, black: Pocket } | null} what each side can drop; null but in crazyhouse */
  get pockets() {
    return pocketsIn(this[ANSWER]('pockets', readPockets))
  }

  /** @returns {{ white: number, black: number } | null} checks that each side must still give; null but in 3check */
  get remainingChecks() {
    const [white, black] = this[ANSWER]('checks', readChecks)
    return white === undefined ? null : { white, black }
  }

  /**
   * Returns the legal moves as objects; none when the game is over.
   * @overload
   * @param {'move'} [as]
   * @param {LegalMovesOptions} [options]
   * @returns {Move[]}
   */
  /**
   * Returns the legal moves as texts in UCI or SAN; none when the game is over.
   * @overload
   * @param {'uci' | 'san'} as
   * @param {LegalMovesOptions} [options]
   * @returns {string[]}
   */
  /**
   * Returns the legal moves as the arguments of indexMove(); none when the game is over.
   * @overload
   * @param {'index'} as
   * @param {LegalMovesOptions} [options]
   * @returns {[from: number, to: number, promotion?: Promotion | DropLetter][]}
   */
  /**
   * Returns the legal moves as numbers from | to << 6 | code << 12, with the code of a promotion, 1 n, 2 b, 3 r, 4 q, 5 k,
   * or of a drop, 9 P, 10 N, 11 B, 12 R, 13 Q, else 0; none when the game is over.
   * @overload
   * @param {'packed'} as
   * @param {LegalMovesOptions} [options]
   * @returns {Uint16Array}
   */
  /**
   * Returns how many legal moves there are; 0 when the game is over.
   * @overload
   * @param {'count'} as
   * @param {LegalMovesOptions} [options]
   * @returns {number}
   */
  /**
   * Returns the legal moves in a form that is known at run time only.
   * @overload
   * @param {LegalMovesForm} [as]
   * @param {LegalMovesOptions} [options]
   * @returns {Move[] | string[] | unknown[] | Uint16Array | number}
   */
  /**
   * @param {LegalMovesForm} [as]
   * @param {LegalMovesOptions} [options]
   * @returns {unknown}
   * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE
   */
  legalMoves(as = 'move', options) {
    return legalMoves(this, as, options)
  }

  /**
   * Can this move be played now? Never throws.
   * @param {string | MoveSquares} move UCI, SAN or squares
   * @returns {boolean}
   */
  isLegal(move) {
    return canPlay(this, move)
  }

  /**
   * The moves of a line, such as an engine's; plays nothing, ignores draws.
   * @param {Iterable<string>} moves UCI or SAN
   * @returns {Move[]}
   * @throws {ChessError} with ply; ERR_MOVE_*, ERR_SAN_*, ERR_ARGUMENT
   */
  line(moves) {
    const words = wordsOfTexts(this, moves)
    const handle = this[HANDLE]()
    return lineOfGame(handle, words, wasm.binbo_game_ply(handle))
  }

  /**
   * Where each piece of the side to move may go, as boards such as chessground take it: castling goes to the king's and
   * to the rook's square; drops are not among them.
   * @returns {Dests} without pieces that cannot move
   */
  dests() {
    /** @type {Map<Square, Square[]>} */
    const dests = new Map()
    for (const word of legalWords(this)) {
      if (isDrop(word)) continue
      const from = SQUARES[fromOf(word)]
      const targets = dests.get(from) ?? []
      for (const to of [SQUARES[toOf(word)], SQUARES[castlingTarget(word)]])
        if (to !== from && !targets.includes(to)) targets.push(to)
      dests.set(from, targets)
    }
    return dests
  }

  /**
   * Is there a legal move between these squares by which a pawn is promoted?
   * @param {SquareName} from
   * @param {SquareName} to
   * @returns {boolean}
   * @throws {ChessError} ERR_MOVE_SQUARE
   */
  promotes(from, to) {
    const target = requireSquare(to)
    return legalPacked(this, requireSquare(from)).some(
      (/** @type {number} */ move) => toOf(move) === target && promotionOf(move) !== 0,
    )
  }

  /**
   * Returns the pieces from h8 down to a1, with names of squares.
   * @overload
   * @param {'notation'} [as]
   * @returns {[square: Square, color: Color, type: PieceType][]}
   */
  /**
   * Returns the pieces from h8 down to a1, with indexes of squares, a1 = 0 to h8 = 63.
   * @overload
   * @param {'index'} as
   * @returns {[square: number, color: Color, type: PieceType][]}
   */
  /**
   * @param {'notation' | 'index'} [as]
   * @returns {[square: Square | number, color: Color, type: PieceType][]}
   * @throws {ChessError} ERR_ARGUMENT
   */
  pieces(as = 'notation') {
    return pieceList(this[ANSWER]('men', readMen), as)
  }

  /**
   * Returns the piece on a square; null for an empty one.
   * @param {SquareName} square
   * @returns {{ color: Color, type: PieceType } | null}
   * @throws {ChessError} ERR_MOVE_SQUARE
   */
  pieceAt(square) {
    const piece = this[ANSWER]('man', readMan, requireSquare(square))
    return piece === 0 ? null : { color: colorOfPiece(piece), type: PIECE_TYPES[typeOfPiece(piece)] }
  }

  /**
   * Returns the square of a color's king; null without one. Of several (antichess), the first from a1.
   * @param {Color} color
   * @returns {Square | null}
   * @throws {ChessError} ERR_ARGUMENT
   */
  king(color) {
    const king = (requireColor(color) << PIECE_COLOR_SHIFT) | KING
    return SQUARES[this[ANSWER]('men', readMen).indexOf(king)] ?? null
  }

  /**
   * Counts the pieces on the board; what is in a pocket does not count.
   * @returns {{ white: PieceCounts, black: PieceCounts }}
   */
  material() {
    const none = () => ({ pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, king: 0 })
    const counts = { white: none(), black: none() }
    for (const piece of this[ANSWER]('men', readMen))
      if (piece !== 0) counts[colorOfPiece(piece)][PIECE_TYPES[typeOfPiece(piece)]]++
    return counts
  }

  /**
   * Returns the squares of the pieces of a color that attack a square.
   * @param {SquareName} square
   * @param {Color} by
   * @returns {Square[]} of the pieces of that color that attack the square
   * @throws {ChessError} ERR_MOVE_SQUARE, ERR_ARGUMENT
   */
  attackers(square, by) {
    return squareList(this[ANSWER]('attackers', readAttackers, requireSquare(square), requireColor(by)))
  }

  /**
   * Does a piece of this color attack the square?
   * @param {SquareName} square
   * @param {Color} by
   * @returns {boolean}
   * @throws {ChessError} ERR_MOVE_SQUARE, ERR_ARGUMENT
   */
  isAttacked(square, by) {
    return this.attackers(square, by).length > 0
  }

  /**
   * Returns the squares of the pieces of a color that are pinned to their king, where it can be in check.
   * @param {Color} color
   * @returns {Square[]} of its pieces that are pinned to their king, where it can be in check
   * @throws {ChessError} ERR_ARGUMENT
   */
  pinned(color) {
    return squareList(this[ANSWER]('pinned', readPinned, requireColor(color)))
  }

  /**
   * Has this color material with which a mate is possible?
   * @param {Color} color
   * @returns {boolean} false when no series of legal moves can let it mate, or win as the variant has it, judged by
   *   material (FIDE 6.9)
   * @throws {ChessError} ERR_ARGUMENT
   */
  hasMatingMaterial(color) {
    return this[ANSWER]('material', readMatingMaterial, requireColor(color))
  }

  /**
   * May any series of legal moves, both sides helping, let this color mate (FIDE 6.9)? Clocks and repetition do not
   * count. In a variant: win as it has it.
   * @param {Color} color
   * @param {EffortOptions} [options] effort 'normal' by default, mostly below a millisecond; 'high' may take a second
   * @returns {CanWin} 'no' and 'yes' are proved, 'unknown' is what the effort did not settle
   * @throws {ChessError} ERR_ARGUMENT
   */
  canWin(color, options) {
    return canWin(this, requireColor(color), options)
  }

  /**
   * Can neither side mate, so that the game is drawn (FIDE 5.2.2)?
   * @param {EffortOptions} [options] as for canWin()
   * @returns {boolean | 'unknown'} true and false are proved
   * @throws {ChessError} ERR_ARGUMENT
   */
  isDead(options) {
    return isDead(this, options)
  }

  /**
   * Moves by which both sides together let this color mate, or win as a variant has it.
   * @param {Color} color
   * @param {EffortOptions} [options] as for canWin()
   * @returns {string[] | null} UCI; not the fewest; empty when it has won; null when none were found
   * @throws {ChessError} ERR_ARGUMENT, ERR_MEMORY
   */
  helpmate(color, options) {
    return helpmate(this, requireColor(color), options)
  }

  /**
   * @param {BoardOptions} [options]
   * @returns {string} the board, with what is known of the position below it
   * @throws {ChessError} ERR_ARGUMENT
   */
  board(options) {
    const men = this[ANSWER]('men', readMen).slice()
    return boardText(men, /** @type {BoardFacts} */ (/** @type {unknown} */ (this)), options)
  }

  /**
   * Writes the board to the console.
   * @param {BoardOptions} [options]
   * @throws {ChessError} ERR_ARGUMENT
   */
  print(options) {
    console.log(this.board(options))
  }
}

/**
 * @param {Uint8Array} squares
 * @returns {Square[]}
 */
const squareList = squares => Array.from(squares, square => SQUARES[square])
