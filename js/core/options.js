// SPDX-License-Identifier: Apache-2.0
// Options objects of all calls, checked before anything is done with them.

import { argumentError } from './errors.js'

/**
 * @param {unknown} options
 * @param {readonly string[]} names that may stand in it
 * @returns {Record<string, unknown>} the same object; an empty one for undefined
 * @throws {ChessError} ERR_ARGUMENT for no object or an unknown name
 */
export function checkOptions(options, names) {
  if (options === undefined) return {}
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw argumentError(`Options are an object, such as { ${names[0]} }`, options)
  for (const name in options) {
    if (!names.includes(name)) throw argumentError(`The options are ${names.join(', ')}`, name)
  }
  return /** @type {Record<string, unknown>} */ (options)
}

/**
 * @template T
 * @param {string} name of the option
 * @param {unknown} value
 * @param {readonly T[]} choices the first one stands for undefined
 * @returns {number} which choice it is
 * @throws {ChessError} ERR_ARGUMENT
 */
export function choice(name, value, choices) {
  if (value === undefined) return 0
  const index = choices.indexOf(/** @type {T} */ (value))
  if (index < 0) throw argumentError(`${name} is one of '${choices.join("', '")}'`, value)
  return index
}

/**
 * @param {string} name of the option
 * @param {unknown} value
 * @param {boolean} byDefault stands for undefined
 * @returns {boolean}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function flag(name, value, byDefault) {
  if (value === undefined) return byDefault
  if (typeof value !== 'boolean') throw argumentError(`${name} is true or false`, value)
  return value
}

/**
 * @param {unknown} signal
 * @returns {AbortSignal | undefined} the same
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkSignal(signal) {
  const given = /** @type {AbortSignal | undefined} */ (signal)
  if (given !== undefined && typeof given?.throwIfAborted !== 'function')
    throw argumentError('signal is an AbortSignal', signal)
  return given
}
