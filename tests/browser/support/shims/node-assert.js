// SPDX-License-Identifier: Apache-2.0
// Stands in for node:assert/strict in Chromium. shims.spec.js compares the two.

export class AssertionError extends Error {
  /** @override */
  name = 'AssertionError'
}

/** @param {unknown} value @returns {string} */
function show(value) {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Error) return String(value)
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner))
  return (text ?? String(value)).slice(0, 2000)
}

/** @param {unknown} message @param {string} fallback @returns {never} */
function raise(message, fallback) {
  if (message instanceof Error) throw message
  throw new AssertionError(message === undefined ? fallback : `${message}\n${fallback}`)
}

/** @param {any} a @param {any} b @returns {boolean} strict deep equality, prototypes included */
function isDeepEqual(a, b) {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (a instanceof Map || a instanceof Set) return isDeepEqualCollection(a, b)
  if (a instanceof Date) return a.getTime() === b.getTime()
  if (a instanceof RegExp && String(a) !== String(b)) return false
  if (a instanceof Error && (a.message !== b.message || a.name !== b.name)) return false
  if (Array.isArray(a) && a.length !== b.length) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isDeepEqual(a[key], b[key]))
  )
}

/** @param {any} a @param {any} b a Map or Set of primitive keys each */
function isDeepEqualCollection(a, b) {
  if (a.size !== b.size) return false
  for (const [key, value] of a.entries()) {
    if (!b.has(key) || (a instanceof Map && !isDeepEqual(value, b.get(key)))) return false
  }
  return true
}

/** @param {unknown} error @param {any} expected @param {unknown} message */
function checkError(error, expected, message) {
  if (expected === undefined || typeof expected === 'string') return
  if (expected instanceof RegExp) {
    if (!expected.test(String(error))) raise(message, `${show(error)} does not match ${expected}`)
  } else if (typeof expected === 'function') {
    const isClass = expected.prototype !== undefined && error instanceof expected
    if (!isClass && (expected.prototype instanceof Error || expected === Error || expected(error) !== true)) {
      raise(message, `${show(error)} is not the error expected`)
    }
  } else {
    for (const [key, value] of Object.entries(expected)) {
      const actual = /** @type {any} */ (error)[key]
      const fits = value instanceof RegExp ? value.test(actual) : isDeepEqual(actual, value)
      if (!fits) raise(message, `${key} of the error is ${show(actual)}, not ${show(value)}`)
    }
  }
}

/** @param {unknown} value @param {unknown} [message] */
export function ok(value, message) {
  if (!value) raise(message, `${show(value)} is not truthy`)
}

/** @param {unknown} actual @param {unknown} expected @param {unknown} [message] */
export function equal(actual, expected, message) {
  if (!Object.is(actual, expected)) raise(message, `${show(actual)} is not ${show(expected)}`)
}

/** @param {unknown} actual @param {unknown} unexpected @param {unknown} [message] */
export function notEqual(actual, unexpected, message) {
  if (Object.is(actual, unexpected)) raise(message, `both are ${show(actual)}`)
}

/** @param {unknown} actual @param {unknown} expected @param {unknown} [message] */
export function deepEqual(actual, expected, message) {
  if (!isDeepEqual(actual, expected)) raise(message, `${show(actual)} is not ${show(expected)}`)
}

/** @param {unknown} actual @param {unknown} unexpected @param {unknown} [message] */
export function notDeepEqual(actual, unexpected, message) {
  if (isDeepEqual(actual, unexpected)) raise(message, `both are ${show(actual)}`)
}

/** @param {string} text @param {RegExp} pattern @param {unknown} [message] */
export function match(text, pattern, message) {
  if (typeof text !== 'string' || !pattern.test(text))
    raise(message, `${show(text)} does not match ${pattern}`)
}

/** @param {string} text @param {RegExp} pattern @param {unknown} [message] */
export function doesNotMatch(text, pattern, message) {
  if (typeof text !== 'string' || pattern.test(text)) raise(message, `${show(text)} matches ${pattern}`)
}

/** @param {() => unknown} action @param {unknown} [expected] @param {unknown} [message] */
export function throws(action, expected, message) {
  try {
    action()
  } catch (error) {
    return checkError(error, expected, message)
  }
  raise(message, 'nothing was thrown')
}

/** @param {Promise<unknown> | (() => Promise<unknown>)} action @param {unknown} [expected] @param {unknown} [message] */
export async function rejects(action, expected, message) {
  try {
    await (typeof action === 'function' ? action() : action)
  } catch (error) {
    return checkError(error, expected, message)
  }
  raise(message, 'nothing was rejected')
}

/** @param {() => unknown} action */
export const doesNotThrow = action => void action()

/** @param {() => Promise<unknown>} action */
export const doesNotReject = async action => void (await action())

/** @param {unknown} [message] @returns {never} */
export const fail = message => raise(message, 'failed')

export const strictEqual = equal
export const notStrictEqual = notEqual
export const deepStrictEqual = deepEqual
export const notDeepStrictEqual = notDeepEqual

export default Object.assign(ok, {
  ok,
  equal,
  notEqual,
  strictEqual,
  notStrictEqual,
  deepEqual,
  notDeepEqual,
  deepStrictEqual,
  notDeepStrictEqual,
  match,
  doesNotMatch,
  throws,
  rejects,
  doesNotThrow,
  doesNotReject,
  fail,
  AssertionError,
})
