// SPDX-License-Identifier: Apache-2.0
// What an engine is to search: a position that the rules have agreed to, and what they say about its answers.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'
import { START_FEN } from '../game/fen.js'
import { Game } from '../game/game.js'
import { copyOf } from '../game/game-life.js'
import { positionCommand } from './text/commands.js'

/** @typedef {import('../game/options.js').Variant} Variant */

/**
 * A position as words.
 * @typedef {object} PositionWords
 * @property {string | undefined} [fen] default: the start position
 * @property {Iterable<string> | undefined} [moves] played since then, in UCI or SAN
 * @property {Variant | undefined} [variant] default 'standard'
 */

const NAMES = ['fen', 'moves', 'variant']
/** 75 moves of both sides (FIDE 9.6.2). */
const LARGEST_CLOCK = 150

/** A position to search. It holds a game of its own, which free() frees. */
export class Root {
  #game

  /**
   * @param {unknown} position a Game or PositionWords
   * @throws {ChessError} ERR_FEN_*, ERR_MOVE_*, ERR_SAN_*, ERR_GAME_STOPPED, ERR_ARGUMENT
   */
  constructor(position) {
    this.#game = position instanceof Game ? new Game(copyOf(position)) : gameOf(position)
    const { fen, variant } = this.#game.options
    /** @type {Variant} */
    this.variant = variant ?? 'standard'
    /** Whose turn it is. */
    this.turn = this.#game.sideToMove
    /** The line that tells the engine the position, with all moves, so that it knows of repetitions. */
    this.command = positionCommand({
      fen: fen === START_FEN && variant === 'standard' ? null : withinClock(fen ?? START_FEN),
      moves: this.#game.moves.map(({ uci }) => uci),
    })
    /** Is it mate or stalemate? Draws by other rules do not keep anybody from searching. */
    this.hasNoMoves = hasNoMoves(this.#game)
  }

  /**
   * @param {readonly string[]} moves as an engine wrote them
   * @returns {string[]} as many of them as are legal, in our spelling
   */
  legalLine(moves) {
    try {
      return this.#game.line(moves).map(({ uci }) => uci)
    } catch (error) {
      const { ply } = /** @type {import('../core/errors.js').ChessError} */ (error)
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
    return moves.map(move => this.#game.line([move])[0].uci)
  }

  free() {
    this.#game.stop()
  }
}

/**
 * Stockfish dies of a halfmove clock that it has no room for, and above 150 all say the same: the game is over.
 * @param {string} fen of six fields
 * @returns {string}
 */
function withinClock(fen) {
  const fields = fen.split(' ')
  fields[4] = String(Math.min(Number(fields[4]), LARGEST_CLOCK))
  return fields.join(' ')
}

/**
 * @param {unknown} words
 * @returns {Game}
 */
function gameOf(words) {
  const { fen, moves = [], variant } = /** @type {PositionWords} */ (checkOptions(words, NAMES))
  const game = new Game({ fen, variant, draws: 'claim' })
  try {
    const line = game.line(moves)
    playThrough(game, line)
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}

/**
 * Plays moves through draws by rule, as recorded games go on after them.
 * @param {Game} game
 * @param {readonly import('../game/move.js').Move[]} line legal
 */
function playThrough(game, line) {
  if (line.length === 0) return
  const { fen, variant } = game.options
  const tags = `[FEN "${fen}"]\n${variant === 'chess960' ? '[Variant "Chess960"]\n' : ''}`
  game.loadPgn(`${tags}\n${line.map(({ san }) => san).join(' ')} *`)
}

/** @param {Game} game */
function hasNoMoves(game) {
  const { variant } = game.options
  const here = new Game({ fen: game.fen, variant })
  const { status } = here
  here.stop()
  return status.over && (status.type === 'checkmate' || ('reason' in status && status.reason === 'stalemate'))
}
