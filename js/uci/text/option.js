// SPDX-License-Identifier: Apache-2.0
// Engine options: what an `option` line offers.

import { unwritten } from './option-text.js'
import { takeInteger, Words } from './words.js'

/** @typedef {'check' | 'spin' | 'combo' | 'button' | 'string'} OptionType */

/**
 * An option as the engine offers it. What it leaves out, or gets wrong, is missing here.
 * @typedef {object} UciOption
 * @property {string} name with one blank between its words
 * @property {OptionType} type
 * @property {boolean | number | string} [default] a boolean of a check, a number of a spin, else a string
 * @property {number} [min] of a spin
 * @property {number} [max] of a spin
 * @property {string[]} [vars] the choices of a combo
 * @property {boolean | number | string} [value] what it was set to last
 */

const AFTER_TYPE = new Set(['', 'default', 'min', 'max', 'var'])

/** @type {ReadonlyMap<string, (option: UciOption, words: Words) => void>} what reads the words after the type */
const READERS = new Map([
  ['check', readCheck],
  ['spin', readSpin],
  ['combo', readCombo],
  ['button', () => {}],
  ['string', readString],
])

/**
 * @param {string} rest of an `option` line, from the word `name` on
 * @returns {UciOption | undefined} undefined when it has no name or no type that UCI knows
 */
export function parseOption(rest) {
  const words = new Words(rest)
  if (words.take() !== 'name') return undefined
  const head = takeHead(words)
  if (head === undefined) return undefined
  const { name, type } = head
  /** @type {UciOption} */
  const option = { name, type }
  READERS.get(type)?.(option, head.words)
  return option
}

/**
 * A name may hold the word `type`, and what follows may, too: the first `type` counts that is followed by a type
 * and then by nothing or by a word of that type's; where there is none, the first that is followed by a type.
 * @param {Words} words behind `name`
 * @returns {{ name: string, type: OptionType, words: Words } | undefined} with the words behind the type
 */
function takeHead(words) {
  /** @type {string[]} */
  const name = []
  let second
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (word === 'type' && name.length > 0 && READERS.has(words.current.toLowerCase())) {
      const after = words.fork()
      const type = /** @type {OptionType} */ (after.take().toLowerCase())
      if (AFTER_TYPE.has(after.current)) return { name: name.join(' '), type, words: after }
      second ??= { name: name.join(' '), type, words: after }
    }
    name.push(word)
  }
  return second
}

/**
 * @param {UciOption} option
 * @param {Words} words
 */
function readCheck(option, words) {
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (word !== 'default') continue
    const value = words.current.toLowerCase()
    if (value === 'true' || value === 'false') option.default = value === 'true'
  }
}

/**
 * @param {UciOption} option
 * @param {Words} words
 */
function readSpin(option, words) {
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (word !== 'default' && word !== 'min' && word !== 'max') continue
    const value = takeInteger(words, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    if (value !== undefined) option[word] = value
  }
  if (option.min !== undefined && option.max !== undefined && option.min > option.max) {
    delete option.min
    delete option.max
  }
}

/**
 * @param {UciOption} option
 * @param {Words} words
 */
function readString(option, words) {
  let word = words.take()
  while (word !== '' && word !== 'default') word = words.take()
  if (word !== '') option.default = unwritten(words.takeRest())
}

/**
 * Choices may have several words, and be called `default` or `var`.
 * @param {UciOption} option
 * @param {Words} words
 */
function readCombo(option, words) {
  /** @type {string[] | undefined} */
  let byDefault
  /** @type {string[][]} */
  const vars = []
  /** @type {string[] | undefined} the one that words are added to */
  let open
  for (let word = words.take(); word !== ''; word = words.take()) {
    const choiceBegins = open !== undefined && open !== byDefault && open.length === 0
    if (word === 'var' && !choiceBegins) vars.push((open = []))
    else if (word === 'default' && !choiceBegins && byDefault === undefined) open = byDefault = []
    else open?.push(word)
  }
  if (byDefault) option.default = unwritten(byDefault.join(' '))
  option.vars = vars.filter(choice => choice.length > 0).map(choice => unwritten(choice.join(' ')))
}

/**
 * Two names with the same key are one option's.
 * @param {string} name
 * @returns {string} with a-z for A-Z and one blank for several, none around
 */
export function optionKey(name) {
  const words = new Words(name)
  const key = []
  for (let word = words.take(); word !== ''; word = words.take()) key.push(word)
  return key.join(' ').replace(/[A-Z]+/g, letters => letters.toLowerCase())
}
