// SPDX-License-Identifier: Apache-2.0
// What may come from a server. Each message is checked once, when it comes: what is behind this gate believes it.

import { isWellFormed } from './codec.js'
import { isColor, isGameId, isIntegerWithin, isShortText, readAllow, readClockSetup } from './setup.js'

type Check = (value: any) => boolean

/** The longest message, in UTF-16 units: the log of the longest game has a tenth of it. */
const LONGEST = 4 << 20
/** The latest time that a Date can have, in milliseconds. */
const LATEST = 8.64e15

const isText: Check = value => typeof value === 'string'
const isBoolean: Check = value => typeof value === 'boolean'
const isNumber: Check = value => Number.isFinite(value)
const isTime: Check = value => isNumber(value) && Math.abs(value) <= LATEST
const isCount: Check = value => isIntegerWithin(value, 0, Number.MAX_SAFE_INTEGER)
const isVariant: Check = isText
const isClock: Check = value => typeof value !== 'string' && readClockSetup(value) !== undefined
const orNull =
  (fits: Check): Check =>
  value =>
    value === null || fits(value)
const orAbsent =
  (fits: Check): Check =>
  value =>
    value === undefined || fits(value)
const listOf =
  (fits: Check): Check =>
  value =>
    Array.isArray(value) && value.every(fits)
const oneOf =
  (...texts: string[]): Check =>
  value =>
    texts.includes(value)

/**
 * @param checks by field
 * @returns of objects with these fields, and perhaps others
 */
function objectOf(checks: Record<string, Check>): Check {
  const fields = Object.entries(checks)
  return value =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    fields.every(([name, fits]) => fits(value[name]))
}

const isSeat = objectOf({ id: orAbsent(isShortText), name: orAbsent(isShortText) })
const isPeriods = objectOf({ white: isCount, black: isCount })
const isResult = objectOf({
  winner: orNull(isColor),
  reason: isText,
  flagged: orAbsent(isColor),
  detail: orAbsent(isText),
})

/** The parts of events that the kinds of their fields say nothing about. */
const PARTS: Map<string, Check> = new Map([
  [
    'created',
    objectOf({
      clock: isClock,
      allow: value => readAllow(value) !== undefined,
      white: orNull(isSeat),
      black: orNull(isSeat),
    }),
  ],
  ['joined', objectOf({ player: isSeat })],
  ['tookBack', objectOf({ periods: orAbsent(isPeriods) })],
])

const hasType = objectOf({ type: isText, at: isTime })

/** an event of a type that is not known is another's: see foldSession() */
const isEvent: Check = value =>
  hasType(value) && (isWellFormed(value) ?? true) && (PARTS.get(value.type)?.(value) ?? true)

const isChallenge = objectOf({
  game: isGameId,
  variant: isVariant,
  fen: orNull(isText),
  clock: isClock,
  color: isColor,
  creator: isSeat,
  since: isTime,
})

const isSummary = objectOf({
  game: isGameId,
  status: oneOf('waiting', 'playing', 'over'),
  variant: isVariant,
  fen: orNull(isText),
  clock: isClock,
  color: isColor,
  opponent: orNull(isSeat),
  ply: isCount,
  turn: orNull(isColor),
  clocks: objectOf({
    white: orNull(isTime),
    black: orNull(isTime),
    running: orNull(isColor),
    periods: orAbsent(isPeriods),
    since: isTime,
  }),
  deadline: orNull(isTime),
  result: orNull(isResult),
  at: isTime,
})

/** A field means the same in all messages that have it. */
const FIELDS = Object.entries({
  type: isText,
  // Of answers, and of refusals: RefusalDetails.
  re: isText,
  ok: isBoolean,
  code: isText,
  duplicate: isBoolean,
  ply: isCount,
  ms: orNull(isTime),
  turn: isBoolean,
  due: orNull(isTime),
  result: orNull(isResult),
  why: isText,
  limit: isText,
  error: isText,
  offset: isCount,
  // Of games.
  game: isText,
  version: isCount,
  events: listOf(isEvent),
  role: oneOf('white', 'black', 'spectator'),
  rewound: isBoolean,
  presence: objectOf({ white: isBoolean, black: isBoolean, spectators: isCount }),
  gone: isText,
  lobby: listOf(isChallenge),
  games: listOf(isSummary),
  // Of the connection.
  user: objectOf({ id: isShortText, name: orAbsent(isShortText) }),
  token: isText,
  now: isTime,
  t: isNumber,
  reason: isText,
  retry: isNumber,
})

/** Each message has at least one of these; 'code' alone is a refusal of what had no id. */
const KINDS = ['type', 're', 'game', 'lobby', 'code']

/** What messages of a type need. */
const NEEDS: Map<string, Check> = new Map([
  ['welcome', objectOf({ user: isSeat, now: isTime })],
  ['pong', objectOf({ now: isTime })],
])

/** What answers need if they accept; those to commands in a game need its version. */
const ANSWERS: Map<string, Check> = new Map([
  ['create', objectOf({ game: isGameId, version: isCount })],
  ['lobby', objectOf({ lobby: Array.isArray })],
  ['games', objectOf({ games: Array.isArray })],
])
const isAccepted = objectOf({ version: isCount })

/**
 * @param data of a message
 * @returns undefined for what a server does not send
 */
export function readServerMessage(data: unknown): Record<string, any> | undefined {
  if (typeof data !== 'string' || data.length > LONGEST) return undefined
  let message: Record<string, any> | null
  try {
    message = JSON.parse(data)
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  const { type, events, version } = message
  const isGood =
    KINDS.some(name => message[name] !== undefined) &&
    FIELDS.every(([name, fits]) => message[name] === undefined || fits(message[name])) &&
    (NEEDS.get(type)?.(message) ?? true) &&
    (events === undefined || version >= events.length)
  return isGood ? message : undefined
}

/**
 * @param message that was read
 * @param type of the request that it answers
 * @returns whether it is an answer to it
 */
export function isAnswerTo(message: Record<string, any>, type: string): boolean {
  if (type === 'open') return message.events !== undefined || message.ok === false
  if (message.ok === false) return message.code !== undefined
  return message.ok === true && (ANSWERS.get(type) ?? isAccepted)(message)
}
