// SPDX-License-Identifier: Apache-2.0
// The events of a game's log. They carry outcomes (time left, credit, reason), so that old logs keep their meaning when
// the arithmetic of clocks or the rules of offers change.

/** @import { Allowed, ClockSetup, Seat } from './setup.js' */
/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { Color } from '../game/squares.js' */
/** @import { DrawReason, VariantWinReason } from '../game/status.js' */

/**
 * Why a game has ended. By rule, in the core's spelling: 'checkmate', the draws (`DrawReason` without 'manual'), and a
 * variant's own ends (`VariantWinReason`; 'race' is a win or a draw). By the players: 'agreement', 'resignation',
 * 'aborted'. By time: 'time', 'time_no_material' (a draw, FIDE 6.9), 'no_start' (a first move was not made in time), 'abandonment' and
 * 'abandonment_draw' (claimed against a player who is away). By the server: 'too_long' (600 plies), 'adjudication'.
 * @typedef {'checkmate' | Exclude<DrawReason, 'manual'> | VariantWinReason | 'agreement' | 'resignation' | 'aborted'
 *   | 'time' | 'time_no_material' | 'no_start' | 'abandonment' | 'abandonment_draw' | 'too_long'
 *   | 'adjudication'} EndReason
 */

/**
 * What every event has. Its number is its place in the log.
 * @typedef {object} EventBase
 * @property {number} at when, in ms of the store's clock; never falls in a log
 * @property {Color} [by] whose command it was; absent for the server's own
 * @property {string} [command] the command's id; once in a log
 */

/**
 * What the event of a new game says.
 * @typedef {object} CreatedFields
 * @property {'created'} type
 * @property {1} format of the log
 * @property {string} game its id
 * @property {Variant} variant
 * @property {string | null} fen the start position; null for the variant's own
 * @property {ClockSetup} clock
 * @property {'claim' | 'automatic'} draws
 * @property {Allowed} allow
 * @property {Seat | null} white
 * @property {Seat | null} black
 */

/**
 * A game was created.
 * @typedef {EventBase & CreatedFields} CreatedEvent
 */
/**
 * A player has taken a seat.
 * @typedef {EventBase & { type: 'joined', color: Color, player: Seat }} JoinedEvent
 */
/**
 * Play begins with these clocks; `running` is null while first moves are free and without a clock.
 * @typedef {EventBase & { type: 'started', white: number | null, black: number | null,
 *   running: Color | null }} StartedEvent
 */
/**
 * What the event of a move says.
 * @typedef {object} MovedFields
 * @property {'moved'} type
 * @property {string} uci such as 'e2e4', 'e7e8q', 'N@f3'; castling as Game writes it
 * @property {number | null} left on the mover's clock, ms, increment and stage included; null without a clock
 * @property {number} credit of lag that was given, ms
 * @property {number} [stage] how many stages the mover has entered
 * @property {number} [periods] of byo-yomi that the mover has left
 */
/**
 * A move was played.
 * @typedef {EventBase & MovedFields} MovedEvent
 */
/**
 * A player asks to take moves back.
 * @typedef {EventBase & { type: 'takebackOffered', plies: number }} TakebackOfferedEvent
 */
/**
 * The last plies are taken back; clocks afterwards.
 * @typedef {EventBase & { type: 'tookBack', plies: number, white: number | null, black: number | null,
 *   periods?: { white: number, black: number } }} TookBackEvent
 */
/**
 * @typedef {EventBase & { type: 'timeGiven', ms: number, left: number }} TimeGivenEvent `left` is the receiver's, who
 *   is the opponent of `by`
 */
/** @typedef {EventBase & { type: 'away' | 'back', color: Color }} PresenceEvent the seat's player is away, or back */
/** @typedef {EventBase & { type: 'compensated', ms: number, outage: number }} CompensatedEvent `outage` is when it ended */
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
/**
 * A draw or a rematch was offered, or an offer was declined.
 * @typedef {EventBase & { type: 'drawOffered' | 'drawDeclined' | 'takebackDeclined' | 'rematchOffered'
 *   | 'rematchDeclined' }} OfferEvent
 */
/** @typedef {EventBase & { type: 'rematched', game: string }} RematchedEvent the next game's id */

/**
 * An event in the log of a game.
 * @typedef {CreatedEvent | JoinedEvent | StartedEvent | MovedEvent | OfferEvent | TakebackOfferedEvent | TookBackEvent
 *   | TimeGivenEvent | PresenceEvent | CompensatedEvent | EndedEvent | RematchedEvent} SessionEvent
 */

/** The format of logs that this version writes and reads. */
export const FORMAT = 1

/**
 * The fields of each type of event besides `type`, `at`, `by` and `command`, in the order in which codecs keep them. New
 * fields come last and may be absent; a field never changes its meaning.
 * @type {Readonly<Record<SessionEvent['type'], readonly string[]>>}
 */
export const EVENT_FIELDS = {
  created: ['format', 'game', 'variant', 'fen', 'clock', 'draws', 'allow', 'white', 'black'],
  joined: ['color', 'player'],
  started: ['white', 'black', 'running'],
  moved: ['uci', 'left', 'credit', 'stage', 'periods'],
  drawOffered: [],
  drawDeclined: [],
  takebackOffered: ['plies'],
  takebackDeclined: [],
  tookBack: ['plies', 'white', 'black', 'periods'],
  timeGiven: ['ms', 'left'],
  away: ['color'],
  back: ['color'],
  compensated: ['ms', 'outage'],
  ended: ['winner', 'reason', 'flagged', 'detail', 'white', 'black'],
  rematchOffered: [],
  rematchDeclined: [],
  rematched: ['game'],
}
