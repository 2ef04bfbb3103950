// SPDX-License-Identifier: Apache-2.0
// The only class of errors. Codes and messages of the core come from src/error.h, others from `errors.ts` of their folders; errors
// need no wasm.

import type { Square } from '../game/squares.js'
import type { ErrorCode } from './generated/errors.js'
import { ERRORS, WARNINGS } from './generated/errors.js'

export type { ErrorCode }

/** The position of an error and its cause. Every field may be missing. */
export type ErrorPlace = {
  /** The position of the error, in UTF-16 units of a string or in bytes. */
  offset?: number
  /** The failing move, from 1. */
  ply?: number
  /** The line of the PGN, from 1. */
  line?: number
  /** The place in the line, from 1, in the units of offset. */
  column?: number
  /** The number of the game in a PGN, from 1. */
  game?: number
  /** The input, cut when it is long. */
  input?: string
  /** The exit code of an engine's process; null if a signal ended it. */
  exitCode?: number | null | undefined
  /** The signal that ended an engine's process. */
  signal?: string | null | undefined
  /** The squares of a problem of a Setup. */
  squares?: Square[]
  /** The error that caused this one. */
  cause?: unknown
}

const SHOWN_IN_MESSAGE = 60
const KEPT_AS_INPUT = 400

/** Messages by code; made for the first error. */
let messages: ReadonlyMap<string, string> | undefined

/** @returns the message of the code, or the code itself if it has none */
function messageOf(code: string): string {
  messages ??= new Map(ERRORS.values())
  return messages.get(code) ?? code
}

/** The class of all errors. `code` is stable; the message is for people. */
export class ChessError extends Error {
  /** The stable code of this kind of error. */
  declare code: ErrorCode
  /** True if the input was corrected or interpreted; warnings are never thrown. */
  declare warning: true | undefined
  /** The position of the error, from 0: in UTF-16 units of a string, or in bytes. */
  declare offset: number | undefined
  /** The failing move, from 1. */
  declare ply: number | undefined
  /** The line of the PGN, from 1. */
  declare line: number | undefined
  /** The place in the line, from 1, in the units of offset. */
  declare column: number | undefined
  /** The number of the game in a PGN, from 1. */
  declare game: number | undefined
  /** The exit code of an engine's process; null if a signal ended it. */
  declare exitCode: number | null | undefined
  /** The signal that ended an engine's process. */
  declare signal: string | null | undefined
  /** The squares of a problem of a Setup. */
  declare squares: Square[] | undefined
  /** The input, cut when it is long. */
  declare input: string | undefined

  /**
   * Makes an error, as the library's functions do.
   * @param code such as 'ERR_MOVE_ILLEGAL'
   * @param message default: the message of a CoreErrorCode; for other codes, the code
   */
  constructor(code: ErrorCode, message: string = messageOf(code), place: ErrorPlace = {}) {
    const { cause, input, ...facts } = place
    super(message, 'cause' in place ? { cause } : undefined)
    this.code = code
    if (WARNINGS.has(code)) this.warning = true
    for (const [name, fact] of Object.entries(facts))
      if (fact !== undefined) Object.assign(this, { [name]: fact })
    if (input !== undefined) this.input = cut(input, KEPT_AS_INPUT)
  }

  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(ChessError, 'name', { value: 'ChessError', configurable: true })
    Object.defineProperty(ChessError.prototype, 'name', {
      value: 'ChessError',
      writable: true,
      configurable: true,
    })
  }
}

/** @param length the most UTF-16 units of the result */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

/** @param text for a message */
const quoted = (text: string) => `'${cut(text, SHOWN_IN_MESSAGE)}'`

/**
 * A ChessError with the code's message, followed by the input and the details; for ERR_ARGUMENT, with only the details.
 * @param details the details of this case
 * @param message the code's message
 */
export function chessError(
  code: ErrorCode,
  details = '',
  place: ErrorPlace = {},
  message = messageOf(code),
): ChessError {
  if (details && code === 'ERR_ARGUMENT') return new ChessError(code, details, place)
  const shown = place.input === undefined ? '' : `: ${quoted(place.input)}`
  return new ChessError(code, `${message}${shown}${details && ` (${details})`}`, place)
}

/**
 * Makes an error that is returned as a value.
 * @param make makes the error; must not call users' code
 * @returns the error without calls in its stack, which take by far the most time
 */
export function withoutStack<T>(make: () => T): T {
  const { stackTraceLimit } = Error
  if (stackTraceLimit === undefined) return make()
  try {
    Error.stackTraceLimit = 0
  } catch {
    return make() // Error is frozen
  }
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * @param details what the argument must be; with a colon at the end, its fault
 * @param given the argument, if the message shows it
 * @returns ERR_ARGUMENT
 */
export function argumentError(details: string, ...given: unknown[]): ChessError {
  const [value] = given
  const isString = typeof value === 'string'
  const plain = () => (typeof value === 'bigint' ? `${value}n` : String(value))
  const shown = isString ? quoted(value) : Object(value) === value ? typeName(value) : plain()
  const end = given.length === 0 ? '' : `${details.endsWith(':') ? '' : ', not'} ${shown}`
  return chessError('ERR_ARGUMENT', details + end, isString ? { input: value } : {})
}

/**
 * The type of a value, for messages where another type is expected.
 * @returns such as 'a string', 'an array' or 'null'
 */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  const kind = typeof value
  return kind === 'object' ? 'an object' : `a ${kind}`
}

/**
 * @param number an ErrorCode of C
 * @returns its name
 */
export function codeName(number: number): ErrorCode {
  return ERRORS.get(number)?.[0] ?? (`ERR_${number}` as ErrorCode)
}
