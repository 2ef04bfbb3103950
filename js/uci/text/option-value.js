// SPDX-License-Identifier: Apache-2.0
// Whether a value fits an option, and what is sent for it.

import { chessError } from '../../core/errors.js'
import { checkLine } from './check-line.js'
import { kindOf } from './kinds.js'
import { optionKey } from './option.js'
import { written } from './option-text.js'

/** @typedef {import('./option.js').UciOption} UciOption */

/** What users give. */
const JS_TYPES = { check: 'boolean', spin: 'number', combo: 'string', string: 'string' }
/** Of the engine's words, in an error message. */
const SHOWN = 200

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
function shownValue(value) {
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** @param {string} text */
function cut(text) {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`
}
