// SPDX-License-Identifier: Apache-2.0
// Calls of users' functions, whose errors do not reach the caller, and lists of such functions by event.

import { argumentError } from './errors.js'

/**
 * @param {((...args: any[]) => unknown) | undefined} listener
 * @param {unknown[]} args
 * @param {(error: unknown) => void} [onFault] called with what it throws or rejects with
 */
export function runCallback(listener, args, onFault = () => {}) {
  try {
    const answer = listener?.(...args)
    if (typeof answer === 'object' && answer !== null) Promise.resolve(answer).catch(onFault)
  } catch (error) {
    onFault(error)
  }
}

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
   * @param {(error: unknown) => void} [onFault]
   */
  emit(name, value, onFault) {
    for (const listener of [...this.#of(name)]) runCallback(listener, [value], onFault)
  }

  /** @param {Name} name */
  #of(name) {
    const listeners = this.#listeners.get(name)
    if (listeners === undefined)
      throw argumentError(`The events are '${[...this.#listeners.keys()].join("', '")}'`, name)
    return listeners
  }
}
