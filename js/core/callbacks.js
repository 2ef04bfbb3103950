// SPDX-License-Identifier: Apache-2.0
// Calls of users' functions, whose errors do not reach the caller, and lists of such functions by event.

import { argumentError } from './errors.js'

/**
 * Reports what a user's function has thrown, where runtimes report errors that nothing catches.
 * @param {unknown} error
 */
export function reportFault(error) {
  try {
    // Node has no reportError().
    const report = globalThis.reportError ?? console.error
    report(error)
  } catch {
    // There is no other place.
  }
}

/**
 * @param {((...args: any[]) => unknown) | undefined} listener
 * @param {unknown[]} args
 * @param {(error: unknown) => void} [onFault] called with what it throws or rejects with; default: reportFault()
 */
export function runCallback(listener, args, onFault = reportFault) {
  try {
    const answer = listener?.(...args)
    if (typeof answer === 'object' && answer !== null) Promise.resolve(answer).catch(onFault)
  } catch (error) {
    onFault(error)
  }
}

/** @param {() => unknown} call whose failure does not matter */
export const callQuietly = call => runCallback(call, [], () => {})

/** @template {string} Name */
export class Emitter {
  /** @type {Map<string, Set<(value: any) => void>>} */
  #listeners

  /** @param {readonly Name[]} names of the events */
  constructor(names) {
    this.#listeners = new Map(names.map(name => [name, new Set()]))
  }

  /**
   * @param {Name} name
   * @param {(value: any) => void} listener added twice, it is called once
   * @throws {ChessError} ERR_ARGUMENT
   */
  on(name, listener) {
    if (typeof listener !== 'function') throw argumentError('A listener is a function', listener)
    this.#of(name).add(listener)
  }

  /**
   * @param {Name} name
   * @param {(value: any) => void} listener
   * @throws {ChessError} ERR_ARGUMENT
   */
  off(name, listener) {
    this.#of(name).delete(listener)
  }

  /**
   * @param {Name} name
   * @param {unknown} value
   * @param {(error: unknown) => void} [onFault] default: reportFault()
   * @returns {boolean} whether there are listeners
   */
  emit(name, value, onFault) {
    const listeners = [...this.#of(name)]
    for (const listener of listeners) runCallback(listener, [value], onFault)
    return listeners.length > 0
  }

  /** @param {Name} name */
  #of(name) {
    const listeners = this.#listeners.get(name)
    if (listeners === undefined)
      throw argumentError(`The events are '${[...this.#listeners.keys()].join("', '")}'`, name)
    return listeners
  }
}
