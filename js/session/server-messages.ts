// SPDX-License-Identifier: Apache-2.0
// Checks the messages of a server. Each is checked once, when it arrives; the rest of the client relies on it.

import type { Variant } from '../core/generated/bindings.js'
import { isObject } from '../core/objects.js'
import type { Answer } from './calls.js'
import { isWellFormed } from './codec.js'
import type { EndReason, SessionEvent, SessionRefusal } from './commands.js'
import type { GoneMessage } from './protocol.js'
import type { Allowed, ClockSetup } from './setup.js'
import {
  isColor,
  isGameId,
  isIntegerWithin,
  isShortText,
  isTags,
  readAllow,
  readClockSetup,
} from './setup.js'

type Check<Type> = (value: unknown) => value is Type
/** The type of an object whose fields were checked. */
type Checked<Checks> = { [Name in keyof Checks]: Checks[Name] extends Check<infer Type> ? Type : never }

/** The longest message, in UTF-16 units: ten times the log of the longest game. */
const LONGEST = 4 << 20
/** The latest time that a Date can have, in milliseconds. */
const LATEST = 8.64e15

const isText: Check<string> = value => typeof value === 'string'
const isBoolean: Check<boolean> = value => typeof value === 'boolean'
const isNumber: Check<number> = (value): value is number => Number.isFinite(value)
const isTime: Check<number> = (value): value is number => isNumber(value) && Math.abs(value) <= LATEST
const isCount: Check<number> = value => isIntegerWithin(value, 0, Number.MAX_SAFE_INTEGER)
/** Any text: newer servers may know more codes, reasons and variants than this version. */
const isName = <Known extends string>(value: unknown): value is Known => isText(value)
const isVariant: Check<Variant> = isName
const isClock: Check<ClockSetup> = (value): value is ClockSetup =>
  typeof value !== 'string' && readClockSetup(value) !== undefined
const isAllow: Check<Allowed> = (value): value is Allowed => readAllow(value) !== undefined
const orNull =
  <Type>(fits: Check<Type>): Check<Type | null> =>
  value =>
    value === null || fits(value)
const orAbsent =
  <Type>(fits: Check<Type>): Check<Type | undefined> =>
  value =>
    value === undefined || fits(value)
const listOf =
  <Type>(fits: Check<Type>): Check<Type[]> =>
  value =>
    Array.isArray(value) && value.every(fits)
const oneOf =
  <Text extends string>(...texts: readonly Text[]): Check<Text> =>
  (value): value is Text =>
    texts.some(text => text === value)

/**
 * @param checks by field
 * @returns a check for objects with these fields; other fields are ignored
 */
function objectOf<Checks extends Record<string, Check<unknown>>>(checks: Checks): Check<Checked<Checks>> {
  const fields = Object.entries(checks)
  return (value): value is Checked<Checks> =>
    isObject(value) && !Array.isArray(value) && fields.every(([name, fits]) => fits(value[name]))
}

const isSeat = objectOf({ id: orAbsent(isShortText), name: orAbsent(isShortText) })
const isPeriods = objectOf({ white: isCount, black: isCount })
const isResult = objectOf({
  winner: orNull(isColor),
  reason: isName<EndReason>,
  flagged: orAbsent(isColor),
  detail: orAbsent(isText),
})

/** Checks of events beyond the kinds of their fields. */
const PARTS = new Map<string, Check<unknown>>([
  [
    'created',
    objectOf({
      clock: isClock,
      allow: isAllow,
      tags: orAbsent(isTags),
      white: orNull(isSeat),
      black: orNull(isSeat),
    }),
  ],
  ['joined', objectOf({ player: isSeat })],
  ['tookBack', objectOf({ periods: orAbsent(isPeriods) })],
])

const hasType = objectOf({ type: isText, at: isTime })

/** Unknown types are accepted here; foldSession() rejects them. */
const isEvent: Check<SessionEvent> = (value): value is SessionEvent =>
  hasType(value) && (isWellFormed(value) ?? true) && (PARTS.get(value.type)?.(value) ?? true)

const isChallenge = objectOf({
  game: isGameId,
  variant: isVariant,
  fen: orNull(isText),
  clock: isClock,
  color: isColor,
  creator: isSeat,
  tags: orAbsent(isTags),
  since: isTime,
})

const SHARED = {
  game: isGameId,
  status: oneOf('waiting', 'playing', 'over'),
  variant: isVariant,
  fen: orNull(isText),
  clock: isClock,
  tags: orAbsent(isTags),
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
}
const isSummary = objectOf({ ...SHARED, color: isColor, opponent: orNull(isSeat) })
const isRunning = objectOf({ ...SHARED, white: isSeat, black: isSeat, watchers: isCount })

/** A field means the same in all messages that have it. */
const FIELDS = {
  type: isText,
  // Of answers and refusals (RefusalDetails).
  re: isText,
  ok: isBoolean,
  code: isName<SessionRefusal>,
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
  gone: isName<GoneMessage['gone']>,
  lobby: listOf(isChallenge),
  games: listOf(isSummary),
  playing: listOf(isRunning),
  // Of the connection.
  user: objectOf({ id: isShortText, name: orAbsent(isShortText) }),
  token: isText,
  now: isTime,
  t: isNumber,
  reason: isText,
  retry: isNumber,
} satisfies Record<string, Check<unknown>>
const CHECKS = Object.entries(FIELDS)
/** The fields of a message, all optional; others were not checked. */
export type ServerFields = Partial<Checked<typeof FIELDS>>

/** Each message has at least one of these; 'code' alone refuses a message without an id. */
const KINDS = ['type', 're', 'game', 'lobby', 'playing', 'code'] as const

/** Required fields by type. */
const NEEDS = new Map<string | undefined, Check<unknown>>([
  ['welcome', objectOf({ user: isSeat, now: isTime })],
  ['pong', objectOf({ now: isTime })],
])

/** Required fields of accepting answers, by type of the request. Answers to commands in a game need its version. */
const ANSWERS = new Map<string, Check<unknown>>([
  ['create', objectOf({ game: isGameId, version: isCount })],
  ['lobby', objectOf({ lobby: Array.isArray })],
  ['games', objectOf({ games: Array.isArray })],
  ['playing', objectOf({ playing: Array.isArray })],
])

/** A message of a server; newer servers may send other types. */
export type Received = ServerFields &
  (
    | { type: 'welcome'; user: { id: string; name: string | undefined }; now: number }
    | { type: 'pong'; now: number }
    | { type?: 'bye' | undefined }
  )

/**
 * @param data of a message
 * @returns undefined if it is not a message of a server
 */
export function readServerMessage(data: unknown): Received | undefined {
  if (typeof data !== 'string' || data.length > LONGEST) return undefined
  let message: unknown
  try {
    message = JSON.parse(data)
  } catch {
    return undefined
  }
  return isObject(message) && !Array.isArray(message) && hasFields(message) && isReceived(message)
    ? message
    : undefined
}

const hasFields = (message: Record<string, unknown>): message is ServerFields =>
  CHECKS.every(([name, fits]) => message[name] === undefined || fits(message[name]))

function isReceived(message: ServerFields): message is Received {
  const { type, events, version } = message
  return (
    KINDS.some(name => message[name] !== undefined) &&
    (NEEDS.get(type)?.(message) ?? true) &&
    (events === undefined || Number(version) >= events.length)
  )
}

/**
 * @param message that was read
 * @param type of the request that it answers
 * @returns whether it is an answer to it
 */
export function isAnswerTo(message: ServerFields, type: string): boolean {
  if (type === 'open') return message.events !== undefined || message.ok === false
  const fits = ANSWERS.get(type)
  return fits !== undefined && message.ok === true ? fits(message) : isAnswer(message)
}

/** @returns whether it answers a command in a game */
export const isAnswer = (message: ServerFields): message is ServerFields & Answer =>
  message.ok === true ? message.version !== undefined : message.ok === false && message.code !== undefined
