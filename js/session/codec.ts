// SPDX-License-Identifier: Apache-2.0
// Events as stores keep them: one compact JSON array each, about 47 bytes a move.
//
//   ["m", 1790000000000, "e2e4", 178250, 0, "c1"]
//     │    at              └ the fields of that type ┘  └ command
//     └ type; a color that follows is `by`: "mw", "mb"
//
// Absent fields are omitted at the end and null elsewhere. Format 1 can only grow by optional fields at the end of a row.
// Readers reject unknown types and fields: no decision may be based on a misread state.

import type { Color } from '../game/squares.js'
import { FORMAT } from './commands/seats.js'
import type { SessionEvent } from './commands.js'
import { EVENTS } from './commands.js'
import { sessionError } from './errors.js'
import type { Kind } from './family.js'
import { isColor } from './setup.js'

type Row = {
  type: string
  code: string
  /** required fields */
  fields: Field[]
  /** optional fields */
  more: Field[]
}
type Field = { name: string; fits: (value: unknown) => boolean }

const isPlainObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const FITS: Record<Kind, (value: unknown) => boolean> = {
  int: Number.isSafeInteger,
  'int?': value => value === null || Number.isSafeInteger(value),
  text: value => typeof value === 'string',
  'text?': value => value === null || typeof value === 'string',
  color: isColor,
  'color?': value => value === null || isColor(value),
  object: isPlainObject,
  'object?': value => value === null || isPlainObject(value),
  format: value => value === FORMAT,
}

const BY_TYPE: Map<unknown, Row> = new Map()
/** The event of a first item. */
const BY_CODE: Map<unknown, { row: Row; by?: Color }> = new Map()
for (const [type, { code, fields, optional }] of EVENTS) {
  const row = { type, code, fields: fieldsOf(fields), more: fieldsOf(optional) }
  BY_TYPE.set(type, row)
  BY_CODE.set(code, { row })
  BY_CODE.set(`${code}w`, { row, by: 'white' })
  BY_CODE.set(`${code}b`, { row, by: 'black' })
}

function fieldsOf(kinds: Record<string, Kind> = {}): Field[] {
  return Object.entries(kinds).map(([name, kind]) => ({ name, fits: FITS[kind] }))
}

/**
 * Encodes an event for stores.
 * @returns one line of JSON
 * @throws {ChessError} ERR_SESSION_FORMAT for an event that decodeEvent() would not return
 */
export function encodeEvent(event: SessionEvent): string {
  const values: Record<string, unknown> = event
  const row = BY_TYPE.get(event.type)
  if (row === undefined) throw formatError(`unknown event '${String(event.type)}'`)
  const { at, by, command } = event
  if (!Number.isSafeInteger(at)) throw formatError(`'at' of '${event.type}' is not an integer`)
  if (by !== undefined && !isColor(by)) throw formatError(`'by' of '${event.type}' is not a color`)
  if (command !== undefined && typeof command !== 'string')
    throw formatError(`'command' of '${event.type}' is not text`)
  const items: unknown[] = [by === undefined ? row.code : row.code + by[0], at]
  let known = 2 + (by === undefined ? 0 : 1)
  for (const { name, fits } of row.fields) {
    const value = values[name]
    if (!fits(value)) throw formatError(`'${name}' of '${event.type}'`)
    items.push(value)
    known++
  }
  let length = items.length
  items.push(command ?? null)
  if (command !== undefined) {
    length = items.length
    known++
  }
  for (const { name, fits } of row.more) {
    const value = values[name]
    items.push(value ?? null)
    if (value === undefined) continue
    if (!fits(value)) throw formatError(`'${name}' of '${event.type}'`)
    length = items.length
    known++
  }
  items.length = length
  for (const name in values) if (values[name] !== undefined) known--
  if (known !== 0) throw formatError(`'${event.type}' has an unknown field`)
  return JSON.stringify(items)
}

/**
 * @param event untrusted, but an object
 * @returns whether its fields have the right kinds; other fields are ignored. undefined for an unknown type
 */
export function isWellFormed(event: Record<string, unknown>): boolean | undefined {
  const row = BY_TYPE.get(event.type)
  if (row === undefined) return undefined
  const { at, by, command } = event
  return (
    Number.isSafeInteger(at) &&
    (by === undefined || isColor(by)) &&
    (command === undefined || typeof command === 'string') &&
    row.fields.every(({ name, fits }) => fits(event[name])) &&
    row.more.every(({ name, fits }) => event[name] === undefined || fits(event[name]))
  )
}

/**
 * Decodes a line of encodeEvent().
 * @throws {ChessError} ERR_SESSION_FORMAT for anything that this version does not know
 */
export function decodeEvent(text: string): SessionEvent {
  let items: [code: string, ...values: unknown[]]
  try {
    items = JSON.parse(text)
  } catch (cause) {
    throw sessionError('ERR_SESSION_FORMAT', '', { input: String(text), cause })
  }
  if (!Array.isArray(items)) throw formatError('an event is a JSON array', text)
  const known = BY_CODE.get(items[0])
  if (known === undefined) throw formatError('an event of an unknown type', text)
  const { row, by } = known
  const { type, fields, more } = row
  if (items.length < 2 + fields.length || items.length > 3 + fields.length + more.length)
    throw formatError(`${items.length} items in '${type}'`, text)
  if (!Number.isSafeInteger(items[1])) throw formatError(`'at' of '${type}'`, text)
  const event: Record<string, unknown> = { type, at: items[1] }
  if (by !== undefined) event.by = by
  let index = 2
  for (const { name, fits } of fields) {
    const value = items[index++]
    if (!fits(value)) throw formatError(`'${name}' of '${type}'`, text)
    event[name] = value
  }
  const command = items[index++] ?? null
  if (command !== null) {
    if (typeof command !== 'string') throw formatError(`'command' of '${type}'`, text)
    event.command = command
  }
  for (const { name, fits } of more) {
    const value = items[index++] ?? null
    if (value === null) continue
    if (!fits(value)) throw formatError(`'${name}' of '${type}'`, text)
    event[name] = value
  }
  return event as SessionEvent
}

function formatError(details: string, input?: string) {
  return sessionError('ERR_SESSION_FORMAT', details, input === undefined ? {} : { input })
}
