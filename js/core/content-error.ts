// SPDX-License-Identifier: Apache-2.0
// Errors of arrays and objects that have the right type and the wrong content: 'not an array' would not say what is wrong.

import type { ChessError } from './errors.js'
import { argumentError, typeName } from './errors.js'
import { isObject } from './objects.js'

const LONGEST = 60
/** How many items of a list or an object are looked at. */
const MOST_ITEMS = 20

/**
 * @param details what the argument must be
 * @param value the argument: of arrays and plain objects the message shows the content
 * @returns ERR_ARGUMENT
 */
export function contentError(details: string, value: unknown): ChessError {
  return isPlain(value) ? argumentError(`${details}, not ${textOf(value)}`) : argumentError(details, value)
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value)))

/** @returns such as '[1, NaN]' or "{ folder: '' }", cut if it is long */
function textOf(value: object): string {
  const items = Array.isArray(value)
    ? Array.from(value.slice(0, MOST_ITEMS), itemText)
    : Object.keys(value)
        .slice(0, MOST_ITEMS)
        .map(name => `${name}: ${itemText(Object.getOwnPropertyDescriptor(value, name)?.value)}`)
  const text = items.join(', ')
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  if (Array.isArray(value)) return `[${shown}]`
  return shown === '' ? '{}' : `{ ${shown} }`
}

const itemText = (item: unknown): string =>
  typeof item === 'string' ? `'${item}'` : Object(item) === item ? typeName(item) : String(item)
