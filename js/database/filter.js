// SPDX-License-Identifier: Apache-2.0
// Games by their headers: conditions over the rows of the store.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'
import { RESULTS } from '../core/pgn-text.js'
import { readVariant } from '../game/variants.js'
import {
  ROW_BLACK,
  ROW_BLACK_ELO,
  ROW_BYTES,
  ROW_DATE,
  ROW_ECO,
  ROW_EVENT,
  ROW_PLIES,
  ROW_RESULT,
  ROW_ROUND,
  ROW_SITE,
  ROW_VARIANT,
  ROW_WHITE,
  ROW_WHITE_ELO,
} from './generated/bindings.js'

/** @import { VariantName } from '../game/variants.js' */
/** @import { Store, Views } from './store.js' */

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

/** @typedef {(row: number) => boolean} Condition of the row at this address */

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

/**
 * The names of a store, folded.
 * @type {WeakMap<Store, string[]>}
 */
const folded = new WeakMap()

/**
 * @param {Store} store
 * @param {unknown} filter GameFilter
 * @returns {Uint32Array} a bit for each game that meets it; removed games included
 * @throws {ChessError} ERR_ARGUMENT
 */
export function filterGames(store, filter) {
  const views = store.views()
  const conditions = conditionsOf(store, views, filter)
  const { games, segmentGames } = store
  const bits = new Uint32Array(Math.ceil(games / 32))
  for (let segment = 0; segment < store.segments; segment++) {
    const first = segment * segmentGames
    const end = Math.min(games, first + segmentGames)
    let row = store.rows(segment)
    for (let id = first; id < end; id++, row += ROW_BYTES)
      if (conditions.every(condition => condition(row))) bits[id >>> 5] |= 1 << (id & 31)
  }
  return bits
}

/**
 * @param {Store} store
 * @param {Views} views
 * @param {unknown} filter
 * @returns {Condition[]}
 */
function conditionsOf(store, { words, halves, bytes }, filter) {
  const given = checkOptions(filter, NAMES)
  /** @type {Condition[]} */
  const conditions = []
  /** @param {string} name @returns {Uint8Array | undefined} 1 for each name that fits */
  const namesFor = name => (given[name] === undefined ? undefined : namesLike(store, name, given[name]))
  for (const [name, place] of /** @type {[string, number][]} */ ([
    ['white', ROW_WHITE],
    ['black', ROW_BLACK],
    ['event', ROW_EVENT],
    ['site', ROW_SITE],
  ])) {
    const fits = namesFor(name)
    if (fits) conditions.push(row => fits[words[row / 4 + place]] === 1)
  }
  const player = namesFor('player')
  const opponent = namesFor('opponent')
  if (opponent && !player) throw argumentError('opponent is that of a player: name the player, too')
  if (player)
    conditions.push(row => {
      const white = words[row / 4 + ROW_WHITE]
      const black = words[row / 4 + ROW_BLACK]
      if (!opponent) return player[white] === 1 || player[black] === 1
      return (player[white] & opponent[black]) === 1 || (player[black] & opponent[white]) === 1
    })
  if (given.text !== undefined) {
    const part = fold(textOf('text', given.text))
    const fits = namesWhere(store, name => name.includes(part))
    const places = [ROW_WHITE, ROW_BLACK, ROW_EVENT, ROW_SITE, ROW_ROUND]
    conditions.push(row => places.some(place => fits[words[row / 4 + place]] === 1))
  }
  if (given.elo !== undefined) {
    const [from, to] = numbersOf('elo', given.elo)
    conditions.push(row => {
      const white = halves[row / 2 + ROW_WHITE_ELO]
      const black = halves[row / 2 + ROW_BLACK_ELO]
      return white !== 0 && black !== 0 && white >= from && white <= to && black >= from && black <= to
    })
  }
  if (given.plies !== undefined) {
    const [from, to] = numbersOf('plies', given.plies)
    conditions.push(row => words[row / 4 + ROW_PLIES] >= from && words[row / 4 + ROW_PLIES] <= to)
  }
  if (given.result !== undefined) {
    const result = RESULTS.indexOf(/** @type {string} */ (given.result))
    if (result < 1) throw argumentError(`result is one of '${RESULTS.slice(1).join("', '")}'`, given.result)
    const none = RESULTS[result] === '*' ? 0 : result
    conditions.push(row => bytes[row + ROW_RESULT] === result || bytes[row + ROW_RESULT] === none)
  }
  if (given.variant !== undefined) {
    const variant = readVariant(given.variant)
    conditions.push(row => bytes[row + ROW_VARIANT] === variant)
  }
  if (given.eco !== undefined) {
    const [from, to] = pairOf('eco', given.eco).map(ecoNumber)
    conditions.push(row => {
      const eco = halves[row / 2 + ROW_ECO]
      return eco !== 0 && eco >= from && eco <= to
    })
  }
  if (given.date !== undefined) {
    const [from, to] = pairOf('date', given.date).map(dateParts)
    conditions.push(row => {
      const date = words[row / 4 + ROW_DATE]
      return date !== 0 && compareDates(date, from) >= 0 && compareDates(date, to) <= 0
    })
  }
  return conditions
}

/**
 * @param {string} name of the condition
 * @param {unknown} value
 * @returns {readonly unknown[]} two values
 * @throws {ChessError} ERR_ARGUMENT
 */
function pairOf(name, value) {
  if (Array.isArray(value) && value.length === 2) return value
  throw argumentError(`${name} is a range, [from, to]`, value)
}

/** @param {string} name @param {unknown} value */
function numbersOf(name, value) {
  const pair = pairOf(name, value)
  if (pair.some(number => typeof number !== 'number' || Number.isNaN(number)))
    throw argumentError(`${name} is a range of numbers, [from, to]`, value)
  return /** @type {readonly number[]} */ (pair)
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

/** @param {unknown} date @returns {number[]} year, month, day; 0 for what is not given */
function dateParts(date) {
  const parts = typeof date === 'string' ? DATE.exec(date) : null
  if (parts === null) throw argumentError("A date is 'YYYY', 'YYYY.MM' or 'YYYY.MM.DD'", date)
  return parts.slice(1).map(part => Number(part ?? 0))
}

/**
 * @param {number} date of a row
 * @param {number[]} parts
 * @returns {number} below 0 where it is earlier, 0 where what both have is the same
 */
function compareDates(date, [year, month, day]) {
  if (date >> 9 !== year) return (date >> 9) - year
  const theirMonth = (date >> 5) & 15
  if (month === 0 || theirMonth === 0) return 0
  if (theirMonth !== month) return theirMonth - month
  return day === 0 || (date & 31) === 0 ? 0 : (date & 31) - day
}

// --- names -----------------------------------------------------------------------------------------

/** @param {string} text */
const fold = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * @param {Store} store
 * @param {string} name of the condition
 * @param {unknown} value a name, or its beginning and '*'
 * @returns {Uint8Array}
 */
function namesLike(store, name, value) {
  const wanted = fold(textOf(name, value))
  if (!wanted.endsWith('*')) return namesWhere(store, text => text === wanted)
  const beginning = wanted.slice(0, -1)
  return namesWhere(store, text => text !== '' && text.startsWith(beginning))
}

/**
 * @param {Store} store
 * @param {(folded: string) => boolean} fits
 * @returns {Uint8Array} 1 for each name that fits, by number
 */
function namesWhere(store, fits) {
  const texts = folded.get(store) ?? []
  folded.set(store, texts)
  for (let name = texts.length; name < store.names; name++) texts.push(fold(store.name(name)))
  const marks = new Uint8Array(texts.length)
  for (let name = 0; name < marks.length; name++) if (fits(texts[name])) marks[name] = 1
  return marks
}
