// SPDX-License-Identifier: Apache-2.0
// What users look for, as typed, and as conditions of a database. Fields that are not complete yet narrow nothing.

/** @import { GameFilter, GameQuery } from 'binbo/database' */

/** What stands on squares, by letters of a FEN, or EMPTY_SQUARE. @typedef {Readonly<Record<string, string>>} Pattern */

/**
 * As typed; '' for nothing.
 * @typedef {object} Criteria
 * @property {string} words each one stands in a name of a player, the event or the place, or is a year, an ECO code or a result
 * @property {string} white beginning of the name
 * @property {string} black
 * @property {string} event
 * @property {readonly [string, string]} elo of both players, from and to
 * @property {readonly [string, string]} years
 * @property {readonly [string, string]} eco codes, or beginnings of them
 * @property {readonly string[]} results as PGN has them; none: all
 * @property {string} fen of a position that the main line has
 * @property {Pattern} pattern that holds at some place of the main line, together with the next two
 * @property {boolean} bothColours whether the pattern with swapped colours is meant, too
 * @property {string} material such as 'KRPvKR', of either colour
 */

/** Of a pattern: nothing stands there. */
export const EMPTY_SQUARE = '.'

/** Conditions, all of which hold; of each inner list one does. @typedef {GameFilter[][]} Conditions */

/** @type {Criteria} */
export const EVERYTHING = Object.freeze({
  ...{ words: '', white: '', black: '', event: '' },
  ...{ elo: /** @type {const} */ (['', '']), years: /** @type {const} */ (['', '']) },
  ...{ eco: /** @type {const} */ (['', '']), results: [], fen: '' },
  ...{ pattern: Object.freeze({}), bothColours: false, material: '' },
})

/** Fields for beginnings of names, and conditions of the same name. @type {['white' | 'black' | 'event', label: string][]} */
export const NAME_FIELDS = [
  ['white', 'White'],
  ['black', 'Black'],
  ['event', 'Event'],
]

/**
 * Fields for a range.
 * @typedef {object} RangeField
 * @property {'elo' | 'years' | 'eco'} name
 * @property {'elo' | 'date' | 'eco'} condition of a filter
 * @property {string} label
 * @property {readonly [string, string]} examples
 * @property {readonly [string, string] | readonly [number, number]} ends used where an end is not complete
 * @property {(text: string, at: number) => string | number | undefined} read of the first end (`at` 0) or the last one (1);
 *   returns undefined for an incomplete text
 */

/** @type {readonly RangeField[]} */
export const RANGE_FIELDS = [
  {
    ...{ name: 'elo', condition: 'elo', label: 'Elo of both', examples: ['2200', '2900'], ends: [0, 9999] },
    read: text => (/^\d{3,4}$/.test(text) ? Number(text) : undefined),
  },
  {
    ...{
      name: 'years',
      condition: 'date',
      label: 'Years',
      examples: ['1990', '2026'],
      ends: ['0001', '9999'],
    },
    read: text => (/^\d{4}$/.test(text) ? text : undefined),
  },
  {
    ...{ name: 'eco', condition: 'eco', label: 'ECO', examples: ['B20', 'B99'], ends: ['A00', 'E99'] },
    read: (text, at) => (/^[A-E]\d{0,2}$/i.test(text) ? text.toUpperCase().padEnd(3, '09'[at]) : undefined),
  },
]

/** @param {Criteria} criteria @returns {Conditions} none: all games */
export function conditionsOf({ words, results, ...fields }) {
  /** @type {GameFilter} */
  const all = {}
  for (const [name] of NAME_FIELDS) if (fields[name].trim()) all[name] = beginning(fields[name])
  for (const { name, condition, ends, read } of RANGE_FIELDS) {
    const [first, last] = fields[name].map((text, at) => read(text.trim(), at))
    if (first !== undefined || last !== undefined)
      Object.assign(all, { [condition]: [first ?? ends[0], last ?? ends[1]] })
  }
  const conditions = words.split(/\s+/).filter(Boolean).map(conditionsOfWord)
  if (Object.keys(all).length > 0) conditions.unshift([all])
  if (results.length > 0) conditions.push(results.map(result => ({ result: resultIn(result) })))
  return conditions
}

/** @param {Criteria} criteria @returns {number} fields that narrow something, those of the results and the words left out */
export const usedFields = criteria =>
  [
    ...NAME_FIELDS.map(([name]) => criteria[name]),
    ...RANGE_FIELDS.map(({ name }) => criteria[name].join('')),
    criteria.material,
  ].filter(text => text.trim() !== '').length

/** @param {Pick<Criteria, 'pattern'>} criteria @returns {boolean} whether something stands on it */
export const hasPattern = ({ pattern }) => Object.keys(pattern).length > 0

/** @param {Criteria} criteria @returns {boolean} whether anything is looked for */
export const isNarrow = criteria =>
  usedFields(criteria) > 0 ||
  criteria.words.trim() !== '' ||
  criteria.results.length > 0 ||
  criteria.fen !== '' ||
  hasPattern(criteria)

/** @param {string} text @returns {boolean} whether it is complete */
export const isMaterial = text => /^k[qrbnp]*[v-]k[qrbnp]*$/i.test(text.trim())

/** @param {Criteria} criteria @returns {GameQuery | null} what holds at some place of the main line; null for nothing */
export function queryOf({ fen, pattern, bothColours, material }) {
  /** @type {GameQuery[]} */
  const all = []
  if (fen) all.push({ position: fen })
  const squares = Object.entries(pattern)
  if (squares.length > 0) {
    const board = boardOf(squares)
    const swapped = boardOf(squares.map(([square, letter]) => [opposite(square), swapCase(letter)]))
    all.push(bothColours ? { any: [{ board }, { board: swapped }] } : { board })
  }
  if (isMaterial(material)) all.push({ material: material.trim() })
  return all.length === 0 ? null : { all }
}

/** @param {[string, string][]} squares @returns {Record<string, string | null>} for a query */
const boardOf = squares =>
  Object.fromEntries(squares.map(([square, letter]) => [square, letter === EMPTY_SQUARE ? null : letter]))

/** @param {string} square @returns {string} where the other side has it */
const opposite = square => `${square[0]}${9 - Number(square[1])}`

/** @param {string} letter @returns {string} the piece of the other side */
const swapCase = letter => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())

/** @param {string} name @returns {string} for a filter */
const beginning = name => (name.trim().endsWith('*') ? name.trim() : `${name.trim()}*`)

/** @param {string} word @returns {GameFilter[]} one of them holds */
function conditionsOfWord(word) {
  const result = resultIn(word)
  if (result) return [{ result }]
  if (/^[A-Ea-e]\d\d$/.test(word)) return [{ eco: [word.toUpperCase(), word.toUpperCase()] }, { text: word }]
  if (/^(1[4-9]|20)\d\d$/.test(word)) return [{ date: [word, word] }, { text: word }]
  return [{ text: word }]
}

/** @param {string} text @returns {GameFilter['result']} undefined where it is none */
function resultIn(text) {
  const plain = text.replace('½–½', '1/2-1/2').replace('½-½', '1/2-1/2').replace('–', '-')
  return ['1-0', '0-1', '1/2-1/2', '*'].includes(plain)
    ? /** @type {GameFilter['result']} */ (plain)
    : undefined
}
