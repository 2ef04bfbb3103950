// SPDX-License-Identifier: Apache-2.0
// Waiting with an end: alarms, deadlines, and rejections that need no handler.

/** setTimeout() fires at once above it, in milliseconds. */
const LONGEST_TIMEOUT = 2 ** 31 - 1
/** Time for input that has arrived to be delivered, in milliseconds: several turns of the event loop. */
const DELIVERY = 20

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof Object(value).then === 'function'

/**
 * Calls back once, unless cancelled.
 * @param milliseconds Infinity never calls
 * @returns cancels it
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
 * An alarm for code that waits for input. Timers run before input in the event loop: after a long synchronous task
 * this one first lets the input be delivered that arrived during the task.
 * @returns cancels it
 */
export function inputAlarm(milliseconds: number, expire: () => void): () => void {
  let cancel = alarm(milliseconds, () => {
    cancel = alarm(DELIVERY, expire)
  })
  return () => cancel()
}

/**
 * An alarm that input puts off.
 * @param milliseconds of silence after which it calls back, once
 * @param heard returns when the last input arrived, as performance.now() counts
 * @returns cancels it
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

/** @returns whether it was settled within that time; it never rejects */
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
 * Marks a promise as one that may reject unhandled. An unhandled rejection ends a Node program: right for a
 * programming error, such as a bad argument, wrong for an engine that dies.
 * @returns the same
 */
export function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** @returns its promise itself; a rejected one if it throws */
export function attempt<T>(action: () => Promise<T>): Promise<T> {
  try {
    return action()
  } catch (error) {
    return Promise.reject(error)
  }
}

const followed: WeakMap<AbortSignal, { calls: Set<() => void>; listener: () => void }> = new WeakMap()

/**
 * Calls back when a signal is aborted. Any number of callbacks adds one listener to the signal: Node warns of a leak at
 * the eleventh.
 * @param signal not aborted yet
 * @param call must not throw
 * @returns cancels it
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
 * Promise.race() with one promise for the signal would keep every chunk until the end.
 * @returns the same, or a rejection with the signal's reason if that comes first
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
