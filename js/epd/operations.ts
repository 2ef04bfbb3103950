// SPDX-License-Identifier: Apache-2.0
// The operations of an EPD record, as text: opcode, operands, semicolon.
//
// Source: the PGN standard, section 16.2 (Edwards, 1994), and the EPD specification of 1995, which names more opcodes.
// Beyond both: a backslash escapes a quotation mark or a backslash in a string, as in PGN.

import { epdError } from './errors.js'

/** The operand of an operation; moves are strings, as they were spelled. */
export type EpdValue = string | number

/** An operation as a record has it. */
export type Operation = {
  values: EpdValue[]
  /** of the values */
  offsets: number[]
  /** of the operation, without the semicolon; undefined if a string has no end */
  spelling: string | undefined
}

const OPCODE = /[A-Za-z]\w{0,14}(?![^\s;])/y
const WHOLE_OPCODE = /^[A-Za-z]\w{0,14}$/
/** The text between operations; a lone dash is left over from a field. */
const BETWEEN = /(?:[\s;]|-(?![^\s;]))*/y
const BLANKS = /\s*/y
/** The last string of a line may be without its closing quotation mark. */
const STRING = /"((?:[^"\\]|\\[\s\S]|\\$)*)("|$)/y
const WORD = /[^\s;"]+/y
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const INTEGER = /^\d+$/

/** Their operands are moves. */
export const MOVE_OPCODES = ['bm', 'am', 'pm', 'sm', 'pv']
/** Written in the order of their SAN; the others in the order given. */
const SETS_OF_MOVES = ['bm', 'am']
const CLOCK_OPCODES = ['hmvc', 'fmvn']

/**
 * @param text a line
 * @param from where the operations begin
 * @returns the last one of an opcode counts
 * @throws {ChessError} ERR_EPD_OPCODE, ERR_EPD_OPERAND, with the offset in the line
 */
export function readOperations(text: string, from: number): Map<string, Operation> {
  const operations: Map<string, Operation> = new Map()
  for (let at = skip(BETWEEN, text, from); at < text.length; at = skip(BETWEEN, text, at)) {
    const start = at
    const opcode = match(OPCODE, text, at)?.[0]
    if (opcode === undefined)
      throw epdError('ERR_EPD_OPCODE', `'${wordAt(text, at)}'`, { offset: at, input: text })
    const operation: Operation = { values: [], offsets: [], spelling: undefined }
    at = skip(BLANKS, text, at + opcode.length)
    let end = start + opcode.length
    let isWhole = true
    while (at < text.length && text[at] !== ';') {
      const string = match(STRING, text, at)
      const [all] = string ?? match(WORD, text, at) ?? ['']
      operation.values.push(operandOf(opcode, all, string?.[1], at, text))
      operation.offsets.push(at)
      isWhole &&= string?.[2] !== ''
      end = at + all.length
      at = skip(BLANKS, text, end)
    }
    if (CLOCK_OPCODES.includes(opcode) && operation.values.length !== 1)
      throw epdError('ERR_EPD_OPERAND', `${opcode} is one number of moves`, { offset: start, input: text })
    if (isWhole) operation.spelling = text.slice(start, end)
    operations.delete(opcode)
    operations.set(opcode, operation)
  }
  return operations
}

/**
 * @param quoted the text between its quotation marks
 * @throws {ChessError} ERR_EPD_OPERAND
 */
function operandOf(
  opcode: string,
  word: string,
  quoted: string | undefined,
  offset: number,
  text: string,
): EpdValue {
  if (MOVE_OPCODES.includes(opcode)) {
    if (quoted === undefined) return word
    throw epdError('ERR_EPD_OPERAND', `${opcode} takes moves: is a semicolon missing?`, {
      offset,
      input: text,
    })
  }
  if (CLOCK_OPCODES.includes(opcode) && !INTEGER.test(word))
    throw epdError('ERR_EPD_OPERAND', `${opcode} is a number of moves, not '${word}'`, {
      offset,
      input: text,
    })
  if (word.includes('\0'))
    throw epdError('ERR_EPD_OPERAND', `${opcode} has a NUL character`, { offset, input: text })
  if (quoted !== undefined) return quoted.replace(/\\(["\\])/g, '$1')
  // A number that JS writes with an exponent stays a text.
  const number = Number(word)
  return NUMBER.test(word) && NUMBER.test(String(number)) ? number : word
}

/**
 * @param operands one or several
 * @param sansOf the SAN of moves
 * @returns the operation, without the semicolon
 * @throws {ChessError} ERR_EPD_OPCODE, ERR_EPD_OPERAND; what sansOf throws
 */
export function operationText(
  opcode: string,
  operands: unknown,
  sansOf: (values: string[], opcode: string) => string[],
): string {
  if (!WHOLE_OPCODE.test(opcode)) throw epdError('ERR_EPD_OPCODE', `'${opcode}'`, { input: opcode })
  const values = Array.isArray(operands) ? operands : [operands]
  if (CLOCK_OPCODES.includes(opcode) && values.length !== 1)
    throw epdError('ERR_EPD_OPERAND', `${opcode} is one number of moves`, { input: values.join(' ') })
  if (!MOVE_OPCODES.includes(opcode))
    return [opcode, ...values.map(value => valueText(opcode, value))].join(' ')
  const sans = sansOf(values, opcode)
  return [opcode, ...(SETS_OF_MOVES.includes(opcode) ? sans.toSorted() : sans)].join(' ')
}

/** @throws {ChessError} ERR_EPD_OPERAND */
function valueText(opcode: string, value: unknown): string {
  const isClock = CLOCK_OPCODES.includes(opcode)
  if (typeof value === 'number' && (isClock ? INTEGER : NUMBER).test(String(value))) return String(value)
  if (typeof value === 'string' && !isClock && !/[\n\r\0]/.test(value))
    return `"${value.replace(/["\\]/g, '\\$&')}"`
  throw epdError(
    'ERR_EPD_OPERAND',
    isClock
      ? `${opcode} is a number of moves`
      : `${opcode}: a number without an exponent, or text on one line without NUL`,
    {
      input: String(value),
    },
  )
}

/** @param pattern sticky */
function match(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** @param pattern sticky; matches everywhere @returns behind it */
function skip(pattern: RegExp, text: string, at: number): number {
  match(pattern, text, at)
  return pattern.lastIndex
}

/** @returns the word at the index, for a message */
const wordAt = (text: string, at: number): string => /^[^\s;]{0,40}/.exec(text.slice(at, at + 40))?.[0] ?? ''
