// SPDX-License-Identifier: Apache-2.0
// Engine options: what an `option` line offers, and whether a value fits it.

import { chessError } from '../../core/errors.js'
import { checkLine } from './check-line.js'
import { unwritten, written } from './option-text.js'
import { takeInteger, Words } from './words.js'

/** @typedef {'check' | 'spin' | 'combo' | 'button' | 'string'} OptionType */

/**
 * An option as the engine offers it. What it leaves out, or gets wrong, is missing here.
 * @typedef {object} UciOption
 * @property {string} name with one blank between its words
 * @property {OptionType} type
 * @property {boolean | number | string} [default] a boolean of a check, a number of a spin, else a string
 * @property {number} [min] of a spin
 * @property {number} [max] of a spin
 * @property {string[]} [vars] the choices of a combo
 * @property {boolean | number | string} [value] what it was set to last
 */

/** What users give. */
const JS_TYPES = { check: 'boolean', spin: 'number', combo: 'string', string: 'string' }
/** Of the engine's words, in an error message. */
const SHOWN = 200
const AFTER_TYPE = new Set(['', 'default', 'min', 'max', 'var'])

/** @type {ReadonlyMap<string, (option: UciOption, words: Words) => void>} what reads the words after the type */
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
  const words = new Words(rest)
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
 * A name may hold the word `type`, and what follows may, too: the first `type` counts that is followed by a type
 * and then by nothing or by a word of that type's; where there is none, the first that is followed by a type.
 * @param {Words} words behind `name`
 * @returns {{ name: string, type: OptionType, words: Words } | undefined} with the words behind the type
 */
function takeHead(words) {
  /** @type {string[]} */
  const name = []
  let second
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (word === 'type' && name.length > 0 && READERS.has(words.current.toLowerCase())) {
      const after = words.fork()
      const type = /** @type {OptionType} */ (after.take().toLowerCase())
      if (AFTER_TYPE.has(after.current)) return { name: name.join(' '), type, words: after }
      second ??= { name: name.join(' '), type, words: after }
    }
    name.push(word)
  }
  return second
}

/**
 * @param {UciOption} option
 * @param {Words} words
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
 * @param {Words} words
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
 * @param {Words} words
 */
function readString(option, words) {
  let word = words.take()
  while (word !== '' && word !== 'default') word = words.take()
  if (word !== '') option.default = unwritten(words.takeRest())
}

/**
 * Choices may have several words, and be called `default` or `var`.
 * @param {UciOption} option
 * @param {Words} words
 */
function readCombo(option, words) {
  /** @type {string[] | undefined} */
  let byDefault
  /** @type {string[][]} */
  const vars = []
  /** @type {string[] | undefined} the one that words are added to */
  let open
  for (let word = words.take(); word !== ''; word = words.take()) {
    const choiceBegins = open !== undefined && open !== byDefault && open.length === 0
    if (word === 'var' && !choiceBegins) vars.push((open = []))
    else if (word === 'default' && !choiceBegins && byDefault === undefined) open = byDefault = []
    else open?.push(word)
  }
  if (byDefault) option.default = unwritten(byDefault.join(' '))
  option.vars = vars.filter(choice => choice.length > 0).map(choice => unwritten(choice.join(' ')))
}

/**
 * Two names with the same key are one option's.
 * @param {string} name
 * @returns {string} with a-z for A-Z and one blank for several, none around
 */
export function optionKey(name) {
  const words = new Words(name)
  const key = []
  for (let word = words.take(); word !== ''; word = words.take()) key.push(word)
  return key.join(' ').replace(/[A-Z]+/g, letters => letters.toLowerCase())
}

/**
 * @param {UciOption} option
 * @param {unknown} value a boolean for a check, an integer for a spin, a string for a combo or a string, and
 *   undefined, null or true for a button
 * @returns {string | undefined} the text for `setoption`; undefined for a button
 * @throws {ChessError} ERR_UCI_OPTION for a wrong type, a number out of range, a choice that there is not;
 *   ERR_UCI_LINE for a line break or a zero character
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
  return written(text)
}

/**
 * @param {UciOption} option
 * @param {unknown} value
 * @param {string} wanted
 */
function wrongValue(option, value, wanted) {
  const isOfType = option.type === 'button' || typeof value === JS_TYPES[option.type]
  const sentence = `${cut(option.name)} takes ${cut(wanted)}${isOfType ? '' : `, not ${kindOf(value)}`}`
  const input =
    value === undefined ? {} : { input: typeof value === 'symbol' ? 'a symbol' : shownValue(value) }
  return chessError('ERR_UCI_OPTION', sentence, input)
}

/** @param {unknown} value */
function kindOf(value) {
  const kind = value === null ? 'null' : typeof value
  return kind === 'null' || kind === 'undefined' ? kind : kind === 'object' ? 'an object' : `a ${kind}`
}

/** @param {unknown} value */
function shownValue(value) {
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** @param {string} text */
function cut(text) {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`
}
