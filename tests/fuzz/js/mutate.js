// SPDX-License-Identifier: Apache-2.0
// Generates random texts: seeds that are changed, joined and repeated.

import { pick } from '../../random.js'

/** Longest text, in UTF-16 units, except for pump(). */
const LONGEST = 4000
/** Length of the texts of pump(), in UTF-16 units. */
const PUMPED = 64_000
/** Characters at the boundaries between classes that parsers distinguish. */
const CHARACTERS = [
  ...'\0\t\n\v\f\r\x1b !"#$%&\'()*+,-./0159:;<=>?@AKQZ[\\]^_`abhkqxz{|}~\x7f',
  ...'\x80\x85\xa0\xb1\xe9\xff\u0130\u017f\u0660\u200b\u200e\u2028\u2029\u2212\u2654\ufeff\uff11\ufffd\u{1f600}',
  '\ud800',
  '\udc00',
]
const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '+1',
  '00',
  '007',
  '0x10',
  '1e3',
  '.5',
  '1.',
  'NaN',
  'Infinity',
  '9'.repeat(16),
]
const LARGE = [
  '255',
  '256',
  '32767',
  '65536',
  '2147483647',
  '2147483648',
  '-2147483648',
  '4294967296',
  '9007199254740993',
]

/**
 * @typedef {object} Material
 * @property {readonly string[]} texts to begin with; not empty
 * @property {readonly string[]} words of the language
 */

/**
 * @param {() => number} random
 * @param {Material} material
 * @returns {string}
 */
export function mutated(random, { texts, words }) {
  let text = pick(random, texts)
  const steps = 1 + Math.floor(random() ** 3 * 12)
  for (let step = 0; step < steps; step++) text = pick(random, STEPS)(random, text, words, texts)
  return text.length > LONGEST ? text.slice(0, LONGEST) : text
}

/**
 * A long text that repeats a short part of another text: it makes parsers retry many times.
 * @param {() => number} random
 * @param {Material} material
 * @returns {string}
 */
export function pumped(random, { texts, words }) {
  const text = random() < 0.5 ? pick(random, texts) : mutated(random, { texts, words })
  const from = placeIn(random, text)
  const part = text.slice(from, from + 1 + Math.floor(random() * 8)) || pick(random, CHARACTERS)
  const start = random() < 0.7 ? text.slice(0, from) : ''
  const end = random() < 0.5 ? text.slice(from) : random() < 0.5 ? pick(random, CHARACTERS) : ''
  return start + part.repeat(Math.ceil(PUMPED / part.length)) + end
}

/** @param {() => number} random @param {string} text */
const placeIn = (random, text) => Math.floor(random() * (text.length + 1))

/** @param {() => number} random @param {string} text @returns {[from: number, to: number]} */
function range(random, text) {
  const from = placeIn(random, text)
  return [from, from + Math.floor(random() ** 2 * (text.length - from + 1))]
}

/** @param {string} text @param {number} from @param {number} to @param {string} part */
const replaced = (text, from, to, part) => text.slice(0, from) + part + text.slice(to)

/** @typedef {(random: () => number, text: string, words: readonly string[], texts: readonly string[]) => string} Step */

/** @type {Step} */
function insertWord(random, text, words) {
  const at = placeIn(random, text)
  const blank = random() < 0.5 ? ' ' : ''
  return replaced(text, at, at, blank + pick(random, words) + blank)
}

/** @type {Step} */
function replaceWord(random, text, words) {
  const found = [...text.matchAll(/[^\s,:[\]{}()"]+/g)]
  if (found.length === 0) return pick(random, words)
  const { index = 0, 0: word } = pick(random, found)
  return replaced(text, index, index + word.length, pick(random, words))
}

/** @type {Step} */
function replaceNumber(random, text) {
  const found = [...text.matchAll(/-?\d+/g)]
  const number = pick(random, random() < 0.5 ? NUMBERS : LARGE)
  if (found.length === 0) return text + number
  const { index = 0, 0: old } = pick(random, found)
  return replaced(text, index, index + old.length, number)
}

/** @type {Step} */
function insertCharacter(random, text) {
  const at = placeIn(random, text)
  return replaced(text, at, random() < 0.5 ? at : at + 1, pick(random, CHARACTERS))
}

/** @type {Step} */
function remove(random, text) {
  return replaced(text, ...range(random, text), '')
}

/** @type {Step} */
function repeat(random, text) {
  const [from, to] = range(random, text)
  return replaced(text, from, from, text.slice(from, to).repeat(1 + Math.floor(random() * 3)))
}

/** @type {Step} */
function move(random, text) {
  const [from, to] = range(random, text)
  const rest = replaced(text, from, to, '')
  const at = placeIn(random, rest)
  return replaced(rest, at, at, text.slice(from, to))
}

/** @type {Step} */
function splice(random, text, _words, texts) {
  const other = pick(random, texts)
  return text.slice(0, placeIn(random, text)) + other.slice(placeIn(random, other))
}

/** @type {Step} */
function changeCase(random, text) {
  const [from, to] = range(random, text)
  const part = text.slice(from, to)
  return replaced(text, from, to, random() < 0.5 ? part.toUpperCase() : part.toLowerCase())
}

const STEPS = [
  ...[insertWord, insertWord, replaceWord, replaceWord, replaceNumber, insertCharacter, insertCharacter],
  ...[remove, repeat, move, splice, changeCase],
]
