// SPDX-License-Identifier: Apache-2.0
// Which rejections may go unheard. One that nobody handles ends a Node program: right for a mistake of the
// program, such as a bad argument, and wrong for an engine that dies.

/**
 * @template T
 * @param {Promise<T>} promise may reject without anybody handling it
 * @returns {Promise<T>} the same
 */
export function quiet(promise) {
  promise.catch(() => {})
  return promise
}

/**
 * @template T
 * @param {() => Promise<T>} action
 * @returns {Promise<T>} its promise itself; a rejected one for what it throws
 */
export function attempt(action) {
  try {
    return action()
  } catch (error) {
    return Promise.reject(error)
  }
}
