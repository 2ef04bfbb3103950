// SPDX-License-Identifier: Apache-2.0
// A live game: a position that changes, with its history, its result and its lifetime. The methods that read the position are
// in position-reader.ts; longer parts have files of their own.

import { releaseBuffer, writeText } from '../core/buffer.js'
import { argumentError, ChessError, chessError, withoutStack } from '../core/errors.js'
import { checked, failure } from '../core/failure.js'
import type { Variant } from '../core/generated/bindings.js'
import {
  CLAIM_RULE50,
  CLAIM_THREEFOLD,
  DRAWS_AUTOMATIC,
  IF_PROMOTING,
  STANDARD,
  STATUS_MANUAL_DRAW,
  STATUS_MANUAL_WINNER,
} from '../core/generated/bindings.js'
import { showAs } from '../core/inspect.js'
import { classes, ready, wasm } from '../core/wasm.js'
import type { FlagOptions } from './dead.js'
import { readFlagRules } from './dead.js'
import { startFenIn, withStart } from './fen.js'
import { free, watch, watchLater } from './finalizer.js'
import type { GameJson } from './game-json.js'
import { gameJson, restoreGame } from './game-json.js'
import { GameRecord } from './game-record.js'
import { defaultHeaders } from './headers.js'
import { CHANGED, COPY, HANDLE, RECORD, WATCH } from './internals.js'
import { loadPgn } from './load-pgn.js'
import type { Move, MoveSquares } from './move.js'
import { moveFailure, packIndexes, packMove, parseUci, uciText } from './move.js'
import { canPlay, lineOfGame, moveOfGame, playTexts, wordsOfGame } from './move-lists.js'
import type {
  DeadMode,
  DrawMode,
  GameOptions,
  GameSettings,
  LifeOptions,
  TerminationReason,
} from './options.js'
import { DEAD_MODES, DRAW_MODES, readGameOptions, readLifeOptions } from './options.js'
import type { PgnOptions } from './pgn-writer.js'
import { writePgn } from './pgn-writer.js'
import type { Position } from './position.js'
import { positionOf } from './position.js'
import { PositionReader } from './position-reader.js'
import type { Color, DropLetter, PromotionName } from './squares.js'
import { COLORS, requireColor } from './squares.js'
import { readState, writeState } from './state.js'
import type { Json, Status, WinnerName } from './status.js'
import { isManual, manualDraw, manualWinner, ruleStatus } from './status.js'
import { VARIANTS } from './variants.js'

// As in TypeScript 5.2: users of the types may have an older version, or settings without them.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol
    readonly asyncDispose: unique symbol
  }
}

/** A draw that may be claimed, by its reason. */
export type ClaimableDraw = 'threefold_repetition' | 'rule50'

/** A handle and a record for a new game to own. */
class Adoption {
  /** only so that it can be passed as GameOptions */
  declare fen?: undefined
  declare handle: number
  declare record: GameRecord | undefined

  constructor(handle: number, record: GameRecord | undefined) {
    this.handle = handle
    this.record = record
  }
}

/**
 * A game of chess: its start position, the moves played since, and its result.
 *
 * It lives in wasm memory. stop() frees it at once; a game without references is freed when it is garbage-collected, for which
 * the event loop must turn. Methods that throw a ChessError leave the game unchanged.
 */
export class Game extends PositionReader {
  static {
    classes.Game = Game
    showAs(Game, 'Game', ({ fen, variant, status, ply }) => ({ fen, variant, status, ply }))
  }

  /** 0 after stop(). */
  #handle: number
  /** undefined for a plain game */
  #record: GameRecord | undefined
  /** Cached until the next change. */
  #position: Position | undefined
  /** Whether the finalization registry watches it. */
  #watched = false

  /**
   * Starts a game.
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_MEMORY, ERR_WASM, ERR_INIT
   */
  constructor(options?: GameOptions) {
    ready()
    super()
    this.#record = undefined
    this.#position = undefined
    if (options === undefined) {
      this.#handle = checked(wasm.binbo_game_new(0, STANDARD, DRAWS_AUTOMATIC, 0))
    } else if (options instanceof Adoption) {
      this.#handle = options.handle
      this.#record = options.record
    } else {
      const settings = readGameOptions(options)
      this.#handle = createHandle(settings)
      if (settings.dead !== 0) wasm.binbo_game_set_dead(this.#handle, settings.dead)
      if (settings.strict) this[RECORD]().strict = true
      if (settings.life !== undefined) Game.#setLife(this, settings.life)
    }
    watchLater(this)
  }

  /**
   * Makes a game from the bytes of a state.
   * @param bytes the result of state(), in this or another process
   * @throws {ChessError} ERR_STATE_*, ERR_ARGUMENT, ERR_MEMORY
   */
  static fromState(bytes: Uint8Array): Game {
    ready()
    const { handle, contents } = readState(bytes)
    return new Game(new Adoption(handle, GameRecord.of(contents)))
  }

  /**
   * Makes the game of a toJSON(), also after JSON.stringify() and JSON.parse().
   * @param json a GameJson; everything is checked
   * @throws {ChessError} ERR_FEN_*, ERR_MOVE_* and ERR_SAN_* with ply, ERR_DRAW_CLAIM, ERR_GAME_OVER, ERR_ARGUMENT,
   *   ERR_MEMORY
   */
  static fromJSON(json: unknown): Game {
    return restoreGame(settings => new Game(settings), json)
  }

  /**
   * Notes a use of the game.
   * @internal
   * @throws {ChessError} ERR_GAME_STOPPED
   */
  override [HANDLE]() {
    if (this.#record !== undefined) this.#record.touch()
    if (this.#handle === 0) throw chessError('ERR_GAME_STOPPED')
    return this.#handle
  }

  /** @internal */
  [RECORD]() {
    this.#record ??= new GameRecord()
    return this.#record
  }

  /**
   * @internal
   * @param isNewGame whether the game is not a continuation of the one before
   */
  [CHANGED](): void
  /** @internal */
  [CHANGED]<T>(result: T, isNewGame?: boolean): T
  [CHANGED](result?: unknown, isNewGame = false): unknown {
    this.#position = undefined
    this.#record?.companion?.changed(this, isNewGame)
    return result
  }

  /**
   * @internal
   * @throws {ChessError} ERR_GAME_STOPPED, ERR_MEMORY
   */
  [COPY](): GameOptions {
    const handle = checked(wasm.binbo_game_clone(this[HANDLE]()))
    return new Adoption(handle, this.#record?.clone())
  }

  /** @internal */
  [WATCH]() {
    this.#watched = true
    return this.#handle
  }

  /** The options that the game was made with; `fen` is its start position. */
  get options(): GameOptions & { fen: string; variant: Variant; draws: DrawMode; dead: DeadMode } {
    const handle = this[HANDLE]()
    const record = this.#record
    const options: Game['options'] = {
      fen: startFenIn(handle),
      variant: VARIANTS[checked(wasm.binbo_game_variant(handle))],
      strict: record?.strict ?? false,
      draws: DRAW_MODES[checked(wasm.binbo_game_draws(handle))],
      dead: DEAD_MODES[checked(wasm.binbo_game_dead(handle))],
      idleTimeout: record?.idleTimeout ?? Number.POSITIVE_INFINITY,
    }
    if (record?.onTerminate !== undefined) options.onTerminate = record.onTerminate
    return options
  }

  /**
   * Changes the given options; undefined resets an option.
   * @throws {ChessError} ERR_ARGUMENT
   */
  setOptions(options: LifeOptions) {
    this[HANDLE]()
    if (options === undefined) throw argumentError('setOptions() takes an object', options)
    Game.#setLife(this, readLifeOptions(options))
  }

  /** Frees the game; further calls have no effect. Afterwards every other method throws ERR_GAME_STOPPED. */
  stop() {
    Game.#terminate(this, 'stopped')
  }

  /** The same as stop(), if the runtime has Symbol.dispose. */
  [Symbol.dispose]() {
    this.stop()
  }

  /** Whether stop() or the idle timeout has ended the game; reading it does not count as a use. */
  get stopped(): boolean {
    return this.#handle === 0
  }

  // Private methods are static: instance methods would cost every game a field.

  /** @param options checked */
  static #setLife(game: Game, options: LifeOptions) {
    const record = game.#record
    if ('onTerminate' in options && options.onTerminate !== record?.onTerminate)
      game[RECORD]().onTerminate = options.onTerminate
    const { idleTimeout } = options
    if (idleTimeout === undefined || idleTimeout === record?.idleTimeout) return
    if (idleTimeout === Number.POSITIVE_INFINITY) record?.release()
    else game[RECORD]().setIdleTimeout(idleTimeout, () => Game.#terminate(game, 'idle_timeout'))
  }

  static #terminate(game: Game, reason: TerminationReason) {
    const record = game.#record
    if (game.#handle === 0 || record?.terminating) return
    record?.terminate(game, reason)
    free(game.#handle, game.#watched)
    game.#handle = 0
    game.#record = undefined
    game.#position = undefined
  }

  /**
   * @param code a status of C, or a failure
   * @throws {ChessError} if it is a failure
   */
  static #statusOf(game: Game, code: number): Status {
    if (code < 0) throw failure(code)
    return isManual(code) ? (game.#record?.result ?? manualDraw()) : ruleStatus(code)
  }

  /** @throws {ChessError} ERR_GAME_OVER, ERR_GAME_STOPPED */
  static #decide(game: Game, code: number, result: Status) {
    checked(wasm.binbo_game_set_result(game[HANDLE](), code))
    if (result !== manualDraw()) game[RECORD]().result = result
    game[CHANGED]()
  }

  /** The current position. The same object until the game changes, by a move or by a result. */
  get position(): Position {
    const handle = this[HANDLE]()
    this.#position ??= positionOf(handle)
    return this.#position
  }

  /** The status of the game: whether it is over, who won, and why. */
  get status(): Status {
    return Game.#statusOf(this, wasm.binbo_game_status(this[HANDLE]()))
  }

  /**
   * Resets the board to a new game, without headers and result.
   * @param fen default: the variant's start position
   * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT
   */
  newGame(fen?: string): Status {
    const handle = this[HANDLE]()
    const strict = this.#record?.strict ? 1 : 0
    const code = withStart(fen, length => wasm.binbo_game_set_fen(handle, length, strict))
    this.#record?.reset()
    return this[CHANGED](Game.#statusOf(this, code), true)
  }

  /** Returns a copy of the game, without redo, timer and handler. */
  clone(): Game {
    return new Game(this[COPY]())
  }

  /**
   * Plays a move.
   * @param move in UCI ('e2e4', 'a7a8n', 'N@f3'; 'a7a8' promotes to queen), otherwise SAN; or squares
   * @returns the status after the move
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, ERR_ARGUMENT
   */
  move(move: string | MoveSquares): Status {
    const handle = this[HANDLE]()
    if (typeof move !== 'string') return play(this, packMove(move))
    const code = playText(handle, move)
    if (code < 0) throw moveFailure(code, move)
    releaseBuffer()
    return this[CHANGED](ruleStatus(code))
  }

  /**
   * Plays a move given in SAN.
   * @param san such as 'Nf3' or 'N@f3'; also squares, such as 'e1e8'; 'a8' without a piece promotes to queen
   * @returns the status after the move
   * @throws {ChessError} ERR_SAN_*, ERR_MOVE_*, ERR_GAME_OVER, ERR_ARGUMENT
   */
  sanMove(san: string): Status {
    const handle = this[HANDLE]()
    if (typeof san !== 'string') throw argumentError('A move in SAN is a string', san)
    const code = wasm.binbo_game_san(handle, writeText(san))
    try {
      checked(code, san)
    } finally {
      releaseBuffer()
    }
    return this[CHANGED](ruleStatus(code))
  }

  /**
   * Plays a move given by indexes of squares.
   * @param from index, a1 = 0 to h8 = 63
   * @param to index
   * @param promotion default 'q'; ignored if no pawn promotes. If both squares are the same, a capital letter drops that piece
   * @returns the status after the move
   * @throws {ChessError} ERR_MOVE_*, ERR_GAME_OVER
   */
  indexMove(from: number, to: number, promotion?: PromotionName | DropLetter | null): Status {
    this[HANDLE]()
    return play(this, packIndexes(from, to, promotion))
  }

  /**
   * Plays a move if it is legal. It never throws: the error is returned, without calls in its stack, which would take most of
   * the time.
   * @param move in UCI, otherwise SAN, or squares
   */
  tryMove(
    move: string | MoveSquares,
  ): { ok: true; status: Status; error?: undefined } | { ok: false; error: ChessError; status?: undefined } {
    try {
      if (typeof move === 'string' && !canPlay(this, move)) {
        return { ok: false, error: withoutStack(() => moveFailure(playText(this[HANDLE](), move), move)) }
      }
      return { ok: true, status: this.move(move) }
    } catch (cause) {
      if (cause instanceof ChessError) return { ok: false, error: cause }
      return { ok: false, error: chessError('ERR_ARGUMENT', 'The move could not be read', { cause }) }
    }
  }

  /**
   * Plays many moves, all or none.
   * @param moves moves in UCI or SAN
   * @returns the status after the last one
   * @throws {ChessError} with ply, the failing move from 1; ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER, ERR_ARGUMENT
   */
  playMoves(moves: Iterable<string>): Status {
    this[HANDLE]()
    const { ply } = this
    const status = Game.#statusOf(this, playTexts(this, moves))
    return this.ply === ply ? status : this[CHANGED](status)
  }

  /** Takes back the last move and any result, and returns the move; null if no move was played. */
  undo(): Move | null {
    const handle = this[HANDLE]()
    const word = checked(wasm.binbo_game_undo(handle))
    if (word === 0) return null
    const record = this.#record
    if (record !== undefined) record.result = undefined
    return this[CHANGED](moveOfGame(handle, word, 0))
  }

  /** Replays the move that was taken back, and returns it; null if there is none. */
  redo(): Move | null {
    const handle = this[HANDLE]()
    const word = checked(wasm.binbo_game_redo(handle))
    return word === 0 ? null : this[CHANGED](moveOfGame(handle, word, 1))
  }

  /** The number of moves since the start position. */
  get ply(): number {
    return checked(wasm.binbo_game_ply(this[HANDLE]()))
  }

  /** The last move; null if none was played. */
  get lastMove(): Move | null {
    const handle = this[HANDLE]()
    return moveOfGame(handle, checked(wasm.binbo_game_last_move(handle)), 1)
  }

  /** All moves of the game. */
  get moves(): Move[] {
    const handle = this[HANDLE]()
    const words = wordsOfGame(handle)
    return lineOfGame(handle, words, words.length)
  }

  /**
   * Ends the game as drawn, by agreement or decision.
   * @param detail such as the reason
   * @throws {ChessError} ERR_GAME_OVER, ERR_ARGUMENT
   */
  draw(detail?: Json) {
    this[HANDLE]()
    Game.#decide(this, STATUS_MANUAL_DRAW, manualDraw(detail))
  }

  /**
   * Ends the game as won, by resignation, time or decision.
   * @param winner 'white' or 'black', also as 'w', 'White', '1-0' and so on; or any other JSON
   * @param detail such as the reason
   * @throws {ChessError} ERR_GAME_OVER, ERR_ARGUMENT
   */
  setWinner(winner: WinnerName, detail?: Json) {
    this[HANDLE]()
    Game.#decide(this, STATUS_MANUAL_WINNER, manualWinner(winner, detail))
  }

  /**
   * Ends the game because the time of this color is up (FIDE 6.9). The other color wins, with the detail 'time'; if it is
   * proved that it cannot win, the game is drawn, with the detail 'time_vs_no_win'.
   * @param color the color whose time is up
   * @param options `rules`: 'fide' (default) uses canWin() with its normal effort, 'material' only hasMatingMaterial(), as most
   *   servers do
   * @throws {ChessError} ERR_GAME_OVER, ERR_ARGUMENT
   */
  flag(color: Color, options?: FlagOptions): Status {
    const handle = this[HANDLE]()
    const winner = 1 - requireColor(color)
    const byMaterial = readFlagRules(options)
    if (this.status.over) throw chessError('ERR_GAME_OVER')
    const wins = byMaterial
      ? checked(wasm.binbo_game_has_mating_material(handle, winner)) === 1
      : this.canWin(COLORS[winner]) !== 'no'
    if (wins) this.setWinner(COLORS[winner], 'time')
    else this.draw('time_vs_no_win')
    return this.status
  }

  /** The draws that the side to move may claim now; only with the option draws: 'claim'. */
  get claimableDraws(): ClaimableDraw[] {
    const bits = checked(wasm.binbo_game_claimable(this[HANDLE]()))
    const draws: ClaimableDraw[] = []
    if (bits & CLAIM_THREEFOLD) draws.push('threefold_repetition')
    if (bits & CLAIM_RULE50) draws.push('rule50')
    return draws
  }

  /**
   * Ends the game by a draw that may be claimed now.
   * @throws {ChessError} ERR_DRAW_CLAIM, ERR_GAME_OVER
   */
  claimDraw(): Status {
    return this[CHANGED](Game.#statusOf(this, wasm.binbo_game_claim(this[HANDLE]())))
  }

  /**
   * Returns what JSON.stringify() writes, and fromJSON() reads: all that state() keeps.
   * @throws {ChessError} ERR_GAME_STOPPED, ERR_ARGUMENT when the headers are not strings
   */
  toJSON(): GameJson {
    return gameJson(this, this.#record)
  }

  /**
   * Returns the game as bytes: variant, draws, start position, moves, result and headers; without the moves for redo(), timer
   * and handler.
   * @returns bytes for setState() and fromState(), in any process; owned by the caller
   * @throws {ChessError} ERR_MEMORY, ERR_ARGUMENT if the headers are not strings
   */
  state(): Uint8Array<ArrayBuffer> {
    return writeState(this[HANDLE](), this.#record)
  }

  /**
   * Replaces the game, its variant and its mode of draws with those of a state.
   * @param bytes the result of state()
   * @throws {ChessError} ERR_STATE_*, ERR_ARGUMENT, ERR_MEMORY
   */
  setState(bytes: Uint8Array): Status {
    this[HANDLE]()
    const { handle, status, contents } = readState(bytes)
    free(this.#handle, this.#watched)
    this.#handle = handle
    if (this.#watched) watch(this)
    if (this.#record || contents.headers || contents.result) this[RECORD]().adopt(contents)
    return this[CHANGED](Game.#statusOf(this, status), true)
  }

  /**
   * Replaces the game with the first game of a PGN. Draws by rule do not end it before its last move.
   * @param pgn text, or bytes in UTF-8; a header that is not valid UTF-8 is read as Latin-1
   * @returns the status of the final position
   * @throws {ChessError} ERR_PGN_* with offset, line, column and ply; ERR_ARGUMENT, ERR_MEMORY
   */
  loadPgn(pgn: string | Uint8Array): Status {
    const { status, tags } = loadPgn(this[HANDLE](), pgn, this.#record?.strict ?? false)
    this[RECORD]().reset(tags)
    return this[CHANGED](Game.#statusOf(this, status), true)
  }

  /** PGN headers, live: pgn() and state() write the headers that are set here. */
  get headers(): Map<string, string> {
    this[HANDLE]()
    return this[RECORD]().headers
  }

  /**
   * Returns the main line in export format, with the result of the status, otherwise that of the Result header.
   * @throws {ChessError} ERR_ARGUMENT
   */
  pgn(options?: PgnOptions): string {
    const handle = this[HANDLE]()
    const words = wordsOfGame(handle)
    const startFen = startFenIn(handle)
    const { variant } = this
    const headers = this.#record?.headers ?? defaultHeaders()
    const { status } = this
    return writePgn({ headers, startFen, variant, words, status }, options)
  }
}

// Without Symbol.dispose, its method is named 'undefined'.
if (!Symbol.dispose) Reflect.deleteProperty(Game.prototype, 'undefined')

/**
 * @returns a handle
 * @throws {ChessError} ERR_FEN_*, ERR_ARGUMENT, ERR_MEMORY
 */
function createHandle({ fen, variant, draws, strict }: GameSettings): number {
  return withStart(fen, length => wasm.binbo_game_new(length, variant, draws, strict ? 1 : 0))
}

/**
 * @param text a move in UCI, otherwise SAN
 * @returns C's status, or a failure
 */
function playText(handle: number, text: string): number {
  const packed = parseUci(text)
  return packed < 0 ? wasm.binbo_game_san(handle, writeText(text)) : wasm.binbo_game_move(handle, packed)
}

function play(game: Game, packed: number): Status {
  const code = wasm.binbo_game_move(game[HANDLE](), packed)
  if (code < 0) throw failure(code, uciText(packed & ~IF_PROMOTING))
  return game[CHANGED](ruleStatus(code))
}
