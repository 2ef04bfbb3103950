// SPDX-License-Identifier: Apache-2.0
// What kind of value was given, where another one is wanted.

/**
 * @param {unknown} value
 * @returns {string} such as 'a string', 'an object' or 'null'
 */
export function kindOf(value) {
  if (value === null || value === undefined) return String(value)
  const kind = typeof value
  return kind === 'object' ? 'an object' : `a ${kind}`
}
