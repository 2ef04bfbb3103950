// SPDX-License-Identifier: Apache-2.0
// Counts how moves did in games, in tables of numbers: a Map would take ten times the memory.

import { io32 } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { isNullMove } from '../core/move-word.js'
import { wasm } from '../core/wasm.js'
import { anyLine, anyResult, isAnyGame } from '../game/any-line.js'
import { Game } from '../game/game.js'
import { HANDLE } from '../game/internals.js'
import { bookMove } from './entries.js'

/** @import { PgnGame } from '../pgn/pgn-game.js' */
/** @import { AnyLine } from '../game/any-line.js' */
/** @import { Color } from '../game/squares.js' */

/** One move of a position. @typedef {{ key: bigint, move: number, weight: number, learn: number }} TalliedMove */

const FIRST_SIZE = 1 << 12
const PLAYED = ['standard', 'chess960']
/** What a game is worth to each side, White first: two points a win, one a draw. @type {Record<string, number[]>} */
const POINTS = { '1-0': [2, 0], '0-1': [0, 2], '1/2-1/2': [1, 1] }
const NO_POINTS = [0, 0]

/** Moves of positions, with the games that they came in and what they scored. */
export class Tally {
  #maxPly
  #side
  #size = FIRST_SIZE
  #used = 0
  #keys = new BigUint64Array(FIRST_SIZE)
  /** 0 is a free place: no move of a book is 0. */
  #moves = new Uint16Array(FIRST_SIZE)
  #games = new Uint32Array(FIRST_SIZE)
  #points = new Float64Array(FIRST_SIZE)
  /** @type {Game | undefined} in which the games are replayed */
  #board

  /**
   * @param {number} maxPly
   * @param {Color | undefined} side whose moves count; undefined: both
   */
  constructor(maxPly, side) {
    this.#maxPly = maxPly
    this.#side = side
  }

  /**
   * Counts a game, up to its first faulty or null move.
   * @param {Game | PgnGame} game
   * @throws {ChessError} ERR_ARGUMENT for anything else, and for variants; ERR_GAME_STOPPED
   */
  add(game) {
    const line = lineOf(game)
    if (line === undefined) return
    const points = POINTS[anyResult(game)] ?? NO_POINTS
    const handle = this.#start(line.startFen)
    let color = wasm.binbo_game_side_to_move(handle)
    const end = Math.min(line.words.length, this.#maxPly)
    for (let ply = 0; ply < end; ply++, color = 1 - color) {
      const word = line.words[ply]
      if (isNullMove(word)) return
      if (this.#side === undefined || (this.#side === 'white') === (color === 0))
        this.#count(BigInt.asUintN(64, wasm.binbo_game_hash(handle)), bookMove(word), points[color])
      io32()[0] = word
      checked(wasm.binbo_game_append(handle, 1))
    }
  }

  /** Frees the board. */
  stop() {
    this.#board?.stop()
  }

  /**
   * @param {number} minGames
   * @param {boolean} uniform
   * @returns {TalliedMove[]} the moves with a weight
   */
  moves(minGames, uniform) {
    /** @type {TalliedMove[]} */
    const moves = []
    for (let i = 0; i < this.#size; i++) {
      if (this.#moves[i] === 0 || this.#games[i] < minGames) continue
      const weight = uniform ? 1 : this.#points[i]
      if (weight > 0) moves.push({ key: this.#keys[i], move: this.#moves[i], weight, learn: 0 })
    }
    return moves
  }

  /** @param {string} fen @returns {number} the handle of the board, set up */
  #start(fen) {
    if (this.#board === undefined) this.#board = new Game({ fen, variant: 'chess960', draws: 'none' })
    else this.#board.newGame(fen)
    return this.#board[HANDLE]()
  }

  /**
   * @param {bigint} key
   * @param {number} move
   * @param {number} points
   */
  #count(key, move, points) {
    const mask = this.#size - 1
    let at = (Number(key & 0xffffffffn) ^ Math.imul(move, 0x9e3779b1)) & mask
    while (this.#moves[at] !== 0 && (this.#moves[at] !== move || this.#keys[at] !== key)) at = (at + 1) & mask
    if (this.#moves[at] === 0) {
      this.#keys[at] = key
      this.#moves[at] = move
      this.#used++
    }
    this.#games[at]++
    this.#points[at] += points
    if (this.#used * 2 > this.#size) this.#grow()
  }

  #grow() {
    const [keys, moves, games, points, size] = [
      this.#keys,
      this.#moves,
      this.#games,
      this.#points,
      this.#size,
    ]
    this.#size *= 2
    this.#keys = new BigUint64Array(this.#size)
    this.#moves = new Uint16Array(this.#size)
    this.#games = new Uint32Array(this.#size)
    this.#points = new Float64Array(this.#size)
    const mask = this.#size - 1
    for (let i = 0; i < size; i++) {
      if (moves[i] === 0) continue
      let at = (Number(keys[i] & 0xffffffffn) ^ Math.imul(moves[i], 0x9e3779b1)) & mask
      while (this.#moves[at] !== 0) at = (at + 1) & mask
      this.#keys[at] = keys[i]
      this.#moves[at] = moves[i]
      this.#games[at] = games[i]
      this.#points[at] = points[i]
    }
  }
}

/**
 * @param {Game | PgnGame} game
 * @returns {AnyLine | undefined} undefined for a PgnGame whose start cannot be read
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
function lineOf(game) {
  if (!isAnyGame(game)) throw argumentError('A book is made of games: Game or PgnGame', game)
  requirePlayed((game instanceof Game ? game.options : game).variant)
  return anyLine(game)
}

/** @param {string | undefined} variant @throws {ChessError} ERR_ARGUMENT: books do not know it */
export function requirePlayed(variant) {
  if (!PLAYED.includes(String(variant)))
    throw argumentError('Books are of standard chess and Chess960', variant)
}
