// SPDX-License-Identifier: Apache-2.0
// Calls users' functions without passing their errors on, and keeps lists of such functions by event.

import { argumentError } from './errors.js'
import { isObject } from './objects.js'

/** Reports the error of a user's function like an uncaught error. */
export function reportFault(error: unknown) {
  try {
    // Node has no reportError().
    const report = globalThis.reportError ?? console.error
    report(error)
  } catch {
    // There is no other place to report it.
  }
}

/** @param onFault called with the error or rejection; default: reportFault() */
export function runCallback<Args extends unknown[]>(
  listener: ((...args: Args) => unknown) | undefined,
  args: Args,
  onFault: (error: unknown) => void = reportFault,
) {
  try {
    const answer = listener?.(...args)
    if (isObject(answer)) Promise.resolve(answer).catch(onFault)
  } catch (error) {
    onFault(error)
  }
}

/** @param call its failure is ignored */
export const callQuietly = (call: () => unknown) => runCallback(call, [], () => {})

export class Emitter<Name extends string> {
  #listeners: Map<string, Set<(value: never) => void>>

  /** @param names the names of the events */
  constructor(names: readonly Name[]) {
    this.#listeners = new Map(names.map(name => [name, new Set()]))
  }

  /**
   * @param listener it is called once, even if it was added twice
   * @throws {ChessError} ERR_ARGUMENT
   */
  on(name: Name, listener: (value: never) => void) {
    if (typeof listener !== 'function') throw argumentError('A listener is a function', listener)
    this.#of(name).add(listener)
  }

  /** @throws {ChessError} ERR_ARGUMENT */
  off(name: Name, listener: (value: never) => void) {
    this.#of(name).delete(listener)
  }

  /**
   * @param onFault default: reportFault()
   * @returns whether there are listeners
   */
  emit(name: Name, value: unknown, onFault?: (error: unknown) => void): boolean {
    const listeners = this.#of(name)
    if (listeners.size === 0) return false
    for (const listener of [...listeners]) runCallback(listener, [value as never], onFault)
    return true
  }

  #of(name: Name) {
    const listeners = this.#listeners.get(name)
    if (listeners === undefined)
      throw argumentError(`The events are '${[...this.#listeners.keys()].join("', '")}'`, name)
    return listeners
  }
}
