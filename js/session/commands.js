// SPDX-License-Identifier: Apache-2.0
// All commands, events and ends of games, from their families: one file of commands/ each. Reducer, codec, permissions, PGN
// and metrics are made from these tables.

import * as absence from './commands/absence.js'
import * as draws from './commands/draws.js'
import * as end from './commands/end.js'
import * as moves from './commands/moves.js'
import * as rematch from './commands/rematch.js'
import * as seats from './commands/seats.js'
import * as takebacks from './commands/takebacks.js'
import * as time from './commands/time.js'
import * as vacation from './commands/vacation.js'
import { isShortText } from './setup.js'

/** @import { AbsenceCommands, AbsenceEnd, AbsenceEvents, AbsenceRefusal } from './commands/absence.js' */
/** @import { AgreedEnd, DrawCommands, DrawEvents, DrawRefusal } from './commands/draws.js' */
/** @import { DeclaredEnd, EndCommands, EndEvents, EndRefusal } from './commands/end.js' */
/** @import { MoveCommands, MoveEvents, MoveRefusal, RuleEnd } from './commands/moves.js' */
/** @import { RematchCommands, RematchEvents, RematchRefusal } from './commands/rematch.js' */
/** @import { SeatCommands, SeatEvents, SeatRefusal } from './commands/seats.js' */
/** @import { TakebackCommands, TakebackEvents, TakebackRefusal } from './commands/takebacks.js' */
/** @import { TimeCommands, TimeEvents, TimeRefusal } from './commands/time.js' */
/** @import { VacationCommands, VacationEvents, VacationRefusal } from './commands/vacation.js' */
/** @import { CommandBase, CommandRules, EndRules, EventBase, EventRules, Fields, Plain } from './family.js' */

/**
 * A command to a game: of a player, or of the server.
 * @typedef {SeatCommands | MoveCommands | EndCommands | DrawCommands | TakebackCommands | TimeCommands | AbsenceCommands
 *   | VacationCommands | RematchCommands} SessionCommand
 */
/**
 * A command of a player.
 * @typedef {Extract<SessionCommand, CommandBase>} PlayerCommand
 */
/**
 * A command of the server itself.
 * @typedef {Exclude<SessionCommand, CommandBase>} ServerCommand
 */
/**
 * A command that says no more than its type.
 * @typedef {Plain<PlayerCommand, CommandBase>} PlainCommand
 */
/**
 * An event in the log of a game.
 * @typedef {SeatEvents | MoveEvents | EndEvents | DrawEvents | TakebackEvents | TimeEvents | AbsenceEvents
 *   | VacationEvents | RematchEvents} SessionEvent
 */
/**
 * A draw or a rematch was offered, or an offer was declined.
 * @typedef {Plain<SessionEvent, EventBase>} OfferEvent
 */
/**
 * Why a command was refused. Common ones: 'badCommand' (its shape), 'noGame', 'notPlayer', 'notStarted', 'over' (with
 * `result`), 'late' (time was up; with `result`, and the event that ends the game). The host adds 'unavailable' (the
 * store is away: resend with the same id), 'tooFast', and 'refused' (by the site, with `why`).
 * @typedef {'badCommand' | 'noGame' | 'notPlayer' | 'notStarted' | SeatRefusal | MoveRefusal | EndRefusal | DrawRefusal
 *   | TakebackRefusal | TimeRefusal | AbsenceRefusal | VacationRefusal | RematchRefusal | 'unavailable' | 'tooFast'
 *   | 'refused'} SessionRefusal
 */
/**
 * Why a game has ended. By rule, in the core's spelling: 'checkmate', the draws (`DrawReason` without 'manual'), and a
 * variant's own ends (`VariantWinReason`; 'race' is a win or a draw). By the players: 'agreement', 'resignation',
 * 'aborted'. By time: 'time', 'time_no_material' and 'time_no_win' (draws, FIDE 6.9: the other side
 * cannot win by its material, or by any series of legal moves), 'no_start' (a first move was not made in time), 'abandonment' and
 * 'abandonment_draw' (claimed against a player who is away). By the server: 'too_long' (600 plies), 'adjudication'.
 * @typedef {RuleEnd | AgreedEnd | DeclaredEnd | AbsenceEnd} EndReason
 */

/** In the order in which permissions() lists commands. */
const FAMILIES = [seats, moves, end, draws, takebacks, time, absence, vacation, rematch]

/** @typedef {Required<CommandRules<any>>} Rules with their defaults */

/** @type {Omit<Rules, 'decide'>} */
const DEFAULTS = {
  by: 'player',
  fits: () => true,
  beforeStart: false,
  afterEnd: false,
  afterTime: false,
  beforeResuming: false,
  permits: () => false,
}

/** @type {ReadonlyMap<unknown, Rules>} By type, which may be anything: '__proto__', too. */
export const COMMANDS = new Map(
  FAMILIES.flatMap(({ commands }) =>
    Object.entries(commands).map(([type, rules]) => [type, { ...DEFAULTS, ...rules }]),
  ),
)

/** @type {ReadonlyMap<unknown, EventRules<any>>} By type. */
export const EVENTS = new Map(FAMILIES.flatMap(({ events }) => Object.entries(events)))

/** @type {ReadonlyMap<unknown, EndRules>} By reason. */
export const ENDS = new Map(FAMILIES.flatMap(family => ('ends' in family ? Object.entries(family.ends) : [])))

/**
 * @param {unknown} command
 * @returns {Rules | null} null for one that is not well formed
 */
export function rulesOf(command) {
  if (typeof command !== 'object' || command === null) return null
  const fields = /** @type {Fields} */ (command)
  const { type, id, by } = fields
  if (id !== undefined && !isShortText(id)) return null
  const rules = COMMANDS.get(type)
  if (rules === undefined || !rules.fits(fields)) return null
  if (rules.by === 'server') return by === undefined || by === null ? rules : null
  // Names are read where they are kept.
  return isShortText(typeof by === 'object' && by !== null ? /** @type {Fields} */ (by).id : by)
    ? rules
    : null
}
