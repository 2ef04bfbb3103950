// SPDX-License-Identifier: Apache-2.0
// Counts the moves of Games and PgnGames, which are replayed on one board.

import { io32 } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { isNullMove } from '../core/move-word.js'
import { wasm } from '../core/wasm.js'
import type { AnyLine } from '../game/any-line.js'
import { anyLine, anyResult, isAnyGame } from '../game/any-line.js'
import { Game } from '../game/game.js'
import { HANDLE } from '../game/internals.js'
import type { Color } from '../game/squares.js'
import { hasStandardRules } from '../game/traits.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { bookMove } from './entries.js'
import { pointsOf, Tally } from './tally.js'

export class GameTally {
  tally = new Tally()
  #maxPly: number
  #side: Color | undefined
  /** the board on which the games are replayed */
  #board: Game | undefined

  /** @param side the side whose moves count; undefined: both */
  constructor(maxPly: number, side: Color | undefined) {
    this.#maxPly = maxPly
    this.#side = side
  }

  /**
   * Counts a game, up to its first faulty or null move.
   * @throws {ChessError} ERR_ARGUMENT for anything else, and for variants; ERR_GAME_STOPPED
   */
  add(game: Game | PgnGame) {
    const line = lineOf(game)
    if (line === undefined) return
    const points = pointsOf(anyResult(game))
    const handle = this.#start(line.startFen)
    let color = wasm.binbo_game_side_to_move(handle)
    const end = Math.min(line.words.length, this.#maxPly)
    for (let ply = 0; ply < end; ply++, color = 1 - color) {
      const word = line.words[ply]
      if (isNullMove(word)) return
      if (this.#side === undefined || (this.#side === 'white') === (color === 0))
        this.tally.count(BigInt.asUintN(64, wasm.binbo_game_hash(handle)), bookMove(word), points[color])
      io32()[0] = word
      checked(wasm.binbo_game_append(handle, 1))
    }
  }

  /** Frees the board. */
  stop() {
    this.#board?.stop()
  }

  /** @returns the handle of the board, with the position set up */
  #start(fen: string): number {
    if (this.#board === undefined) this.#board = new Game({ fen, variant: 'chess960', draws: 'none' })
    else this.#board.newGame(fen)
    return this.#board[HANDLE]()
  }
}

/**
 * @returns undefined for a PgnGame whose start cannot be read
 * @throws {ChessError} ERR_ARGUMENT, ERR_GAME_STOPPED
 */
function lineOf(game: Game | PgnGame): AnyLine | undefined {
  if (!isAnyGame(game)) throw argumentError('A book is made of games: Game or PgnGame', game)
  requirePlayed((game instanceof Game ? game.options : game).variant)
  return anyLine(game)
}

/** @throws {ChessError} ERR_ARGUMENT for a variant that books do not have */
export function requirePlayed(variant: string | undefined) {
  if (!hasStandardRules(String(variant)))
    throw argumentError('Books are of standard chess and Chess960', variant)
}
