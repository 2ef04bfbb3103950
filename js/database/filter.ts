// SPDX-License-Identifier: Apache-2.0
// Finds games by their headers, with conditions for C (src/database/filter.h). C compares names in ASCII; other names are
// compared here.

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import { isRecord } from '../core/options.js'
import { RESULTS } from '../core/pgn-text.js'
import type { VariantName } from '../game/variants.js'
import { readVariant } from '../game/variants.js'
import { databaseError } from './errors.js'
import { GameSet, readOptions } from './game-set.js'
import {
  FIELD_BLACK,
  FIELD_EVENT,
  FIELD_ROUND,
  FIELD_SITE,
  FIELD_TAG,
  FIELD_WHITE,
  FILTER_ANYBODY,
  FILTER_BLACK_ELO,
  FILTER_DATE,
  FILTER_ECO,
  FILTER_ELO,
  FILTER_NAMES,
  FILTER_OPENING,
  FILTER_PLAYER_RESULT,
  FILTER_PLAYERS,
  FILTER_PLIES,
  FILTER_RESULT,
  FILTER_SPEED,
  FILTER_TAG,
  FILTER_VARIANT,
  FILTER_WHITE_ELO,
  MATCH_BEGINNING,
  MATCH_PART,
  MATCH_WHOLE,
} from './generated/bindings.js'
import type { GameSpeed } from './heads.js'
import { SPEEDS } from './heads.js'
import type { Aliases } from './names.js'
import { fold, playerGroups } from './names.js'
import { ecoCode, soughtOpenings } from './openings.js'
import type { Store } from './store.js'

/**
 * Conditions; a game must meet all of them. A name is complete, or a beginning followed by '*'; case and accents do not
 * matter. Ranges include both ends.
 */
export type GameFilter = {
  /** The name of either player. */
  player?: string | undefined
  /** The name of the other player; requires `player`. */
  opponent?: string | undefined
  white?: string | undefined
  black?: string | undefined
  event?: string | undefined
  site?: string | undefined
  /** A text in a player's name, the event, the site or the round. */
  text?: string | undefined
  /** The range of both players' ratings, which must be known. */
  elo?: readonly [number, number] | undefined
  /** White's rating is known and within. */
  whiteElo?: readonly [number, number] | undefined
  blackElo?: readonly [number, number] | undefined
  result?: '1-0' | '0-1' | '1/2-1/2' | '*' | undefined
  /** The result for `player`. */
  playerResult?: 'won' | 'lost' | 'drawn' | undefined
  /** The ECO header: a code, the beginning of codes, or a range of both: 'B90', 'B', ['B90', 'B99']. */
  eco?: string | readonly [string, string] | undefined
  /** The opening by the moves: as `eco`, or a name: 'Sicilian*', 'Ruy Lopez'. */
  opening?: string | readonly [string, string] | undefined
  /**
   * A range of dates: 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD', also '2019.5.3'. Incomplete dates of games are compared by their known parts; a game
   * without a year is in no range.
   */
  date?: readonly [string, string] | undefined
  plies?: readonly [number, number] | undefined
  /** By the time control, as GameHead has it; of a list, any of them. */
  speed?: GameSpeed | readonly GameSpeed[] | undefined
  /** Values of any headers, by their names: whole, or a beginning with '*'; '*' alone: the game has the header. */
  tags?: Readonly<Record<string, string>> | undefined
  variant?: VariantName | undefined
}

/** An op and its two numbers. */
type Condition = [number, number, number]

const DATE = /^(\d{4})(?:\.(0?[1-9]|1[0-2])(?:\.(0?[1-9]|[12]\d|3[01]))?)?$/

/** Two numbers of an op. */
type Numbers = readonly [number, number]

/** A range without a number. */
const NONE: Numbers = [1, 0]

/** A filter being read. */
type Reading = {
  given: Record<string, unknown>
  store: Store
  /** returns the bit of the names that fit this condition */
  markNames: (name: string, fields: number) => number
}

/** One condition of GameFilter, and the option of `binbo db` for it. */
export type FilterRow = {
  name: string
  /** C's number of the condition */
  op: number
  /** returns the numbers of the op, for a condition that depends on its value alone; throws ERR_ARGUMENT */
  numbers?: (value: unknown, name: string) => Numbers
  /** the same for other conditions; returns undefined if another condition includes this one */
  read?: (value: unknown, name: string, all: Reading) => Numbers | undefined
  /** the ends of a range if they are left out */
  ends?: readonly [string, string] | readonly [number, number]
  /** of the option; default: `name` in lower case, with hyphens */
  option?: string
  /** reads the option's value; default: the text */
  parse?: (text: string) => unknown
  /** of an option that may be repeated: the value of all its texts */
  join?: (texts: readonly string[]) => unknown
  /** in the help; default: FROM-TO for a range, otherwise NAME */
  value?: string
  /** lines of help; rows without it share the help of the next row */
  help?: string
}

const PLAYERS = FIELD_WHITE | FIELD_BLACK
const ALL_FIELDS = PLAYERS | FIELD_EVENT | FIELD_SITE | FIELD_ROUND
const CODES = /^([a-e]\d{0,2})-([a-e]\d{0,2})$/i

export const FILTERS: readonly FilterRow[] = [
  { name: 'player', op: FILTER_NAMES, read: readPlayer },
  { name: 'opponent', op: FILTER_PLAYERS, read: readOpponent },
  { name: 'white', op: FILTER_NAMES, read: nameIn(FIELD_WHITE) },
  { name: 'black', op: FILTER_NAMES, read: nameIn(FIELD_BLACK) },
  { name: 'event', op: FILTER_NAMES, read: nameIn(FIELD_EVENT) },
  {
    name: 'site',
    op: FILTER_NAMES,
    read: nameIn(FIELD_SITE),
    help: '\nnames, complete or a beginning followed by *; case and accents do not matter',
  },
  {
    name: 'text',
    op: FILTER_NAMES,
    read: nameIn(ALL_FIELDS),
    value: 'TEXT',
    help: 'a text in the names, the event, the site or the round',
  },
  {
    name: 'tags',
    op: FILTER_TAG,
    option: 'tag',
    join: tagsOf,
    value: 'TAG=VALUE',
    help: 'any header, such as Annotator=Zoë; the value as names are, * alone for any; may be repeated',
  },
  {
    name: 'elo',
    op: FILTER_ELO,
    numbers: readNumbers,
    ends: [1, 9999],
    help: "both players' ratings; one end may be left out, as in 2400-; 2400 is exactly that",
  },
  { name: 'whiteElo', op: FILTER_WHITE_ELO, numbers: readNumbers, ends: [1, 9999] },
  {
    name: 'blackElo',
    op: FILTER_BLACK_ELO,
    numbers: readNumbers,
    ends: [1, 9999],
    help: '\nthe rating of one of them',
  },
  { name: 'result', op: FILTER_RESULT, numbers: readResult, value: 'RESULT', help: '1-0, 0-1, 1/2-1/2 or *' },
  {
    name: 'playerResult',
    op: FILTER_PLAYER_RESULT,
    read: readPlayerResult,
    value: 'RESULT',
    help: 'with --player: won, lost or drawn',
  },
  {
    name: 'eco',
    op: FILTER_ECO,
    numbers: readEco,
    ends: ['A00', 'E99'],
    help: 'of the header, such as B90-B99 or B',
  },
  {
    name: 'opening',
    op: FILTER_OPENING,
    read: readOpening,
    parse: text => CODES.exec(text)?.slice(1) ?? text,
    value: 'CODE|NAME',
    help: "by the moves: B90, B, B90-B99, 'Sicilian*' or a whole name",
  },
  {
    name: 'date',
    op: FILTER_DATE,
    numbers: rangeOf(dateNumber),
    ends: ['0001', '9999'],
    help: 'years, months or days, such as 2010-2012.05',
  },
  {
    name: 'speed',
    op: FILTER_SPEED,
    numbers: readSpeed,
    parse: text => text.split(','),
    value: 'SPEED,…',
    help: 'bullet, blitz, rapid, classical, correspondence',
  },
  {
    name: 'plies',
    op: FILTER_PLIES,
    numbers: readNumbers,
    ends: [0, 9999999],
    help: 'how long the games are',
  },
  {
    name: 'variant',
    op: FILTER_VARIANT,
    numbers: value => [readVariant(value), 0],
    help: 'such as chess960',
  },
]
const NAMES = FILTERS.map(({ name }) => name)
/** Conditions that small columns answer come first: they leave fewer rows to read. */
const FIRST = [
  FILTER_SPEED,
  FILTER_OPENING,
  FILTER_ELO,
  FILTER_WHITE_ELO,
  FILTER_BLACK_ELO,
  FILTER_RESULT,
  FILTER_DATE,
]
const IN_ORDER = [
  ...FILTERS.filter(({ op }) => FIRST.includes(op)),
  ...FILTERS.filter(({ op }) => !FIRST.includes(op)),
]

/**
 * @param aliases of players
 * @param filter GameFilter
 * @returns a bit for each game that meets it, including removed games
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY
 */
export function filterGames(store: Store, aliases: Aliases, filter: unknown): Uint32Array {
  if (filter instanceof GameSet)
    throw argumentError('filter() takes conditions; set.and(other) has the games of both sets')
  const given = readOptions(filter, NAMES)
  const tags = Object.entries(checkTags(given.tags))
  const { conditions, bit } = conditionsOf(store, aliases, given)
  const bits = gamesThat(store, conditions)
  // C knows one tag at a time.
  for (const [name, value] of tags) {
    const found = gamesThat(store, [tagCondition(store, bit, name, value)])
    for (let i = 0; i < bits.length; i++) bits[i] &= found[i]
  }
  return bits
}

/** @returns a bit for each game that meets them all */
function gamesThat(store: Store, conditions: readonly Condition[]): Uint32Array {
  const { games, segmentGames, wasm } = store
  const bits = new Uint32Array(Math.ceil(games / 32))
  const input = store.input(4 * 3 * conditions.length) / 4
  const given = store.views().words
  conditions.forEach((condition, i) => void given.set(condition, input + 3 * i))
  for (let segment = 0; segment < store.segments; segment++) {
    if (wasm.binbo_database_filter(segment, conditions.length) === 0)
      throw databaseError('ERR_DATABASE_MEMORY')
    const at = (wasm.binbo_database_bits() >>> 0) / 4
    const first = (segment * segmentGames) / 32
    const count = Math.min(segmentGames / 32, bits.length - first)
    bits.set(store.views().words.subarray(at, at + count), first)
  }
  return bits
}

/** @returns the conditions, which refer to marks that C has afterwards, and the first bit of marks that is free */
function conditionsOf(
  store: Store,
  aliases: Aliases,
  given: Record<string, unknown>,
): { conditions: Condition[]; bit: number } {
  const marks: Map<string, number> = new Map()
  const markNames = (name: string, fields: number): number => {
    const bit = marks.get(name) ?? marks.size
    if (marks.has(name)) return bit
    marks.set(name, bit)
    markPattern(store, bit, fields, patternOf(name, given[name]), aliases)
    return bit
  }
  const conditions = IN_ORDER.flatMap(({ name, op, numbers, read }): Condition[] => {
    const value = given[name]
    if (value === undefined) return []
    const found = numbers?.(value, name) ?? read?.(value, name, { given, store, markNames })
    return found === undefined ? [] : [[op, ...found]]
  })
  return { conditions, bit: marks.size }
}

/** @returns a condition on a name in one of the fields */
function nameIn(fields: number): NonNullable<FilterRow['read']> {
  return (_, name, { markNames }) => [fields, markNames(name, fields)]
}

function readPlayer(_: unknown, name: string, { given, markNames }: Reading): Numbers | undefined {
  return given.opponent === undefined ? [PLAYERS, markNames(name, PLAYERS)] : undefined
}

function readOpponent(_: unknown, name: string, { given, markNames }: Reading): Numbers {
  if (given.player === undefined) throw argumentError('opponent is that of a player: name the player, too')
  return [markNames('player', PLAYERS), markNames(name, PLAYERS)]
}

/** White wins, Black wins, draw: in the order of RESULTS. */
const WINS = { won: [1, 2], lost: [2, 1], drawn: [3, 3] } as const

function readPlayerResult(value: unknown, _: string, { given, markNames }: Reading): Numbers {
  if (value !== 'won' && value !== 'lost' && value !== 'drawn')
    throw argumentError("playerResult is one of 'won', 'lost', 'drawn'", value)
  if (given.player === undefined)
    throw argumentError('playerResult is that of a player: name the player, too')
  const opponent = given.opponent === undefined ? FILTER_ANYBODY : markNames('opponent', PLAYERS)
  const [asWhite, asBlack] = WINS[value]
  return [16 * markNames('player', PLAYERS) + opponent, 16 * asWhite + asBlack]
}

/** A bit for each speed. */
function readSpeed(value: unknown): Numbers {
  const speeds: unknown[] = Array.isArray(value) ? value : [value]
  const known: readonly unknown[] = SPEEDS
  const numbers = speeds.map(speed => known.indexOf(speed))
  const wrong = numbers.findIndex(number => number < 1)
  if (wrong >= 0 || numbers.length === 0)
    throw contentError(`speed is one or a list of '${SPEEDS.slice(1).join("', '")}'`, speeds[wrong] ?? value)
  return [numbers.reduce((bits, number) => bits | (1 << number), 0), 0]
}

function readEco(value: unknown): Numbers {
  const [from, to] = Array.isArray(value) && value.length === 2 ? value : [value, value]
  const [first, last] = [ecoCode(from, 0), ecoCode(to, 1)]
  if (first === undefined || last === undefined)
    throw argumentError(
      "eco is a code such as 'B90' or 'B', or a range of two",
      first === undefined ? from : to,
    )
  return [ecoNumber(first), ecoNumber(last)]
}

function ecoNumber(code: string): number {
  return 1 + 'ABCDE'.indexOf(code[0]) * 100 + Number(code.slice(1))
}

function readOpening(value: unknown, _: string, { store }: Reading): Numbers {
  const sought = soughtOpenings(value, store.openings)
  store.views().bytes.set(sought, store.wasm.binbo_database_sought_openings() >>> 0)
  return [0, 0]
}

function readResult(value: unknown): Numbers {
  const result = RESULTS.indexOf(value)
  if (result < 1) throw argumentError(`result is one of '${RESULTS.slice(1).join("', '")}'`, value)
  return [result, RESULTS[result] === '*' ? 0 : result]
}

function rangeOf(numberOf: (value: unknown, name: string) => number): FilterRow['numbers'] {
  return (value, name) => {
    const [from, to] = pairOf(name, value)
    return [numberOf(from, name), numberOf(to, name)]
  }
}

/**
 * @param name the name of the condition
 * @throws {ChessError} ERR_ARGUMENT
 */
function pairOf(name: string, value: unknown): readonly [unknown, unknown] {
  if (Array.isArray(value) && value.length === 2) return [value[0], value[1]]
  throw contentError(`${name} is a range, [from, to]`, value)
}

/** @returns the whole numbers of 32 bits in the range */
function readNumbers(value: unknown, name: string): Numbers {
  const pair = pairOf(name, value)
  if (pair.some(number => typeof number !== 'number' || Number.isNaN(number)))
    throw contentError(`${name} is a range of numbers, [from, to]`, value)
  const from = Math.max(0, Math.ceil(Number(pair[0])))
  const to = Math.min(2 ** 32 - 1, Math.floor(Number(pair[1])))
  return from <= to ? [from, to] : NONE
}

function textOf(name: string, value: unknown) {
  if (typeof value === 'string' && value !== '') return value
  throw argumentError(`${name} is a text that is not empty`, value)
}

/** @returns the date as in a row: 0 for a month or a day that is not given */
function dateNumber(date: unknown, name: string): number {
  const parts = typeof date === 'string' ? DATE.exec(date) : null
  if (parts === null) throw argumentError(`${name} is from and to 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD'`, date)
  const [year, month, day] = parts.slice(1).map(part => Number(part ?? 0))
  return (year << 9) | (month << 5) | day
}

// --- names -----------------------------------------------------------------------------------------

/** Each of so many names is sought among all names; more are found by their groups. */
const MOST_MARKED = 32

/** What names are compared with: a folded text, and how, MATCH_*. */
type Pattern = { text: string; match: number }

/** Whether a folded name fits a text, by the kind of comparison. */
const FITS: Record<number, (name: string, text: string) => boolean> = {
  [MATCH_WHOLE]: (name, text) => name === text,
  [MATCH_BEGINNING]: (name, text) => name !== '' && name.startsWith(text),
  [MATCH_PART]: (name, text) => name.includes(text),
}

/**
 * @param name of the condition
 * @param value a name, or its beginning and '*'; of `text` a part
 * @throws {ChessError} ERR_ARGUMENT
 */
function patternOf(name: string, value: unknown): Pattern {
  const text = fold(textOf(name, value))
  if (name === 'text') return { text, match: MATCH_PART }
  if (text.endsWith('*')) return { text: text.slice(0, -1), match: MATCH_BEGINNING }
  return { text, match: MATCH_WHOLE }
}

/**
 * Marks the names that fit, and all other names of the players who have them.
 * @param fields FIELD_*
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
function markPattern(store: Store, bit: number, fields: number, pattern: Pattern, aliases?: Aliases) {
  markAscii(store, bit, fields, pattern, false)
  const others =
    (fields & PLAYERS) === 0 || pattern.match === MATCH_PART
      ? []
      : (aliases?.groups ?? []).filter(names => names.some(name => FITS[pattern.match](name, pattern.text)))
  const also = new Set(others.flat())
  const isMarkedEach = also.size <= MOST_MARKED
  if (isMarkedEach) for (const text of also) markAscii(store, bit, fields, { text, match: MATCH_WHOLE }, true)
  const marks = store.wasm.binbo_database_marks() >>> 0
  const wide = wideNamesOf(store)
  const { bytes } = store.views()
  for (const [number, folded] of wide) {
    if (FITS[pattern.match](folded, pattern.text) || also.has(folded)) bytes[marks + number] |= 1 << bit
    else bytes[marks + number] &= ~(1 << bit)
  }
  if (isMarkedEach || aliases === undefined) return
  const { of, texts } = playerGroups(store, aliases)
  const wanted = texts.map(text => also.has(text))
  const mark = 1 << bit
  for (const [number, group] of of.entries()) if (wanted[group]) bytes[marks + number] |= mark
}

/** @param isMore no marks are taken back */
function markAscii(store: Store, bit: number, fields: number, { text, match }: Pattern, isMore: boolean) {
  const length = store.writeText(text)
  if (store.wasm.binbo_database_mark(bit, fields, match, length, isMore ? 1 : 0) === 0)
    throw databaseError('ERR_DATABASE_MEMORY')
}

/** The names of a store that are not in ASCII, folded, and where to look for more. */
const wideNames: WeakMap<Store, { from: number; names: Map<number, string> }> = new WeakMap()

/** @returns the names by number */
function wideNamesOf(store: Store): Map<number, string> {
  const known = wideNames.get(store) ?? { from: 0, names: new Map() }
  wideNames.set(store, known)
  const { names } = store
  for (;;) {
    const name = store.wasm.binbo_database_wide_name(known.from) >>> 0
    known.from = Math.min(names, name + 1)
    if (name >= names) return known.names
    known.names.set(name, fold(store.name(name)))
  }
}

// --- tags ------------------------------------------------------------------------------------------

/** @throws {ChessError} ERR_ARGUMENT */
function checkTags(tags: unknown): Record<string, unknown> {
  if (tags === undefined) return {}
  if (isRecord(tags)) return tags
  throw argumentError("tags is an object, such as { Annotator: 'Zoë' }", tags)
}

/**
 * @param bit of marks, which are set
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY
 */
function tagCondition(store: Store, bit: number, tag: string, value: unknown): Condition {
  const pattern = patternOf(`the value of ${tag}`, value)
  const isAny = pattern.match === MATCH_BEGINNING && pattern.text === ''
  markPattern(store, bit, ALL_FIELDS | FIELD_TAG, pattern)
  const length = store.writeText(tag)
  const whole = store.writeText(tag + pattern.text)
  if (store.wasm.binbo_database_choose_tag(length, pattern.match, whole - length) === 0)
    throw databaseError('ERR_DATABASE_MEMORY')
  return [FILTER_TAG, isAny ? FILTER_ANYBODY : bit, 0]
}

/** @throws {ChessError} ERR_ARGUMENT */
function tagsOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map(text => {
      const at = text.indexOf('=')
      if (at < 1 || at === text.length - 1)
        throw argumentError('a tag is a name and a value, such as Annotator=Zoë', text)
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}
