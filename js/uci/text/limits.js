// SPDX-License-Identifier: Apache-2.0
// How long a search may take: checked and normalised before it is written into a `go`.

import { argumentError } from '../../core/errors.js'
import { kindOf } from './kinds.js'
import { LARGEST_INT } from './parse-info.js'

/**
 * The limits of a search; the first one reached ends it. None means movetime 1000. Times are milliseconds,
 * rounded to whole ones.
 * @typedef {object} Limits
 * @property {number | undefined} [depth] in plies, from 1
 * @property {number | undefined} [nodes] from 1
 * @property {number | undefined} [mate] looks for a mate in so many moves, from 1
 * @property {number | undefined} [movetime] for this move; 0 counts as 1
 * @property {number | undefined} [wtime] white's clock; 0 and less, a flag that has fallen, counts as 1
 * @property {number | undefined} [btime] black's clock, likewise
 * @property {number | undefined} [winc] what white's clock gains with each move
 * @property {number | undefined} [binc] what black's clock gains with each move
 * @property {number | undefined} [movestogo] moves to the next time control, from 1; with a clock only
 * @property {boolean | undefined} [infinite] true: until stop(), and no other limit beside it
 */

export const DEFAULT_MOVETIME = 1000
/** Engines count in C's `int`; for times it is almost 25 days. */
const LARGEST = LARGEST_INT

/** @type {ReadonlyMap<string, (name: string, value: number) => number>} */
const CHECKS = new Map([
  ['wtime', clock],
  ['btime', clock],
  ['winc', increment],
  ['binc', increment],
  ['movestogo', count],
  ['depth', count],
  ['nodes', (name, value) => integer(name, value, Number.MAX_SAFE_INTEGER)],
  ['mate', count],
  ['movetime', movetime],
])

/** Limits in the order in which they are written, `infinite` excepted. */
export const LIMIT_NAMES = /** @type {readonly Exclude<keyof Limits, 'infinite'>[]} */ ([...CHECKS.keys()])

/**
 * @param {unknown} limits undefined, or an object of Limits; a field that is undefined counts as absent
 * @returns {Limits} a new object that has at least one limit, and only those that are set
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkLimits(limits) {
  const given = namedValues(limits)
  const infinite = given.has('infinite') ? given.get('infinite') : false
  if (typeof infinite !== 'boolean') throw argumentError('infinite is true or false', infinite)
  given.delete('infinite')
  if (infinite) {
    if (given.size > 0) throw argumentError('infinite stands alone, without any other limit')
    return { infinite: true }
  }
  if (given.size === 0) return { movetime: DEFAULT_MOVETIME }
  /** @type {Limits} */
  const checked = {}
  for (const name of LIMIT_NAMES) {
    const value = given.get(name)
    if (value !== undefined) checked[name] = checkedNumber(name, value)
  }
  const names = Object.keys(checked)
  if (names.every(name => NEEDS_CLOCK.has(name)))
    throw argumentError(
      `${names.join(' and ')} alone ${names.length === 1 ? 'limits' : 'limit'} nothing: wtime and btime are missing`,
    )
  return checked
}

/** What does not end a search by itself. */
const NEEDS_CLOCK = new Set(['winc', 'binc', 'movestogo'])

/**
 * @param {unknown} limits
 * @returns {Map<string, unknown>} what is not undefined
 */
function namedValues(limits) {
  if (limits === undefined) return new Map()
  if (typeof limits !== 'object' || limits === null || Array.isArray(limits))
    throw argumentError('limits are an object', limits)
  const values = new Map()
  for (const name in limits) {
    if (name !== 'infinite' && !CHECKS.has(name))
      throw argumentError(
        `there is no such limit; there are ${[...CHECKS.keys()].join(', ')}, infinite`,
        name,
      )
    const value = /** @type {Record<string, unknown>} */ (limits)[name]
    if (value !== undefined) values.set(name, value)
  }
  return values
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function checkedNumber(name, value) {
  if (typeof value !== 'number')
    throw argumentError(`${name} is a finite number, not ${kindOf(value)}`, value)
  if (!Number.isFinite(value)) throw argumentError(`${name} is a finite number, not ${value}`)
  return /** @type {(name: string, value: number) => number} */ (CHECKS.get(name))(name, value)
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} largest
 */
function integer(name, value, largest) {
  if (!Number.isInteger(value) || value < 1 || value > largest)
    throw argumentError(`${name} is an integer from 1 to ${largest}, not ${value}`)
  return value
}

/**
 * @param {string} name
 * @param {number} value
 */
function count(name, value) {
  return integer(name, value, LARGEST)
}

/**
 * A clock is what it is: one that has run out, or runs for weeks, is no mistake of the caller's.
 * @param {string} _name
 * @param {number} value
 */
function clock(_name, value) {
  return Math.min(Math.max(Math.round(value), 1), LARGEST)
}

/**
 * @param {string} name
 * @param {number} value
 */
function increment(name, value) {
  if (value < 0 || value > LARGEST)
    throw argumentError(`${name} is a number of milliseconds from 0 to ${LARGEST}, not ${value}`)
  return Math.round(value)
}

/**
 * @param {string} name
 * @param {number} value
 */
function movetime(name, value) {
  return Math.max(increment(name, value), 1)
}
