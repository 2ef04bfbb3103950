// SPDX-License-Identifier: Apache-2.0
// Finds games by their headers, with conditions for C (src/database/filter.h). C compares names in ASCII; other names are
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
  result?: '1-0' | '0-1' | '1/2-1/2' | '*' | undefined
  /** A range such as ['B90', 'B99']. */
  eco?: readonly [string, string] | undefined
  /**
   * A range of dates: 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD'. Incomplete dates of games are compared by their known parts; a game
   * without a year is in no range.
   */
  date?: readonly [string, string] | undefined
  plies?: readonly [number, number] | undefined
  variant?: VariantName | undefined
}

/** An op and its two numbers. */
type Condition = [number, number, number]

const ECO = /^[A-E]\d\d/
const DATE = /^(\d{4})(?:\.(\d\d)(?:\.(\d\d))?)?$/

/** The names of a store that are not in ASCII, folded; `from`: the next name to check. */
const wideNames: WeakMap<Store, { from: number; names: Map<number, string> }> = new WeakMap()

/** Two numbers of an op. */
type Numbers = readonly [number, number]

/** A range without a number. */
const NONE: Numbers = [1, 0]

/** The filter that is read, and a function that marks the names that fit one of its conditions. */
type Reading = { given: Record<string, unknown>; markNames: (name: string) => number }

/** One condition of GameFilter, and the option of `binbo db` for it. */
export type FilterRow = {
  name: string
  /** C's number of the condition */
  op: number
  /** returns the numbers of the op; undefined if another condition includes this one; throws ERR_ARGUMENT */
  read: (value: unknown, name: string, all: Reading) => Numbers | undefined
  /** the ends of a range if they are left out */
  ends?: readonly [string, string] | readonly [number, number]
  /** the value in the help; default: FROM-TO for a range, otherwise NAME */
  value?: string
  /** lines of help; rows without it share the help of the next row */
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
    help: '\nnames, complete or a beginning followed by *; case and accents do not matter',
  },
  {
    name: 'text',
    op: FILTER_NAMES,
    read: nameIn(FIELD_WHITE | FIELD_BLACK | FIELD_EVENT | FIELD_SITE | FIELD_ROUND),
    value: 'TEXT',
    help: 'a text in the names, the event, the site or the round',
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
/** Conditions that need only the briefs come first, so that fewer rows are read. */
const BRIEF = [FILTER_ELO, FILTER_RESULT, FILTER_DATE]
const IN_ORDER = [
  ...FILTERS.filter(({ op }) => BRIEF.includes(op)),
  ...FILTERS.filter(({ op }) => !BRIEF.includes(op)),
]

/**
 * @param filter GameFilter
 * @returns a bit for each game that meets it, including removed games
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

/** @returns the conditions; the marks that they refer to are then in C */
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
  if (given.player === undefined) throw argumentError('opponent requires player')
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
 * @param name the name of the condition
 * @throws {ChessError} ERR_ARGUMENT
 */
function pairOf(name: string, value: unknown): readonly [unknown, unknown] {
  if (Array.isArray(value) && value.length === 2) return [value[0], value[1]]
  throw argumentError(`${name} is a range, [from, to]`, value)
}

/** @returns the whole numbers of 32 bits in the range */
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

/** @returns the date as in a row, with 0 for a missing month or day */
function dateNumber(date: unknown): number {
  const parts = typeof date === 'string' ? DATE.exec(date) : null
  if (parts === null) throw argumentError("A date is 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD'", date)
  const [year, month, day] = parts.slice(1).map(part => Number(part ?? 0))
  return (year << 9) | (Math.min(month, 15) << 5) | Math.min(day, 31)
}

// --- names -----------------------------------------------------------------------------------------

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a folded name fits a text, by the kind of comparison. */
const FITS: Record<number, (name: string, text: string) => boolean> = {
  [MATCH_WHOLE]: (name, text) => name === text,
  [MATCH_BEGINNING]: (name, text) => name !== '' && name.startsWith(text),
  [MATCH_PART]: (name, text) => name.includes(text),
}

/**
 * Marks the names that fit a condition.
 * @param bit the bit of the marks
 * @param name the name of the condition
 * @param value a name, or its beginning and '*'; for `text` a part of it
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
