// SPDX-License-Identifier: Apache-2.0
// Games by their headers: conditions for C, as src/database/filter.h has them. C compares names in ASCII, the others are
// compared here.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'
import { RESULTS } from '../core/pgn-text.js'
import type { VariantName } from '../game/variants.js'
import { readVariant } from '../game/variants.js'
import { databaseError } from './errors.js'
import {
  FIELD_BLACK,
  FIELD_EVENT,
  FIELD_ROUND,
  FIELD_SITE,
  FIELD_WHITE,
  FILTER_DATE,
  FILTER_ECO,
  FILTER_ELO,
  FILTER_NAMES,
  FILTER_PLAYERS,
  FILTER_PLIES,
  FILTER_RESULT,
  FILTER_VARIANT,
  MATCH_BEGINNING,
  MATCH_PART,
  MATCH_WHOLE,
} from './generated/bindings.js'
import type { Store } from './store.js'

/**
 * Conditions, all of which a game must meet. Names are whole, or a beginning with '*' behind it; case and accents do not
 * matter. Ranges include both ends.
 */
export type GameFilter = {
  /** The name of either player. */
  player?: string | undefined
  /** The name of the other player; with `player` */
  opponent?: string | undefined
  white?: string | undefined
  black?: string | undefined
  event?: string | undefined
  site?: string | undefined
  /** Occurs in a player's name, the event, the site or the round. */
  text?: string | undefined
  /** The ratings of both players are known and within. */
  elo?: readonly [number, number] | undefined
  result?: '1-0' | '0-1' | '1/2-1/2' | '*' | undefined
  /** Such as ['B90', 'B99']. */
  eco?: readonly [string, string] | undefined
  /**
   * 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD'; a game with a part of a date compares by what it has, one without a year is in
   * no range.
   */
  date?: readonly [string, string] | undefined
  plies?: readonly [number, number] | undefined
  variant?: VariantName | undefined
}

/** An op and its two numbers. */
type Condition = [number, number, number]

const ECO = /^[A-E]\d\d/
const DATE = /^(\d{4})(?:\.(\d\d)(?:\.(\d\d))?)?$/

/** The names of a store that are not in ASCII, folded, and where to look for more. */
const wideNames: WeakMap<Store, { from: number; names: Map<number, string> }> = new WeakMap()

/** Two numbers of an op. */
type Numbers = readonly [number, number]

/** A range without a number. */
const NONE: Numbers = [1, 0]

/** A filter being read, and the function that marks the names that fit one of its conditions. */
type Reading = { given: Record<string, unknown>; markNames: (name: string) => number }

/** One condition of GameFilter, and the option of `binbo db` for it. */
export type FilterRow = {
  name: string
  /** of C */
  op: number
  /** returns the numbers of the op; undefined if another condition includes this one; throws ERR_ARGUMENT */
  read: (value: unknown, name: string, all: Reading) => Numbers | undefined
  /** of a range, in place of an end that is left out */
  ends?: readonly [string, string] | readonly [number, number]
  /** in the help; default: FROM-TO for a range, otherwise NAME */
  value?: string
  /** lines; rows without it share the help of the next one */
  help?: string
}

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
    help: '\nnames, whole or a beginning with * behind it; case and accents do not matter',
  },
  {
    name: 'text',
    op: FILTER_NAMES,
    read: nameIn(FIELD_WHITE | FIELD_BLACK | FIELD_EVENT | FIELD_SITE | FIELD_ROUND),
    value: 'TEXT',
    help: 'stands somewhere in the names, the event, the site or the round',
  },
  {
    name: 'elo',
    op: FILTER_ELO,
    read: readNumbers,
    ends: [1, 9999],
    help: "both players' ratings; one end may be left out, as in 2400-",
  },
  { name: 'result', op: FILTER_RESULT, read: readResult, value: 'RESULT', help: '1-0, 0-1, 1/2-1/2 or *' },
  { name: 'eco', op: FILTER_ECO, read: rangeOf(ecoNumber), ends: ['A00', 'E99'], help: 'such as B90-B99' },
  {
    name: 'date',
    op: FILTER_DATE,
    read: rangeOf(dateNumber),
    ends: ['0001', '9999'],
    help: 'years, months or days, such as 2010-2012.05',
  },
  { name: 'plies', op: FILTER_PLIES, read: readNumbers, ends: [0, 9999999], help: 'how long the games are' },
  { name: 'variant', op: FILTER_VARIANT, read: value => [readVariant(value), 0], help: 'such as chess960' },
]
const NAMES = FILTERS.map(({ name }) => name)
/** Conditions that briefs answer come first: they leave fewer rows to read. */
const BRIEF = [FILTER_ELO, FILTER_RESULT, FILTER_DATE]
const IN_ORDER = [
  ...FILTERS.filter(({ op }) => BRIEF.includes(op)),
  ...FILTERS.filter(({ op }) => !BRIEF.includes(op)),
]

/**
 * @param filter GameFilter
 * @returns a bit for each game that meets it; removed games included
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY
 */
export function filterGames(store: Store, filter: unknown): Uint32Array {
  const { games, segmentGames, wasm } = store
  const conditions = conditionsOf(store, filter)
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

/** @returns the conditions, which refer to marks that C has afterwards */
function conditionsOf(store: Store, filter: unknown): Condition[] {
  const given = checkOptions(filter, NAMES)
  let marks = 0
  /** @returns the bit of the names that fit */
  const markNames = (name: string): number => {
    mark(store, marks, name, given[name])
    return marks++
  }
  return IN_ORDER.flatMap(({ name, op, read }): Condition[] => {
    const numbers = given[name] === undefined ? undefined : read(given[name], name, { given, markNames })
    return numbers === undefined ? [] : [[op, ...numbers]]
  })
}

/** @returns a condition on a name in one of the fields */
function nameIn(fields: number): FilterRow['read'] {
  return (_, name, { markNames }) => [fields, markNames(name)]
}

function readPlayer(_: unknown, name: string, { given, markNames }: Reading): Numbers | undefined {
  return given.opponent === undefined ? [FIELD_WHITE | FIELD_BLACK, markNames(name)] : undefined
}

function readOpponent(_: unknown, name: string, { given, markNames }: Reading): Numbers {
  if (given.player === undefined) throw argumentError('opponent is that of a player: name the player, too')
  return [markNames('player'), markNames(name)]
}

function readResult(value: unknown): Numbers {
  const result = RESULTS.indexOf(value)
  if (result < 1) throw argumentError(`result is one of '${RESULTS.slice(1).join("', '")}'`, value)
  return [result, RESULTS[result] === '*' ? 0 : result]
}

function rangeOf(numberOf: (value: unknown) => number): FilterRow['read'] {
  return (value, name) => {
    const [from, to] = pairOf(name, value)
    return [numberOf(from), numberOf(to)]
  }
}

/**
 * @param name of the condition
 * @throws {ChessError} ERR_ARGUMENT
 */
function pairOf(name: string, value: unknown): readonly [unknown, unknown] {
  if (Array.isArray(value) && value.length === 2) return [value[0], value[1]]
  throw argumentError(`${name} is a range, [from, to]`, value)
}

/** Reads the whole numbers of 32 bits within. */
function readNumbers(value: unknown, name: string): Numbers {
  const pair = pairOf(name, value)
  if (pair.some(number => typeof number !== 'number' || Number.isNaN(number)))
    throw argumentError(`${name} is a range of numbers, [from, to]`, value)
  const from = Math.max(0, Math.ceil(Number(pair[0])))
  const to = Math.min(2 ** 32 - 1, Math.floor(Number(pair[1])))
  return from <= to ? [from, to] : NONE
}

function textOf(name: string, value: unknown) {
  if (typeof value === 'string' && value !== '') return value
  throw argumentError(`${name} is a text`, value)
}

function ecoNumber(eco: unknown) {
  if (typeof eco !== 'string' || !ECO.test(eco))
    throw argumentError("eco is a range such as ['B90', 'B99']", eco)
  return 1 + 'ABCDE'.indexOf(eco[0]) * 100 + Number(eco.slice(1, 3))
}

/** @returns the date as in a row: 0 for a month or a day that is not given */
function dateNumber(date: unknown): number {
  const parts = typeof date === 'string' ? DATE.exec(date) : null
  if (parts === null) throw argumentError("A date is 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD'", date)
  const [year, month, day] = parts.slice(1).map(part => Number(part ?? 0))
  return (year << 9) | (Math.min(month, 15) << 5) | Math.min(day, 31)
}

// --- names -----------------------------------------------------------------------------------------

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** How a folded name fits a text. */
const FITS: Record<number, (name: string, text: string) => boolean> = {
  [MATCH_WHOLE]: (name, text) => name === text,
  [MATCH_BEGINNING]: (name, text) => name !== '' && name.startsWith(text),
  [MATCH_PART]: (name, text) => name.includes(text),
}

/**
 * Marks the names that fit a condition.
 * @param bit of the marks
 * @param name of the condition
 * @param value a name, or its beginning and '*'; of `text` a part
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY
 */
function mark(store: Store, bit: number, name: string, value: unknown) {
  const { wasm } = store
  const wanted = fold(textOf(name, value))
  const isBeginning = name !== 'text' && wanted.endsWith('*')
  const match = name === 'text' ? MATCH_PART : isBeginning ? MATCH_BEGINNING : MATCH_WHOLE
  const text = isBeginning ? wanted.slice(0, -1) : wanted
  if (wasm.binbo_database_mark(bit, match, store.writeText(text)) === 0)
    throw databaseError('ERR_DATABASE_MEMORY')
  const marks = wasm.binbo_database_marks() >>> 0
  const { bytes } = store.views()
  for (const [number, folded] of wideNamesOf(store)) {
    if (FITS[match](folded, text)) bytes[marks + number] |= 1 << bit
    else bytes[marks + number] &= ~(1 << bit)
  }
}

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
