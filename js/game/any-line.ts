// SPDX-License-Identifier: Apache-2.0
// The main line of a Game or a PgnGame, for code that needs only that.

import type { Variant } from '../core/generated/bindings.js'
import { LINE } from '../core/move-word.js'
import type { PgnGame } from '../pgn/pgn-game.js'
import { startFenIn } from './fen.js'
import { Game } from './game.js'
import { HANDLE } from './internals.js'
import { wordsOfGame } from './move-lists.js'
import { isVariant } from './variants.js'

/** The main line of a game; a null move is the word 0. */
export type AnyLine = { startFen: string; variant: Variant; words: Int32Array }

/** Errors of games without a first position. */
const NO_START = ['ERR_PGN_TAG_FEN', 'ERR_PGN_VARIANT']

export const isAnyGame = (game: unknown): game is Game | PgnGame =>
  game instanceof Game || (typeof game === 'object' && game !== null && LINE in game && 'headers' in game)

/**
 * @returns undefined for a PgnGame whose start cannot be read; of a PgnGame with errors, only the moves before the first one
 * @throws {ChessError} ERR_GAME_STOPPED
 */
export function anyLine(game: Game | PgnGame): AnyLine | undefined {
  if (!(game instanceof Game)) {
    if (game.errors.some(({ code }) => NO_START.includes(code))) return undefined
    const { startFen, variant, words } = game[LINE]()
    return isVariant(variant) ? { startFen, variant, words: Int32Array.from(words) } : undefined
  }
  const handle = game[HANDLE]()
  return { startFen: startFenIn(handle), variant: game.variant, words: wordsOfGame(handle) }
}

/**
 * @returns the result as in PGN; '*' if there is none
 * @throws {ChessError} ERR_GAME_STOPPED
 */
export function anyResult(game: Game | PgnGame): string {
  if (!(game instanceof Game)) return game.result
  const { over, type, winner } = game.status
  if (!over) return game.headers.get('Result') ?? '*'
  return type === 'draw' ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1'
}
