// SPDX-License-Identifier: Apache-2.0
// PGN headers: the seven-tag roster, and the tags read from a PGN.

import { argumentError } from '../core/errors.js'
import { encodeInto } from '../core/utf8.js'

/** The names, and the values for unknown facts. */
const ROSTER: readonly (readonly [name: string, value: string])[] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
  ['Result', '*'],
]

/** In bytes of UTF-8; the sum is within the reader's limit (src/pgn/lexer.h). */
const LONGEST_NAME = 250
const LONGEST_VALUE = 65_250

const ROSTER_NAMES = new Set(ROSTER.map(([name]) => name))

export type Tag = readonly [name: string, value: string]

/** @returns the roster with unknown values */
export function defaultHeaders(): Map<string, string> {
  return new Map(ROSTER)
}

/**
 * @param tags name, 0, value, 0 and so on; the last one, with the name "", is the result of the move text, which takes
 *   precedence over the Result tag
 * @returns the roster, and then the other tags in their order
 */
export function headersOfTags(tags: string): Map<string, string> {
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
 * @param tags as for headersOfTags()
 * @returns the value that headersOfTags() has for the name, without the others
 */
export function headerOfTags(tags: string, name: string): string | undefined {
  let value = ROSTER.find(([known]) => known === name)?.[1]
  for (let at = 0; at < tags.length; ) {
    const middle = tags.indexOf('\0', at)
    const end = tags.indexOf('\0', middle + 1)
    const isNamed =
      middle === at ? name === 'Result' : middle - at === name.length && tags.startsWith(name, at)
    if (isNamed) value = tags.slice(middle + 1, end)
    at = end + 1
  }
  return value
}

/**
 * @param headers any keys and values
 * @returns the keys and values as strings
 * @throws {ChessError} ERR_ARGUMENT for a value null or undefined, or a key or value that cannot be a string
 */
export function headerEntries(headers: Iterable<readonly unknown[]>): [name: string, value: string][] {
  try {
    // `as`: null and undefined throw.
    return Array.from(headers, ([name, value]) => [String(name), String((value as object).toString())])
  } catch {
    throw argumentError('headers are a Map of strings')
  }
}

/** @returns whether these are the headers of a new game */
export function areDefault(entries: readonly Tag[]): boolean {
  return String(entries) === String(ROSTER)
}

/**
 * @returns tags to write: the whole roster, and then the other tags in their order, in a form that PGN readers can read
 */
export function exportTags(headers: Map<string, string>): Tag[] {
  const given = new Map(headerEntries(headers).map(([name, value]) => [tagName(name), tagValue(value)]))
  const roster = ROSTER.map(([name, unknown]): Tag => [name, given.get(name) ?? unknown])
  return [...roster, ...[...given].filter(([name]) => !ROSTER_NAMES.has(name))]
}

function tagName(name: string) {
  const symbol = name.slice(0, LONGEST_NAME).replace(/[^\w+#=:-]/g, '_')
  return /^[A-Za-z0-9]/.test(symbol) ? symbol : `X${symbol}`
}

function shortened(value: string) {
  if (value.length * 3 <= LONGEST_VALUE / 2) return value
  const escapes = value.match(/["\\]/g)?.length ?? 0
  const length = Math.max(LONGEST_VALUE - escapes, LONGEST_VALUE / 2)
  return value.slice(0, encodeInto(value, new Uint8Array(length)).read)
}

/** @returns the value on one line; cut if it is too long for the reader */
function tagValue(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  return shortened(value).replace(/[\0-\x1f\x7f]/g, ' ')
}
