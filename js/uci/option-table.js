// SPDX-License-Identifier: Apache-2.0
// The options of an engine: what there are, what each is now, and what the user has set.

import { chessError } from '../core/errors.js'
import { setOptionCommand } from './text/commands.js'
import { optionKey, optionValue } from './text/option.js'
import { valueFromText, written } from './text/option-text.js'

/** @typedef {import('./text/option.js').UciOption} UciOption */

/**
 * A value for an option, checked.
 * @typedef {object} OptionChange
 * @property {string} key
 * @property {string} name as the engine spells it
 * @property {unknown} value as the user gave it
 * @property {string | undefined} text for the engine; undefined for a button
 */

export class OptionTable {
  /** @type {Map<string, UciOption>} by the engine's own names; `value` is what it is now */
  #options = new Map()
  /** @type {Map<string, string>} names by key */
  #names = new Map()
  /** @type {Map<string, string | undefined>} what the engine has, by key */
  #current = new Map()

  /**
   * From now on the options stand in this map.
   * @param {Map<string, UciOption>} options what is in it goes
   */
  publish(options) {
    options.clear()
    for (const [name, option] of this.#options) options.set(name, option)
    this.#options = options
  }

  /** @param {UciOption} option */
  declare(option) {
    const key = optionKey(option.name)
    const known = this.#names.get(key)
    if (known !== undefined) this.#options.delete(known)
    this.#names.set(key, option.name)
    this.#options.set(option.name, Object.freeze({ ...option, value: option.default }))
    this.#current.set(key, option.default === undefined ? undefined : written(String(option.default)))
  }

  /**
   * @param {string} name in any case
   * @returns {boolean}
   */
  has(name) {
    return this.#names.has(optionKey(name))
  }

  /**
   * @param {unknown} name in any case
   * @param {unknown} value
   * @returns {OptionChange}
   * @throws {ChessError} ERR_UCI_OPTION, ERR_ARGUMENT
   */
  check(name, value) {
    if (typeof name !== 'string') throw chessError('ERR_ARGUMENT', "an option's name is a string")
    const key = optionKey(name)
    const option = this.#options.get(this.#names.get(key) ?? '')
    if (option === undefined)
      throw chessError('ERR_UCI_OPTION', 'there is none of this name', { input: name })
    return { key, name: option.name, value, text: optionValue(option, value) }
  }

  /**
   * @param {string} name in any case
   * @param {unknown} value
   * @returns {boolean} whether check() lets it pass
   */
  accepts(name, value) {
    try {
      return this.check(name, value) !== undefined
    } catch {
      return false
    }
  }

  /**
   * @param {OptionChange} change
   * @returns {string | undefined} the command that makes it; none when the engine has that value
   */
  change({ key, name, text }) {
    const option = this.#options.get(name)
    if (option === undefined) return undefined
    if (option.type !== 'button') {
      if (this.#current.get(key) === text) return undefined
      this.#current.set(key, text)
      this.#options.set(name, Object.freeze({ ...option, value: valueFromText(option, text ?? '') }))
    }
    return setOptionCommand(name, text)
  }

  /** What the engine has is not known any more: raw commands were sent. */
  forget() {
    this.#current.clear()
  }
}
