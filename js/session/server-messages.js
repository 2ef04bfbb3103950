// SPDX-License-Identifier: Apache-2.0
// What may come from a server. Each message is checked once, when it comes: what is behind this gate believes it.

import { isWellFormed } from './codec.js'
import { isColor, isGameId, isIntegerWithin, isShortText, readAllow, readClockSetup } from './setup.js'

/** @typedef {(value: any) => boolean} Check */

/** The longest message, in UTF-16 units: the log of the longest game has a tenth of it. */
const LONGEST = 4 << 20
/** The latest time that a Date can have, in milliseconds. */
const LATEST = 8.64e15

/** @type {Check} */
const isText = value => typeof value === 'string'
/** @type {Check} */
const isBoolean = value => typeof value === 'boolean'
/** @type {Check} */
const isNumber = value => Number.isFinite(value)
/** @type {Check} */
const isTime = value => isNumber(value) && Math.abs(value) <= LATEST
/** @type {Check} */
const isCount = value => isIntegerWithin(value, 0, Number.MAX_SAFE_INTEGER)
/** @type {Check} */
const isVariant = isText
/** @type {Check} */
const isClock = value => typeof value !== 'string' && readClockSetup(value) !== undefined
/** @param {Check} fits @returns {Check} */
const orNull = fits => value => value === null || fits(value)
/** @param {Check} fits @returns {Check} */
const orAbsent = fits => value => value === undefined || fits(value)
/** @param {Check} fits @returns {Check} */
const listOf = fits => value => Array.isArray(value) && value.every(fits)
/** @param {...string} texts @returns {Check} */
const oneOf =
  (...texts) =>
  value =>
    texts.includes(value)

/**
 * @param {Record<string, Check>} checks by field
 * @returns {Check} of objects with these fields, and perhaps others
 */
function objectOf(checks) {
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

/** The parts of events that the kinds of their fields say nothing about. @type {Map<string, Check>} */
const PARTS = new Map([
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

/** @type {Check} an event of a type that is not known is another's: see foldSession() */
const isEvent = value =>
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

/** What messages of a type need. @type {Map<string, Check>} */
const NEEDS = new Map([
  ['welcome', objectOf({ user: isSeat, now: isTime })],
  ['pong', objectOf({ now: isTime })],
])

/** What answers need if they accept; those to commands in a game need its version. @type {Map<string, Check>} */
const ANSWERS = new Map([
  ['create', objectOf({ game: isGameId, version: isCount })],
  ['lobby', objectOf({ lobby: Array.isArray })],
  ['games', objectOf({ games: Array.isArray })],
])
const isAccepted = objectOf({ version: isCount })

/**
 * @param {unknown} data of a message
 * @returns {Record<string, any> | undefined} undefined for what a server does not send
 */
export function readServerMessage(data) {
  if (typeof data !== 'string' || data.length > LONGEST) return undefined
  let message
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
 * @param {Record<string, any>} message that was read
 * @param {string} type of the request that it answers
 * @returns {boolean} whether it is an answer to it
 */
export function isAnswerTo(message, type) {
  if (type === 'open') return message.events !== undefined || message.ok === false
  if (message.ok === false) return message.code !== undefined
  return message.ok === true && (ANSWERS.get(type) ?? isAccepted)(message)
}
