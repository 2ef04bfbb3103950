// SPDX-License-Identifier: Apache-2.0
// Alarms, deadlines, and rejections that need no handler.

/** The longest timeout of setTimeout(), in milliseconds: above it, setTimeout() fires at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1
/** The time to deliver input that has arrived, in milliseconds: several turns of the event loop. */
const DELIVERY = 20

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof Object(value).then === 'function'

/**
 * Calls back once, unless cancelled.
 * @param milliseconds with Infinity, it never calls
 * @returns cancels the alarm
 */
export function alarm(milliseconds: number, expire: () => void): () => void {
  if (milliseconds === Number.POSITIVE_INFINITY) return () => {}
  let timer: ReturnType<typeof setTimeout>
  const wait = (left: number) => {
    const part = Math.min(left, LONGEST_TIMEOUT)
    timer = setTimeout(() => (left > part ? wait(left - part) : expire()), part)
  }
  wait(milliseconds)
  return () => clearTimeout(timer)
}

/**
 * An alarm for code that waits for input. Timers run before input in the event loop; this one first waits until input that
 * arrived during a long synchronous task is delivered.
 * @returns cancels the alarm
 */
export function inputAlarm(milliseconds: number, expire: () => void): () => void {
  let cancel = alarm(milliseconds, () => {
    cancel = alarm(DELIVERY, expire)
  })
  return () => cancel()
}

/**
 * An alarm that input delays.
 * @param milliseconds the silence after which it calls back, once
 * @param heard returns when the last input arrived, as performance.now() counts
 * @returns cancels the alarm
 */
export function silenceAlarm(milliseconds: number, heard: () => number, expire: () => void): () => void {
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

/** @returns whether the promise was settled within that time; it never rejects */
export function deadline(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
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
 * Marks a promise as one that may reject without a handler. Unhandled rejections end Node programs, which is right for
 * programming errors, such as a bad argument, but not for an engine that dies.
 * @returns the same promise
 */
export function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** @returns the action's promise; a rejected one if the action throws */
export function attempt<T>(action: () => Promise<T>): Promise<T> {
  try {
    return action()
  } catch (error) {
    return Promise.reject(error)
  }
}

const followed: WeakMap<AbortSignal, { calls: Set<() => void>; listener: () => void }> = new WeakMap()

/**
 * Calls back when a signal is aborted. All callbacks share one listener of the signal, because Node warns of a leak at the
 * eleventh.
 * @param signal a signal that is not yet aborted
 * @param call must not throw
 * @returns removes the callback
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  const { calls, listener } = followed.get(signal) ?? follow(signal)
  calls.add(call)
  return () => {
    calls.delete(call)
    if (calls.size > 0 || followed.get(signal)?.calls !== calls) return
    followed.delete(signal)
    signal.removeEventListener('abort', listener)
  }
}

function follow(signal: AbortSignal) {
  const calls: Set<() => void> = new Set()
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
 * Waits for a promise or the abortion of a signal. Promise.race() with one promise for the signal would keep every chunk in
 * memory until the end.
 * @returns the same value, or a rejection with the signal's reason if that comes first
 */
export function orAbort<T>(next: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return next
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    next.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
