// SPDX-License-Identifier: Apache-2.0
// Checks options objects, before anything is done with them.

import { argumentError } from './errors.js'
import { isObject } from './objects.js'

/**
 * @param value its items are not checked
 * @returns false for a string
 */
export const isIterable = <Item = unknown>(value: unknown): value is Iterable<Item> =>
  isObject(value) && Boolean(value[Symbol.iterator])

export const hasKey = <T extends object>(table: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(table, key)

/** @param table an object with only the keys of its type */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/** A list in which values of any type can be searched. */
export interface Lookup<T> extends ReadonlyArray<T> {
  includes(value: unknown): boolean
  indexOf(value: unknown): number
}

/**
 * @param names the allowed keys
 * @returns the same object; an empty one for undefined
 * @throws {ChessError} ERR_ARGUMENT for a value that is not an object, or an unknown name
 */
export function checkOptions(options: unknown, names: readonly string[]): Record<string, unknown> {
  if (options === undefined) return {}
  if (!isObject(options) || Array.isArray(options))
    throw argumentError(`Options are an object, such as { ${names[0]} }`, options)
  for (const name in options) {
    if (!names.includes(name)) throw argumentError(`The options are ${names.join(', ')}`, name)
  }
  return options
}

/**
 * @returns false for arrays, and for objects of a class without fields, such as a Map or a Game, which would be read as
 *   empty options
 */
export const isRecord = (value: unknown): value is Record<PropertyKey, unknown> =>
  isObject(value) &&
  !Array.isArray(value) &&
  (Object.entries(value).length > 0 || (value.constructor ?? Object).name === 'Object')

/**
 * @param name the name of the option
 * @param choices the first one is the default
 * @returns the index of the choice
 * @throws {ChessError} ERR_ARGUMENT
 */
export function choice(name: string, value: unknown, choices: readonly unknown[]): number {
  if (value === undefined) return 0
  const index = choices.indexOf(value)
  if (index < 0) throw argumentError(`${name} is one of '${choices.join("', '")}'`, value)
  return index
}

/**
 * @param name the name of the option
 * @param byDefault the value for undefined
 * @throws {ChessError} ERR_ARGUMENT
 */
export function flag(name: string, value: unknown, byDefault: boolean): boolean {
  if (value === undefined) return byDefault
  if (typeof value !== 'boolean') throw argumentError(`${name} is true or false`, value)
  return value
}

/**
 * @returns the same signal
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkSignal(signal: unknown): AbortSignal | undefined {
  if (signal === undefined || isSignal(signal)) return signal
  throw argumentError('signal is an AbortSignal', signal)
}

const MOST_WORKERS = 64

/**
 * @returns the option `workers`; 1 by default
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkWorkers(workers: unknown): number {
  if (workers === undefined) return 1
  if (typeof workers === 'number' && Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS)
    return workers
  throw argumentError(`workers is a whole number from 1 to ${MOST_WORKERS}`, workers)
}

/**
 * @param name the name of the option
 * @returns the same function
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkCallback<F>(name: string, value: F | undefined): F | undefined {
  if (value === undefined || typeof value === 'function') return value
  throw argumentError(`${name} must be a function`, value)
}

const isSignal = (value: unknown): value is AbortSignal =>
  isObject(value) && typeof value.throwIfAborted === 'function'
