// SPDX-License-Identifier: Apache-2.0
// What a player or a spectator may see of a game and of its events.

import { startFenOf } from '../game/variants.js'
import { clocksAt } from './clock.js'
import { EVENTS } from './commands.js'
import { liveGame } from './live.js'
import { permissions } from './reducer.js'
import { publicSeat } from './setup.js'

/** @import { SessionClocks } from './clock.js' */
/** @import { PlayerCommand, SessionEvent } from './commands.js' */
/** @import { ClockSetup, Seat } from './setup.js' */
/** @import { SessionResult, SessionState, Vacation } from './state.js' */
/** @import { Game } from '../game/game.js' */
/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { Color } from '../game/squares.js' */

/**
 * Who looks at a game: a player or a spectator.
 * @typedef {Color | 'spectator'} SessionRole
 */

/**
 * A player, as the others see them.
 * @typedef {object} PlayerView
 * @property {string} [id] absent for anonymous players, whose ids begin with '~'
 * @property {string} [name]
 * @property {number | null} away since when the player is away, ms of the store's clock
 */

/**
 * A game for those who show it. Clocks are as shown at `clocks.since`, when the current move began: the running one
 * counts down from there in the store's time, a delay first waits.
 * @typedef {object} SessionView
 * @property {string} id
 * @property {number} version
 * @property {'waiting' | 'playing' | 'over'} status
 * @property {Variant} variant
 * @property {string} startFen
 * @property {string} fen of the current position
 * @property {string[]} moves in UCI
 * @property {number} ply
 * @property {{ white: PlayerView | null, black: PlayerView | null }} players
 * @property {ClockSetup} clock
 * @property {SessionClocks & { since: number }} clocks
 * @property {Vacation | undefined} [vacation] in correspondence with vacation: what each player has left, and whose clock stands
 * @property {Color | null} draw who offers one
 * @property {{ by: Color, plies: number, moves: string[] } | null} takeback who asks, and what would be taken back now, in SAN as it was played
 * @property {Color | string | null} rematch who offers one, or the next game's id
 * @property {SessionResult | null} result
 * @property {SessionRole} role
 * @property {PlayerCommand['type'][]} permissions types of commands
 */

/**
 * Returns what a role may see of a game.
 * @param {SessionState} state
 * @param {SessionRole} role
 * @returns {SessionView}
 */
export function sessionView(state, role) {
  const { id, version, status, variant, moves, ply, players, away, clock, time, draw, takeback } = state
  const { rematch, result } = state
  const game = liveGame(state)
  /** @type {SessionView} */
  const view = {
    id,
    version,
    status,
    variant,
    startFen: state.fen ?? startFenOf(variant),
    fen: game.fen,
    moves: ply === 0 ? [] : moves.split(' '),
    ply,
    players: { white: playerView(players.white, away.white), black: playerView(players.black, away.black) },
    clock,
    clocks: { ...clocksAt(state, time.since), since: time.since },
    draw,
    takeback: takeback && { ...takeback, moves: lastMoves(game, takeback.plies) },
    rematch,
    result,
    role,
    permissions: permissions(state, role),
  }
  if (time.vacation !== undefined) view.vacation = time.vacation
  return view
}

/**
 * @param {Game} game borrowed
 * @param {number} count
 * @returns {string[]} SAN
 */
function lastMoves(game, count) {
  const back = game.clone()
  const moves = Array.from({ length: count }, () => back.undo()?.san ?? '')
  back.stop()
  return moves.reverse()
}

/** @param {Seat | null} seat @param {number | null} away @returns {PlayerView | null} */
const playerView = (seat, away) => (seat === null ? null : { ...publicSeat(seat), away })

/**
 * An event without what the role must not see: ids of others' commands, ids of anonymous players. Folding such events
 * gives a state that is as good for showing the game.
 * @param {SessionEvent} event
 * @param {SessionRole} role
 * @returns {SessionEvent} the same where nothing is hidden
 */
export function eventFor(event, role) {
  const { command, ...rest } = event
  const seen = /** @type {SessionEvent} */ (command === undefined || event.by === role ? event : rest)
  return EVENTS.get(seen.type)?.disguise?.(seen) ?? seen
}
