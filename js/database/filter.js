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

const NAMES = [
  'player',
  'opponent',
  'white',
  'black',
  'event',
  'site',
  'text',
  'elo',
  'result',
  'eco',
  'date',
  'plies',
  'variant',
]
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
  /** @type {Condition[]} */
  const conditions = []
  let marks = 0
  /** @param {string} name @returns {number} the bit of the names that fit */
  const markNames = name => {
    mark(store, marks, name, given[name])
    return marks++
  }
  // What briefs have comes first.
  if (given.elo !== undefined) conditions.push([FILTER_ELO, ...numbersOf('elo', given.elo)])
  if (given.result !== undefined) {
    const result = RESULTS.indexOf(/** @type {string} */ (given.result))
    if (result < 1) throw argumentError(`result is one of '${RESULTS.slice(1).join("', '")}'`, given.result)
    conditions.push([FILTER_RESULT, result, RESULTS[result] === '*' ? 0 : result])
  }
  if (given.date !== undefined)
    conditions.push([FILTER_DATE, ...both(pairOf('date', given.date), dateNumber)])
  for (const [name, fields] of /** @type {[string, number][]} */ ([
    ['white', FIELD_WHITE],
    ['black', FIELD_BLACK],
    ['event', FIELD_EVENT],
    ['site', FIELD_SITE],
    ['text', FIELD_WHITE | FIELD_BLACK | FIELD_EVENT | FIELD_SITE | FIELD_ROUND],
  ])) {
    if (given[name] !== undefined) conditions.push([FILTER_NAMES, fields, markNames(name)])
  }
  if (given.opponent !== undefined && given.player === undefined)
    throw argumentError('opponent is that of a player: name the player, too')
  if (given.opponent !== undefined)
    conditions.push([FILTER_PLAYERS, markNames('player'), markNames('opponent')])
  else if (given.player !== undefined)
    conditions.push([FILTER_NAMES, FIELD_WHITE | FIELD_BLACK, markNames('player')])
  if (given.plies !== undefined) conditions.push([FILTER_PLIES, ...numbersOf('plies', given.plies)])
  if (given.variant !== undefined) conditions.push([FILTER_VARIANT, readVariant(given.variant), 0])
  if (given.eco !== undefined) conditions.push([FILTER_ECO, ...both(pairOf('eco', given.eco), ecoNumber)])
  return conditions
}

/**
 * @param {readonly [unknown, unknown]} pair
 * @param {(value: unknown) => number} numberOf
 * @returns {[number, number]}
 */
const both = ([from, to], numberOf) => [numberOf(from), numberOf(to)]

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

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {[number, number]} the whole numbers of 32 bits within
 */
function numbersOf(name, value) {
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
