// SPDX-License-Identifier: Apache-2.0
// What a family of commands is made of (commands/), and the parts that all families share: decisions, refusals, the first
// fields of events, the room in a log. A family exports `commands` and `events`, the types of all its commands, events and codes
// of refusals, and where it has them `ends`.

import { otherColor } from '../game/squares.js'

/** @import { SessionEvent, SessionRefusal } from './commands.js' */
/** @import { SessionUser } from './setup.js' */
/** @import { SessionResult, SessionState } from './state.js' */
/** @import { Game } from '../game/game.js' */
/** @import { Color } from '../game/squares.js' */

// --- commands ------------------------------------------------------------------------------------

/**
 * What a player's command has beside its own fields.
 * @typedef {object} CommandBase
 * @property {string | undefined} [id] the player's own, 1 to 64 characters: a command is carried out once, however often it is sent
 * @property {SessionUser} by set by the server from the authenticated connection, never read from the client
 */
/**
 * What a command of the server has beside its own fields.
 * @typedef {{ id?: string | undefined, by?: undefined }} ServerBase
 */
/** @typedef {Record<string, unknown>} Fields what a client has sent, such as JSON can hold */
/**
 * What a type of command is.
 * @template Command
 * @typedef {object} CommandRules
 * @property {'player' | 'anyone' | 'server'} [by] who may issue it; default: a player of the game
 * @property {(fields: Fields) => boolean} [fits] whether its own fields are well formed; default: it has none
 * @property {boolean} [beforeStart] whether it is decided while the game waits; else it is refused as 'notStarted'
 * @property {boolean} [afterEnd] whether it is decided when the game is over; else it is refused as 'over'
 * @property {boolean} [afterTime] whether it is decided when time is up; else it is refused as 'late', and the game ends
 * @property {boolean} [beforeResuming] whether it is decided while a pause stands whose days are used up; else the pause ends first
 * @property {(state: SessionState, color: Color) => boolean} [permits] whether a player may send it now or after a wait: what
 *   permissions() lists. Asked where the flags above let it through. Default: never
 * @property {(state: SessionState, command: Command, color: Color, now: number, came: number) => Decision | SessionEvent} decide a
 *   player's command comes with their color. Its events are of `now`; clocks stop, and claims are judged, as of `came`, which is not
 *   later. An event alone stands for the decision that accepts the command with it
 */
/**
 * @template {{ type: string }} Command
 * @typedef {{ [Type in Command['type']]: CommandRules<Command & { type: Type }> }} CommandTable
 */
/**
 * @template Of
 * @template Base
 * @typedef {Of extends Base ? [Exclude<keyof Of, keyof Base | 'type'>] extends [never] ? Of : never : never} Plain those of
 *   several commands or events that have no fields of their own
 */

// --- events --------------------------------------------------------------------------------------

/**
 * What every event has. Its number is its place in the log.
 * @typedef {object} EventBase
 * @property {number} at when, in ms of the store's clock; never falls in a log
 * @property {Color} [by] whose command it was; absent for the server's own
 * @property {string} [command] the command's id; once in a log
 */
/** @typedef {'int' | 'int?' | 'text' | 'text?' | 'color' | 'color?' | 'object' | 'object?' | 'format'} Kind with ?: or null */
/**
 * @template Event
 * @typedef {{ [Name in Exclude<keyof Event, keyof EventBase | 'type'>]?: Kind }} Kinds
 */
/**
 * What a type of event is. New fields come last in `optional`; a field never changes its meaning.
 * @template Event
 * @typedef {object} EventRules
 * @property {string} code in stored logs: lower case, without `w` or `b` at its end
 * @property {Kinds<Event>} [fields] that are always there, in the order in which logs keep them; default: none
 * @property {Kinds<Event>} [optional] that may be absent and are never null
 * @property {boolean} [isFirst] whether it begins a log, with the state null before it
 * @property {(state: SessionState, event: Event) => SessionState} fold the state after the event
 * @property {(game: Game, event: Event) => boolean} [replay] brings the Game of the state before to the position after the
 *   event; false: it cannot. Default: the position stays
 * @property {(event: Event) => Event} [disguise] without ids of anonymous players
 * @property {(event: Event, color: Color) => Event} [redact] without what names the player of a seat. Default: the event is
 *   as good as it is
 */
/**
 * @template {{ type: string }} Event
 * @typedef {{ [Type in Event['type']]: EventRules<Event & { type: Type }> }} EventTable
 */
/**
 * How a game may end, as PGN has it.
 * @typedef {object} EndRules
 * @property {string} words behind who has won, or that it is a draw, such as 'by resignation'
 * @property {string} [termination] the tag Termination; default 'normal'
 */

/** The flags of a command that is decided whatever the state of the game. */
export const ALWAYS = { beforeStart: true, afterEnd: true, afterTime: true }

// --- decisions -----------------------------------------------------------------------------------

/**
 * The decision on a command that was accepted.
 * @typedef {object} Accepted
 * @property {true} ok
 * @property {SessionState} state after the events
 * @property {SessionEvent[]} events to append to the log; none when nothing has changed
 * @property {true} [duplicate] the command's id is in the log already: it was carried out before
 */
/**
 * What a refusal says besides its code.
 * @typedef {object} RefusalDetails
 * @property {number} [ply] of 'stale': the game's
 * @property {number | null} [ms] of 'early', 'notAway', some 'tooOften' and 'tooFast': how long to wait; null where waiting does not help
 * @property {true} [turn] of 'notAway': the claimer is on the move, the absent player is not waited for
 * @property {number | null} [due] of 'early' to the timer: when to ask again
 * @property {SessionResult | null} [result] of 'over' and 'late'
 * @property {string} [why] of 'badClock', and of 'badCommand' to `create`: what is wrong, as text; of 'unavailable', if it is so
 *   for longer: the reason; of 'refused': the site's
 * @property {string} [limit] of 'tooFast': which limit of the server
 * @property {string} [error] of 'badFen': the code of the ChessError
 * @property {number} [offset] of 'badFen': where in the FEN
 */
/**
 * The decision on a command that was refused.
 * @typedef {{ ok: false, code: SessionRefusal, state: SessionState | null, events: SessionEvent[] } & RefusalDetails} Refused
 */
/**
 * The decision on a command: its events, or why it is refused.
 * @typedef {Accepted | Refused} Decision
 */

/** Optional events that may follow a move, or the start. What ends the game, and connections, have room above it. */
const OPTIONAL_EVENTS = 12
/** The same in a whole log, for each ply of the game and two more. */
const EVENTS_PER_PLY = 20

/**
 * @param {SessionState} state
 * @returns {Accepted} with nothing to note
 */
export const nothing = state => ({ ok: true, state, events: [] })

/**
 * @param {SessionState | null} state
 * @param {SessionRefusal} code
 * @param {RefusalDetails} [details]
 * @returns {Refused}
 */
export function refuse(state, code, details) {
  return details === undefined
    ? { ok: false, code, state, events: [] }
    : { ok: false, code, state, events: [], ...details }
}

/**
 * The fields that an event begins with.
 * @param {{ id?: string | undefined }} command that leads to it
 * @param {number} at
 * @param {Color} [by] absent for the server's own
 * @returns {EventBase}
 */
export function baseOf({ id }, at, by) {
  const base = by === undefined ? { at } : { at, by }
  return id === undefined ? base : { ...base, command: id }
}

/**
 * The rules of a command that answers an offer of the opponent.
 * @param {(state: SessionState) => unknown} offererOf the side that has made an offer
 * @param {(state: SessionState, base: EventBase, came: number) => SessionEvent} answer
 * @returns {CommandRules<any>} without an offer it is refused as 'noOffer'
 */
export const answerTo = (offererOf, answer) => ({
  permits: (state, color) => offererOf(state) === otherColor(color),
  decide: (state, command, color, now, came) =>
    offererOf(state) === otherColor(color)
      ? answer(state, baseOf(command, now, color), came)
      : refuse(state, 'noOffer'),
})

/**
 * A log has at most 20 events a ply: what may be repeated without a move stops well before.
 * @param {SessionState} state
 * @param {number} [room] how many more than usual
 * @returns {boolean} whether an optional event still fits
 */
export function hasRoom(state, room = 0) {
  const { version, moveVersion, ply } = state
  return version - moveVersion < OPTIONAL_EVENTS + room && version < EVENTS_PER_PLY * (ply + 2)
}
