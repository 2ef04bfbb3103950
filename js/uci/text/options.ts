// SPDX-License-Identifier: Apache-2.0
// Options of an engine: the lines that offer and set them, and values checked against them.

import { typeName } from '../../core/errors.js'
import { hasKey } from '../../core/options.js'
import { uciError } from '../errors.js'
import { checkLine, takeInteger, WordCursor } from './lines.js'

/** The type of a UCI option. */
export type OptionType = 'check' | 'spin' | 'combo' | 'button' | 'string'

/** An option as the engine offers it. Fields that it leaves out, or writes wrongly, are missing. */
export type UciOption = {
  /** The name of the option, with one blank between its words. */
  name: string
  type: OptionType
  /** A boolean of a check, a number of a spin, otherwise a string. */
  default?: boolean | number | string
  /** The least value of a spin. */
  min?: number
  /** The greatest value of a spin. */
  max?: number
  /** The choices of a combo. */
  vars?: string[]
  /** The current one. */
  value?: boolean | number | string
}

/** How UCI writes the empty string. */
const EMPTY = '<empty>'
/** The most UTF-16 units of the engine's text that an error message quotes. */
const SHOWN = 200
const AFTER_TYPE = new Set(['', 'default', 'min', 'max', 'var'])

/** What a type of options is. */
type Kind = {
  /** what typeof gives for its values; a button has none */
  js: 'boolean' | 'number' | 'string' | undefined
  /** reads the words after the type into the option */
  read: (option: UciOption, words: WordCursor) => void
  /** checks a value, as optionValue() */
  write: (option: UciOption, value: unknown) => string | undefined
  /** the inverse of `write`, as valueFromText() */
  parse: (text: string) => boolean | number | string
}

const KINDS: Readonly<Record<OptionType, Kind>> = {
  check: { js: 'boolean', read: readCheck, write: checkText, parse: parseCheck },
  spin: { js: 'number', read: readSpin, write: spinText, parse: parseSpin },
  combo: { js: 'string', read: readCombo, write: comboText, parse: decodeValue },
  button: { js: undefined, read() {}, write: buttonText, parse: decodeValue },
  string: { js: 'string', read: readString, write: stringText, parse: decodeValue },
}

/**
 * @param rest of an `option` line, from the word `name` on
 * @returns undefined when it has no name or no type that UCI knows
 */
export function parseOption(rest: string): UciOption | undefined {
  const words = new WordCursor(rest)
  if (words.take() !== 'name') return undefined
  const head = takeHead(words)
  if (head === undefined) return undefined
  const { name, type } = head
  const option: UciOption = { name, type }
  KINDS[type].read(option, head.words)
  return option
}

/**
 * A name may contain the word `type`, and so may the text after it. The first `type` counts that is followed by a type
 * and then by the end of the line or a keyword; otherwise the first that is followed by a type.
 * @param words after `name`
 * @returns the name and the type, with the words after the type
 */
function takeHead(words: WordCursor): { name: string; type: OptionType; words: WordCursor } | undefined {
  const name: string[] = []
  let fallback: { name: string; type: OptionType; words: WordCursor } | undefined
  for (let word = words.take(); word !== ''; word = words.take()) {
    const type = words.current.toLowerCase()
    if (word === 'type' && name.length > 0 && hasKey(KINDS, type)) {
      const after = words.fork()
      after.take()
      if (AFTER_TYPE.has(after.current)) return { name: name.join(' '), type, words: after }
      fallback ??= { name: name.join(' '), type, words: after }
    }
    name.push(word)
  }
  return fallback
}

function readCheck(option: UciOption, words: WordCursor) {
  for (let word = words.take(); word !== ''; word = words.take()) {
    if (word !== 'default') continue
    const value = words.current.toLowerCase()
    if (value === 'true' || value === 'false') option.default = value === 'true'
  }
}

function readSpin(option: UciOption, words: WordCursor) {
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

function readString(option: UciOption, words: WordCursor) {
  let word = words.take()
  while (word !== '' && word !== 'default') word = words.take()
  if (word !== '') option.default = decodeValue(words.takeRest())
}

/** Choices may have several words, and be named `default` or `var`. */
function readCombo(option: UciOption, words: WordCursor) {
  let byDefault: string[] | undefined
  const vars: string[][] = []
  /** the choice that words are added to */
  let open: string[] | undefined
  for (let word = words.take(); word !== ''; word = words.take()) {
    const choiceBegins = open !== undefined && open !== byDefault && open.length === 0
    if (word === 'var' && !choiceBegins) vars.push((open = []))
    else if (word === 'default' && !choiceBegins && byDefault === undefined) open = byDefault = []
    else open?.push(word)
  }
  if (byDefault) option.default = decodeValue(byDefault.join(' '))
  option.vars = vars.filter(choice => choice.length > 0).map(choice => decodeValue(choice.join(' ')))
}

/** @returns the line with which an engine offers it */
export function optionLine({ name, type, default: byDefault, min, max, vars = [] }: UciOption): string {
  const words = [`option name ${name} type ${type}`]
  if (byDefault !== undefined) words.push(`default ${encodeValue(String(byDefault))}`)
  if (min !== undefined) words.push(`min ${min}`)
  if (max !== undefined) words.push(`max ${max}`)
  for (const choice of vars) words.push(`var ${encodeValue(choice)}`)
  return words.join(' ')
}

/**
 * Names with the same key belong to the same option.
 * @returns the name in lower case (A-Z only), with one blank between words and none around
 */
export function optionKey(name: string): string {
  if (/^[!-~]+$/.test(name)) return name.toLowerCase() // one word of ASCII: most names
  const words = new WordCursor(name)
  const key = []
  for (let word = words.take(); word !== ''; word = words.take()) key.push(word)
  return key.join(' ').replace(/[A-Z]+/g, letters => letters.toLowerCase())
}

/**
 * @param value a boolean for a check, an integer for a spin, a string for a combo or a string, and undefined, null or
 *   true for a button
 * @returns the text for `setoption`; undefined for a button
 * @throws {ChessError} ERR_UCI_OPTION for a wrong type, a number out of range, an unknown choice;
 *   ERR_UCI_LINE for a line break or a NUL character
 */
export const optionValue = (option: UciOption, value: unknown): string | undefined =>
  KINDS[option.type].write(option, value)

function checkText(option: UciOption, value: unknown) {
  if (typeof value !== 'boolean') throw wrongValue(option, value, 'true or false')
  return String(value)
}

function spinText(option: UciOption, value: unknown) {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = option
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max)
    return String(value)
  const bounds = [
    option.min === undefined ? '' : ` from ${option.min}`,
    option.max === undefined ? '' : ` to ${option.max}`,
  ]
  throw wrongValue(option, value, `an integer${bounds.join('')}`)
}

function comboText(option: UciOption, value: unknown) {
  const vars = option.vars ?? []
  const choices = vars.length > 0 ? `one of '${vars.join("', '")}'` : 'a string'
  if (typeof value !== 'string') throw wrongValue(option, value, choices)
  if (takesAnyText(option)) return checkedText(value)
  const key = optionKey(value)
  const choice = vars.find(text => text === value) ?? vars.find(text => optionKey(text) === key)
  if (choice === undefined) throw wrongValue(option, value, choices)
  return checkedText(choice)
}

function buttonText(option: UciOption, value: unknown) {
  if (value === undefined || value === null || value === true) return undefined
  throw wrongValue(option, value, 'no value: it is a button')
}

function stringText(option: UciOption, value: unknown) {
  if (typeof value !== 'string') throw wrongValue(option, value, 'a string')
  return checkedText(value)
}

/** @returns whether it is a string, or a combo that names no choices */
export const takesAnyText = ({ type, vars }: UciOption): boolean =>
  KINDS[type].js === 'string' && !vars?.length

/** @throws {ChessError} ERR_UCI_LINE */
function checkedText(text: string) {
  checkLine(text)
  return encodeValue(text)
}

function wrongValue(option: UciOption, value: unknown, wanted: string) {
  const { js } = KINDS[option.type]
  const isOfType = js === undefined || typeof value === js
  const sentence = `${cut(option.name)} takes ${cut(wanted)}${isOfType ? '' : `, not ${typeName(value)}`}`
  const input =
    value === undefined ? {} : { input: typeof value === 'symbol' ? 'a symbol' : shownValue(value) }
  return uciError('ERR_UCI_OPTION', sentence, input)
}

function shownValue(value: unknown) {
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function cut(text: string) {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`
}

/**
 * The inverse of optionValue().
 * @returns a value of the option's type; text of another type is returned as it is, and optionValue() refuses it
 */
export const valueFromText = ({ type }: UciOption, text: string | undefined) =>
  text === undefined ? undefined : KINDS[type].parse(text)

function parseCheck(text: string) {
  return /^\s*(true|false)\s*$/i.test(text) ? text.trim().toLowerCase() === 'true' : text
}

function parseSpin(text: string) {
  return /^\s*[+-]?\d{1,16}\s*$/.test(text) ? Number(text) : text
}

/**
 * @param name of the option, as the engine spells it
 * @param text from optionValue(); undefined for a button
 */
export function setOptionCommand(name: string, text: string | undefined): string {
  return text === undefined ? `setoption name ${name}` : `setoption name ${name} value ${text}`
}

/** @returns the value as UCI writes it */
export function encodeValue(text: string): string {
  return text.trim() === '' ? EMPTY : text
}

/** @param text as UCI writes it */
function decodeValue(text: string): string {
  return text === EMPTY ? '' : text
}
