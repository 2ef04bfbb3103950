// SPDX-License-Identifier: Apache-2.0
// Commands, and whether one is well formed. What a client sends may be anything that JSON can hold; `by` and `lag` are
// the server's.

import { isShortText, isWhole, readSeat } from './setup.js'

/** @import { Allowed, ClockSetup, SessionUser } from './setup.js' */
/** @import { Color } from '../game/squares.js' */
/** @import { VariantName } from '../game/variants.js' */

/**
 * What a player's command has beside its own fields.
 * @typedef {object} CommandBase
 * @property {string | undefined} [id] the player's own, 1 to 64 characters: a command is carried out once, however often it is sent
 * @property {SessionUser} by set by the server from the authenticated connection, never read from the client
 */
/**
 * What a new game is to be.
 * @typedef {object} CreateFields
 * @property {'create'} type
 * @property {string} game the new game's id: letters, digits and _ . ~ : -, at most 64
 * @property {VariantName | undefined} [variant] default 'standard'
 * @property {string | null | undefined} [fen] default: the variant's start position; Chess960 positions are drawn by the server
 * @property {ClockSetup | undefined} [clock] default: none
 * @property {Color | undefined} [color] of the creator; default 'white'
 * @property {SessionUser | undefined} [opponent] takes the other seat, and the game starts
 * @property {'claim' | 'automatic' | undefined} [draws] 'claim' (default): threefold repetition and 50 moves must be claimed
 * @property {Partial<Allowed> | undefined} [allow] default: all
 */
/**
 * Creates a game.
 * @typedef {CommandBase & CreateFields} CreateCommand
 */
/**
 * Takes a free seat.
 * @typedef {CommandBase & { type: 'join', color?: Color | undefined }} JoinCommand
 */
/**
 * What the command of a move says.
 * @typedef {object} MoveFields
 * @property {'move'} type
 * @property {number} ply of the state that the move was made for
 * @property {string} uci
 * @property {number | undefined} [lag] the connection's round trip in ms, measured by the server
 */
/**
 * Plays a move.
 * @typedef {CommandBase & MoveFields} MoveCommand
 */
/** @typedef {CommandBase & { type: 'claimDraw', uci?: string | undefined, ply?: number | undefined }} ClaimDrawCommand with the move that brings it about (FIDE 9.2.1), if it needs one */
/** @typedef {CommandBase & { type: 'giveTime', ms: number }} GiveTimeCommand 5,000 to 60,000 ms */
/**
 * A command that says no more than its type.
 * @typedef {CommandBase & { type: 'offerDraw' | 'acceptDraw' | 'declineDraw' | 'resign' | 'abort' | 'flag'
 *   | 'offerTakeback' | 'acceptTakeback' | 'declineTakeback' | 'claimWin' | 'claimAbsenceDraw' | 'rematch'
 *   | 'declineRematch' }} PlainCommand
 */
/**
 * A command of a player.
 * @typedef {CreateCommand | JoinCommand | MoveCommand | ClaimDrawCommand | GiveTimeCommand | PlainCommand} PlayerCommand
 */
/** @typedef {{ type: 'due', id?: string | undefined, by?: undefined }} DueCommand the timer */
/** @typedef {{ type: 'away' | 'back', color: Color, id?: string | undefined, by?: undefined }} PresenceCommand last connection gone, first one back */
/** @typedef {{ type: 'compensate', from: number, to: number, id?: string | undefined, by?: undefined }} CompensateCommand an outage, ms of the store's clock */
/** @typedef {{ type: 'adjudicate', winner: Color | null, detail?: string | undefined, id?: string | undefined, by?: undefined }} AdjudicateCommand an arbiter's decision */
/**
 * A command of the server itself.
 * @typedef {DueCommand | PresenceCommand | CompensateCommand | AdjudicateCommand} ServerCommand
 */
/**
 * A command to a game: of a player, or of the server.
 * @typedef {PlayerCommand | ServerCommand} SessionCommand
 */

const LEAST_GIVEN = 5_000
const MOST_GIVEN = 60_000
const LONGEST_DETAIL = 200

/** @typedef {Record<string, unknown>} Fields */

const anything = () => true
/** @param {unknown} value */
const isColor = value => value === 'white' || value === 'black'
/** @param {unknown} value */
const isCount = value => isWhole(value, 0, Number.MAX_SAFE_INTEGER)
/** @param {unknown} value */
const isLag = value => value === undefined || (typeof value === 'number' && value >= 0 && value < Infinity)
/** @param {unknown} value */
const isDetail = value => value === undefined || (typeof value === 'string' && value.length <= LONGEST_DETAIL)

/** @typedef {(command: Fields) => boolean} Check */

/** @type {Readonly<Record<string, Check>>} What each type needs. `create` is read by setup.js. */
const OF_PLAYERS = {
  create: ({ by }) => readSeat(by) !== undefined,
  join: ({ by, color }) =>
    readSeat(by) !== undefined && (color === undefined || color === null || isColor(color)),
  move: ({ ply, uci, lag }) => isCount(ply) && typeof uci === 'string' && isLag(lag),
  offerDraw: anything,
  acceptDraw: anything,
  declineDraw: anything,
  claimDraw: ({ uci, ply }) =>
    (uci === undefined || typeof uci === 'string') && (ply === undefined || isCount(ply)),
  resign: anything,
  abort: anything,
  flag: anything,
  offerTakeback: anything,
  acceptTakeback: anything,
  declineTakeback: anything,
  giveTime: ({ ms }) => isWhole(ms, LEAST_GIVEN, MOST_GIVEN),
  claimWin: anything,
  claimAbsenceDraw: anything,
  rematch: anything,
  declineRematch: anything,
}

/** @type {Readonly<Record<string, Check>>} */
const OF_SERVER = {
  due: anything,
  away: ({ color }) => isColor(color),
  back: ({ color }) => isColor(color),
  compensate: ({ from, to }) => isCount(from) && isCount(to) && Number(from) <= Number(to),
  adjudicate: ({ winner, detail }) => (winner === null || isColor(winner)) && isDetail(detail),
}

/** @type {ReadonlyMap<unknown, Check>} By type, which may be anything: '__proto__', too. */
const PLAYER_COMMANDS = new Map(Object.entries(OF_PLAYERS))
/** @type {ReadonlyMap<unknown, Check>} */
const SERVER_COMMANDS = new Map(Object.entries(OF_SERVER))

/**
 * @param {unknown} command
 * @returns {'player' | 'server' | null} whose command it is; null for one that is not well formed
 */
export function kindOf(command) {
  if (typeof command !== 'object' || command === null) return null
  const fields = /** @type {Fields} */ (command)
  const { type, id, by } = fields
  if (id !== undefined && !isShortText(id)) return null
  const ofServer = SERVER_COMMANDS.get(type)
  if (ofServer !== undefined) return (by === undefined || by === null) && ofServer(fields) ? 'server' : null
  const ofPlayer = PLAYER_COMMANDS.get(type)
  return ofPlayer?.(fields) && isUser(by) ? 'player' : null
}

/**
 * @param {unknown} user
 * @returns {boolean} whether it has an id; names are read where they are kept
 */
function isUser(user) {
  if (typeof user !== 'object' || user === null) return isShortText(user)
  return isShortText(/** @type {Fields} */ (user).id)
}

/**
 * @param {SessionUser} user
 * @returns {string}
 */
export const userId = user => (typeof user === 'string' ? user : user.id)
