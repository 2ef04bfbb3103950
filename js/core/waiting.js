// SPDX-License-Identifier: Apache-2.0
// Waiting with an end: alarms, deadlines, and rejections that need no handler.

/** setTimeout() fires at once above it, in milliseconds. */
const LONGEST_TIMEOUT = 2 ** 31 - 1
/** Time for input that has arrived to be delivered, in milliseconds: several turns of the event loop. */
const DELIVERY = 20

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
 * An alarm for code that waits for input. Timers run before input in the event loop: after a long synchronous task
 * this one still lets input that arrived meanwhile be delivered first.
 * @param {number} milliseconds
 * @param {() => void} expire
 * @returns {() => void} cancels it
 */
export function inputAlarm(milliseconds, expire) {
  let cancel = alarm(milliseconds, () => {
    cancel = alarm(DELIVERY, expire)
  })
  return () => cancel()
}

/**
 * An alarm that input puts off.
 * @param {number} milliseconds of silence after which it calls back, once
 * @param {() => number} heard when input last came, as performance.now() counts
 * @param {() => void} expire
 * @returns {() => void} cancels it
 */
export function silenceAlarm(milliseconds, heard, expire) {
  const begin = performance.now()
  let cancel = () => {}
  const watch = () => {
    const left = Math.max(heard(), begin) + milliseconds - performance.now()
    if (left <= 0) expire()
    else cancel = inputAlarm(left, watch)
  }
  watch()
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

/**
 * Marks a promise as one that may reject unhandled. An unhandled rejection ends a Node program: right for a
 * programming error, such as a bad argument, wrong for an engine that dies.
 * @template T
 * @param {Promise<T>} promise
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

/** @type {WeakMap<AbortSignal, { calls: Set<() => void>, listener: () => void }>} */
const followed = new WeakMap()

/**
 * Calls back when a signal is aborted. Any number of callbacks adds one listener to the signal: Node warns of a leak at
 * the eleventh.
 * @param {AbortSignal} signal not aborted yet
 * @param {() => void} call must not throw
 * @returns {() => void} cancels it
 */
export function onAbort(signal, call) {
  const { calls, listener } = followed.get(signal) ?? follow(signal)
  calls.add(call)
  return () => {
    calls.delete(call)
    if (calls.size > 0 || followed.get(signal)?.calls !== calls) return
    followed.delete(signal)
    signal.removeEventListener('abort', listener)
  }
}

/** @param {AbortSignal} signal */
function follow(signal) {
  /** @type {Set<() => void>} */
  const calls = new Set()
  const listener = () => {
    followed.delete(signal)
    for (const call of [...calls]) call()
  }
  signal.addEventListener('abort', listener, { once: true })
  const following = { calls, listener }
  followed.set(signal, following)
  return following
}

/**
 * Promise.race() with one promise for the signal would keep every chunk until the end.
 * @template T
 * @param {Promise<T>} next
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<T>} the same, or rejected with the signal's reason where that comes first
 */
export function orAbort(next, signal) {
  if (signal === undefined) return next
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    next.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
