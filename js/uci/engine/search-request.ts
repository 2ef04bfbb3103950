// SPDX-License-Identifier: Apache-2.0
// The request of a search: a position that the rules have checked, and options.

import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import type { Variant } from '../../core/generated/bindings.js'
import { LINE } from '../../core/move-word.js'
import { checkOptions, flag } from '../../core/options.js'
import { START_FEN, startFenIn } from '../../game/fen.js'
import { Game } from '../../game/game.js'
import { COPY, HANDLE } from '../../game/internals.js'
import type { Move } from '../../game/move.js'
import { uciOf } from '../../game/move.js'
import { lineOfGame, playWords, takesRookIn, wordsOfGame, wordsOfTexts } from '../../game/move-lists.js'
import type { GameOptions } from '../../game/options.js'
import type { PositionSource } from '../../game/position.js'
import { Position } from '../../game/position.js'
import { Setup } from '../../game/setup.js'
import type { Color } from '../../game/squares.js'
import type { VariantName } from '../../game/variants.js'
import type { Limits } from '../text/commands.js'
import { checkLimits, positionCommand } from '../text/commands.js'
import type { OptionTable, OptionValue, Rules } from './option-table.js'
import type { SearchParameters } from './search.js'
import { SearchTask } from './search.js'

/** A position as text. */
export type PositionWords = {
  /** Default: the start position. */
  fen?: string | undefined
  /** Played since then, in UCI or SAN. */
  moves?: Iterable<string> | undefined
  /** Default 'standard'. */
  variant?: VariantName | undefined
}

const POSITION_NAMES = ['fen', 'moves', 'variant']
/** 75 moves of both sides, in plies (FIDE 9.6.2). */
const LARGEST_CLOCK = 150
/** The word of a null move. */
const NULL_MOVE = 0
const NO_DRAWS: 'none' = 'none'
/** Engines read this many plies well; longer games end some of them (GNU Chess), or lead to another position (Toga). */
const MOST_PLIES = 400

/** A position to search, checked by the rules. It owns a game, which free() frees; advance() goes on to the next position of that game. */
export class RootPosition implements Rules {
  #game: Game
  /** Does the engine read castling as king takes rook where the game writes king to g or c? */
  #mustTakeRook: boolean

  declare variant: Variant
  /** Is its castling king takes rook? Then the engine needs the option UCI_Chess960. */
  declare takesRook: boolean
  /** The side to move. */
  declare turn: Color
  /** The `position` command, with all moves that can be part of a repetition. */
  declare command: string

  /**
   * @param position PositionSource or PositionWords
   * @param takesRook true: the engine reads castling as king takes rook in every position
   * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_GAME_STOPPED, ERR_ARGUMENT
   */
  constructor(position: unknown, takesRook = false) {
    this.#game = ownGame(position)
    const { variant } = this.#game.options
    this.variant = variant
    this.takesRook = takesRookIn(this.#game[HANDLE]())
    this.#mustTakeRook = takesRook && !this.takesRook
    this.command = this.#wholeCommand()
    this.turn = this.#game.sideToMove
  }

  /**
   * A move was played.
   * @param uci legal; as uciOf() writes it
   */
  advance(uci: string) {
    const game = this.#game
    game.move(uci)
    const { ply } = game
    this.turn = game.sideToMove
    this.command =
      ply > MOST_PLIES ? this.#wholeCommand() : `${this.command}${ply === 1 ? ' moves' : ''} ${uci}`
  }

  #wholeCommand(): string {
    const { start, moves } = wayTo(this.#game)
    const fen = fenForEngines(start)
    return positionCommand({
      fen: fen === START_FEN && this.variant === 'standard' ? null : fen,
      moves: moves.map(move => this.uciOf(move)),
    })
  }

  /** The number of legal moves, also where the game is drawn by rule. */
  get moveCount(): number {
    return this.#game.position.legalMoves('count')
  }

  /** @returns whether it is mate, stalemate, or the end of a variant */
  get hasNoMoves(): boolean {
    return this.moveCount === 0
  }

  /**
   * @param moves as an engine wrote them
   * @returns the longest legal prefix
   */
  legalLine(moves: readonly string[]): Move[] {
    return lineOfGame(this.#game[HANDLE](), this.#legalWords(moves), 0)
  }

  /**
   * @param moves as an engine wrote them
   * @returns the longest legal prefix, in UCI for the engine
   */
  uciLine(moves: readonly string[]): string[] {
    const takesRook = this.takesRook || this.#mustTakeRook
    const line: string[] = []
    for (const word of this.#legalWords(moves)) line.push(uciOf(word, takesRook))
    return line
  }

  /** @returns the longest legal prefix */
  #legalWords(moves: readonly string[]): Int32Array {
    try {
      return wordsOfTexts(this.#game, moves)
    } catch (error) {
      const { ply }: { ply?: number } = Object(error)
      return ply === undefined || ply < 2 ? new Int32Array(0) : this.#legalWords(moves.slice(0, ply - 1))
    }
  }

  /**
   * @param moves in UCI or SAN
   * @returns the moves in UCI
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_ARGUMENT
   */
  checkMoves(moves: unknown): string[] {
    if (!Array.isArray(moves)) throw argumentError('searchMoves is an array of moves', moves)
    return moves.map(move => this.uciOf(this.#game.line([move])[0]))
  }

  /** @returns the command for the engine */
  uciOf({ uci, from, flags }: Move): string {
    if (!this.#mustTakeRook) return uci
    if (flags.includes('kingside')) return `${from}h${from[1]}`
    return flags.includes('queenside') ? `${from}a${from[1]}` : uci
  }

  free() {
    this.#game.stop()
  }
}

/**
 * @returns how its position is reached: all moves of a game that engines read well, otherwise the moves since the last capture
 *   or pawn move, at most as many as a drawn game needs
 */
function wayTo(game: Game): { start: Position; moves: Move[] } {
  const { ply, moves } = game
  const { variant } = game
  const fen = startFenIn(game[HANDLE]())
  if (ply <= MOST_PLIES) return { start: Position.from(fen, { variant }), moves }
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
 */
function fenForEngines(start: Position): string {
  const fen = start.toFen({ enPassant: 'legal' })
  if (start.halfmoveClock <= LARGEST_CLOCK) return fen
  const setup = new Setup(fen)
  setup.halfmoveClock = LARGEST_CLOCK
  return setup.fen
}

/**
 * @param source PositionSource or PositionWords; the moves before a node count as moves of a game
 * @returns a new one
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_GAME_STOPPED, ERR_ARGUMENT
 */
export function ownGame(source: unknown): Game {
  if (source instanceof Game) return new Game(source[COPY]())
  const { position, [LINE]: line } = Object(source)
  if (
    typeof source !== 'string' &&
    !(source instanceof Setup) &&
    !(source instanceof Position) &&
    !position
  ) {
    const { fen, moves = [], variant }: PositionWords = checkOptions(source, POSITION_NAMES)
    return gameOf({ fen, variant }, game => wordsOfTexts(game, moves))
  }
  const way = line?.call(source)
  if (way && !way.words.includes(NULL_MOVE))
    return gameOf({ fen: way.startFen, variant: way.variant }, () => Int32Array.from(way.words))
  const { fen, variant } = Position.from(source as PositionSource)
  return gameOf({ fen, variant }, () => new Int32Array(0))
}

/** @param wordsOf the moves from there */
function gameOf(start: GameOptions, wordsOf: (game: Game) => Int32Array): Game {
  const game = new Game({ ...start, draws: NO_DRAWS })
  try {
    playWords(game, wordsOf(game))
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}

/** How an engine searches. */
export type SearchOptions = {
  /** Number of lines; default: the value of the option MultiPV. */
  multipv?: number | undefined
  /** Cancels the search. */
  signal?: AbortSignal | undefined
  /** The only first moves to search, in UCI or SAN; none: all. */
  searchMoves?: string[] | undefined
  /** Think on the opponent's time, until ponderHit(); the position includes the expected move. */
  ponder?: boolean | undefined
  /**
   * True: the search waits its turn, first come first served; it replaces no other one, and none replaces it. Default
   * false.
   */
  queue?: boolean | undefined
  /**
   * Options of the engine for this search, as setOptions() takes them; the next search that does not set them gets
   * their old values back.
   */
  options?: Record<string, OptionValue> | ReadonlyMap<string, OptionValue> | undefined
  /**
   * Sets UCI_AnalyseMode for this search, if the engine has that option and nothing else has set it; default: true for
   * infinite searches.
   */
  analysis?: boolean | undefined
  /**
   * Anything that identifies the game: if it differs from the last one that was given, the engine gets `ucinewgame`
   * before the search.
   */
  game?: unknown
}

const OPTION_NAMES = ['multipv', 'signal', 'searchMoves', 'ponder', 'queue', 'options', 'analysis', 'game']

/**
 * @param table of the engine; undefined if it is not known yet
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_UCI_OPTION, ERR_UCI_VARIANT, ERR_GAME_STOPPED,
 *   ERR_ARGUMENT
 */
export function readSearch(
  table: OptionTable | undefined,
  position: unknown,
  limits: unknown,
  options: unknown,
): SearchTask {
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
  const isLent = position instanceof RootPosition
  const root = readRoot(table, position)
  try {
    checkClock(checkedLimits, root.turn)
    const task = new SearchTask({
      root,
      isLent,
      limits: checkedLimits,
      searchMoves: searchMoves === undefined ? [] : root.checkMoves(searchMoves),
      ponder: pondering,
      multipv: multipv as number | undefined,
      turn,
      changes: changes.filter(({ key }) => key !== 'multipv'),
      analysis: flag('analysis', analysis, checkedLimits.infinite === true),
      game,
    })
    if (signal !== undefined) task.follow(signal)
    return task
  } catch (error) {
    if (!isLent) root.free()
    throw error
  }
}

/**
 * A search of a match, whose parts are checked already.
 * @param given isLent: the caller frees the root
 */
export function plainSearch(
  given: Pick<SearchParameters, 'root' | 'isLent' | 'limits' | 'ponder'>,
): SearchTask {
  const { root, isLent, limits, ponder } = given
  const task = new SearchTask({
    root,
    isLent,
    limits,
    searchMoves: [],
    ponder,
    multipv: undefined,
    turn: 'newest',
    changes: [],
    analysis: false,
    game: undefined,
  })
  task.isPlain = true
  return task
}

/**
 * Engines search endlessly when the only clock is the opponent's.
 * @param limits checked
 * @throws {ChessError} ERR_ARGUMENT
 */
function checkClock({ wtime, btime, depth, nodes, mate, movetime }: Limits, turn: Color) {
  const [own, other, name] = turn === 'white' ? [wtime, btime, 'wtime'] : [btime, wtime, 'btime']
  const isLimited = [own, depth, nodes, mate, movetime].some(limit => limit !== undefined)
  if (other !== undefined && !isLimited) throw argumentError(`${turn} is to move, and ${name} is missing`)
}

/**
 * @param table of the engine; undefined if it is not known yet
 * @param position a RootPosition is returned as it is
 * @returns the position, whose variant the engine plays
 * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_UCI_VARIANT, ERR_GAME_STOPPED, ERR_ARGUMENT
 */
export function readRoot(table: OptionTable | undefined, position: unknown): RootPosition {
  const root = position instanceof RootPosition ? position : new RootPosition(position)
  try {
    table?.checkRules(root)
    return root
  } catch (error) {
    if (root !== position) root.free()
    throw error
  }
}
