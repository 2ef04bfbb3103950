// SPDX-License-Identifier: Apache-2.0
// Reads and writes commands in comments, such as [%clk 0:05:00].
//
// Sources: the "PGN standard supplement" of 2001 (clk, emt), ChessBase (cal, csl), Lichess (eval), chess programs (eval with '/'). A command starts with "[%"
// and ends with the next "]"; commands are not nested. Unknown commands, and commands with a wrong value, are plain text.

import { argumentError } from '../core/errors.js'
import { SQUARES } from '../core/move-word.js'
import { isObject } from '../core/objects.js'
import { keysOf } from '../core/options.js'
import type { Square } from '../game/squares.js'
import { squareIndex } from '../game/squares.js'
import { commentText, trimBlanks } from './comments.js'

/** The color of an arrow or of a marked square. */
export type MarkColor = 'green' | 'red' | 'yellow' | 'blue'

/** An engine's evaluation of a position, from White's side. */
export type Evaluation = {
  kind: 'cp' | 'mate'
  /** Centipawns, or moves to mate. */
  value: number
  /** The depth of the search, in plies. */
  depth?: number | undefined
}

/** An arrow on the board: %cal. */
export type Arrow = { from: Square; to: Square; color: MarkColor }
/** An arrow as users may give it: for boards, names of squares may be any string. */
export type ArrowInput = { from: Square | (string & {}); to: Square | (string & {}); color: MarkColor }
/** A marked square: %csl. */
export type SquareMark = { square: Square; color: MarkColor }
/** A marked square as users may give it. */
export type SquareMarkInput = { square: Square | (string & {}); color: MarkColor }

const MARK_COLORS: Map<string, MarkColor> = new Map([
  ['G', 'green'],
  ['R', 'red'],
  ['Y', 'yellow'],
  ['B', 'blue'],
])
const MARK_LETTERS = new Map(Array.from(MARK_COLORS, ([letter, color]) => [color, letter]))

const SECONDS_PER_HOUR = 3600
/** Hours have at most six digits, pawns and counts nine. */
const LONGEST_TIME = SECONDS_PER_HOUR * 1e6
const LARGEST_CENTIPAWNS = 1e11
const LARGEST_COUNT = 1e9

/**
 * The texts of evaluations without a point, such as '-111,19'. They are read as pawns, though some programs mean centipawns:
 * while the evaluation does not change, its text is written again.
 */
const pointless: WeakMap<Evaluation, string> = new WeakMap()

/**
 * Commands by the field of a node, in the order in which they are written. `read` returns undefined for a wrong value; `write`
 * returns '' for no command, and throws ERR_ARGUMENT for a value that cannot be written.
 */
const COMMANDS = {
  eval: { name: 'eval', read: readEvaluation, write: evaluationText },
  /** the seconds that are left */
  clock: { name: 'clk', read: readTime, write: (value: unknown) => timeText('clock', value) },
  /** the seconds that the move took */
  emt: { name: 'emt', read: readTime, write: (value: unknown) => timeText('emt', value) },
  arrows: {
    name: 'cal',
    read: (text: string) => readList(text, readArrow),
    write: (value: unknown) => listText('arrows', value, arrowText),
  },
  squares: {
    name: 'csl',
    read: (text: string) => readList(text, readSquareMark),
    write: (value: unknown) => listText('squares', value, squareMarkText),
  },
}

export type CommandField = keyof typeof COMMANDS

/** The values of a move's commands; undefined for a missing one. */
export type Commands = { [Field in CommandField]: ReturnType<(typeof COMMANDS)[Field]['read']> }

const FIELDS = keysOf(COMMANDS)
const BY_NAME = new Map<string, CommandField>(FIELDS.map(field => [COMMANDS[field].name, field]))
const NONE = Object.fromEntries(FIELDS.map(field => [field, undefined])) as Commands

/** @returns commands that are all undefined */
export const noCommands = (): Commands => ({ ...NONE })

/** @returns a copy that shares nothing that may change */
export function copyCommands(commands: Commands): Commands {
  const { arrows, squares } = commands
  const evaluation = commands.eval && { ...commands.eval }
  const text = commands.eval && pointless.get(commands.eval)
  if (evaluation !== undefined && text !== undefined) pointless.set(evaluation, text)
  return {
    ...commands,
    eval: evaluation,
    arrows: arrows?.map(arrow => ({ ...arrow })),
    squares: squares?.map(mark => ({ ...mark })),
  }
}

// --- reading ---------------------------------------------------------------------------------------

/**
 * Takes the known commands out of a comment.
 * @param text text on one line
 * @param into gets the values: the last one of each kind, and all arrows and squares
 * @returns the rest of the text, with a blank in place of a command between other text
 */
export function liftCommands(text: string, into: Commands = noCommands()): string {
  const rest: string[] = []
  let start = 0
  for (let at = text.indexOf('[%'); at >= 0; ) {
    const end = text.indexOf(']', at)
    if (end < 0) break
    const left = readCommand(text.slice(at + 2, end), into)
    if (left !== undefined) {
      rest.push(trimBlanks(text.slice(start, at)), left)
      start = end + 1
    }
    at = text.indexOf('[%', end)
  }
  if (start === 0) return text
  rest.push(trimBlanks(text.slice(start)))
  return rest.filter(part => part !== '').join(' ')
}

/**
 * Takes the known commands out of comments that a program may have set.
 * @param comments the comments that remain are stored in it, unless it is frozen
 * @returns the remaining comments, and the fields that have a command; undefined if there are none
 */
export function takeCommands(
  comments: string[],
): { comments: string[]; commands: Partial<Commands> } | undefined {
  if (!comments.some(mayHaveCommand)) return undefined
  const found = noCommands()
  const rest = comments.flatMap(comment => {
    const text = mayHaveCommand(comment) ? commentText(comment) : comment
    const left = mayHaveCommand(comment) ? liftCommands(text, found) : text
    return left === text ? [comment] : left === '' ? [] : [left]
  })
  const fields = FIELDS.filter(field => found[field] !== undefined)
  if (fields.length === 0) return undefined
  const commands = Object.fromEntries(fields.map(field => [field, found[field]]))
  if (Object.isFrozen(comments)) return { comments: rest, commands }
  // Methods of the array would report a change.
  for (const [index, comment] of rest.entries()) comments[index] = comment
  comments.length = rest.length
  return { comments, commands }
}

const mayHaveCommand = (comment: unknown) => typeof comment === 'string' && comment.includes('[%')

/**
 * @param command the text between "[%" and "]"
 * @param into Commands
 * @returns the part that remains text: the items of a list that cannot be read, such as those with colors of another program;
 *   undefined if the whole command remains
 */
function readCommand(command: string, into: Record<string, unknown>): string | undefined {
  const blank = command.search(/[ \t]/)
  const name = command.slice(0, blank)
  const field = BY_NAME.get(name)
  if (blank < 0 || field === undefined) return undefined
  const { read } = COMMANDS[field]
  const text = trimBlanks(command.slice(blank))
  let value: unknown = read(text)
  let left = ''
  if (value === undefined && (field === 'arrows' || field === 'squares')) {
    const items = text.split(',').map(trimBlanks)
    value = read(items.filter(item => read(item) !== undefined).join(','))
    const unknown = items.filter(item => item !== '' && read(item) === undefined)
    if (unknown.length > 0) left = `[%${name} ${unknown.join(',')}]`
  }
  if (value === undefined) return undefined
  const known: unknown = into[field]
  if (Array.isArray(value) && Array.isArray(known)) for (const item of value) known.push(item)
  else into[field] = value
  return left
}

/**
 * @param text such as '1:02:03.5'; '1:30' is 1.5 minutes, as Lichess reads it; or only seconds, as in FICS
 * @returns seconds
 */
function readTime(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,6}):(\d\d?)|(\d{1,6})):)?(\d{1,9})(\.\d+)?$/.exec(text)
  if (match === null) return undefined
  const [, hours = 0, minutes, onlyMinutes = 0, seconds, fraction = ''] = match
  const whole = SECONDS_PER_HOUR * Number(hours) + 60 * Number(minutes ?? onlyMinutes) + Number(seconds)
  // One conversion, so that 0.1 becomes exactly the number 0.1.
  return writable(Number(whole + fraction), isTime)
}

/** @param text such as '-1.17', '0.25,18', '0.25/18', '#-3', '+#3', '-#20' or '-M20' */
function readEvaluation(text: string): Evaluation | undefined {
  const match = /^([+-]?)(?:[#M]([+-]?\d{1,9})|(?=\.?\d)(\d{0,9})(?:\.(\d*))?)(?:[,/][ \t]*(\d{1,9}))?$/.exec(
    text,
  )
  if (match === null) return undefined
  const [, sign, mate, pawns, decimals, depth] = match
  if (sign !== '' && /^[+-]/.test(mate ?? '')) return undefined
  const evaluation: Evaluation =
    mate === undefined
      ? { kind: 'cp', value: centipawns(sign, pawns, decimals ?? '') }
      : { kind: 'mate', value: Number(sign + mate) + 0 }
  if (depth !== undefined) evaluation.depth = Number(depth)
  if (mate === undefined && decimals === undefined) pointless.set(evaluation, text)
  return writable(evaluation, isEvaluation)
}

/** Moves the point two places to the right in the text, which is exact. */
function centipawns(sign: string, pawns: string, decimals: string) {
  const digits = decimals.padEnd(2, '0')
  // Adding 0 turns -0 into 0.
  return Number(`${sign}${pawns}${digits.slice(0, 2)}.${digits.slice(2)}`) + 0
}

/** @returns undefined if an item is wrong */
function readList<T>(text: string, readItem: (item: string) => T | undefined): T[] | undefined {
  const list: T[] = []
  for (const item of text.split(',')) {
    const value = readItem(trimBlanks(item))
    if (value === undefined) return undefined
    list.push(value)
  }
  return list
}

/** @param text such as 'Ge2e4' */
function readArrow(text: string): Arrow | undefined {
  const color = MARK_COLORS.get(text[0])
  const from = squareIndex(text.slice(1, 3))
  const to = squareIndex(text.slice(3))
  if (color === undefined || from < 0 || to < 0) return undefined
  return { from: SQUARES[from], to: SQUARES[to], color }
}

/** @param text such as 'Ra1' */
function readSquareMark(text: string): SquareMark | undefined {
  const color = MARK_COLORS.get(text[0])
  const square = squareIndex(text.slice(1))
  if (color === undefined || square < 0) return undefined
  return { square: SQUARES[square], color }
}

/** @returns undefined for a value that could not be written again */
function writable<T>(value: T, test: (value: T) => boolean): T | undefined {
  return test(value) ? value : undefined
}

// --- writing ---------------------------------------------------------------------------------------

/**
 * @returns such as '[%clk 0:05:00]'
 * @throws {ChessError} ERR_ARGUMENT for a value that cannot be written
 */
export function commandTexts(commands: Commands): string[] {
  const texts: string[] = []
  for (const field of FIELDS) {
    const text = commands[field] === undefined ? '' : COMMANDS[field].write(commands[field])
    if (text !== '') texts.push(`[%${COMMANDS[field].name} ${text}]`)
  }
  return texts
}

/**
 * @param value undefined removes the command
 * @throws {ChessError} ERR_ARGUMENT for a value that cannot be written
 */
export function checkCommand<Field extends CommandField>(
  field: Field,
  value: unknown,
): asserts value is Commands[Field] {
  if (value !== undefined) COMMANDS[field].write(value)
}

/** @returns the decimal digits; '' if it is not a number, or needs an exponent */
function digitsOf(number: unknown): string {
  const text = typeof number === 'number' ? String(Math.abs(number)) : ''
  return Number.isSafeInteger(number) || /^\d+(\.\d+)?$/.test(text) ? text : ''
}

function isTime(seconds: unknown): seconds is number {
  return digitsOf(seconds) !== '' && Number(seconds) >= 0 && Number(seconds) < LONGEST_TIME
}

/** @returns such as '0:05:00' */
function timeText(name: string, seconds: unknown): string {
  if (!isTime(seconds)) {
    throw argumentError(`${name} is a number of seconds, 0 or 0.000001 to less than ${LONGEST_TIME}`)
  }
  const [whole, fraction] = digitsOf(seconds).split('.')
  const total = Number(whole)
  const minutes = String(Math.floor(total / 60) % 60).padStart(2, '0')
  const rest = String(total % 60).padStart(2, '0')
  const text = `${Math.floor(total / SECONDS_PER_HOUR)}:${minutes}:${rest}`
  return fraction === undefined ? text : `${text}.${fraction}`
}

function isEvaluation(evaluation: unknown): evaluation is Evaluation {
  if (!isObject(evaluation)) return false
  const { kind, value, depth } = evaluation
  if (depth !== undefined && !(isCount(depth) && depth >= 0)) return false
  if (kind === 'mate') return isCount(value)
  return kind === 'cp' && digitsOf(value) !== '' && Math.abs(Number(value)) < LARGEST_CENTIPAWNS
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) < LARGEST_COUNT
}

/** @returns such as '0.25,18' */
function evaluationText(evaluation: unknown): string {
  if (!isEvaluation(evaluation)) {
    throw argumentError("eval is { kind: 'cp' | 'mate', value, depth? }, of centipawns or whole moves")
  }
  const { kind, value, depth } = evaluation
  const text = pointless.get(evaluation)
  const read = text && readEvaluation(text)
  if (read && read.kind === kind && read.value === value && read.depth === depth) return text
  const score = kind === 'mate' ? `#${value}` : pawnsText(value)
  return depth === undefined ? score : `${score},${depth}`
}

/** @param value centipawns */
function pawnsText(value: number) {
  const [whole, fraction = ''] = digitsOf(value).split('.')
  const digits = whole.padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`
}

/** A mark as users may give it. */
type GivenMark = { color: MarkColor; from?: unknown; to?: unknown; square?: unknown }

function listText(field: string, value: unknown, textOf: (item: GivenMark) => string): string {
  if (!Array.isArray(value)) throw argumentError(`${field} are an array`)
  return value.map(textOf).join(',')
}

function arrowText(arrow: GivenMark) {
  return letterOf(arrow) + squareText(arrow.from) + squareText(arrow.to)
}

function squareMarkText(mark: GivenMark) {
  return letterOf(mark) + squareText(mark.square)
}

function letterOf(mark: GivenMark) {
  const letter = MARK_LETTERS.get(mark?.color)
  if (letter === undefined) throw argumentError("A mark's color is 'green', 'red', 'yellow' or 'blue'")
  return letter
}

function squareText(square: unknown) {
  const index = squareIndex(square)
  if (index < 0) throw argumentError('arrows are { from, to, color }, squares are { square, color }')
  return SQUARES[index]
}
