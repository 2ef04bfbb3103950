// SPDX-License-Identifier: Apache-2.0
// Where finished games go before they leave the store: a function that gets the record of a game, once or more often.

import { sessionPgn } from '../../session/pgn.js'
import { foldSession } from '../../session/reducer.js'

/** @import { Variant } from '../../core/generated/bindings.js' */
/** @import { EndReason, SessionEvent } from '../../session/commands.js' */
/** @import { ClockSetup, Seat } from '../../session/setup.js' */

/**
 * A game for an archive, with all that a row of a database needs.
 * @typedef {object} GameRecord
 * @property {string} id
 * @property {string} pgn with the tag GameId
 * @property {Seat | null} white
 * @property {Seat | null} black
 * @property {'1-0' | '0-1' | '1/2-1/2' | '*'} result
 * @property {EndReason | 'unterminated'} reason of the end, such as 'checkmate'; 'unterminated' for a game that has none
 * @property {Variant} variant
 * @property {ClockSetup} clock
 * @property {number} started in milliseconds of the store's clock, as `ended`
 * @property {number} ended
 * @property {string} moves in UCI, with blanks between
 * @property {SessionEvent[]} events the whole log
 */

/**
 * Keeps a game. It resolves once the game is safe, and only then the game is removed from the store; if it rejects, it is
 * called again some seconds later. The same game may come twice: the second time must change nothing.
 * @typedef {(record: GameRecord) => Promise<void>} Archive
 */

/**
 * @param {SessionEvent[]} events a whole log
 * @returns {boolean} not for a game that was never joined, or that stops before it has begun
 */
export function isWorthKeeping(events) {
  const types = new Set(events.map(({ type }) => type))
  return types.has('moved') || (types.has('started') && types.has('ended'))
}

/**
 * @param {SessionEvent[]} events a whole log
 * @returns {GameRecord}
 */
export function recordOf(events) {
  const state = foldSession(null, events)
  const game = sessionPgn(events)
  game.headers.set('GameId', state.id)
  const started = events.find(event => event.type === 'started')
  return {
    id: state.id,
    pgn: game.toString(),
    white: state.players.white,
    black: state.players.black,
    result: /** @type {GameRecord['result']} */ (game.result),
    reason: state.result?.reason ?? 'unterminated',
    variant: state.variant,
    clock: state.clock,
    started: started?.at ?? state.createdAt,
    ended: (events.find(event => event.type === 'ended') ?? state).at,
    moves: state.moves,
    events,
  }
}
