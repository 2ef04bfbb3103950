// SPDX-License-Identifier: Apache-2.0
// All commands and events of games, collected from their families, one file of commands/ each. Reducer, codec, permissions and
// metrics use these tables.

import { isObject } from '../core/objects.js'
import type { Color } from '../game/squares.js'
import type { AbsenceCommands, AbsenceEnd, AbsenceEvents, AbsenceRefusal } from './commands/absence.js'
import * as absence from './commands/absence.js'
import type { AgreedEnd, DrawCommands, DrawEvents, DrawRefusal } from './commands/draws.js'
import * as draws from './commands/draws.js'
import type { DeclaredEnd, EndCommands, EndEvents, EndRefusal } from './commands/end.js'
import * as end from './commands/end.js'
import type { MoveCommands, MoveEvents, MoveRefusal, RuleEnd } from './commands/moves.js'
import * as moves from './commands/moves.js'
import type { RematchCommands, RematchEvents, RematchRefusal } from './commands/rematch.js'
import * as rematch from './commands/rematch.js'
import type { SeatCommands, SeatEvents, SeatRefusal } from './commands/seats.js'
import * as seats from './commands/seats.js'
import type { TakebackCommands, TakebackEvents, TakebackRefusal } from './commands/takebacks.js'
import * as takebacks from './commands/takebacks.js'
import type { TimeCommands, TimeEvents, TimeRefusal } from './commands/time.js'
import * as time from './commands/time.js'
import type { VacationCommands, VacationEvents, VacationRefusal } from './commands/vacation.js'
import * as vacation from './commands/vacation.js'
import type { CommandBase, CommandRules, EventBase, EventRules, Plain } from './family.js'
import { isShortText, readSeat, shortened, TEXT_FORM } from './setup.js'
import type { SessionState } from './state.js'

/** A command to a game: of a player, or of the server. */
export type SessionCommand =
  | SeatCommands
  | MoveCommands
  | EndCommands
  | DrawCommands
  | TakebackCommands
  | TimeCommands
  | AbsenceCommands
  | VacationCommands
  | RematchCommands
/** A command of a player. */
export type PlayerCommand = Extract<SessionCommand, CommandBase>
/** A command of the server itself. */
export type ServerCommand = Exclude<SessionCommand, CommandBase>
/** A command without fields of its own. */
export type PlainCommand = Plain<PlayerCommand, CommandBase>
/** An event in the log of a game. */
export type SessionEvent =
  | SeatEvents
  | MoveEvents
  | EndEvents
  | DrawEvents
  | TakebackEvents
  | TimeEvents
  | AbsenceEvents
  | VacationEvents
  | RematchEvents
/** A draw or a rematch was offered, or an offer was declined. */
export type OfferEvent = Plain<SessionEvent, EventBase>
/**
 * Why a command was refused. Common ones: 'badCommand' (its shape), 'noGame', 'notPlayer', 'notStarted', 'over' (with
 * `result`), 'late' (time was up; with `result`, and the event that ends the game). The host adds 'unavailable' (the
 * store is away: resend with the same id), 'tooFast', and 'refused' (by the site, with `why`); a client adds 'closed'.
 */
export type SessionRefusal =
  | 'badCommand'
  | 'noGame'
  | 'notPlayer'
  | 'notStarted'
  | SeatRefusal
  | MoveRefusal
  | EndRefusal
  | DrawRefusal
  | TakebackRefusal
  | TimeRefusal
  | AbsenceRefusal
  | VacationRefusal
  | RematchRefusal
  | 'unavailable'
  | 'tooFast'
  | 'refused'
  | 'closed'
/**
 * Why a game has ended. By rule, in the core's spelling: 'checkmate', the draws (`DrawReason` without 'manual'), and a
 * variant's own ends (`VariantWinReason`; 'race' is a win or a draw). By the players: 'agreement', 'resignation',
 * 'aborted'. By time: 'time', 'time_no_material' and 'time_no_win' (draws, FIDE 6.9: the other side
 * cannot win by its material, or by any series of legal moves), 'no_start' (a first move was not made in time), 'abandonment' and
 * 'abandonment_draw' (claimed against a player who is away). By the server: 'too_long' (600 plies), 'adjudication'.
 */
export type EndReason = RuleEnd | AgreedEnd | DeclaredEnd | AbsenceEnd

/** The tables of a family, by the name of the type or the reason. */
type Family = {
  commands: Record<string, CommandRules<SessionCommand, Color | null, SessionState | null>>
  events: Record<string, EventRules<SessionEvent, SessionState | null>>
}

/** In the order in which permissions() lists commands. */
const FAMILIES: readonly Family[] = [seats, moves, end, draws, takebacks, time, absence, vacation, rematch]

/** Rules with all defaults filled in. */
export type Rules = Required<Family['commands'][string]>

const DEFAULTS: Omit<Rules, 'decide'> = {
  by: 'player',
  fields: {},
  beforeStart: false,
  afterEnd: false,
  afterTime: false,
  beforeResuming: false,
  permits: () => false,
}

/** By type; any value may be looked up, such as '__proto__'. */
export const COMMANDS: ReadonlyMap<unknown, Rules> = new Map(
  FAMILIES.flatMap(({ commands }) =>
    Object.entries(commands).map(([type, rules]) => [type, { ...DEFAULTS, ...rules }]),
  ),
)

/** By type. */
export const EVENTS: ReadonlyMap<string, Family['events'][string]> = new Map(
  FAMILIES.flatMap(({ events }) => Object.entries(events)),
)

/**
 * @param command any value
 * @returns undefined if it is well formed: a known type, a valid id and sender, and values that fit its fields; otherwise the
 *   reason, as text. Other fields are ignored
 */
export function faultOf(command: unknown): string | undefined {
  if (!isObject(command)) return 'a command is an object'
  const { type, id, by } = command
  const rules = COMMANDS.get(type)
  if (rules === undefined)
    return typeof type === 'string'
      ? `there is no command '${shortened(type)}'`
      : 'type is the name of a command'
  if (id !== undefined && !isShortText(id)) return `id ${TEXT_FORM}`
  if (rules.by === 'server') {
    if (by !== undefined && by !== null) return `only the server sends '${type}'`
  } else if (!isSender(by, rules.by === 'anyone')) return "by is the user's id, or { id, name }"
  return rules.fields === null ? undefined : faultIn(command, rules.fields)
}

/** @returns whether it is well formed, as faultOf() says */
export const isCommand = (command: unknown): command is SessionCommand => faultOf(command) === undefined

/** @param isStored whether the name is stored, too */
function isSender(by: unknown, isStored: boolean): boolean {
  return isStored ? readSeat(by) !== undefined : isShortText(isObject(by) ? by.id : by)
}

function faultIn(command: Record<string, unknown>, fields: NonNullable<Rules['fields']>): string | undefined {
  for (const name in fields) if (!fields[name].fits(command[name])) return `${name} is ${fields[name].form}`
  return undefined
}
