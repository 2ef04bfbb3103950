// SPDX-License-Identifier: Apache-2.0
// The setup of a game: seats, variant, position, clock, and what players may do. Input is checked here and copied field by
// field.

import { ChessError } from '../core/errors.js'
import type { Variant } from '../core/generated/bindings.js'
import { isObject } from '../core/objects.js'
import { Game } from '../game/game.js'
import type { Color } from '../game/squares.js'
import { readVariant, VARIANTS } from '../game/variants.js'

/**
 * A clock that counts down over many moves. All times are whole ms.
 *
 * Sudden death has only a `base`. `increment` is added after each move (Fischer). `delay` is time at the start of each
 * move that does not count (FIDE 6.3.2). Stages add time. Byo-yomi has `periods` of `period` each after the base: a
 * period that was not used up starts again with the next move. Periods cannot be combined with a delay or stages.
 */
export type TimedClock = {
  /**
   * At the start, 0, or 1 s to 24 h; 0 needs an increment, a delay or periods. With 0 and an increment, players start
   * with the increment, but at least 3 s.
   */
  base: number
  /** 0 to 10 min. */
  increment?: number | undefined
  /** 0 to 10 min. */
  delay?: number | undefined
  /**
   * How a delay is shown: the clock waits for it (default), or the time shown includes it, and what was used of it is given
   * back after the move. Both flag in the same millisecond.
   */
  show?: 'delay' | 'bronstein' | undefined
  /** At most 10, by rising move number. */
  stages?: Stage[] | undefined
  /** 1 to 100. */
  periods?: number | undefined
  /** 1 ms to 1 h; needed with `periods` */
  period?: number | undefined
  /**
   * 'moves' (default): each side's first move uses no time of the clock and earns no increment; it must be made within
   * 30 s, or the game ends as 'no_start'. 'now': the clock of the side to move runs from the start.
   */
  start?: 'moves' | 'now' | undefined
}
/** A stage of a clock with several of them. */
export type Stage = {
  /** Entered when a side has completed this many moves, counted from the start. */
  moves: number
  /** Added then, ms, once per game. */
  base: number
  /** From the next move on; default: the clock's. */
  increment?: number | undefined
}
/** Correspondence: ms for each move, 1 s to 30 days. */
export type PerMoveClock = { perMove: number }
/** The clock of a game; null: none. */
export type ClockSetup = TimedClock | PerMoveClock | null
/**
 * The clock of a new game. Text has the base in minutes and the increment in seconds: '3+2', '1.5+0', '½+1'.
 */
export type GivenClock = ClockSetup | (string & {})

/** A player. Ids that begin with '~' are anonymous: views do not show them. */
export type Seat = {
  /** 1 to 64 characters. */
  id: string
  /** Shown to others, 1 to 64 characters. */
  name?: string | undefined
}
/** A user: an id, or an id with a name; other fields are ignored. */
export type SessionUser = Seat | string

/** What the players may do besides moving. */
export type Allowed = {
  takeback: boolean
  giveTime: boolean
  /** Whether others than the players may watch; the host enforces it. */
  spectators: boolean
  /** Days per game for which each player may pause the own clock, 1 to 90, only with `perMove`; absent: none. */
  vacation?: number | undefined
}

/** Marks of the site or the creator, by the name of a PGN tag; public. */
export type GameTags = Readonly<Record<string, string>>

/** The checked fields of `create`. */
export type GameSetup = {
  /** Its id. */
  game: string
  variant: Variant
  /** With all six fields; null for the variant's start position. */
  fen: string | null
  clock: ClockSetup
  draws: 'claim' | 'automatic'
  dead: 'off' | 'low' | 'normal'
  allow: Allowed
  /** Undefined: none. */
  tags?: GameTags | undefined
}

/** The forms of a clock, for error messages. */
const CLOCKS =
  "a clock is { base, increment } or { perMove } in whole milliseconds, such as { base: 180000, increment: 2000 }, or '3+2' in minutes and seconds"
/** Minutes, seconds. */
const CLOCK_TEXT = /^(\d*(?:[¼½¾]|\.\d+)?)\s*\+\s*(\d+(?:\.\d+)?)$/
const FRACTIONS: Record<string, string> = { '¼': '.25', '½': '.5', '¾': '.75' }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** ms */
export const DAY = 24 * HOUR

const LONGEST_TEXT = 64
const LONGEST_FEN = 200
const MOST_STAGES = 10
/** days */
const MOST_VACATION = 90
const MOST_PERIODS = 100
const MOST_TAGS = 8
/** Of all names and values, in bytes of UTF-8. */
const MOST_TAG_BYTES = 400
const MOST_MOVES = 600

/** PGN standard 8.1.1: letters, digits and underscores. */
const TAG_NAME = /^[A-Za-z]\w*$/
/** The seven of every game (PGN standard 8.1.1), and those that sessions and archives write; in lower case. */
const OWN_TAGS = new Set(
  [
    ...['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'],
    ...['FEN', 'SetUp', 'Variant', 'GameId', 'WhiteId', 'BlackId', 'UTCDate', 'UTCTime'],
    ...['TimeControl', 'Binbo-Clock', 'Termination'],
  ].map(name => name.toLowerCase()),
)

/** Facts about players, their moves and times, which readers of the PGN would believe (PGN standard 9), in lower case. */
const FACTS = /^(?:white|black|eco$|nic$|opening$|variation$|subvariation$|time$|plycount$)/

/** With room for the counter of a rematch after the longest id. */
const GAME_ID = /^[\w.~:-]{1,64}(?:-\d{1,4})?$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what ids and names must not have
const UNFIT = /[\u0000-\u001f\u007f\u2028\u2029]|[\ud800-\udfff]/u
/** PostgreSQL cannot store NUL, and UTF-8 has no unpaired surrogates. */
const UNSOUND = /\0|[\ud800-\udfff]/gu

/**
 * The rule for every text of a log; short texts and game ids have stricter rules.
 * @param most UTF-16 units
 * @returns whether it is well-formed Unicode without NUL
 */
export const isSoundText = (text: unknown, most: number): text is string =>
  typeof text === 'string' && text.length <= most && text.search(UNSOUND) < 0

/**
 * @param text of the embedding program, or of an old log
 * @param most UTF-16 units; longer texts are cut between characters
 * @returns well-formed text, with U+FFFD in place of NUL and unpaired surrogates
 */
export function soundText(text: string, most: number = text.length): string {
  const cut = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text
  return cut.replace(UNSOUND, '\ufffd')
}

/** The form of ids and names, after the name of the field. */
export const TEXT_FORM = `has 1 to ${LONGEST_TEXT} characters, none of them a control character`

/** @returns the beginning of a client's text, for a message */
export const shortened = (text: string) => soundText(text, LONGEST_TEXT)

/** @returns whether it has 1 to 64 characters, without control characters and unpaired surrogates */
export function isShortText(text: unknown): text is string {
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_TEXT) return false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20 || unit > 0x7e) return !UNFIT.test(text) // the pattern costs more than the loop
  }
  return true
}

/** @returns whether it has at most 64 letters, digits and _ . ~ : -, and perhaps the counter of a rematch */
export function isGameId(id: unknown): id is string {
  return typeof id === 'string' && GAME_ID.test(id)
}

export function isIntegerWithin(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
}

/** For error messages, without the field's name. */
export const COLOR_FORM = "'white' or 'black'"
export const isColor = (value: unknown): value is Color => value === 'white' || value === 'black'

/**
 * @param user a SessionUser
 * @returns undefined for anything else
 */
export function readSeat(user: unknown): Seat | undefined {
  if (isShortText(user)) return { id: user }
  if (!isObject(user)) return undefined
  const { id, name } = user
  if (!isShortText(id)) return undefined
  if (name === undefined || name === null || name === '') return { id }
  return isShortText(name) ? { id, name } : undefined
}

/** @returns the seat without the id of an anonymous player */
export function publicSeat({ id, name }: Seat): Partial<Seat> {
  const seat: Partial<Seat> = {}
  if (!isAnonymous(id)) seat.id = id
  if (name !== undefined) seat.name = name
  return seat
}

/** @param id absent in events without ids of anonymous players */
const isAnonymous = (id: unknown) => typeof id !== 'string' || id.startsWith('~')

/**
 * @param clock a GivenClock
 * @returns a copy with the known fields; undefined if it is wrong
 */
export function readClockSetup(clock: unknown): ClockSetup | undefined {
  if (clock === undefined || clock === null) return null
  if (typeof clock === 'string') return readClockText(clock)
  if (!isObject(clock)) return undefined
  const { perMove, base } = clock
  if (perMove !== undefined) {
    return base === undefined && isIntegerWithin(perMove, SECOND, 30 * DAY)
      ? { perMove: Number(perMove) }
      : undefined
  }
  return readTimedClock(clock)
}

function readClockText(text: string): TimedClock | undefined {
  const [, minutes = '', seconds] = CLOCK_TEXT.exec(text.trim()) ?? []
  if (minutes === '') return undefined
  const base = Number(minutes.replace(/[¼½¾]/, sign => FRACTIONS[sign]))
  return readTimedClock({ base: Math.round(base * MINUTE), increment: Math.round(Number(seconds) * SECOND) })
}

/**
 * @param clock a wrong one
 * @returns the reason, as text
 */
function whyNoClock(clock: unknown): string {
  const given = Object(clock)
  for (const name of ['base', 'perMove']) {
    const ms = given[name]
    if (isIntegerWithin(ms, 1, SECOND - 1)) return `${name} is in milliseconds: ${ms} is ${ms / SECOND} s`
  }
  return CLOCKS
}

function readTimedClock(given: Record<string, unknown>): TimedClock | undefined {
  const { base, increment = 0, delay = 0, show, stages, periods = 0, period, start } = given
  if (
    !isIntegerWithin(base, 0, DAY) ||
    (base > 0 && base < SECOND) ||
    !isIntegerWithin(increment, 0, 10 * MINUTE) ||
    !isIntegerWithin(delay, 0, 10 * MINUTE)
  ) {
    return undefined
  }
  if (show !== undefined && show !== 'delay' && show !== 'bronstein') return undefined
  if (start !== undefined && start !== 'moves' && start !== 'now') return undefined
  if (!isIntegerWithin(periods, 0, MOST_PERIODS)) return undefined
  if (
    periods === 0
      ? period !== undefined && !isIntegerWithin(period, 0, HOUR)
      : !isIntegerWithin(period, 1, HOUR)
  ) {
    return undefined
  }
  const list = stages === undefined ? [] : readStages(stages)
  if (list === undefined || (periods > 0 && (delay > 0 || list.length > 0))) return undefined
  if (base + increment + delay + periods === 0) return undefined
  const clock: TimedClock = { base }
  if (increment > 0) clock.increment = increment
  if (delay > 0) clock.delay = delay
  if (show !== undefined) clock.show = show
  if (list.length > 0) clock.stages = list
  if (periods > 0) {
    clock.periods = periods
    clock.period = Number(period)
  }
  if (start !== undefined) clock.start = start
  return clock
}

function readStages(stages: unknown): Stage[] | undefined {
  if (!Array.isArray(stages) || stages.length > MOST_STAGES) return undefined
  const list: Stage[] = []
  let before = 0
  for (const given of stages) {
    if (typeof given !== 'object' || given === null) return undefined
    const { moves, base, increment } = given
    if (!isIntegerWithin(moves, before + 1, MOST_MOVES) || !isIntegerWithin(base, 0, DAY)) return undefined
    if (increment !== undefined && !isIntegerWithin(increment, 0, 10 * MINUTE)) return undefined
    list.push(increment === undefined ? { moves, base } : { moves, base, increment })
    before = moves
  }
  return list
}

/** Shared by most games. */
const ALL_ALLOWED = Object.freeze({ takeback: true, giveTime: true, spectators: true })

/** @returns undefined if it is wrong */
export function readAllow(allow: unknown): Allowed | undefined {
  if (allow === undefined || allow === null) return ALL_ALLOWED
  if (!isObject(allow)) return undefined
  const { takeback = true, giveTime = true, spectators = true, vacation = 0 } = allow
  if (typeof takeback !== 'boolean' || typeof giveTime !== 'boolean' || typeof spectators !== 'boolean') {
    return undefined
  }
  if (!isIntegerWithin(vacation, 0, MOST_VACATION)) return undefined
  return vacation > 0 ? { takeback, giveTime, spectators, vacation } : { takeback, giveTime, spectators }
}

/** @returns whether it is a tag that this package writes, in any case of its letters */
export const isOwnTag = (name: string): boolean => OWN_TAGS.has(name.toLowerCase())

/** @param name in lower case @returns whether no creator of a game may choose it */
const isReserved = (name: string) => OWN_TAGS.has(name) || FACTS.test(name)

const hasText = ([, value]: [name: string, value: unknown]) => typeof value === 'string'

/** @returns whether it is an object of texts; the rules of `create` may become wider */
export const isTags = (value: unknown): value is GameTags =>
  isObject(value) && !Array.isArray(value) && Object.entries(value).every(hasText)

/** @returns undefined if there are none; null if they are wrong */
function readTags(given: unknown): GameTags | undefined | null {
  if (given === undefined || given === null) return undefined
  if (!isTags(given)) return null
  const tags = Object.entries(given)
  const bytes = new TextEncoder().encode(tags.flat().join('')).length
  const isWrong = ([name, value]: [name: string, value: string]) =>
    !TAG_NAME.test(name) || isReserved(name.toLowerCase()) || UNFIT.test(value)
  const names = new Set(tags.map(([name]) => name.toLowerCase()))
  if (tags.length > MOST_TAGS || names.size < tags.length) return null
  if (bytes > MOST_TAG_BYTES || tags.some(isWrong)) return null
  return tags.length === 0 ? undefined : Object.fromEntries(tags)
}

type SetupRefusal =
  | { code: 'badCommand'; why: string }
  | { code: 'badClock'; why: string }
  | { code: 'badFen'; error: string; offset?: number }

/** The forms of the fields of `create`, for error messages. */
export const FIELDS = {
  game: 'game is an id of 1 to 64 letters, digits and _ . ~ : -',
  draws: "draws is 'claim' or 'automatic'",
  dead: "dead is 'off', 'low' or 'normal'",
  color: `color is ${COLOR_FORM}, of servers also 'random'`,
  opponent: 'opponent is an id, or { id, name }',
  allow: `allow is { takeback, giveTime, spectators }, true or false each, and { vacation }, 0 to ${MOST_VACATION} days`,
  variant: `variant is one of ${VARIANTS.join(', ')}`,
  vacation: 'allow.vacation needs a clock { perMove }',
  fen: 'fen is a text',
  tags: `tags are at most ${MOST_TAGS} texts by name, ${MOST_TAG_BYTES} bytes in all; names are letters, digits and _, differ by more than case, and are not those of facts that the server or the archive states, such as Event, Result, TimeControl, WhiteElo and ECO`,
}

/** What a command has besides its own fields; `game` is for servers. */
const COMMON_NAMES = ['type', 'id', 'by', 'game']
const SETUP_NAMES = new Set([
  ...COMMON_NAMES,
  'listed', // of servers
  ...['variant', 'fen', 'clock', 'color', 'opponent', 'draws', 'dead', 'allow', 'tags'],
])
const ALLOW_NAMES = new Set(['takeback', 'giveTime', 'spectators', 'vacation'])
const CLOCK_NAMES = new Set([
  ...['base', 'increment', 'delay', 'show', 'stages', 'periods', 'period', 'start', 'perMove'],
])
const STAGE_NAMES = new Set(['moves', 'base', 'increment'])

/**
 * @param within path of the object, such as 'clock.'
 * @returns the reason, as text, if it has a field that is not known
 */
function whyUnknown(given: unknown, names: ReadonlySet<string>, within = ''): string | undefined {
  if (!isObject(given)) return undefined
  const unknown = Object.keys(given).find(name => given[name] !== undefined && !names.has(name))
  return unknown === undefined ? undefined : `there is no field '${shortened(within + unknown)}'`
}

/** @param clock a good one @returns as whyUnknown() */
function whyUnknownClock(clock: unknown): string | undefined {
  const { stages } = Object(clock)
  for (const stage of Array.isArray(stages) ? stages : []) {
    const why = whyUnknown(stage, STAGE_NAMES, 'clock.stages.')
    if (why !== undefined) return why
  }
  return whyUnknown(clock, CLOCK_NAMES, 'clock.')
}

const badField = (name: keyof typeof FIELDS): SetupRefusal => ({ code: 'badCommand', why: FIELDS[name] })

/**
 * Checks the fields of `create`.
 * @returns has `code` if it is refused
 */
export function readSetup(command: Record<string, unknown>): GameSetup | SetupRefusal {
  const { game, draws = 'claim', dead = 'low', color, opponent } = command
  const allow = readAllow(command.allow)
  const tags = readTags(command.tags)
  const number = variantNumber(command.variant)
  if (!isGameId(game)) return badField('game')
  if (draws !== 'claim' && draws !== 'automatic') return badField('draws')
  if (dead !== 'off' && dead !== 'low' && dead !== 'normal') return badField('dead')
  if (color !== undefined && !isColor(color)) return badField('color')
  if (opponent !== undefined && opponent !== null && readSeat(opponent) === undefined)
    return badField('opponent')
  if (allow === undefined) return badField('allow')
  if (tags === null) return badField('tags')
  if (number < 0) return badField('variant')
  const clock = readClockSetup(command.clock)
  if (clock === undefined) return { code: 'badClock', why: whyNoClock(command.clock) }
  if (allow.vacation !== undefined && !(clock !== null && 'perMove' in clock)) return badField('vacation')
  const variant = VARIANTS[number]
  const position = readPosition(command.fen, variant, draws)
  if ('code' in position) return position
  const whyClock = whyUnknownClock(command.clock)
  if (whyClock !== undefined) return { code: 'badClock', why: whyClock }
  const why = whyUnknown(command, SETUP_NAMES) ?? whyUnknown(command.allow, ALLOW_NAMES, 'allow.')
  if (why !== undefined) return { code: 'badCommand', why }
  return {
    game,
    variant,
    fen: position.fen,
    clock,
    draws,
    dead,
    allow,
    tags,
  }
}

/** @returns C's number of the variant, or -1 */
function variantNumber(name: unknown): number {
  if (name === undefined || name === null) return 0
  try {
    return typeof name === 'string' ? readVariant(name) : -1
  } catch (error) {
    if (error instanceof ChessError && error.code === 'ERR_ARGUMENT') return -1
    throw error
  }
}

function readPosition(
  fen: unknown,
  variant: Variant,
  draws: 'claim' | 'automatic',
): { fen: string | null } | SetupRefusal {
  if (fen === undefined || fen === null) return { fen: null }
  if (typeof fen !== 'string') return badField('fen')
  if (fen.length > LONGEST_FEN) return { code: 'badFen', error: 'ERR_FEN_FIELDS', offset: LONGEST_FEN }
  try {
    const game = new Game({ fen, variant, draws })
    try {
      return game.status.over ? { code: 'badFen', error: 'ERR_GAME_OVER' } : { fen: game.fen }
    } finally {
      game.stop()
    }
  } catch (error) {
    if (!(error instanceof ChessError) || !error.code.startsWith('ERR_FEN_')) throw error
    const { code, offset } = error
    return offset === undefined ? { code: 'badFen', error: code } : { code: 'badFen', error: code, offset }
  }
}
