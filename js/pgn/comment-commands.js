// SPDX-License-Identifier: Apache-2.0
// Commands in comments, [%clk 0:05:00] and the like: text to values and back. Pure text.
//
// Sources: the "PGN standard supplement" of 2001 (clk, emt), ChessBase (cal, csl), Lichess (eval). A command
// starts with "[%" and ends with the next "]"; nothing nests. Unknown commands, and those with a wrong value, are
// plain text.

import { argumentError } from '../core/errors.js'
import { SQUARES, squareIndex } from '../game/squares.js'
import { trimBlanks } from './comments.js'

/** @import { Square } from '../game/squares.js' */

/**
 * The color of an arrow or of a marked square.
 * @typedef {'green' | 'red' | 'yellow' | 'blue'} MarkColor
 */

/**
 * An engine's evaluation of a position, from White's side.
 * @typedef {object} Evaluation
 * @property {'cp' | 'mate'} kind
 * @property {number} value centipawns, or moves to mate
 * @property {number | undefined} [depth] the depth of the search, in plies
 */

/**
 * An arrow on the board: %cal.
 * @typedef {{ from: Square, to: Square, color: MarkColor }} Arrow
 */
/**
 * An arrow as it may be given: boards have names of squares as any string.
 * @typedef {{ from: Square | (string & {}), to: Square | (string & {}), color: MarkColor }} ArrowInput
 */
/**
 * A marked square: %csl.
 * @typedef {{ square: Square, color: MarkColor }} SquareMark
 */
/**
 * A marked square as it may be given.
 * @typedef {{ square: Square | (string & {}), color: MarkColor }} SquareMarkInput
 */

/**
 * The values of a move's commands; undefined where there is none.
 * @typedef {object} Commands
 * @property {number | undefined} clock seconds that are left
 * @property {number | undefined} emt seconds that the move took
 * @property {Evaluation | undefined} eval
 * @property {Arrow[] | undefined} arrows
 * @property {SquareMark[] | undefined} squares
 */

/** @typedef {keyof Commands} CommandField */

/** @type {Map<string, MarkColor>} */
const MARK_COLORS = new Map([
  ['G', 'green'],
  ['R', 'red'],
  ['Y', 'yellow'],
  ['B', 'blue'],
])
const MARK_LETTERS = new Map(Array.from(MARK_COLORS, ([letter, color]) => [color, letter]))

const SECONDS_PER_HOUR = 3600
/** Hours have six digits at most, pawns and counts nine. */
const LONGEST_TIME = SECONDS_PER_HOUR * 1e6
const LARGEST_CENTIPAWNS = 1e11
const LARGEST_COUNT = 1e9

/**
 * The texts of evaluations without a point, such as '-111,19'. They are read as pawns, though some programs mean
 * centipawns: as long as the evaluation stays as it is, its text does.
 * @type {WeakMap<Evaluation, string>}
 */
const pointless = new WeakMap()

/** @typedef {[field: CommandField, read: (text: string) => unknown]} Reader */

const READERS = new Map(
  /** @type {[name: string, reader: Reader][]} */ ([
    ['clk', ['clock', readTime]],
    ['emt', ['emt', readTime]],
    ['eval', ['eval', readEvaluation]],
    ['cal', ['arrows', text => readList(text, readArrow)]],
    ['csl', ['squares', text => readList(text, readSquareMark)]],
  ]),
)

/** @type {{ [field in CommandField]: (value: any) => string }} */
const WRITERS = {
  eval: value => `[%eval ${evaluationText(value)}]`,
  clock: value => `[%clk ${timeText('clock', value)}]`,
  emt: value => `[%emt ${timeText('emt', value)}]`,
  arrows: value => listText('cal', listOf('arrows', value).map(arrowText)),
  squares: value => listText('csl', listOf('squares', value).map(squareMarkText)),
}
const FIELDS = /** @type {CommandField[]} */ (Object.keys(WRITERS))

/** @returns {Commands} all undefined */
export function noCommands() {
  return { clock: undefined, emt: undefined, eval: undefined, arrows: undefined, squares: undefined }
}

// --- reading ---------------------------------------------------------------------------------------

/**
 * Takes the known commands out of a comment.
 * @param {string} text on one line
 * @param {Commands} [into] gets what they say: the last one of a kind, but all arrows and squares
 * @returns {string} what is left, with one blank where a command stood between other text
 */
export function liftCommands(text, into = noCommands()) {
  /** @type {string[]} */
  const rest = []
  let start = 0
  for (let at = text.indexOf('[%'); at >= 0; ) {
    const end = text.indexOf(']', at)
    if (end < 0) break
    if (readCommand(text.slice(at + 2, end), into)) {
      rest.push(trimBlanks(text.slice(start, at)))
      start = end + 1
    }
    at = text.indexOf('[%', end)
  }
  if (start === 0) return text
  rest.push(trimBlanks(text.slice(start)))
  return rest.filter(part => part !== '').join(' ')
}

/**
 * @param {string} command what stands between "[%" and "]"
 * @param {Record<string, any>} into Commands
 * @returns {boolean} whether it is one
 */
function readCommand(command, into) {
  const blank = command.search(/[ \t]/)
  const reader = READERS.get(command.slice(0, blank))
  if (blank < 0 || reader === undefined) return false
  const [field, read] = reader
  const value = read(trimBlanks(command.slice(blank)))
  if (value === undefined) return false
  if (Array.isArray(value) && into[field] !== undefined) for (const item of value) into[field].push(item)
  else into[field] = value
  return true
}

/**
 * @param {string} text such as '1:02:03.5', or seconds alone, as FICS writes them
 * @returns {number | undefined} seconds
 */
function readTime(text) {
  const match = /^(?:(\d{1,6}):(\d\d?):)?(\d{1,9})(\.\d+)?$/.exec(text)
  if (match === null) return undefined
  const [, hours = 0, minutes = 0, seconds, fraction = ''] = match
  const whole = SECONDS_PER_HOUR * Number(hours) + 60 * Number(minutes) + Number(seconds)
  // One conversion, so that 0.1 becomes exactly the number 0.1.
  return writable(Number(whole + fraction), isTime)
}

/**
 * @param {string} text such as '-1.17', '0.25,18', '#-3', '+#3' or '-#20'
 * @returns {Evaluation | undefined}
 */
function readEvaluation(text) {
  const match = /^([+-]?)(?:#([+-]?\d{1,9})|(?=\.?\d)(\d{0,9})(?:\.(\d*))?)(?:,[ \t]*(\d{1,9}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign, mate, pawns, decimals, depth] = match
  if (sign !== '' && /^[+-]/.test(mate ?? '')) return undefined
  /** @type {Evaluation} */
  const evaluation =
    mate === undefined
      ? { kind: 'cp', value: centipawns(sign, pawns, decimals ?? '') }
      : { kind: 'mate', value: Number(sign + mate) + 0 }
  if (depth !== undefined) evaluation.depth = Number(depth)
  if (mate === undefined && decimals === undefined) pointless.set(evaluation, text)
  return writable(evaluation, isEvaluation)
}

/**
 * Moves the point two places to the right in the text, which is exact.
 * @param {string} sign
 * @param {string} pawns
 * @param {string} decimals
 */
function centipawns(sign, pawns, decimals) {
  const digits = decimals.padEnd(2, '0')
  // Adding 0 turns -0 into 0.
  return Number(`${sign}${pawns}${digits.slice(0, 2)}.${digits.slice(2)}`) + 0
}

/**
 * @template T
 * @param {string} text
 * @param {(item: string) => T | undefined} readItem
 * @returns {T[] | undefined} undefined when one of them is wrong
 */
function readList(text, readItem) {
  /** @type {T[]} */
  const list = []
  for (const item of text.split(',')) {
    const value = readItem(trimBlanks(item))
    if (value === undefined) return undefined
    list.push(value)
  }
  return list
}

/**
 * @param {string} text such as 'Ge2e4'
 * @returns {Arrow | undefined}
 */
function readArrow(text) {
  const color = MARK_COLORS.get(text[0])
  const from = squareIndex(text.slice(1, 3))
  const to = squareIndex(text.slice(3))
  if (color === undefined || from < 0 || to < 0) return undefined
  return { from: SQUARES[from], to: SQUARES[to], color }
}

/**
 * @param {string} text such as 'Ra1'
 * @returns {SquareMark | undefined}
 */
function readSquareMark(text) {
  const color = MARK_COLORS.get(text[0])
  const square = squareIndex(text.slice(1))
  if (color === undefined || square < 0) return undefined
  return { square: SQUARES[square], color }
}

/**
 * @template T
 * @param {T} value
 * @param {(value: T) => boolean} test
 * @returns {T | undefined} undefined for what could not be written again
 */
function writable(value, test) {
  return test(value) ? value : undefined
}

// --- writing ---------------------------------------------------------------------------------------

/**
 * @param {Commands} commands
 * @returns {string[]} such as '[%clk 0:05:00]'
 * @throws {ChessError} ERR_ARGUMENT for a value that cannot be written
 */
export function commandTexts(commands) {
  /** @type {string[]} */
  const texts = []
  for (const field of FIELDS) {
    const text = commands[field] === undefined ? '' : WRITERS[field](commands[field])
    if (text !== '') texts.push(text)
  }
  return texts
}

/**
 * @param {CommandField} field
 * @param {unknown} value undefined is none
 * @throws {ChessError} ERR_ARGUMENT for a value that cannot be written
 */
export function checkCommand(field, value) {
  if (value !== undefined) WRITERS[field](value)
}

/**
 * @param {unknown} number
 * @returns {string} its decimal digits; empty for no number and for one that needs an exponent
 */
function digitsOf(number) {
  const text = typeof number === 'number' ? String(Math.abs(number)) : ''
  return Number.isSafeInteger(number) || /^\d+(\.\d+)?$/.test(text) ? text : ''
}

/**
 * @param {unknown} seconds
 * @returns {seconds is number}
 */
function isTime(seconds) {
  return digitsOf(seconds) !== '' && Number(seconds) >= 0 && Number(seconds) < LONGEST_TIME
}

/**
 * @param {string} name
 * @param {unknown} seconds
 * @returns {string} such as '0:05:00'
 */
function timeText(name, seconds) {
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

/**
 * @param {unknown} evaluation
 * @returns {evaluation is Evaluation}
 */
function isEvaluation(evaluation) {
  if (typeof evaluation !== 'object' || evaluation === null) return false
  const { kind, value, depth } = /** @type {Record<string, unknown>} */ (evaluation)
  if (depth !== undefined && !(isCount(depth) && depth >= 0)) return false
  if (kind === 'mate') return isCount(value)
  return kind === 'cp' && digitsOf(value) !== '' && Math.abs(Number(value)) < LARGEST_CENTIPAWNS
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function isCount(value) {
  return Number.isInteger(value) && Math.abs(Number(value)) < LARGEST_COUNT
}

/**
 * @param {unknown} evaluation
 * @returns {string} such as '0.25,18'
 */
function evaluationText(evaluation) {
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

/** @param {number} value centipawns */
function pawnsText(value) {
  const [whole, fraction = ''] = digitsOf(value).split('.')
  const digits = whole.padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {any[]}
 */
function listOf(name, value) {
  if (!Array.isArray(value)) throw argumentError(`${name} are an array`)
  return value
}

/**
 * @param {string} name
 * @param {string[]} items
 */
function listText(name, items) {
  return items.length === 0 ? '' : `[%${name} ${items.join(',')}]`
}

/** @param {any} arrow */
function arrowText(arrow) {
  return letterOf(arrow) + squareText(arrow.from) + squareText(arrow.to)
}

/** @param {any} mark */
function squareMarkText(mark) {
  return letterOf(mark) + squareText(mark.square)
}

/** @param {any} mark */
function letterOf(mark) {
  const letter = MARK_LETTERS.get(mark?.color)
  if (letter === undefined) throw argumentError("A mark's color is 'green', 'red', 'yellow' or 'blue'")
  return letter
}

/** @param {unknown} square */
function squareText(square) {
  const index = squareIndex(square)
  if (index < 0) throw argumentError('arrows are { from, to, color }, squares are { square, color }')
  return SQUARES[index]
}
