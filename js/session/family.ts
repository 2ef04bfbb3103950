// SPDX-License-Identifier: Apache-2.0
// What a family of commands is made of (commands/), and the parts that all families share: decisions, refusals, the first
// fields of events, the room in a log. A family exports `commands` and `events`, the types of all its commands, events and codes
// of refusals, and where it has them `ends`.

import type { Game } from '../game/game.js'
import type { Color } from '../game/squares.js'
import { otherColor } from '../game/squares.js'
import type { SessionEvent, SessionRefusal } from './commands.js'
import type { SessionUser } from './setup.js'
import type { SessionResult, SessionState } from './state.js'

// --- commands ------------------------------------------------------------------------------------

/** What a player's command has beside its own fields. */
export type CommandBase = {
  /** The player's own, 1 to 64 characters: a command is carried out once, however often it is sent. */
  id?: string | undefined
  /** Set by the server from the authenticated connection, never read from the client. */
  by: SessionUser
}
/** What a command of the server has beside its own fields. */
export type ServerBase = { id?: string | undefined; by?: undefined }
/** what a client has sent, such as JSON can hold */
export type Fields = Record<string, unknown>
/**
 * The rules of a type of command. Its functions are methods: so the table of all types can hold the rules of each, and callers
 * look up the rules by the type of the command that they pass.
 */
export type CommandRules<Command, Seat = Color, State = SessionState> = {
  /** who may issue it; default: a player of the game */
  by?: 'player' | 'anyone' | 'server'
  /** whether its own fields are well formed; default: it has none */
  fits?(fields: Fields): boolean
  /** whether it is decided while the game waits; else it is refused as 'notStarted' */
  beforeStart?: boolean
  /** whether it is decided when the game is over; else it is refused as 'over' */
  afterEnd?: boolean
  /** whether it is decided when time is up; else it is refused as 'late', and the game ends */
  afterTime?: boolean
  /** whether it is decided while a pause stands whose days are used up; else the pause ends first */
  beforeResuming?: boolean
  /**
   * whether a player may send it now or after a wait: what permissions() lists. Asked where the flags above let it
   * through. Default: never
   */
  permits?(state: SessionState, color: Seat): boolean
  /**
   * a player's command comes with their color; null for a sender without a seat. Its events are of `now`; clocks stop, and claims are judged, as of
   * `came`, which is not later. An event alone stands for the decision that accepts the command with it
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
/** Those of several commands or events that have no fields of their own. */
export type Plain<Of, Base> = Of extends Base
  ? [Exclude<keyof Of, keyof Base | 'type'>] extends [never]
    ? Of
    : never
  : never

// --- events --------------------------------------------------------------------------------------

/** What every event has. Its number is its place in the log. */
export type EventBase = {
  /** When, in ms of the store's clock; never falls in a log. */
  at: number
  /** Whose command it was; absent for the server's own. */
  by?: Color
  /** The command's id; once in a log. */
  command?: string
}
/** with ?: or null */
export type Kind = 'int' | 'int?' | 'text' | 'text?' | 'color' | 'color?' | 'object' | 'object?' | 'format'
type Kinds<Event> = { [Name in Exclude<keyof Event, keyof EventBase | 'type'>]?: Kind }
/**
 * The rules of a type of event; methods as in CommandRules. New fields come last in `optional`; a field never changes its
 * meaning.
 */
export type EventRules<Event, State = SessionState> = {
  /** in stored logs: lower case, without `w` or `b` at its end */
  code: string
  /** that are always there, in the order in which logs keep them; default: none */
  fields?: Kinds<Event>
  /** that may be absent and are never null */
  optional?: Kinds<Event>
  /** whether it begins a log, with the state null before it */
  isFirst?: boolean
  /** the state after the event */
  fold(state: State, event: Event): SessionState
  /**
   * brings the Game of the state before to the position after the event; false: it cannot. Default: the position stays
   */
  replay?(game: Game, event: Event): boolean
  /** without ids of anonymous players */
  disguise?(event: Event): Event
  /** without what names the player of a seat. Default: the event is as good as it is */
  redact?(event: Event, color: Color): Event
}
export type EventTable<Event extends { type: string }> = {
  [Type in Event['type']]: EventRules<Event & { type: Type }, Type extends 'created' ? null : SessionState>
}
/** How a game may end, as PGN has it. */
export type EndRules = {
  /** behind who has won, or that it is a draw, such as 'by resignation' */
  words: string
  /** the tag Termination; default 'normal' */
  termination?: string
}

/** The flags of a command that is decided whatever the state of the game. */
export const ALWAYS = { beforeStart: true, afterEnd: true, afterTime: true }

// --- decisions -----------------------------------------------------------------------------------

/** The decision on a command that was accepted. */
export type Accepted = {
  ok: true
  /** After the events. */
  state: SessionState
  /** To append to the log; none when nothing has changed. */
  events: SessionEvent[]
  /** The command's id is in the log already: it was carried out before. */
  duplicate?: true
}
/** What a refusal says besides its code. */
export type RefusalDetails = {
  /** Of 'stale': the game's. */
  ply?: number
  /** Of 'early', 'notAway', some 'tooOften' and 'tooFast': how long to wait; null where waiting does not help. */
  ms?: number | null
  /** Of 'notAway': the claimer is on the move, the absent player is not waited for. */
  turn?: true
  /** Of 'early' to the timer: when to ask again. */
  due?: number | null
  /** Of 'over' and 'late'. */
  result?: SessionResult | null
  /**
   * Of 'badClock', and of 'badCommand' to `create`: what is wrong, as text; of 'unavailable', if it is so for longer:
   * the reason; of 'refused': the site's.
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
/** The decision on a command: its events, or why it is refused. */
export type Decision = Accepted | Refused

/** Optional events that may follow a move, or the start. What ends the game, and connections, have room above it. */
const OPTIONAL_EVENTS = 12
/** The same in a whole log, for each ply of the game and two more. */
const EVENTS_PER_PLY = 20

/** @returns with nothing to note */
export const nothing = (state: SessionState): Accepted => ({ ok: true, state, events: [] })

export function refuse(state: SessionState | null, code: SessionRefusal, details?: RefusalDetails): Refused {
  return details === undefined
    ? { ok: false, code, state, events: [] }
    : { ok: false, code, state, events: [], ...details }
}

/**
 * The fields that an event begins with.
 * @param command that leads to it
 * @param by absent for the server's own
 */
export function baseOf({ id }: { id?: string | undefined }, at: number, by?: Color): EventBase {
  const base = by === undefined ? { at } : { at, by }
  return id === undefined ? base : { ...base, command: id }
}

/**
 * The rules of a command that answers an offer of the opponent.
 * @param offererOf the side that has made an offer
 * @returns without an offer it is refused as 'noOffer'
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
 * A log has at most 20 events a ply: what may be repeated without a move stops well before.
 * @param room how many more than usual
 * @returns whether an optional event still fits
 */
export function hasRoom(state: SessionState, room = 0): boolean {
  const { version, moveVersion, ply } = state
  return version - moveVersion < OPTIONAL_EVENTS + room && version < EVENTS_PER_PLY * (ply + 2)
}
