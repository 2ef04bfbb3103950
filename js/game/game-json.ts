// SPDX-License-Identifier: Apache-2.0
// A game as JSON: all that its state keeps.

import { argumentError } from '../core/errors.js'
import type { Variant } from '../core/generated/bindings.js'
import { isObject } from '../core/objects.js'
import type { Game } from './game.js'
import type { GameRecord } from './game-record.js'
import { defaultHeaders, headerEntries } from './headers.js'
import { RECORD } from './internals.js'
import { playWords, wordsOfTexts } from './move-lists.js'
import type { DeadMode, DrawMode, GameOptions } from './options.js'
import type { Status } from './status.js'

/** A game as JSON. */
export type GameJson = {
  variant: Variant
  /** FEN of the start position. */
  start: string
  /** FEN of the current position, which fromJSON() does not read. */
  fen: string
  /** In UCI. */
  moves: string[]
  draws: DrawMode
  dead: DeadMode
  /** Which fromJSON() does not read. */
  status: Status
  headers: Record<string, string>
  /** The status of a game that is over. */
  result?: Status
}

/** @throws {ChessError} ERR_GAME_STOPPED, ERR_ARGUMENT when the headers are not strings */
export function gameJson(game: Game, record: GameRecord | undefined): GameJson {
  const { variant, fen: start, draws, dead } = game.options
  const { fen, status, moves } = game
  const json: GameJson = {
    variant,
    start,
    fen,
    moves: moves.map(({ uci }) => uci),
    draws,
    dead,
    status,
    headers: Object.fromEntries(headerEntries(record?.headers ?? defaultHeaders())),
  }
  if (status.over) json.result = status
  return json
}

/**
 * @param create makes a game
 * @param json of gameJson(), or anything else
 * @throws {ChessError} as Game.fromJSON()
 */
export function restoreGame<T extends Game>(create: (options: GameOptions) => T, json: unknown): T {
  const { variant, start, moves, draws, dead, headers, result }: Partial<GameJson> = isObject(json)
    ? json
    : {}
  if (!isObject(headers)) throw argumentError('fromJSON() takes what toJSON() of a Game returned', json)
  const game = create({ fen: start, variant, draws, dead })
  try {
    playWords(game, wordsOfTexts(game, moves))
    game[RECORD]().adopt({ headers: new Map(headerEntries(Object.entries(headers))), result: undefined })
    if (!result || game.status.over) return game
    if (result.type === 'winner') game.setWinner(result.winner, result.detail)
    else if (result.reason === 'manual') game.draw(result.detail)
    else game.claimDraw()
    return game
  } catch (error) {
    game.stop()
    throw error
  }
}
