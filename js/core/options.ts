// SPDX-License-Identifier: Apache-2.0
// Options objects of all calls, checked before anything is done with them.

import { argumentError } from './errors.js'

/**
 * @param names that may stand in it
 * @returns the same object; an empty one for undefined
 * @throws {ChessError} ERR_ARGUMENT for no object or an unknown name
 */
export function checkOptions(options: unknown, names: readonly string[]): Record<string, unknown> {
  if (options === undefined) return {}
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw argumentError(`Options are an object, such as { ${names[0]} }`, options)
  for (const name in options) {
    if (!names.includes(name)) throw argumentError(`The options are ${names.join(', ')}`, name)
  }
  return options as Record<string, unknown>
}

/**
 * @param name of the option
 * @param choices the first one stands for undefined
 * @returns which choice it is
 * @throws {ChessError} ERR_ARGUMENT
 */
export function choice<T>(name: string, value: unknown, choices: readonly T[]): number {
  if (value === undefined) return 0
  const index = choices.indexOf(value as T)
  if (index < 0) throw argumentError(`${name} is one of '${choices.join("', '")}'`, value)
  return index
}

/**
 * @param name of the option
 * @param byDefault stands for undefined
 * @throws {ChessError} ERR_ARGUMENT
 */
export function flag(name: string, value: unknown, byDefault: boolean): boolean {
  if (value === undefined) return byDefault
  if (typeof value !== 'boolean') throw argumentError(`${name} is true or false`, value)
  return value
}

/**
 * @returns the same
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkSignal(signal: unknown): AbortSignal | undefined {
  const given = signal as AbortSignal | undefined
  if (given !== undefined && typeof given?.throwIfAborted !== 'function')
    throw argumentError('signal is an AbortSignal', signal)
  return given
}
