// SPDX-License-Identifier: Apache-2.0
// What a game is made with: seats, variant, position, clock, and what players may do. Everything that comes from outside
// is checked here and copied field by field.

import { ChessError } from '../core/errors.js'
import { Game } from '../game/game.js'
import { readVariant, VARIANTS } from '../game/variants.js'

/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { Color } from '../game/squares.js' */

/**
 * A clock that counts down over many moves. All times are whole ms.
 *
 * Sudden death has a `base` alone. `increment` is added after each move (Fischer). `delay` is time at the start of each
 * move that does not count (FIDE 6.3.2). Stages add time. Byo-yomi has `periods` of `period` each after the base: a
 * period that was not used up begins anew with the next move. Periods go neither with a delay nor with stages.
 * @typedef {object} TimedClock
 * @property {number} base at the start, 0, or 1 s to 24 h; 0 needs an increment, a delay or periods. With 0 and an
 *   increment, players start with the increment, or 3 s where that is more
 * @property {number | undefined} [increment] 0 to 10 min
 * @property {number | undefined} [delay] 0 to 10 min
 * @property {'delay' | 'bronstein' | undefined} [show] how a delay is shown: the clock waits for it (default), or it is part of the
 *   time shown, and given back after the move up to what was used. Both flag in the same millisecond
 * @property {Stage[] | undefined} [stages] at most 10, by rising move number
 * @property {number | undefined} [periods] 1 to 100
 * @property {number | undefined} [period] 1 ms to 1 h; needed with `periods`
 * @property {'moves' | 'now' | undefined} [start] 'moves' (default): each side's first move is free, without increment, and has 30 s
 *   of its own, or the game ends as 'no_start'; 'now': the clock of the side to move runs from the start
 */
/**
 * A stage of a clock with several of them.
 * @typedef {object} Stage
 * @property {number} moves entered when a side has completed so many moves of its own, counted from the start
 * @property {number} base added then, ms, once in a game
 * @property {number | undefined} [increment] from the next move on; default: the clock's
 */
/** @typedef {{ perMove: number }} PerMoveClock so many ms for each move, 1 s to 30 days: correspondence */
/** @typedef {TimedClock | PerMoveClock | null} ClockSetup null: no clock */
/**
 * A clock that a game is created with. Text has the minutes of the base and the seconds of the increment: '3+2', '1.5+0', '½+1'.
 * @typedef {ClockSetup | (string & {})} GivenClock
 */

/**
 * A player. Ids that begin with '~' are anonymous: views do not show them.
 * @typedef {object} Seat
 * @property {string} id 1 to 64 characters
 * @property {string | undefined} [name] to show, 1 to 64 characters
 */
/** @typedef {Seat | string} SessionUser an id, or an id with a name; other fields are ignored */

/**
 * What the players may do beside playing.
 * @typedef {object} Allowed
 * @property {boolean} takeback
 * @property {boolean} giveTime
 * @property {boolean} spectators others than the players may watch; the host enforces it
 * @property {number | undefined} [vacation] days a game in which each player may stop the own clock, 1 to 90, with `perMove` alone;
 *   absent: none
 */

/**
 * The checked fields of `create`.
 * @typedef {object} GameSetup
 * @property {string} game
 * @property {Variant} variant
 * @property {string | null} fen with six fields; null for the variant's start position
 * @property {ClockSetup} clock
 * @property {'claim' | 'automatic'} draws
 * @property {'low' | 'normal' | undefined} dead undefined: 'off'
 * @property {Allowed} allow
 */

/** What a clock looks like, for those who have written another one. */
const CLOCKS =
  "a clock is { base, increment } or { perMove } in whole milliseconds, such as { base: 180000, increment: 2000 }, or '3+2' in minutes and seconds"
/** Minutes, seconds. */
const CLOCK_TEXT = /^(\d*(?:[¼½¾]|\.\d+)?)\s*\+\s*(\d+(?:\.\d+)?)$/
const FRACTIONS = /** @type {Record<string, string>} */ ({ '¼': '.25', '½': '.5', '¾': '.75' })

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
const MOST_MOVES = 600

/** Rematches of the longest id still fit. */
const GAME_ID = /^[\w.~:-]{1,64}(?:-\d{1,4})?$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what ids and names must not have
const UNFIT = /[\u0000-\u001f\u007f\u2028\u2029]|[\ud800-\udfff]/u
/** PostgreSQL holds no NUL, and UTF-8 no half of a pair. */
const UNSOUND = /\0|[\ud800-\udfff]/gu

/**
 * The rule for every text of a log: short texts and game ids are stricter.
 * @param {unknown} text
 * @param {number} most UTF-16 units
 * @returns {text is string} well-formed Unicode without NUL
 */
export const isSoundText = (text, most) =>
  typeof text === 'string' && text.length <= most && text.search(UNSOUND) < 0

/**
 * @param {string} text of the program around, or of an old log
 * @param {number} [most] UTF-16 units; the rest is cut off, and no character is halved
 * @returns {string} well-formed, with U+FFFD in place of NUL and of halves of pairs
 */
export function soundText(text, most = text.length) {
  const cut = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text
  return cut.replace(UNSOUND, '\ufffd')
}

/**
 * @param {unknown} text
 * @returns {text is string} 1 to 64 characters that UTF-8 and one line can hold
 */
export function isShortText(text) {
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_TEXT) return false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20 || unit > 0x7e) return !UNFIT.test(text) // the pattern alone costs more than the loop
  }
  return true
}

/**
 * @param {unknown} id
 * @returns {id is string} letters, digits and _ . ~ : -, at most 64, with a rematch counter behind
 */
export function isGameId(id) {
  return typeof id === 'string' && GAME_ID.test(id)
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @returns {value is number}
 */
export function isIntegerWithin(value, least, most) {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
}

/** @param {unknown} value @returns {value is Color} */
export const isColor = value => value === 'white' || value === 'black'

/**
 * @param {unknown} user a SessionUser
 * @returns {Seat | undefined} undefined for anything else
 */
export function readSeat(user) {
  if (isShortText(user)) return { id: user }
  if (typeof user !== 'object' || user === null) return undefined
  const { id, name } = /** @type {Record<string, unknown>} */ (user)
  if (!isShortText(id)) return undefined
  if (name === undefined || name === null || name === '') return { id }
  return isShortText(name) ? { id, name } : undefined
}

/**
 * @param {Seat} seat
 * @returns {any} a Seat without an anonymous id
 */
export function publicSeat({ id, name }) {
  /** @type {Partial<Seat>} */
  const seat = {}
  if (!isAnonymous(id)) seat.id = id
  if (name !== undefined) seat.name = name
  return seat
}

/** @param {unknown} id absent in events that were made public before */
const isAnonymous = id => typeof id !== 'string' || id.startsWith('~')

/**
 * @param {unknown} clock a GivenClock
 * @returns {ClockSetup | undefined} a copy with the known fields; undefined for a wrong one
 */
export function readClockSetup(clock) {
  if (clock === undefined || clock === null) return null
  if (typeof clock === 'string') return readClockText(clock)
  if (typeof clock !== 'object') return undefined
  const given = /** @type {Record<string, unknown>} */ (clock)
  if (given.perMove !== undefined) {
    const { perMove, base } = given
    return base === undefined && isIntegerWithin(perMove, SECOND, 30 * DAY)
      ? { perMove: Number(perMove) }
      : undefined
  }
  return readTimedClock(given)
}

/**
 * @param {string} text
 * @returns {TimedClock | undefined}
 */
function readClockText(text) {
  const [, minutes = '', seconds] = CLOCK_TEXT.exec(text.trim()) ?? []
  if (minutes === '') return undefined
  const base = Number(minutes.replace(/[¼½¾]/, sign => FRACTIONS[sign]))
  return readTimedClock({ base: Math.round(base * MINUTE), increment: Math.round(Number(seconds) * SECOND) })
}

/**
 * Why a clock is refused.
 * @param {unknown} clock a wrong one
 * @returns {string} in words
 */
function whyNoClock(clock) {
  const given = Object(clock)
  for (const name of ['base', 'perMove']) {
    const ms = given[name]
    if (isIntegerWithin(ms, 1, SECOND - 1)) return `${name} is in milliseconds: ${ms} is ${ms / SECOND} s`
  }
  return CLOCKS
}

/**
 * @param {Record<string, unknown>} given
 * @returns {TimedClock | undefined}
 */
function readTimedClock(given) {
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
  /** @type {TimedClock} */
  const clock = { base }
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

/**
 * @param {unknown} stages
 * @returns {Stage[] | undefined}
 */
function readStages(stages) {
  if (!Array.isArray(stages) || stages.length > MOST_STAGES) return undefined
  /** @type {Stage[]} */
  const list = []
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

/** Of most games, which share it. */
const ALL_ALLOWED = Object.freeze({ takeback: true, giveTime: true, spectators: true })

/**
 * @param {unknown} allow
 * @returns {Allowed | undefined} undefined for a wrong one
 */
export function readAllow(allow) {
  if (allow === undefined || allow === null) return ALL_ALLOWED
  if (typeof allow !== 'object') return undefined
  const {
    takeback = true,
    giveTime = true,
    spectators = true,
    vacation = 0,
  } = /** @type {Record<string, unknown>} */ (allow)
  if (typeof takeback !== 'boolean' || typeof giveTime !== 'boolean' || typeof spectators !== 'boolean') {
    return undefined
  }
  if (!isIntegerWithin(vacation, 0, MOST_VACATION)) return undefined
  return vacation > 0 ? { takeback, giveTime, spectators, vacation } : { takeback, giveTime, spectators }
}

/** @typedef {{ code: 'badCommand', why: string } | { code: 'badClock', why: string } | { code: 'badFen', error: string, offset?: number }} SetupRefusal */

/** What the fields of `create` are, for those who have written something else. */
const FIELDS = {
  game: 'game is an id of 1 to 64 letters, digits and _ . ~ : -',
  draws: "draws is 'claim' or 'automatic'",
  dead: "dead is 'off', 'low' or 'normal'",
  color: "color is 'white' or 'black', of servers also 'random'",
  opponent: 'opponent is an id, or { id, name }',
  allow: `allow is { takeback, giveTime, spectators }, true or false each, and { vacation }, 0 to ${MOST_VACATION} days`,
  variant: `variant is one of ${VARIANTS.join(', ')}`,
  vacation: 'allow.vacation needs a clock { perMove }',
  fen: 'fen is a text',
}

/** @param {keyof typeof FIELDS} name @returns {SetupRefusal} */
const badField = name => ({ code: 'badCommand', why: FIELDS[name] })

/**
 * Checks the fields of `create`.
 * @param {Record<string, unknown>} command
 * @returns {GameSetup | SetupRefusal} `code` is there when it is refused
 */
export function readSetup(command) {
  const { game, draws = 'claim', dead = 'low', color, opponent } = command
  const allow = readAllow(command.allow)
  const number = variantNumber(command.variant)
  if (!isGameId(game)) return badField('game')
  if (draws !== 'claim' && draws !== 'automatic') return badField('draws')
  if (dead !== 'off' && dead !== 'low' && dead !== 'normal') return badField('dead')
  if (color !== undefined && !isColor(color)) return badField('color')
  if (opponent !== undefined && opponent !== null && readSeat(opponent) === undefined)
    return badField('opponent')
  if (allow === undefined) return badField('allow')
  if (number < 0) return badField('variant')
  const clock = readClockSetup(command.clock)
  if (clock === undefined) return { code: 'badClock', why: whyNoClock(command.clock) }
  if (allow.vacation !== undefined && !(clock !== null && 'perMove' in clock)) return badField('vacation')
  const variant = VARIANTS[number]
  const position = readPosition(command.fen, variant, draws)
  if ('code' in position) return position
  return { game, variant, fen: position.fen, clock, draws, dead: dead === 'off' ? undefined : dead, allow }
}

/**
 * @param {unknown} name
 * @returns {number} C's, or -1
 */
function variantNumber(name) {
  if (name === undefined || name === null) return 0
  try {
    return typeof name === 'string' ? readVariant(name) : -1
  } catch (error) {
    if (error instanceof ChessError && error.code === 'ERR_ARGUMENT') return -1
    throw error
  }
}

/**
 * @param {unknown} fen
 * @param {Variant} variant
 * @param {'claim' | 'automatic'} draws
 * @returns {{ fen: string | null } | SetupRefusal}
 */
function readPosition(fen, variant, draws) {
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
