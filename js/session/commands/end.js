// SPDX-License-Identifier: Apache-2.0
// The end of a game: resignation, abort, an arbiter's decision, and time that is up.

import { otherColor } from '../../game/squares.js'
import { clocksAt } from '../clock.js'
import { baseOf, refuse } from '../family.js'
import { carryLive, liveGame } from '../live.js'
import { isColor, isSoundText } from '../setup.js'
import { endPause, next } from '../state.js'

/** @import { EndReason } from '../commands.js' */
/** @import { CommandBase, CommandTable, EndRules, EventBase, EventTable, Refused, ServerBase } from '../family.js' */
/** @import { SessionResult, SessionState } from '../state.js' */
/** @import { Color } from '../../game/squares.js' */

/** @typedef {ServerBase & { type: 'adjudicate', winner: Color | null, detail?: string | undefined, ply?: number | undefined }} AdjudicateCommand an arbiter's decision; with `ply` for that position alone */
/**
 * What the event of a game's end says.
 * @typedef {object} EndedFields
 * @property {'ended'} type
 * @property {Color | null} winner null for a draw, and for games that did not count
 * @property {EndReason} reason
 * @property {Color} [flagged] whose time was up
 * @property {string} [detail] the arbiter's words, or the move in UCI of a draw claimed with a move
 * @property {number} [white] the clock as shown at the end, ms
 * @property {number} [black]
 */
/**
 * A game has ended.
 * @typedef {EventBase & EndedFields} EndedEvent
 */
/** @typedef {CommandBase & { type: 'resign' | 'abort' } | AdjudicateCommand} EndCommands that end a game */
/** @typedef {EndedEvent} EndEvents of the end */
/** @typedef {'over' | 'late' | 'useAbort' | 'tooLate' | 'stale'} EndRefusal 'late' comes with the event that ends the game */
/** @typedef {'resignation' | 'aborted' | 'adjudication' | 'time' | 'time_no_material' | 'time_no_win' | 'no_start'} DeclaredEnd by a player or an arbiter, and by time */

/** A game counts from then on: draws may be offered, and it is resigned instead of aborted. */
export const COUNTS_FROM = 2
/** UTF-16 units of an arbiter's words. */
export const LONGEST_DETAIL = 200
/**
 * How far the proof that a side cannot win goes when a flag falls: a number of positions and not a time, so that every node says the
 * same. It took at most 9 ms for each of 1,685 positions of composers and games.
 */
const PROOF = { effort: { positions: 10_000 } }

/** @type {CommandTable<EndCommands>} */
export const commands = {
  abort: {
    beforeStart: true,
    permits: ({ ply }) => ply < COUNTS_FROM,
    decide(state, command, color, now, came) {
      if (state.ply >= COUNTS_FROM) return refuse(state, 'tooLate')
      return endedEvent(state, baseOf(command, now, color), { winner: null, reason: 'aborted' }, came)
    },
  },
  resign: {
    permits: ({ ply }) => ply >= COUNTS_FROM,
    decide(state, command, color, now, came) {
      if (state.ply < COUNTS_FROM) return refuse(state, 'useAbort')
      const outcome = { winner: otherColor(color), reason: /** @type {const} */ ('resignation') }
      return endedEvent(state, baseOf(command, now, color), outcome, came)
    },
  },
  adjudicate: {
    by: 'server',
    afterEnd: true,
    fits: ({ winner, detail, ply }) =>
      (winner === null || isColor(winner)) &&
      (ply === undefined || Number.isSafeInteger(ply)) &&
      (detail === undefined || isSoundText(detail, LONGEST_DETAIL)),
    // An arbiter has no seat that would remember ids of commands: the same decision again, with an id, is the one that was
    // sent before.
    decide(state, command, _, now) {
      const { winner, detail, id, ply } = command
      const { status, result } = state
      if (status !== 'over') {
        if (ply !== undefined && ply !== state.ply) return refuse(state, 'stale', { ply: state.ply })
        return endedEvent(state, baseOf(command, now), { winner, reason: 'adjudication', detail })
      }
      const isSame = result?.reason === 'adjudication' && result.winner === winner && result.detail === detail
      return isSame && id !== undefined
        ? { ok: true, state, events: [], duplicate: true }
        : refuse(state, 'over', { result })
    },
  },
}

/** @type {EventTable<EndEvents>} */
export const events = {
  ended: {
    code: 'e',
    fields: { winner: 'color?', reason: 'text' },
    optional: { flagged: 'color', detail: 'text', white: 'int', black: 'int' },
    fold(state, event) {
      const { at, winner, reason, flagged, detail, white = null, black = null } = event
      /** @type {SessionResult} */
      const result = { winner, reason }
      if (flagged !== undefined) result.flagged = flagged
      if (detail !== undefined) result.detail = detail
      return next(state, event, {
        status: 'over',
        time: { ...endPause(state.time, at), white, black, running: null, since: at },
        draw: null,
        takeback: null,
        result,
      })
    },
    redact: withoutWords,
  },
}

/** @type {Record<DeclaredEnd, EndRules>} */
export const ends = {
  resignation: { words: 'by resignation' },
  aborted: { words: 'aborted', termination: 'unterminated' },
  time: { words: 'on time', termination: 'time forfeit' },
  time_no_material: { words: 'on time, against a side that cannot win', termination: 'time forfeit' },
  time_no_win: { words: 'on time, against a side that cannot win', termination: 'time forfeit' },
  no_start: { words: 'a first move was not made in time', termination: 'unterminated' },
  adjudication: { words: 'by adjudication', termination: 'adjudication' },
}

/**
 * @template {{ reason: EndReason, detail?: string }} End
 * @param {End} end
 * @returns {End} without an arbiter's words, which may name players
 */
export function withoutWords(end) {
  if (end.reason !== 'adjudication' || end.detail === undefined) return end
  const { detail: _, ...rest } = end
  return /** @type {End} */ (/** @type {unknown} */ (rest))
}

/**
 * @param {SessionState} state that is not over
 * @param {EventBase} base
 * @param {{ winner: Color | null, reason: EndReason, flagged?: Color, detail?: string | undefined }} outcome
 * @param {number} [stopped] as of when the clocks are shown; default: the event's time
 * @returns {EndedEvent}
 */
export function endedEvent(state, base, { winner, reason, flagged, detail }, stopped = base.at) {
  /** @type {EndedEvent} */
  const event = { type: 'ended', ...base, winner, reason }
  if (flagged !== undefined) event.flagged = flagged
  if (detail !== undefined) event.detail = detail
  const { white, black } = clocksAt(state, stopped)
  if (white !== null && black !== null && state.status === 'playing') {
    event.white = flagged === 'white' ? 0 : white
    event.black = flagged === 'black' ? 0 : black
  }
  return event
}

/**
 * @param {SessionState} state
 * @param {EndedEvent} event
 * @returns {SessionState} after it, with the live Game of the state
 */
export function endWith(state, event) {
  const after = events.ended.fold(state, event)
  carryLive(state, after)
  return after
}

/**
 * Ends a game whose time is up: a flag, a first move that was not made, a game that was not joined.
 * @param {SessionState} state that is not over
 * @param {EventBase} base
 * @returns {EndedEvent}
 */
export function endedByTime(state, base) {
  const { running } = state.time
  if (state.status === 'waiting') return endedEvent(state, base, { winner: null, reason: 'aborted' })
  if (running === null) return endedEvent(state, base, { winner: null, reason: 'no_start' })
  const winner = otherColor(running)
  const game = liveGame(state)
  if (!game.hasMatingMaterial(winner))
    return endedEvent(state, base, { winner: null, reason: 'time_no_material', flagged: running })
  return game.canWin(winner, PROOF) === 'no'
    ? endedEvent(state, base, { winner: null, reason: 'time_no_win', flagged: running })
    : endedEvent(state, base, { winner, reason: 'time', flagged: running })
}

/**
 * @param {SessionState} state whose time is up
 * @param {number} at
 * @returns {Refused} with the event that ends the game
 */
export function late(state, at) {
  const event = endedByTime(state, { at })
  const after = endWith(state, event)
  return { ok: false, code: 'late', state: after, events: [event], result: after.result }
}
