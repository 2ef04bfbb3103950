// SPDX-License-Identifier: Apache-2.0
// The one error class. Codes and messages come from src/error.h; no wasm is needed to raise one.

import { ERRORS, WARNINGS } from './generated/errors.js'

/** @import { CoreErrorCode } from './generated/errors.js' */

/**
 * The stable code of an error. The reference of errors explains each.
 * @typedef {CoreErrorCode | 'ERR_ARCHIVE_AWAY' | 'ERR_ARCHIVE_TABLE' | 'ERR_ARCHIVE_REFUSED' | 'ERR_BYTES_AWAY'
 *   | 'ERR_BYTES_RANGE' | 'ERR_TABLEBASE_CASTLING' | 'ERR_TABLEBASE_MEN' | 'ERR_TABLEBASE_MISSING' | 'ERR_TABLEBASE_DAMAGED'
 *   | 'ERR_TABLEBASE_AWAY' | 'ERR_BOOK_SIZE' | 'ERR_COMPACT_MOVE' | 'ERR_COMPACT_LENGTH' | 'ERR_COMPACT_VERSION' | 'ERR_COMPACT_DAMAGED' | 'ERR_DATABASE_MEMORY' | 'ERR_DATABASE_CLOSED' | 'ERR_DATABASE_BUSY' | 'ERR_DATABASE_DAMAGED' | 'ERR_DATABASE_FULL' | 'ERR_DATABASE_STORAGE' | 'ERR_DATABASE_WORKER' | 'ERR_DATABASE_GAME' | 'ERR_EPD_FIELDS' | 'ERR_EPD_OPCODE' | 'ERR_EPD_OPERAND'} ErrorCode
 */

/**
 * Where an error is and what caused it. Every field may be missing.
 * @typedef {object} ErrorPlace
 * @property {number} [offset] where it is, in UTF-16 units of a string, bytes of bytes
 * @property {number} [ply] the failing move, from 1
 * @property {number} [line] the line of the PGN, from 1
 * @property {number} [column] the place in the line, from 1, in the units of offset
 * @property {number} [game] which one of a PGN, from 1
 * @property {string} [input] what was passed in, cut when it is long
 * @property {number | null | undefined} [exitCode] the exit code of an engine's process; null when a signal ended it
 * @property {string | null | undefined} [signal] the signal that ended an engine's process
 * @property {import('../game/squares.js').Square[]} [squares] those that a problem of a setup is about
 * @property {unknown} [cause] the error behind this one
 */

const SHOWN_IN_MESSAGE = 60
const KEPT_AS_INPUT = 400

/** @type {ReadonlyMap<string, string> | undefined} By code; made for the first error. */
let messages

/**
 * @param {string} code
 * @returns {string} its message, or the code where there is none
 */
function messageOf(code) {
  messages ??= new Map(ERRORS.values())
  return messages.get(code) ?? code
}

/** Everything that goes wrong is one of these; `code` is stable, the message is for people. */
export class ChessError extends Error {
  /**
   * Makes an error; the library's own functions throw and return these.
   * @param {ErrorCode} code such as 'ERR_MOVE_ILLEGAL'
   * @param {string} [message] default: the code's own
   * @param {ErrorPlace} [place]
   */
  constructor(code, message = messageOf(code), place = {}) {
    super(message, 'cause' in place ? { cause: place.cause } : undefined)
    /** @type {ErrorCode} The stable code of this kind of error. */
    this.code = code
    if (WARNINGS.has(code)) {
      /** @type {true | undefined} True for what was read another way than it stands; warnings are never thrown. */
      this.warning = true
    }
    if (place.offset !== undefined) {
      /** @type {number | undefined} Where it is: UTF-16 units of a string, bytes of bytes, from 0. */
      this.offset = place.offset
    }
    if (place.ply !== undefined) {
      /** @type {number | undefined} The failing move, counted from 1. */
      this.ply = place.ply
    }
    if (place.line !== undefined) {
      /** @type {number | undefined} The line of the PGN, from 1. */
      this.line = place.line
    }
    if (place.column !== undefined) {
      /** @type {number | undefined} The place in the line, from 1, in the units of offset. */
      this.column = place.column
    }
    if (place.game !== undefined) {
      /** @type {number | undefined} Which game of a PGN, from 1. */
      this.game = place.game
    }
    if (place.exitCode !== undefined) {
      /** @type {number | null | undefined} The exit code of an engine's process; null when a signal ended it. */
      this.exitCode = place.exitCode
    }
    if (place.signal !== undefined) {
      /** @type {string | null | undefined} The signal that ended an engine's process. */
      this.signal = place.signal
    }
    if (place.squares !== undefined) {
      /** @type {import('../game/squares.js').Square[] | undefined} The squares that a problem of a Setup is about. */
      this.squares = place.squares
    }
    if (place.input !== undefined) {
      /** @type {string | undefined} What was passed in, cut when it is long. */
      this.input = cut(place.input, KEPT_AS_INPUT)
    }
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

/**
 * @param {string} text
 * @param {number} length the longest that may come out, in UTF-16 units
 * @returns {string}
 */
function cut(text, length) {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

/** @param {string} text for a message */
const quoted = text => `'${cut(text, SHOWN_IN_MESSAGE)}'`

/**
 * A ChessError with the code's message, followed by the input and the details; of ERR_ARGUMENT with the details alone.
 * @param {ErrorCode} code
 * @param {string} [details] for this case
 * @param {ErrorPlace} [place]
 * @returns {ChessError}
 */
export function chessError(code, details = '', place = {}) {
  if (details && code === 'ERR_ARGUMENT') return new ChessError(code, details, place)
  const shown = place.input === undefined ? '' : `: ${quoted(place.input)}`
  return new ChessError(code, `${messageOf(code)}${shown}${details && ` (${details})`}`, place)
}

/**
 * For errors that are returned as values.
 * @template T
 * @param {() => T} make an error; must not call users' code
 * @returns {T} without calls in its stack, the dearest part of an error by far
 */
export function withoutStack(make) {
  const { stackTraceLimit } = Error
  if (stackTraceLimit === undefined) return make()
  try {
    Error.stackTraceLimit = 0
  } catch {
    return make() // it is frozen
  }
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * @param {string} details what the argument is to be; with a colon at the end, what is wrong with it
 * @param {unknown[]} given the argument, where the message shows it
 * @returns {ChessError} ERR_ARGUMENT
 */
export function argumentError(details, ...given) {
  const [value] = given
  const isString = typeof value === 'string'
  const plain = () => (typeof value === 'bigint' ? `${value}n` : String(value))
  const shown = isString ? quoted(value) : Object(value) === value ? typeName(value) : plain()
  const end = given.length === 0 ? '' : `${details.endsWith(':') ? '' : ', not'} ${shown}`
  return chessError('ERR_ARGUMENT', details + end, isString ? { input: value } : {})
}

/**
 * The type of a value, for messages where another type is expected.
 * @param {unknown} value
 * @returns {string} such as 'a string', 'an array' or 'null'
 */
export function typeName(value) {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  const kind = typeof value
  return kind === 'object' ? 'an object' : `a ${kind}`
}

/**
 * @param {number} number an ErrorCode of C
 * @returns {ErrorCode} its name
 */
export function codeName(number) {
  return ERRORS.get(number)?.[0] ?? /** @type {ErrorCode} */ (`ERR_${number}`)
}
