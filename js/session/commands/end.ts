// SPDX-License-Identifier: Apache-2.0
// The end of a game: resignation, abort, an arbiter's decision, and time that is up.

import type { Color } from '../../game/squares.js'
import { otherColor } from '../../game/squares.js'
import { clocksAt } from '../clock.js'
import type { EndReason } from '../commands.js'
import type { CommandBase, CommandTable, EventBase, EventTable, Refused, ServerBase } from '../family.js'
import { baseOf, optional, PLY, refuse } from '../family.js'
import { carryLive, liveGame } from '../live.js'
import { COLOR_FORM, isColor, isSoundText } from '../setup.js'
import type { SessionResult, SessionState } from '../state.js'
import { endPause, next } from '../state.js'

/** An arbiter's decision; with `ply` only valid in that position. */
export type AdjudicateCommand = ServerBase & {
  type: 'adjudicate'
  winner: Color | null
  detail?: string | undefined
  ply?: number | undefined
}
/** The fields of the event 'ended'. */
export type EndedFields = {
  type: 'ended'
  /** Null for a draw, and for games that did not count. */
  winner: Color | null
  reason: EndReason
  /** The side whose time was up. */
  flagged?: Color
  /** The arbiter's words, or the move in UCI of a draw claimed with a move. */
  detail?: string
  /** The clock as shown at the end, ms. */
  white?: number
  black?: number
}
/** A game has ended. */
export type EndedEvent = EventBase & EndedFields
/** The commands that end a game. */
export type EndCommands = (CommandBase & { type: 'resign' | 'abort' }) | AdjudicateCommand
/** The events of the end. */
export type EndEvents = EndedEvent
/** The refusals of the end; 'late' comes with the event that ends the game. */
export type EndRefusal = 'over' | 'late' | 'useAbort' | 'tooLate' | 'stale'
/** The ends by a player, an arbiter or time. */
export type DeclaredEnd =
  | 'resignation'
  | 'aborted'
  | 'adjudication'
  | 'time'
  | 'time_no_material'
  | 'time_no_win'
  | 'no_start'

/** From this ply on a game counts: draws may be offered, and players resign instead of aborting. */
export const COUNTS_FROM = 2
/** The longest text of an arbiter, in UTF-16 units. */
export const LONGEST_DETAIL = 200
/**
 * The effort of the proof that a side cannot win when a flag falls: a number of positions, not a time, so that every node
 * has the same result. It took at most 9 ms for each of 1,685 positions from problems and games.
 */
const PROOF = { effort: { positions: 10_000 } }

export const commands: CommandTable<EndCommands> = {
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
      const outcome = { winner: otherColor(color), reason: 'resignation' as const }
      return endedEvent(state, baseOf(command, now, color), outcome, came)
    },
  },
  adjudicate: {
    by: 'server',
    afterEnd: true,
    fields: {
      winner: { fits: winner => winner === null || isColor(winner), form: `${COLOR_FORM}, or null` },
      ply: optional(PLY),
      detail: optional({
        fits: detail => isSoundText(detail, LONGEST_DETAIL),
        form: `a text of at most ${LONGEST_DETAIL} characters`,
      }),
    },
    // Ids of an arbiter's commands are not remembered: the same decision with an id is taken for a repetition.
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

export const events: EventTable<EndEvents> = {
  ended: {
    code: 'e',
    fields: { winner: 'color?', reason: 'text' },
    optional: { flagged: 'color', detail: 'text', white: 'int', black: 'int' },
    fold(state, event) {
      const { at, winner, reason, flagged, detail, white = null, black = null } = event
      const result: SessionResult = { winner, reason }
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

/** @returns the end without an arbiter's text, which may name players */
export function withoutWords<End extends { reason: EndReason; detail?: string }>(end: End): End {
  if (end.reason !== 'adjudication' || end.detail === undefined) return end
  const { detail: _, ...rest } = end
  return rest as End
}

/**
 * @param state of a game that is not over
 * @param stopped the time for which the clocks are shown; default: the event's time
 */
export function endedEvent(
  state: SessionState,
  base: EventBase,
  {
    winner,
    reason,
    flagged,
    detail,
  }: { winner: Color | null; reason: EndReason; flagged?: Color; detail?: string | undefined },
  stopped: number = base.at,
): EndedEvent {
  const event: EndedEvent = { type: 'ended', ...base, winner, reason }
  if (flagged !== undefined) event.flagged = flagged
  if (detail !== undefined) event.detail = detail
  const { white, black } = clocksAt(state, stopped)
  if (white !== null && black !== null && state.status === 'playing') {
    event.white = flagged === 'white' ? 0 : white
    event.black = flagged === 'black' ? 0 : black
  }
  return event
}

/** @returns the state after the event, with the live Game */
export function endWith(state: SessionState, event: EndedEvent): SessionState {
  const after = events.ended.fold(state, event)
  carryLive(state, after, event)
  return after
}

/**
 * Ends a game whose time is up: a flag, a first move that was not made, a game that no player has joined.
 * @param state of a game that is not over
 */
export function endedByTime(state: SessionState, base: EventBase): EndedEvent {
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
 * @param state of a game whose time is up
 * @returns the refusal, with the event that ends the game
 */
export function late(state: SessionState, at: number): Refused {
  const event = endedByTime(state, { at })
  const after = endWith(state, event)
  return { ok: false, code: 'late', state: after, events: [event], result: after.result }
}
