// SPDX-License-Identifier: Apache-2.0
// One game of two players, whose engines run or are started for it.

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { checkOptions, checkSignal } from '../core/options.js'
import type { Position } from '../game/position.js'
import { Engine } from '../uci/engine/engine.js'
import type { MatchGame, MatchMove } from './match-game.js'
import type { Pairing } from './pairings.js'
import { checkPairing } from './pairings.js'
import type { CheckedPlayer, Player, Seat } from './players.js'
import { readPlayer, readWithPlayers, startPlayer } from './players.js'
import type { CheckedSeat } from './referee.js'
import { Referee } from './referee.js'
import type { Rules } from './rules.js'
import { checkRules, RULE_NAMES } from './rules.js'

/** How one game is played. */
export type PlayGameOptions = Rules & {
  /** Aborts the game: its result is '*'. */
  signal?: AbortSignal | undefined
  /** Called after each move of an engine, with the position that it leads to. */
  onMove?: ((move: MatchMove, position: Position) => unknown) | undefined
}

/**
 * Plays one game.
 * @param pairing of pairings()
 * @param players white and black: engines that run are left running, those of players are started and quit
 * @returns the game, also if an engine loses it by a fault, or if it was aborted
 * @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, ERR_MOVE_*; ERR_UCI_ENGINE_DEAD for an engine that does not start, or without
 *   `recover`; ERR_UCI_OPTION, ERR_UCI_VARIANT
 */
export async function playGame(
  pairing: Pairing,
  players: readonly (Player | Seat)[],
  options?: PlayGameOptions,
): Promise<MatchGame> {
  const { seats, ...settings } = readWithPlayers(players, () => readGame(pairing, players, options))
  const started: Engine[] = []
  try {
    const engines = await Promise.allSettled(
      seats.map(async ({ player, engine }) => {
        if (engine !== undefined) return engine
        const own = await startPlayer(player)
        started.push(own)
        return own
      }),
    )
    const [white, black] = engines.map((outcome, i): CheckedSeat => {
      if (outcome.status === 'rejected') throw outcome.reason
      return { engine: outcome.value, player: seats[i].player }
    })
    return (await new Referee(pairing, [white, black], settings).play()).game
  } finally {
    await Promise.all(started.map(engine => engine.quit()))
  }
}

/** @throws {ChessError} ERR_ARGUMENT, ERR_FEN_*, ERR_MOVE_* */
function readGame(pairing: Pairing, players: unknown, options: unknown) {
  const { signal, onMove, ...given } = checkOptions(options, [...RULE_NAMES, 'signal', 'onMove'])
  const settings = { rules: checkRules(given), signal: checkSignal(signal) }
  if (onMove !== undefined && typeof onMove !== 'function')
    throw argumentError('onMove is a function', onMove)
  checkPairing(pairing)
  if (!Array.isArray(players) || players.length !== 2)
    throw contentError('players are two: white and black', players)
  const seats: ReadSeat[] = players.map(readSeat)
  const names = seats.map(({ player }) => player.name)
  if (names[0] !== pairing.white || names[1] !== pairing.black)
    throw argumentError(`players are those of the pairing: '${pairing.white}' and '${pairing.black}'`)
  const report =
    onMove === undefined ? undefined : (move: MatchMove, position: Position) => onMove(move, position)
  return { ...settings, seats, onMove: report }
}

type ReadSeat = { player: CheckedPlayer; engine: Engine | undefined }

/** @throws {ChessError} ERR_ARGUMENT */
function readSeat(seat: unknown): ReadSeat {
  if (!isObject(seat) || !('engine' in seat)) return { player: readPlayer(seat), engine: undefined }
  const { engine, player } = checkOptions(seat, ['engine', 'player'])
  if (!(engine instanceof Engine)) throw argumentError('The engine of a seat is an Engine', engine)
  return { engine, player: readPlayer(player) }
}
