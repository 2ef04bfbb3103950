// SPDX-License-Identifier: Apache-2.0
// Games by their headers: conditions for C, as src/database/filter.h has them. C compares names in ASCII, the others are
// compared here.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'
import { RESULTS } from '../core/pgn-text.js'
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

/** @import { VariantName } from '../game/variants.js' */
/** @import { ChessError } from '../core/errors.js' */
/** @import { Store } from './store.js' */

/**
 * Conditions, all of which a game must meet. Names are whole, or a beginning with '*' behind it; case and accents do not
 * matter. Ranges include both ends.
 * @typedef {object} GameFilter
 * @property {string | undefined} [player] the name of either player
 * @property {string | undefined} [opponent] the name of the other player; with `player`
 * @property {string | undefined} [white]
 * @property {string | undefined} [black]
 * @property {string | undefined} [event]
 * @property {string | undefined} [site]
 * @property {string | undefined} [text] stands somewhere in a player's name, the event, the site or the round
 * @property {readonly [number, number] | undefined} [elo] the ratings of both players are known and within
 * @property {'1-0' | '0-1' | '1/2-1/2' | '*' | undefined} [result]
 * @property {readonly [string, string] | undefined} [eco] such as ['B90', 'B99']
 * @property {readonly [string, string] | undefined} [date] 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD'; a game with a part of a date
 *   compares by what it has, one without a year is in no range
 * @property {readonly [number, number] | undefined} [plies]
 * @property {VariantName | undefined} [variant]
 */

/** An op and its two numbers. @typedef {[number, number, number]} Condition */

const ECO = /^[A-E]\d\d/
const DATE = /^(\d{4})(?:\.(\d\d)(?:\.(\d\d))?)?$/

/** No number is within. */
const NONE = [1, 0]

/**
 * The names of a store that are not in ASCII, folded, and where to look for more.
 * @type {WeakMap<Store, { from: number, names: Map<number, string> }>}
 */
const wideNames = new WeakMap()

/**
 * One condition of GameFilter, and the option of `binbo db` for it.
 * @typedef {object} FilterRow
 * @property {string} name
 * @property {number} op of C
 * @property {(value: unknown, name: string, all: { given: Record<string, unknown>, markNames: (name: string) => number }) =>
 *   readonly [number, number] | undefined} read returns the numbers of the op; undefined if another condition includes
 *   this one; throws ERR_ARGUMENT
 * @property {readonly [string, string] | readonly [number, number]} [ends] of a range, in place of an end that is left out
 * @property {string} [value] in the help; default: FROM-TO for a range, otherwise NAME
 * @property {string} [help] lines; rows without it share the help of the next one
 */

/** @type {readonly FilterRow[]} */
export const FILTERS = [
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
 * @param {Store} store
 * @param {unknown} filter GameFilter
 * @returns {Uint32Array} a bit for each game that meets it; removed games included
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY
 */
export function filterGames(store, filter) {
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

/**
 * @param {Store} store
 * @param {unknown} filter
 * @returns {Condition[]} for the marks that C has then
 */
function conditionsOf(store, filter) {
  const given = checkOptions(filter, NAMES)
  let marks = 0
  /** @param {string} name @returns {number} the bit of the names that fit */
  const markNames = name => {
    mark(store, marks, name, given[name])
    return marks++
  }
  return IN_ORDER.flatMap(({ name, op, read }) => {
    const numbers = given[name] === undefined ? undefined : read(given[name], name, { given, markNames })
    return numbers === undefined ? [] : [/** @type {Condition} */ ([op, ...numbers])]
  })
}

/** @param {number} fields @returns {FilterRow['read']} of a name in one of them */
function nameIn(fields) {
  return (_, name, { markNames }) => [fields, markNames(name)]
}

/** @type {FilterRow['read']} */
function readPlayer(_, name, { given, markNames }) {
  return given.opponent === undefined ? [FIELD_WHITE | FIELD_BLACK, markNames(name)] : undefined
}

/** @type {FilterRow['read']} */
function readOpponent(_, name, { given, markNames }) {
  if (given.player === undefined) throw argumentError('opponent is that of a player: name the player, too')
  return [markNames('player'), markNames(name)]
}

/** @type {FilterRow['read']} */
function readResult(value) {
  const result = RESULTS.indexOf(/** @type {string} */ (value))
  if (result < 1) throw argumentError(`result is one of '${RESULTS.slice(1).join("', '")}'`, value)
  return [result, RESULTS[result] === '*' ? 0 : result]
}

/** @param {(value: unknown) => number} numberOf @returns {FilterRow['read']} */
function rangeOf(numberOf) {
  return (value, name) => {
    const [from, to] = pairOf(name, value)
    return [numberOf(from), numberOf(to)]
  }
}

/**
 * @param {string} name of the condition
 * @param {unknown} value
 * @returns {readonly [unknown, unknown]}
 * @throws {ChessError} ERR_ARGUMENT
 */
function pairOf(name, value) {
  if (Array.isArray(value) && value.length === 2) return /** @type {[unknown, unknown]} */ (value)
  throw argumentError(`${name} is a range, [from, to]`, value)
}

/** @type {FilterRow['read']} the whole numbers of 32 bits within */
function readNumbers(value, name) {
  const pair = pairOf(name, value)
  if (pair.some(number => typeof number !== 'number' || Number.isNaN(number)))
    throw argumentError(`${name} is a range of numbers, [from, to]`, value)
  const [from, to] = /** @type {[number, number]} */ (pair)
  const whole = [Math.max(0, Math.ceil(from)), Math.min(2 ** 32 - 1, Math.floor(to))]
  return /** @type {[number, number]} */ (whole[0] <= whole[1] ? whole : NONE)
}

/** @param {string} name @param {unknown} value */
function textOf(name, value) {
  if (typeof value === 'string' && value !== '') return value
  throw argumentError(`${name} is a text`, value)
}

/** @param {unknown} eco */
function ecoNumber(eco) {
  if (typeof eco !== 'string' || !ECO.test(eco))
    throw argumentError("eco is a range such as ['B90', 'B99']", eco)
  return 1 + 'ABCDE'.indexOf(eco[0]) * 100 + Number(eco.slice(1, 3))
}

/** @param {unknown} date @returns {number} as in a row: 0 for a month or a day that is not given */
function dateNumber(date) {
  const parts = typeof date === 'string' ? DATE.exec(date) : null
  if (parts === null) throw argumentError("A date is 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD'", date)
  const [year, month, day] = parts.slice(1).map(part => Number(part ?? 0))
  return (year << 9) | (Math.min(month, 15) << 5) | Math.min(day, 31)
}

// --- names -----------------------------------------------------------------------------------------

/** @param {string} text */
const fold = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** How a folded name fits a text. @type {Record<number, (name: string, text: string) => boolean>} */
const FITS = {
  [MATCH_WHOLE]: (name, text) => name === text,
  [MATCH_BEGINNING]: (name, text) => name !== '' && name.startsWith(text),
  [MATCH_PART]: (name, text) => name.includes(text),
}

/**
 * Marks the names that fit a condition.
 * @param {Store} store
 * @param {number} bit of the marks
 * @param {string} name of the condition
 * @param {unknown} value a name, or its beginning and '*'; of `text` a part
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_MEMORY
 */
function mark(store, bit, name, value) {
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

/**
 * @param {Store} store
 * @returns {Map<number, string>} by number
 */
function wideNamesOf(store) {
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
