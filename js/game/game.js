// SPDX-License-Identifier: Apache-2.0
// One live game. The class checks arguments, calls C and makes objects of the results; longer parts have files of their
// own.

import { io8, readText, releaseBuffer, writeText } from '../core/buffer.js'
import { argumentError, ChessError, chessError, withoutStack } from '../core/errors.js'
import { checked, failure } from '../core/failure.js'
import { CASTLING_XFEN, EN_PASSANT_ALWAYS, IF_PROMOTING } from '../core/generated/bindings.js'
import { showAs } from '../core/inspect.js'
import { classes, ready, wasm } from '../core/wasm.js'
import { boardText } from './board-text.js'
import { withFen, writeFen } from './fen.js'
import { Adoption, changed, copyOf, peekRecord, recordOf, replaceHandle, statusOf, use } from './game-life.js'
import { GameRecord } from './game-record.js'
import { GameResults } from './game-results.js'
import { defaultHeaders } from './headers.js'
import { loadPgn } from './load-pgn.js'
import { packIndexes, packMove, parseUci, uciError, uciText } from './move.js'
import { legalMoves, lineOfGame, moveOfGame, playTexts, wordsOfGame, wordsOfTexts } from './move-lists.js'
import { writePgn } from './pgn-writer.js'
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
import { readState, writeState } from './state.js'
import { ruleStatus } from './status.js'
import { pocketsOf, remainingChecksOf, VARIANTS } from './variants.js'

/** @import { BoardOptions } from './board-text.js' */
/** @import { FenOptions } from './fen.js' */
/** @import { LegalMovesForm, LegalMovesOptions } from './move-lists.js' */
/** @import { Move, MoveSquares } from './move.js' */
/** @import { GameOptions } from './options.js' */
/** @import { PgnOptions } from './pgn-writer.js' */
/** @import { Color, DropLetter, PieceType, Promotion, Square } from './squares.js' */
/** @import { Json, Status } from './status.js' */
/** @import { Pocket } from './variants.js' */
/** @import { Variant } from '../core/generated/bindings.js' */

/**
 * A game of chess: its start position, the moves played since, and its result.
 *
 * It lives in wasm memory. stop() frees it at once; a game without references is freed when it is collected, which needs
 * the event loop to turn. Methods that throw a ChessError leave the game as it was.
 */
export class Game extends GameResults {
  static {
    // Minifiers rename classes, but users read the names.
    classes.Game = Object.defineProperty(Game, 'name', { value: 'Game', configurable: true })
    showAs(Game, ({ fen, variant, status, ply }) => ({ fen, variant, status, ply }))
  }

  /**
   * Makes a game out of a state's bytes.
   * @param {Uint8Array} bytes of state(), of this or another process
   * @returns {Game}
   * @throws {ChessError} ERR_STATE_*, ERR_ARGUMENT, ERR_MEMORY
   */
  static fromState(bytes) {
    ready()
    const { handle, contents } = readState(bytes)
    return new Game(/** @type {GameOptions} */ (new Adoption(handle, recordFor(contents))))
  }

  /**
   * Begins a new game, without headers and result.
   * @param {string} [fen] default: the variant's start position
   * @returns {Status}
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
   */
  newGame(fen) {
    const handle = use(this)
    const strict = peekRecord(this)?.strict ? 1 : 0
    const code =
      fen === undefined
        ? checked(wasm.binbo_game_set_fen(handle, 0, strict))
        : withFen(fen, length => wasm.binbo_game_set_fen(handle, length, strict))
    peekRecord(this)?.reset()
    return changed(this, statusOf(this, code), true)
  }

  /**
   * Returns a copy of the game: the same but for redo, timer and handler.
   * @returns {Game}
   */
  clone() {
    return new Game(copyOf(this))
  }

  /**
   * Plays a move given in UCI or by its squares.
   * @param {string | MoveSquares} move 'e2e4', 'a7a8n', 'N@f3'; 'a7a8' promotes to queen; or squares
   * @returns {Status} after the move
   * @throws {ChessError} ERR_MOVE_*, ERR_GAME_OVER, ERR_ARGUMENT
   */
  move(move) {
    const handle = use(this)
    if (typeof move !== 'string') return play(this, packMove(move))
    const packed = parseUci(move)
    if (packed < 0) throw uciError(move)
    const code = wasm.binbo_game_move(handle, packed)
    if (code < 0) throw failure(code, move)
    return changed(this, ruleStatus(code))
  }

  /**
   * Plays a move given in SAN.
   * @param {string} san such as 'Nf3' or 'N@f3'; squares as in 'e1e8' too; a bare 'a8' promotes to queen
   * @returns {Status} after the move
   * @throws {ChessError} ERR_SAN_*, ERR_MOVE_*, ERR_GAME_OVER, ERR_ARGUMENT
   */
  sanMove(san) {
    const handle = use(this)
    if (typeof san !== 'string') throw argumentError('A move in SAN is a string', san)
    const code = wasm.binbo_game_san(handle, writeText(san))
    if (code < 0) throw textFailure(code, san)
    releaseBuffer()
    return changed(this, ruleStatus(code))
  }

  /**
   * Plays a move given by indexes of squares.
   * @param {number} from index, a1 = 0 to h8 = 63
   * @param {number} to index
   * @param {Promotion | DropLetter | null} [promotion] default 'q'; ignored where no pawn promotes. A capital letter drops
   *   that piece, where both squares are the same
   * @returns {Status} after the move
   * @throws {ChessError} ERR_MOVE_*, ERR_GAME_OVER
   */
  indexMove(from, to, promotion) {
    use(this)
    return play(this, packIndexes(from, to, promotion))
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
   * Plays a move if it is legal. Never throws: the error is returned. Its stack has no calls, which would cost more than all the rest.
   * @param {string | MoveSquares} move UCI, else SAN, or squares
   * @returns {{ ok: true, status: Status, error?: undefined } | { ok: false, error: ChessError, status?: undefined }}
   */
  tryMove(move) {
    try {
      if (typeof move === 'string' && !canPlay(this, move)) {
        return { ok: false, error: withoutStack(() => refusalOf(use(this), move)) }
      }
      return { ok: true, status: playAny(this, move) }
    } catch (cause) {
      if (cause instanceof ChessError) return { ok: false, error: cause }
      return { ok: false, error: chessError('ERR_ARGUMENT', 'The move could not be read', { cause }) }
    }
  }

  /**
   * Plays many moves, all or none.
   * @param {Iterable<string>} moves UCI or SAN
   * @returns {Status} after the last one
   * @throws {ChessError} with ply, the failing move from 1; ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, ERR_ARGUMENT
   */
  playMoves(moves) {
    use(this)
    const { ply } = this
    const status = statusOf(this, playTexts(this, moves))
    return this.ply === ply ? status : changed(this, status)
  }

  /**
   * The moves of a line, such as an engine's; plays nothing, ignores draws.
   * @param {Iterable<string>} moves UCI or SAN
   * @returns {Move[]}
   * @throws {ChessError} with ply; ERR_MOVE_*, ERR_SAN_*, ERR_ARGUMENT
   */
  line(moves) {
    use(this)
    const words = wordsOfTexts(this, moves)
    return lineOfGame(use(this), words, this.ply)
  }

  /**
   * Takes the last move back, and returns it; with any result. Null when none was played.
   * @returns {Move | null}
   */
  undo() {
    const handle = use(this)
    const word = checked(wasm.binbo_game_undo(handle))
    if (word === 0) return null
    const record = peekRecord(this)
    if (record !== undefined) record.result = undefined
    return changed(this, moveOfGame(handle, word, 0))
  }

  /**
   * Plays the move again that was taken back, and returns it; null when none was.
   * @returns {Move | null}
   */
  redo() {
    const handle = use(this)
    const word = checked(wasm.binbo_game_redo(handle))
    return word === 0 ? null : changed(this, moveOfGame(handle, word, 1))
  }

  /**
   * The position as a FEN of six fields, as toFen() writes it with its defaults.
   * @returns {string}
   */
  get fen() {
    return readText(checked(wasm.binbo_game_fen(use(this), EN_PASSANT_ALWAYS, CASTLING_XFEN)))
  }

  /**
   * Returns the position as a FEN.
   * @param {FenOptions} [options]
   * @returns {string}
   * @throws {ChessError} ERR_ARGUMENT
   */
  toFen(options) {
    return writeFen(use(this), options)
  }

  /**
   * The variant that is played.
   * @returns {Variant}
   */
  get variant() {
    return VARIANTS[checked(wasm.binbo_game_variant(use(this)))]
  }

  /** @returns {{ white: Pocket, black: Pocket } | null} what each side can drop; null but in crazyhouse */
  get pockets() {
    return pocketsOf(use(this))
  }

  /** @returns {{ white: number, black: number } | null} checks that each side must still give; null but in 3check */
  get remainingChecks() {
    return remainingChecksOf(use(this))
  }

  /**
   * The side to move.
   * @returns {Color}
   */
  get sideToMove() {
    return COLORS[checked(wasm.binbo_game_side_to_move(use(this)))]
  }

  /** @returns {boolean} whether the side to move is in check, by the rules of the variant */
  get isCheck() {
    return checked(wasm.binbo_game_is_check(use(this))) === 1
  }

  /** @returns {number} plies since the last capture or pawn move */
  get halfmoveClock() {
    return checked(wasm.binbo_game_halfmove_clock(use(this)))
  }

  /**
   * The number of the move, as in the FEN.
   * @returns {number}
   */
  get fullmoveNumber() {
    return checked(wasm.binbo_game_fullmove_number(use(this)))
  }

  /** @returns {number} moves played since the start position */
  get ply() {
    return checked(wasm.binbo_game_ply(use(this)))
  }

  /**
   * The last move; null when none was played.
   * @returns {Move | null}
   */
  get lastMove() {
    const handle = use(this)
    return moveOfGame(handle, checked(wasm.binbo_game_last_move(handle)), 1)
  }

  /** @returns {Move[]} all moves played */
  get moves() {
    const handle = use(this)
    return lineOfGame(handle, wordsOfGame(handle), 0)
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
    return legalMoves(use(this), as, options)
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
    const count = checked(wasm.binbo_game_pieces(use(this)))
    return pieceList(io8().subarray(0, count), as)
  }

  /**
   * Returns the piece on a square; null for an empty one.
   * @param {Square | number} square
   * @returns {{ color: Color, type: PieceType } | null}
   * @throws {ChessError} ERR_MOVE_SQUARE
   */
  pieceAt(square) {
    const piece = checked(wasm.binbo_game_piece_at(use(this), requireSquare(square)))
    return piece === 0 ? null : { color: colorOfPiece(piece), type: PIECE_TYPES[typeOfPiece(piece)] }
  }

  /**
   * Returns the squares of the pieces of a color that attack a square.
   * @param {Square | number} square
   * @param {Color} by
   * @returns {Square[]} of the pieces of that color that attack the square
   * @throws {ChessError} ERR_MOVE_SQUARE, ERR_ARGUMENT
   */
  attackers(square, by) {
    const handle = use(this)
    return squareList(checked(wasm.binbo_game_attackers(handle, requireSquare(square), requireColor(by))))
  }

  /**
   * Returns the squares of the pieces of a color that are pinned to their king, where it can be in check.
   * @param {Color} color
   * @returns {Square[]} of its pieces that are pinned to their king, where it can be in check
   * @throws {ChessError} ERR_ARGUMENT
   */
  pinned(color) {
    return squareList(checked(wasm.binbo_game_pinned(use(this), requireColor(color))))
  }

  /** @returns {bigint} the 64-bit Polyglot key; pockets, promoted pieces and checks are mixed in by keys of our own */
  get hash() {
    return BigInt.asUintN(64, wasm.binbo_game_hash(use(this)))
  }

  /**
   * @param {BoardOptions} [options]
   * @returns {string} the board, with the state of the game below it
   * @throws {ChessError} ERR_ARGUMENT
   */
  board(options) {
    const pieces = io8().slice(0, checked(wasm.binbo_game_pieces(use(this))))
    const { sideToMove, lastMove, pockets, remainingChecks, fullmoveNumber, halfmoveClock, fen, status } =
      this
    return boardText(
      { pieces, sideToMove, lastMove, pockets, remainingChecks, fullmoveNumber, halfmoveClock, fen, status },
      options,
    )
  }

  /**
   * Writes the board to the console.
   * @param {BoardOptions} [options]
   * @throws {ChessError} ERR_ARGUMENT
   */
  print(options) {
    console.log(this.board(options))
  }

  /**
   * Returns what JSON.stringify() writes of the game, for people and other programs; fromState() reads state().
   * @returns {{ fen: string, variant: Variant, status: Status, moves: string[] }} `fen` of the current position, `moves`
   *   in UCI
   * @throws {ChessError} ERR_GAME_STOPPED
   */
  toJSON() {
    const { fen, variant, status } = this
    return { fen, variant, status, moves: this.moves.map(({ uci }) => uci) }
  }

  /**
   * Returns the game as bytes: variant, draws, start position, moves, result and headers; not what redo could play, timer and handler.
   * @returns {Uint8Array} owned by the caller; for setState() and fromState() of any process
   * @throws {ChessError} ERR_MEMORY, ERR_ARGUMENT when the headers are not strings
   */
  state() {
    return writeState(use(this), peekRecord(this))
  }

  /**
   * Replaces the game by that of a state; variant and draws come from it, too.
   * @param {Uint8Array} bytes of state()
   * @returns {Status}
   * @throws {ChessError} ERR_STATE_*, ERR_ARGUMENT, ERR_MEMORY
   */
  setState(bytes) {
    use(this)
    const { handle, status, contents } = readState(bytes)
    replaceHandle(this, handle)
    if (peekRecord(this) || contents.headers || contents.result) recordOf(this).adopt(contents)
    return changed(this, statusOf(this, status), true)
  }

  /**
   * Replaces the game by the first one of a PGN. Draws by rule do not end it before its last move.
   * @param {string | Uint8Array} pgn bytes are UTF-8, or Latin-1 in the headers
   * @returns {Status} of the final position
   * @throws {ChessError} ERR_PGN_* with offset, line, column and ply; ERR_ARGUMENT, ERR_MEMORY
   */
  loadPgn(pgn) {
    const { status, tags } = loadPgn(use(this), pgn, peekRecord(this)?.strict ?? false)
    recordOf(this).reset(tags)
    return changed(this, statusOf(this, status), true)
  }

  /** @returns {Map<string, string>} PGN headers, live: what is set here is written by pgn() and state() */
  get headers() {
    use(this)
    return recordOf(this).headers
  }

  /**
   * @param {PgnOptions} [options]
   * @returns {string} the main line in export format; result of the status, else of the Result header
   * @throws {ChessError} ERR_ARGUMENT
   */
  pgn(options) {
    const handle = use(this)
    const words = wordsOfGame(handle)
    const startFen = readText(checked(wasm.binbo_game_start_fen(handle)))
    const { variant } = this
    const headers = peekRecord(this)?.headers ?? defaultHeaders()
    const { status } = this
    return writePgn({ headers, startFen, variant, words, status }, options)
  }
}

/**
 * @param {import('./game-record.js').RecordContents} contents
 * @returns {GameRecord | undefined} undefined when there is nothing to keep
 */
function recordFor(contents) {
  if (contents.headers === undefined && contents.result === undefined) return undefined
  const record = new GameRecord()
  record.adopt(contents)
  return record
}

/**
 * @param {Game} game
 * @param {string | MoveSquares} move
 * @returns {boolean}
 */
function canPlay(game, move) {
  try {
    const handle = use(game)
    const packed = typeof move === 'string' ? parseUci(move) : packMove(move)
    if (packed >= 0) return wasm.binbo_game_is_legal(handle, packed) === 1
    return wasm.binbo_game_is_legal_text(handle, writeText(/** @type {string} */ (move))) === 1
  } catch {
    return false
  } finally {
    releaseBuffer()
  }
}

/**
 * @param {number} handle
 * @param {string} text a move that is not legal
 * @returns {ChessError} why
 */
function refusalOf(handle, text) {
  const packed = parseUci(text)
  const code =
    packed < 0 ? wasm.binbo_game_san(handle, writeText(text)) : wasm.binbo_game_move(handle, packed)
  return textFailure(code, text)
}

/**
 * Plays by the game's own methods, which users' classes may override.
 * @param {Game} game
 * @param {string | MoveSquares} move UCI, else SAN, or squares
 * @returns {Status}
 * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, ERR_ARGUMENT
 */
export function playAny(game, move) {
  return typeof move === 'string' && parseUci(move) < 0 ? game.sanMove(move) : game.move(move)
}

/**
 * @param {Game} game
 * @param {number} packed
 * @returns {Status}
 */
function play(game, packed) {
  const code = wasm.binbo_game_move(use(game), packed)
  if (code < 0) throw failure(code, uciText(packed & ~IF_PROMOTING))
  return changed(game, ruleStatus(code))
}

/**
 * @param {number} code a failure about a text in the buffer
 * @param {string} text
 */
function textFailure(code, text) {
  const error = failure(code, text)
  releaseBuffer()
  return error
}

/**
 * @param {number} count how many squares C has written
 * @returns {Square[]}
 */
function squareList(count) {
  return Array.from(io8().subarray(0, count), square => SQUARES[square])
}
