// SPDX-License-Identifier: Apache-2.0
// The options of an engine: what there are, what each is now, and what the user has set.

import { argumentError, chessError } from '../core/errors.js'
import { checkLine } from './text/check-line.js'
import { setOptionCommand } from './text/commands.js'
import { optionKey } from './text/option.js'
import { valueFromText, written } from './text/option-text.js'
import { optionValue } from './text/option-value.js'

/** @typedef {import('./connection.js').Connection} Connection */
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
  /** @type {Map<string, UciOption> | undefined} for users */
  #published
  /** @type {Map<string, string>} names by key */
  #names = new Map()
  /** @type {Map<string, string | undefined>} what the engine has, by key */
  #current = new Map()

  /**
   * From now on this map has the options, too.
   * @param {Map<string, UciOption>} options what is in it goes
   */
  publish(options) {
    options.clear()
    for (const [name, option] of this.#options) options.set(name, option)
    this.#published = options
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
   * @throws {ChessError} ERR_UCI_OPTION, ERR_UCI_LINE, ERR_ARGUMENT
   */
  check(name, value) {
    if (typeof name !== 'string') throw argumentError("an option's name is a string", name)
    checkLine(name)
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
   * @returns {boolean} whether the engine has that value
   */
  isCurrent({ key, text }) {
    return text !== undefined && this.#current.get(key) === text
  }

  /**
   * Makes the changes that the engine does not have yet.
   * @param {Connection} connection
   * @param {OptionChange[]} changes of options that it has
   * @returns {boolean} whether there was something to send
   */
  send(connection, changes) {
    const news = changes.filter(change => !this.isCurrent(change))
    for (const { key, name, text } of news) {
      connection.send(setOptionCommand(name, text))
      if (text !== undefined) this.#note(key, name, text)
    }
    return news.length > 0
  }

  /**
   * @param {string} key
   * @param {string} name
   * @param {string} text
   */
  #note(key, name, text) {
    this.#current.set(key, text)
    const option = /** @type {UciOption} */ (this.#options.get(name))
    const changed = Object.freeze({ ...option, value: valueFromText(option, text) })
    this.#options.set(name, changed)
    this.#published?.set(name, changed)
  }

  /** What the engine has is not known any more: raw commands were sent. */
  forget() {
    this.#current.clear()
  }
}
