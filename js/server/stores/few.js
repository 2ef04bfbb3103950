// SPDX-License-Identifier: Apache-2.0
// A set of very few items, as most games and users have: a Set takes 150 bytes for its first item. None is undefined, one
// is itself, some are an array, many a Set. Functions, because an object would take memory, too.

/**
 * Items are neither undefined nor arrays nor Sets.
 * @template T
 * @typedef {undefined | T | readonly T[] | Set<T>} Few
 */

/** More items than this are a Set. */
const MOST = 8

/**
 * @template T
 * @param {Few<T>} few
 * @returns {Iterable<T>} in the order in which they were added
 */
export function itemsOf(few) {
  if (few === undefined) return []
  return Array.isArray(few) || few instanceof Set ? few : [/** @type {T} */ (few)]
}

/**
 * @param {Few<unknown>} few
 * @returns {number}
 */
export function countOf(few) {
  if (few === undefined) return 0
  return Array.isArray(few) ? few.length : few instanceof Set ? few.size : 1
}

/**
 * @template T
 * @param {Few<T>} few
 * @param {T} item
 * @returns {boolean}
 */
export function isIn(few, item) {
  return Array.isArray(few) ? few.includes(item) : few instanceof Set ? few.has(item) : few === item
}

/**
 * @template T
 * @param {Few<T>} few owned by the caller; use what is returned instead
 * @param {T} item
 * @returns {Few<T>} with the item, once
 */
export function withItem(few, item) {
  if (few === undefined) return item
  if (few instanceof Set) return few.add(item)
  if (isIn(few, item)) return few
  // An array that grows by push() has room for 16 more.
  if (!Array.isArray(few)) return [/** @type {T} */ (few), item]
  return few.length < MOST ? few.concat([item]) : new Set(few).add(item)
}

/**
 * @template T
 * @param {Few<T>} few owned by the caller; use what is returned instead
 * @param {T} item
 * @returns {Few<T>} without the item; undefined if nothing is left
 */
export function withoutItem(few, item) {
  if (few instanceof Set) {
    few.delete(item)
    return few.size > 0 ? few : undefined
  }
  if (!Array.isArray(few)) return few === item ? undefined : few
  const rest = few.filter(other => other !== item)
  return rest.length > 1 ? rest : rest[0]
}
