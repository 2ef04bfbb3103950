// SPDX-License-Identifier: Apache-2.0
// The types of a family of commands (commands/), and what all families share: decisions, refusals, the first fields of
// events, the limits of a log. A family exports `commands`, `events`, and the types of its commands,
// events and refusal codes.

import type { Game } from '../game/game.js'
import type { Color } from '../game/squares.js'
import { otherColor } from '../game/squares.js'
import type { SessionEvent, SessionRefusal } from './commands.js'
import type { SessionUser } from './setup.js'
import { COLOR_FORM, isColor, isIntegerWithin } from './setup.js'
import type { SessionResult, SessionState } from './state.js'

// --- commands ------------------------------------------------------------------------------------

/** The fields that all commands of players have. */
export type CommandBase = {
  /** Chosen by the player, 1 to 64 characters: a command is executed once, however often it is sent. */
  id?: string | undefined
  /** Set by the server from the authenticated connection, never read from the client. */
  by: SessionUser
}
/** The fields that all commands of the server have. */
export type ServerBase = { id?: string | undefined; by?: undefined }
/** A field of a command: the values that fit, and their description for error messages. An optional field fits if undefined. */
export type FieldRule = { fits(value: unknown): boolean; form: string }
/**
 * The rules of a type of command. Its functions are methods, so that the table of all types can hold the rules of each;
 * callers look up the rules by the type of the command that they pass.
 */
export type CommandRules<Command, Seat = Color, State = SessionState> = {
  /** who may issue it; default: a player of the game */
  by?: 'player' | 'anyone' | 'server'
  /** its own fields, by name; null: decide() checks them. Default: none */
  fields?: Readonly<Record<string, FieldRule>> | null
  /** whether it is allowed while the game waits; otherwise it is refused as 'notStarted' */
  beforeStart?: boolean
  /** whether it is allowed when the game is over; otherwise it is refused as 'over' */
  afterEnd?: boolean
  /** whether it is allowed when time is up; otherwise it is refused as 'late', and the game ends */
  afterTime?: boolean
  /** whether it is decided during a pause whose days are used up; otherwise the pause ends first */
  beforeResuming?: boolean
  /**
   * whether a player may send it now or after a wait, for permissions(). Called only if the flags above allow it.
   * Default: never
   */
  permits?(state: SessionState, color: Seat): boolean
  /**
   * Decides the command. `color` is the player's, null for a sender without a seat. Events have the time `now`; clocks
   * stop, and claims are judged, at `came`, which is not later. An event alone accepts the command
   */
  decide(state: State, command: Command, color: Seat, now: number, came: number): Decision | SessionEvent
}
export type CommandTable<Command extends { type: string }> = {
  [Type in Command['type']]: CommandRules<
    Command & { type: Type },
    Type extends 'create' | 'join' ? Color | null : Color,
    Type extends 'create' ? null : SessionState
  >
}
/** The types among `Of` without fields of their own. */
export type Plain<Of, Base> = Of extends Base
  ? [Exclude<keyof Of, keyof Base | 'type'>] extends [never]
    ? Of
    : never
  : never

// --- events --------------------------------------------------------------------------------------

/** The fields of every event. Its number is its index in the log. */
export type EventBase = {
  /** Ms of the store's clock; never decreases within a log. */
  at: number
  /** The player whose command it was; absent for the server's own. */
  by?: Color
  /** The command's id; unique in a log. */
  command?: string
}
/** The kind of a field; `?`: or null. */
export type Kind = 'int' | 'int?' | 'text' | 'text?' | 'color' | 'color?' | 'object' | 'object?' | 'format'
type Kinds<Event> = { [Name in Exclude<keyof Event, keyof EventBase | 'type'>]?: Kind }
/**
 * The rules of a type of event, as methods like those of CommandRules. New fields are added at the end of `optional`; a
 * field never changes its meaning.
 */
export type EventRules<Event, State = SessionState> = {
  /** its name in stored logs: lower case, must not end with `w` or `b` */
  code: string
  /** required fields, in the order of stored logs; default: none */
  fields?: Kinds<Event>
  /** fields that may be absent and are never null */
  optional?: Kinds<Event>
  /** whether it begins a log; the state before it is null */
  isFirst?: boolean
  /** returns the state after the event */
  fold(state: State, event: Event): SessionState
  /**
   * Brings the Game of the previous state to the position after the event; returns false if it cannot. Default: the
   * position stays the same
   */
  replay?(game: Game, event: Event): boolean
  /** returns the event without ids of anonymous players */
  disguise?(event: Event): Event
  /** returns the event without what names the player of a seat. Default: the event names no player */
  redact?(event: Event, color: Color): Event
}
export type EventTable<Event extends { type: string }> = {
  [Type in Event['type']]: EventRules<Event & { type: Type }, Type extends 'created' ? null : SessionState>
}
/** The field of a command that is about one side. */
export const COLOR_FIELD = { color: { fits: isColor, form: COLOR_FORM } }
/** The field of a command that is meant for one position, if it has it. */
export const PLY: FieldRule = {
  fits: ply => isIntegerWithin(ply, 0, Number.MAX_SAFE_INTEGER),
  form: "the game's number of plies, such as 0",
}

/** @returns the rule of a field that may be missing */
export const optional = ({ fits, form }: FieldRule): FieldRule => ({
  fits: value => value === undefined || fits(value),
  form,
})

/** The flags of a command that is allowed in any state of the game. */
export const ALWAYS = { beforeStart: true, afterEnd: true, afterTime: true }

// --- decisions -----------------------------------------------------------------------------------

/** The decision on a command that was accepted. */
export type Accepted = {
  ok: true
  /** After the events. */
  state: SessionState
  /** To append to the log; empty if nothing has changed. */
  events: SessionEvent[]
  /** The command's id is already in the log: it was executed before. */
  duplicate?: true
  code?: undefined
}
/** The details of a refusal. */
export type RefusalDetails = {
  /** Of 'stale': the game's. */
  ply?: number
  /** Of 'early', 'notAway', some 'tooOften' and 'tooFast': how long to wait; null if waiting does not help. */
  ms?: number | null
  /** Of 'notAway': it is the claimer's turn, so no one waits for the absent player. */
  turn?: true
  /** Of 'early' to the timer: when to try again. */
  due?: number | null
  /** Of 'over' and 'late'. */
  result?: SessionResult | null
  /**
   * Of 'badClock' and 'badCommand': what is wrong, as text; of a longer 'unavailable': the reason; of 'refused': the site's
   * reason.
   */
  why?: string
  /** Of 'tooFast': which limit of the server. */
  limit?: string
  /** Of 'badFen': the code of the ChessError. */
  error?: string
  /** Of 'badFen': where in the FEN. */
  offset?: number
}
/** The decision on a command that was refused. */
export type Refused = {
  ok: false
  code: SessionRefusal
  state: SessionState | null
  events: SessionEvent[]
} & RefusalDetails
/** The decision on a command: its events, or the reason for the refusal. */
export type Decision = Accepted | Refused

/** The most optional events after a move, or after the start. Ends of the game and absences have room beyond it. */
const OPTIONAL_EVENTS = 12
/** The most optional events of a whole log: this many for each ply of the game and two more. */
const EVENTS_PER_PLY = 20

/** @returns accepts a command without an event */
export const nothing = (state: SessionState): Accepted => ({ ok: true, state, events: [] })

export function refuse(state: SessionState | null, code: SessionRefusal, details?: RefusalDetails): Refused {
  return details === undefined
    ? { ok: false, code, state, events: [] }
    : { ok: false, code, state, events: [], ...details }
}

/**
 * The first fields of an event.
 * @param command whose event it is
 * @param by absent for the server's own
 */
export function baseOf({ id }: { id?: string | undefined }, at: number, by?: Color): EventBase {
  const base = by === undefined ? { at } : { at, by }
  return id === undefined ? base : { ...base, command: id }
}

/**
 * The rules of a command that answers an offer of the opponent; without an offer it is refused as 'noOffer'.
 * @param offererOf returns the side that has made the offer
 */
export const answerTo = (
  offererOf: (state: SessionState) => unknown,
  answer: (state: SessionState, base: EventBase, came: number) => SessionEvent,
): CommandRules<CommandBase> => ({
  permits: (state, color) => offererOf(state) === otherColor(color),
  decide: (state, command, color, now, came) =>
    offererOf(state) === otherColor(color)
      ? answer(state, baseOf(command, now, color), came)
      : refuse(state, 'noOffer'),
})

/**
 * A log has at most 20 events per ply, and fewer of those that need no move.
 * @param room events beyond the usual limit
 * @returns whether another optional event fits
 */
export function hasRoom(state: SessionState, room = 0): boolean {
  const { version, moveVersion, ply } = state
  return version - moveVersion < OPTIONAL_EVENTS + room && version < EVENTS_PER_PLY * (ply + 2)
}
