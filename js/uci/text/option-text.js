// SPDX-License-Identifier: Apache-2.0
// Options and their values as text, and back: for those who pass options on, or read values from a command line.

/** @typedef {import('./option.js').UciOption} UciOption */

/** Stands for a string without characters, which UCI cannot write. */
const EMPTY = '<empty>'

/**
 * @param {string} text
 * @returns {string} as UCI writes it
 */
export function written(text) {
  return text.trim() === '' ? EMPTY : text
}

/**
 * @param {string} text as UCI writes it
 * @returns {string}
 */
export function unwritten(text) {
  return text === EMPTY ? '' : text
}

/**
 * The inverse of optionValue().
 * @param {UciOption} option
 * @param {string | undefined} text
 * @returns {boolean | number | string | undefined} typed as the option has it; a text that is not of its type is
 *   given back, and optionValue() refuses it
 */
export function valueFromText({ type }, text) {
  if (text === undefined) return undefined
  if (type === 'spin') return /^\s*[+-]?\d{1,16}\s*$/.test(text) ? Number(text) : text
  if (type === 'check')
    return /^\s*(true|false)\s*$/i.test(text) ? text.trim().toLowerCase() === 'true' : text
  return unwritten(text)
}

/**
 * @param {UciOption} option
 * @returns {string} the line with which an engine offers it
 */
export function optionLine({ name, type, default: byDefault, min, max, vars = [] }) {
  const words = [`option name ${name} type ${type}`]
  if (byDefault !== undefined) words.push(`default ${written(String(byDefault))}`)
  if (min !== undefined) words.push(`min ${min}`)
  if (max !== undefined) words.push(`max ${max}`)
  for (const choice of vars) words.push(`var ${written(choice)}`)
  return words.join(' ')
}
