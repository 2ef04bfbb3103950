// SPDX-License-Identifier: Apache-2.0
// Waiting, but not for ever.

/** setTimeout fires at once above it. */
const LONGEST_TIMEOUT = 2 ** 31 - 1
/** What it takes to hear what has come in, in milliseconds: some turns of the event loop. */
const HEARING = 20

/**
 * Calls back once, unless cancelled.
 * @param {number} milliseconds Infinity never calls
 * @param {() => void} expire
 * @returns {() => void} cancels it
 */
export function alarm(milliseconds, expire) {
  if (milliseconds === Number.POSITIVE_INFINITY) return () => {}
  /** @type {ReturnType<typeof setTimeout>} */
  let timer
  const wait = (/** @type {number} */ left) => {
    const part = Math.min(left, LONGEST_TIMEOUT)
    timer = setTimeout(() => (left > part ? wait(left - part) : expire()), part)
  }
  wait(milliseconds)
  return () => clearTimeout(timer)
}

/**
 * An alarm for those who wait for input: what came in while this program was busy with something else is heard
 * first, although timers go before it.
 * @param {number} milliseconds
 * @param {() => void} expire
 * @returns {() => void} cancels it
 */
export function inputAlarm(milliseconds, expire) {
  let cancel = alarm(milliseconds, () => {
    cancel = alarm(HEARING, expire)
  })
  return () => cancel()
}

/**
 * @param {Promise<unknown>} promise
 * @param {number} milliseconds
 * @returns {Promise<boolean>} whether it was settled within that time; it never rejects
 */
export function deadline(promise, milliseconds) {
  return new Promise(resolve => {
    const cancel = alarm(milliseconds, () => resolve(false))
    const settle = () => {
      cancel()
      resolve(true)
    }
    promise.then(settle, settle)
  })
}
