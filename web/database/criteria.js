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

const MOST_ELO = 9999
const FIRST_YEAR = '0001'
const LAST_YEAR = '9999'

/** @param {Criteria} criteria @returns {Conditions} none: all games */
export function conditionsOf({ words, white, black, event, elo, years, eco, results }) {
  /** @type {GameFilter} */
  const all = {}
  if (white.trim()) all.white = beginning(white)
  if (black.trim()) all.black = beginning(black)
  if (event.trim()) all.event = beginning(event)
  const [least, most] = elo.map(text => (/^\d{3,4}$/.test(text.trim()) ? Number(text) : undefined))
  if (least !== undefined || most !== undefined) all.elo = [least ?? 0, most ?? MOST_ELO]
  const [since, until] = years.map(text => (/^\d{4}$/.test(text.trim()) ? text.trim() : ''))
  if (since || until) all.date = [since || FIRST_YEAR, until || LAST_YEAR]
  const [first, last] = [ecoCode(eco[0], '0'), ecoCode(eco[1], '9')]
  if (first || last) all.eco = [first || 'A00', last || 'E99']
  const conditions = words.split(/\s+/).filter(Boolean).map(conditionsOfWord)
  if (Object.keys(all).length > 0) conditions.unshift([all])
  if (results.length > 0) conditions.push(results.map(result => ({ result: resultIn(result) })))
  return conditions
}

/** @param {Criteria} criteria @returns {number} fields that narrow something, those of the results and the words left out */
export const usedFields = ({ white, black, event, elo, years, eco, material }) =>
  [white, black, event, elo.join(''), years.join(''), eco.join(''), material].filter(
    text => text.trim() !== '',
  ).length

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

/** @param {string} text @param {string} digit fills what is not typed yet @returns {string} '' where it is none */
function ecoCode(text, digit) {
  const code = text.trim().toUpperCase()
  return /^[A-E]\d{0,2}$/.test(code) ? code.padEnd(3, digit) : ''
}

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
