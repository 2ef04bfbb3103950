// SPDX-License-Identifier: Apache-2.0
// PGN headers: the seven-tag roster, and the tags read from a PGN.

import { argumentError } from '../core/errors.js'
import { encodeInto } from '../core/utf8.js'

/** @type {readonly (readonly [name: string, value: string])[]} Names, and the values for unknown. */
const ROSTER = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
  ['Result', '*'],
]

/** In bytes of UTF-8; together within the reader's limit (src/pgn/lexer.h). */
const LONGEST_NAME = 250
const LONGEST_VALUE = 65_250

const ROSTER_NAMES = new Set(ROSTER.map(([name]) => name))

/** @typedef {readonly [name: string, value: string]} Tag */

/** @returns {Map<string, string>} the roster, all unknown */
export function defaultHeaders() {
  return new Map(ROSTER)
}

/**
 * @param {string} tags name, 0, value, 0 and so on; last the result of the move text under the name "", which takes
 *   precedence over the Result tag
 * @returns {Map<string, string>} the roster first, then the others as they came
 */
export function headersOfTags(tags) {
  const headers = defaultHeaders()
  for (let at = 0; at < tags.length; ) {
    const middle = tags.indexOf('\0', at)
    const end = tags.indexOf('\0', middle + 1)
    headers.set(tags.slice(at, middle) || 'Result', tags.slice(middle + 1, end))
    at = end + 1
  }
  return headers
}

/**
 * @param {Map<unknown, unknown>} headers with any keys and values
 * @returns {[name: string, value: string][]} as strings
 * @throws {ChessError} ERR_ARGUMENT where one cannot be a string
 */
export function headerEntries(headers) {
  try {
    return Array.from(headers, ([name, value]) => [String(name), String(value)])
  } catch {
    throw argumentError('headers are a Map of strings')
  }
}

/**
 * @param {readonly Tag[]} entries
 * @returns {boolean} whether these are the headers of a new game
 */
export function areDefault(entries) {
  return String(entries) === String(ROSTER)
}

/**
 * @param {Map<string, string>} headers
 * @returns {Tag[]} ready to be written: the whole roster first, then the others in their order, in a form
 *   that a PGN reader reads back
 */
export function exportTags(headers) {
  const given = new Map(headerEntries(headers).map(([name, value]) => [tagName(name), tagValue(value)]))
  const roster = ROSTER.map(([name, unknown]) => /** @type {Tag} */ ([name, given.get(name) ?? unknown]))
  return [...roster, ...[...given].filter(([name]) => !ROSTER_NAMES.has(name))]
}

/** @param {string} name */
function tagName(name) {
  const symbol = name.slice(0, LONGEST_NAME).replace(/[^\w+#=:-]/g, '_')
  return /^[A-Za-z0-9]/.test(symbol) ? symbol : `X${symbol}`
}

/** @param {string} value */
function fitting(value) {
  if (value.length * 3 <= LONGEST_VALUE / 2) return value
  const escapes = value.match(/["\\]/g)?.length ?? 0
  const length = Math.max(LONGEST_VALUE - escapes, LONGEST_VALUE / 2)
  return value.slice(0, encodeInto(value, new Uint8Array(length)).read)
}

/**
 * @param {string} value
 * @returns {string} on one line, cut where it is too long for the reader
 */
function tagValue(value) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  return fitting(value).replace(/[\0-\x1f\x7f]/g, ' ')
}
