// SPDX-License-Identifier: Apache-2.0
// The request of a search: a position that the rules have checked, and options.

import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import { LINE } from '../../core/move-word.js'
import { checkOptions, flag } from '../../core/options.js'
import { START_FEN } from '../../game/fen.js'
import { Game } from '../../game/game.js'
import { COPY, HANDLE } from '../../game/internals.js'
import { playWords, takesRookIn, wordsOfGame, wordsOfTexts } from '../../game/move-lists.js'
import { Position } from '../../game/position.js'
import { Setup } from '../../game/setup.js'
import { checkLimits, positionCommand } from '../text/commands.js'
import { SearchTask } from './search.js'

/** @import { OptionTable, OptionValue, Rules } from './option-table.js' */
/** @import { Variant } from '../../core/generated/bindings.js' */
/** @import { Move } from '../../game/move.js' */
/** @import { GameOptions } from '../../game/options.js' */
/** @import { PositionSource } from '../../game/position.js' */
/** @import { VariantName } from '../../game/variants.js' */

/**
 * A position as text.
 * @typedef {object} PositionWords
 * @property {string | undefined} [fen] default: the start position
 * @property {Iterable<string> | undefined} [moves] played since then, in UCI or SAN
 * @property {VariantName | undefined} [variant] default 'standard'
 */

const POSITION_NAMES = ['fen', 'moves', 'variant']
/** 75 moves of both sides, in plies (FIDE 9.6.2). */
const LARGEST_CLOCK = 150
/** The word of a null move. */
const NULL_MOVE = 0
/** @type {'none'} */
const NO_DRAWS = 'none'
/** Engines read this many plies well; longer games end some of them (GNU Chess), or lead to another position (Toga). */
const MOST_PLIES = 400

/**
 * A position to search, checked by the rules. It owns a game, which free() frees.
 * @implements {Rules}
 */
export class RootPosition {
  #game
  /** Does the engine read castling as king takes rook where the game writes king to g or c? */
  #mustTakeRook

  /**
   * @param {unknown} position PositionSource or PositionWords
   * @param {boolean} [takesRook] true: the engine reads castling as king takes rook in every position
   * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_GAME_STOPPED, ERR_ARGUMENT
   */
  constructor(position, takesRook = false) {
    this.#game = ownGame(position)
    const { variant } = this.#game.options
    /** @type {Variant} */
    this.variant = variant
    /** Is its castling king takes rook? Then the engine needs the option UCI_Chess960. */
    this.takesRook = takesRookIn(this.#game[HANDLE]())
    this.#mustTakeRook = takesRook && !this.takesRook
    /** The side to move. */
    this.turn = this.#game.sideToMove
    const { start, moves } = wayTo(this.#game)
    const fen = fenForEngines(start)
    /** The `position` command, with all moves that can be part of a repetition. */
    this.command = positionCommand({
      fen: fen === START_FEN && variant === 'standard' ? null : fen,
      moves: moves.map(move => this.uciOf(move)),
    })
    /** The number of legal moves, also where the game is drawn by rule. */
    this.moveCount = this.#game.position.legalMoves('count')
  }

  /** @returns {boolean} whether it is mate, stalemate, or the end of a variant */
  get hasNoMoves() {
    return this.moveCount === 0
  }

  /**
   * @param {readonly string[]} moves as an engine wrote them
   * @returns {Move[]} the longest legal prefix
   */
  legalLine(moves) {
    try {
      return this.#game.line(moves)
    } catch (error) {
      const { ply } = /** @type {import('../../core/errors.js').ChessError} */ (error)
      return ply === undefined || ply < 2 ? [] : this.legalLine(moves.slice(0, ply - 1))
    }
  }

  /**
   * @param {unknown} moves in UCI or SAN
   * @returns {string[]} in UCI
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_ARGUMENT
   */
  checkMoves(moves) {
    if (!Array.isArray(moves)) throw argumentError('searchMoves is an array of moves', moves)
    return moves.map(move => this.uciOf(this.#game.line([move])[0]))
  }

  /** @param {Move} move @returns {string} as the engine is told */
  uciOf({ uci, from, flags }) {
    if (!this.#mustTakeRook) return uci
    if (flags.includes('kingside')) return `${from}h${from[1]}`
    return flags.includes('queenside') ? `${from}a${from[1]}` : uci
  }

  free() {
    this.#game.stop()
  }
}

/**
 * @param {Game} game
 * @returns {{ start: Position, moves: Move[] }} how its position is reached: all moves of a game that engines read well, else
 *   those since the last capture or pawn move, at most as many as a drawn game needs
 */
function wayTo(game) {
  const { ply, moves } = game
  const { fen, variant } = game.options
  if (ply <= MOST_PLIES) return { start: Position.from(/** @type {string} */ (fen), { variant }), moves }
  const first = ply - Math.min(game.halfmoveClock, LARGEST_CLOCK, ply)
  const before = new Game({ fen, variant, draws: NO_DRAWS })
  try {
    playWords(before, wordsOfGame(game[HANDLE]()).slice(0, first))
    return { start: before.position, moves: moves.slice(first) }
  } finally {
    before.stop()
  }
}

/**
 * Stockfish crashes on a large halfmove clock, and all values from 150 on mean the same: the game is over. It also crashes
 * on, or plays, an en passant capture that is not legal.
 * @param {Position} start
 * @returns {string}
 */
function fenForEngines(start) {
  const fen = start.toFen({ enPassant: 'legal' })
  if (start.halfmoveClock <= LARGEST_CLOCK) return fen
  const setup = new Setup(fen)
  setup.halfmoveClock = LARGEST_CLOCK
  return setup.fen
}

/**
 * @param {unknown} source PositionSource or PositionWords; of a node the moves before it count as those of a game
 * @returns {Game} a new one
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_GAME_STOPPED, ERR_ARGUMENT
 */
export function ownGame(source) {
  if (source instanceof Game) return new Game(source[COPY]())
  const { position, [LINE]: line } = Object(source)
  if (
    typeof source !== 'string' &&
    !(source instanceof Setup) &&
    !(source instanceof Position) &&
    !position
  ) {
    const { fen, moves = [], variant } = /** @type {PositionWords} */ (checkOptions(source, POSITION_NAMES))
    return gameOf({ fen, variant }, game => wordsOfTexts(game, moves))
  }
  const way = line?.call(source)
  if (way && !way.words.includes(NULL_MOVE))
    return gameOf({ fen: way.startFen, variant: way.variant }, () => Int32Array.from(way.words))
  const { fen, variant } = Position.from(/** @type {PositionSource} */ (source))
  return gameOf({ fen, variant }, () => new Int32Array(0))
}

/**
 * @param {GameOptions} start
 * @param {(game: Game) => Int32Array} wordsOf the moves from there
 * @returns {Game}
 */
function gameOf(start, wordsOf) {
  const game = new Game({ ...start, draws: NO_DRAWS })
  try {
    playWords(game, wordsOf(game))
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}

/**
 * How an engine searches.
 * @typedef {object} SearchOptions
 * @property {number | undefined} [multipv] number of lines; default: the value of the option MultiPV
 * @property {AbortSignal | undefined} [signal] cancels the search
 * @property {string[] | undefined} [searchMoves] the only first moves to search, in UCI or SAN; none: all
 * @property {boolean | undefined} [ponder] think on the opponent's time, until ponderHit(); the position includes the
 *   expected move
 * @property {boolean | undefined} [queue] true: the search waits its turn, first come first served; it replaces no
 *   other one, and none replaces it. Default false
 * @property {Record<string, OptionValue> | ReadonlyMap<string, OptionValue> | undefined} [options] options of the engine
 *   for this search, as setOptions() takes them; the next search that does not set them gets their old values back
 * @property {boolean | undefined} [analysis] sets UCI_AnalyseMode for this search, if the engine has that option and
 *   nothing else has set it; default: true for infinite searches
 * @property {unknown} [game] anything that identifies the game: if it differs from the last one that was given, the
 *   engine gets `ucinewgame` before the search
 */

const OPTION_NAMES = ['multipv', 'signal', 'searchMoves', 'ponder', 'queue', 'options', 'analysis', 'game']

/**
 * @param {OptionTable | undefined} table of the engine; undefined where it is not known yet
 * @param {unknown} position
 * @param {unknown} limits
 * @param {unknown} options
 * @returns {SearchTask}
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_UCI_OPTION, ERR_UCI_VARIANT, ERR_GAME_STOPPED,
 *   ERR_ARGUMENT
 */
export function readSearch(table, position, limits, options) {
  const { signal, searchMoves, ponder, queue, game, analysis, ...given } = checkOptions(options, OPTION_NAMES)
  if (signal !== undefined && !isA(signal, 'AbortSignal'))
    throw argumentError('signal is an AbortSignal', signal)
  const checkedLimits = checkLimits(limits)
  const pondering = flag('ponder', ponder, false)
  const turn = flag('queue', queue, false) ? 'queued' : 'newest'
  const changes = given.options === undefined ? [] : (table?.checkAll(given.options) ?? [])
  const { multipv = changes.findLast(({ key }) => key === 'multipv')?.value } = given
  // An engine without the option searches one line.
  if (multipv !== undefined && (multipv !== 1 || table?.has('MultiPV'))) table?.check('MultiPV', multipv)
  const root = readRoot(table, position)
  try {
    checkClock(checkedLimits, root.turn)
    const task = new SearchTask({
      root,
      limits: checkedLimits,
      searchMoves: searchMoves === undefined ? [] : root.checkMoves(searchMoves),
      ponder: pondering,
      multipv: /** @type {number | undefined} */ (multipv),
      turn,
      changes: changes.filter(({ key }) => key !== 'multipv'),
      analysis: flag('analysis', analysis, checkedLimits.infinite === true),
      game,
    })
    if (signal !== undefined) task.follow(signal)
    return task
  } catch (error) {
    root.free()
    throw error
  }
}

/**
 * Engines search endlessly when the only clock is the opponent's.
 * @param {import('../text/commands.js').Limits} limits checked
 * @param {import('../../game/squares.js').Color} turn
 * @throws {ChessError} ERR_ARGUMENT
 */
function checkClock({ wtime, btime, depth, nodes, mate, movetime }, turn) {
  const [own, other, name] = turn === 'white' ? [wtime, btime, 'wtime'] : [btime, wtime, 'btime']
  const isLimited = [own, depth, nodes, mate, movetime].some(limit => limit !== undefined)
  if (other !== undefined && !isLimited) throw argumentError(`${turn} is to move, and ${name} is missing`)
}

/**
 * @param {OptionTable | undefined} table of the engine; undefined where it is not known yet
 * @param {unknown} position
 * @returns {RootPosition} of a variant that the engine plays
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_UCI_VARIANT, ERR_GAME_STOPPED, ERR_ARGUMENT
 */
export function readRoot(table, position) {
  const root = new RootPosition(position)
  try {
    table?.checkRules(root)
    return root
  } catch (error) {
    root.free()
    throw error
  }
}
