// SPDX-License-Identifier: Apache-2.0
// Options of an engine: the lines that offer and set them, and values checked against them.

import { chessError, typeName } from '../../core/errors.js'
import { checkLine, takeInteger, WordCursor } from './lines.js'

/**
 * The type of a UCI option.
 * @typedef {'check' | 'spin' | 'combo' | 'button' | 'string'} OptionType
 */

/**
 * An option as the engine offers it. Fields that it leaves out, or writes wrongly, are missing.
 * @typedef {object} UciOption
 * @property {string} name the name of the option, with one blank between its words
 * @property {OptionType} type
 * @property {boolean | number | string} [default] a boolean of a check, a number of a spin, else a string
 * @property {number} [min] the least value of a spin
 * @property {number} [max] the greatest value of a spin
 * @property {string[]} [vars] the choices of a combo
 * @property {boolean | number | string} [value] the current one
 */

/** How UCI writes the empty string. */
const EMPTY = '<empty>'
/** What typeof gives for a value of each option type. */
const JS_TYPES = { check: 'boolean', spin: 'number', combo: 'string', string: 'string' }
/** The most UTF-16 units of the engine's text that an error message quotes. */
const SHOWN = 200
const AFTER_TYPE = new Set(['', 'default', 'min', 'max', 'var'])

/** @type {ReadonlyMap<string, (option: UciOption, words: WordCursor) => void>} read the words after the type */
const READERS = new Map([
  ['check', readCheck],
  ['spin', readSpin],
  ['combo', readCombo],
  ['button', () => {}],
  ['string', readString],
])

/**
 * @param {string} rest of an `option` line, from the word `name` on
 * @returns {UciOption | undefined} undefined when it has no name or no type that UCI knows
 */
export function parseOption(rest) {
  const words = new WordCursor(rest)
  if (words.take() !== 'name') return undefined
  const head = takeHead(words)
  if (head === undefined) return undefined
  const { name, type } = head
  /** @type {UciOption} */
  const option = { name, type }
  READERS.get(type)?.(option, head.words)
  return option
}

/**
 * A name may contain the word `type`, and so may what follows. The first `type` counts that stands before a type
 * and then the end of the line or a keyword; if there is none, the first that stands before a type.
 * @param {WordCursor} words after `name`
 * @returns {{ name: string, type: OptionType, words: WordCursor } | undefined} with the words after the type
 */
function takeHead(words) {
  /** @type {string[]} */
  const name = []
  let fallback
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (word === 'type' && name.length > 0 && READERS.has(words.current.toLowerCase())) {
      const after = words.fork()
      const type = /** @type {OptionType} */ (after.take().toLowerCase())
      if (AFTER_TYPE.has(after.current)) return { name: name.join(' '), type, words: after }
      fallback ??= { name: name.join(' '), type, words: after }
    }
    name.push(word)
  }
  return fallback
}

/**
 * @param {UciOption} option
 * @param {WordCursor} words
 */
function readCheck(option, words) {
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (word !== 'default') continue
    const value = words.current.toLowerCase()
    if (value === 'true' || value === 'false') option.default = value === 'true'
  }
}

/**
 * @param {UciOption} option
 * @param {WordCursor} words
 */
function readSpin(option, words) {
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (word !== 'default' && word !== 'min' && word !== 'max') continue
    const value = takeInteger(words, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    if (value !== undefined) option[word] = value
  }
  if (option.min !== undefined && option.max !== undefined && option.min > option.max) {
    delete option.min
    delete option.max
  }
}

/**
 * @param {UciOption} option
 * @param {WordCursor} words
 */
function readString(option, words) {
  let word = words.take()
  while (word !== '' && word !== 'default') word = words.take()
  if (word !== '') option.default = decodeValue(words.takeRest())
}

/**
 * Choices may have several words, and be named `default` or `var`.
 * @param {UciOption} option
 * @param {WordCursor} words
 */
function readCombo(option, words) {
  /** @type {string[] | undefined} */
  let byDefault
  /** @type {string[][]} */
  const vars = []
  /** @type {string[] | undefined} the choice that words are added to */
  let open
  for (let word = words.take(); word !== ''; word = words.take()) {
    const choiceBegins = open !== undefined && open !== byDefault && open.length === 0
    if (word === 'var' && !choiceBegins) vars.push((open = []))
    else if (word === 'default' && !choiceBegins && byDefault === undefined) open = byDefault = []
    else open?.push(word)
  }
  if (byDefault) option.default = decodeValue(byDefault.join(' '))
  option.vars = vars.filter(choice => choice.length > 0).map(choice => decodeValue(choice.join(' ')))
}

/**
 * @param {UciOption} option
 * @returns {string} the line with which an engine offers it
 */
export function optionLine({ name, type, default: byDefault, min, max, vars = [] }) {
  const words = [`option name ${name} type ${type}`]
  if (byDefault !== undefined) words.push(`default ${encodeValue(String(byDefault))}`)
  if (min !== undefined) words.push(`min ${min}`)
  if (max !== undefined) words.push(`max ${max}`)
  for (const choice of vars) words.push(`var ${encodeValue(choice)}`)
  return words.join(' ')
}

/**
 * Names with the same key belong to the same option.
 * @param {string} name
 * @returns {string} in lower case (A-Z only), with one blank between words and none around
 */
export function optionKey(name) {
  const words = new WordCursor(name)
  const key = []
  for (let word = words.take(); word !== ''; word = words.take()) key.push(word)
  return key.join(' ').replace(/[A-Z]+/g, letters => letters.toLowerCase())
}

/**
 * @param {UciOption} option
 * @param {unknown} value a boolean for a check, an integer for a spin, a string for a combo or a string, and
 *   undefined, null or true for a button
 * @returns {string | undefined} the text for `setoption`; undefined for a button
 * @throws {ChessError} ERR_UCI_OPTION for a wrong type, a number out of range, an unknown choice;
 *   ERR_UCI_LINE for a line break or a NUL character
 */
export function optionValue(option, value) {
  switch (option.type) {
    case 'check':
      if (typeof value !== 'boolean') throw wrongValue(option, value, 'true or false')
      return String(value)
    case 'spin':
      return spinValue(option, value)
    case 'combo':
      return comboValue(option, value)
    case 'string':
      if (typeof value !== 'string') throw wrongValue(option, value, 'a string')
      return checkedText(value)
    case 'button':
      if (value !== undefined && value !== null && value !== true)
        throw wrongValue(option, value, 'no value: it is a button')
      return undefined
  }
}

/**
 * @param {UciOption} option
 * @param {unknown} value
 */
function spinValue(option, value) {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = option
  if (Number.isSafeInteger(value)) {
    const number = /** @type {number} */ (value)
    if (number >= min && number <= max) return String(number)
  }
  const bounds = [
    option.min === undefined ? '' : ` from ${option.min}`,
    option.max === undefined ? '' : ` to ${option.max}`,
  ]
  throw wrongValue(option, value, `an integer${bounds.join('')}`)
}

/**
 * @param {UciOption} option
 * @param {unknown} value
 */
function comboValue(option, value) {
  const vars = option.vars ?? []
  const choices = vars.length > 0 ? `one of '${vars.join("', '")}'` : 'a string'
  if (typeof value !== 'string') throw wrongValue(option, value, choices)
  if (vars.length === 0) return checkedText(value)
  const key = optionKey(value)
  const choice = vars.find(text => text === value) ?? vars.find(text => optionKey(text) === key)
  if (choice === undefined) throw wrongValue(option, value, choices)
  return checkedText(choice)
}

/**
 * @param {string} text
 * @throws {ChessError} ERR_UCI_LINE
 */
function checkedText(text) {
  checkLine(text)
  return encodeValue(text)
}

/**
 * @param {UciOption} option
 * @param {unknown} value
 * @param {string} wanted
 */
function wrongValue(option, value, wanted) {
  const isOfType = option.type === 'button' || typeof value === JS_TYPES[option.type]
  const sentence = `${cut(option.name)} takes ${cut(wanted)}${isOfType ? '' : `, not ${typeName(value)}`}`
  const input =
    value === undefined ? {} : { input: typeof value === 'symbol' ? 'a symbol' : shownValue(value) }
  return chessError('ERR_UCI_OPTION', sentence, input)
}

/** @param {unknown} value */
function shownValue(value) {
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** @param {string} text */
function cut(text) {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`
}

/**
 * The inverse of optionValue().
 * @param {UciOption} option
 * @param {string | undefined} text
 * @returns {boolean | number | string | undefined} of the option's type; text of another type is returned
 *   as it is, and optionValue() refuses it
 */
export function valueFromText({ type }, text) {
  if (text === undefined) return undefined
  if (type === 'spin') return /^\s*[+-]?\d{1,16}\s*$/.test(text) ? Number(text) : text
  if (type === 'check')
    return /^\s*(true|false)\s*$/i.test(text) ? text.trim().toLowerCase() === 'true' : text
  return decodeValue(text)
}

/**
 * @param {string} name of the option, as the engine spells it
 * @param {string | undefined} text from optionValue(); undefined for a button
 * @returns {string}
 */
export function setOptionCommand(name, text) {
  return text === undefined ? `setoption name ${name}` : `setoption name ${name} value ${text}`
}

/**
 * @param {string} text
 * @returns {string} as UCI writes it
 */
export function encodeValue(text) {
  return text.trim() === '' ? EMPTY : text
}

/**
 * @param {string} text as UCI writes it
 * @returns {string}
 */
function decodeValue(text) {
  return text === EMPTY ? '' : text
}
