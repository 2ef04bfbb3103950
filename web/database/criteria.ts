// SPDX-License-Identifier: Apache-2.0
// The search criteria as typed by users, and as conditions of a database. Incomplete fields have no effect.

import type { GameFilter, GameQuery } from 'binbo/database'
import { oneOf } from '../page/unknown.js'

/** By square: the piece as a letter of a FEN, or EMPTY_SQUARE. */
export type Pattern = Readonly<Record<string, string>>

/** As typed; '' for no condition. */
export type Criteria = {
  /** each word is part of a player's name, the event or the site, or a year, an ECO code or a result */
  words: string
  /** the beginning of the name */
  white: string
  black: string
  event: string
  /** range of both players' ratings */
  elo: readonly [string, string]
  years: readonly [string, string]
  /** range of codes, or beginnings of codes */
  eco: readonly [string, string]
  /** as in PGN; empty for all */
  results: readonly string[]
  /** a position of the main line */
  fen: string
  /** a position of the main line matches `fen`, `pattern` and `material` */
  pattern: Pattern
  /** whether the pattern also matches with swapped colours */
  bothColours: boolean
  /** such as 'KRPvKR', for either colour */
  material: string
}

/** In a pattern: the square is empty. */
export const EMPTY_SQUARE = '.'

const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'] as const

/** A game meets one condition of each inner list. */
type Conditions = GameFilter[][]

export const EVERYTHING: Criteria = Object.freeze({
  ...{ words: '', white: '', black: '', event: '' },
  ...{ elo: ['', ''] as const, years: ['', ''] as const },
  ...{ eco: ['', ''] as const, results: [], fen: '' },
  ...{ pattern: Object.freeze({}), bothColours: false, material: '' },
})

/** Fields for the beginning of a name; the condition has the same name. */
export const NAME_FIELDS: ['white' | 'black' | 'event', label: string][] = [
  ['white', 'White'],
  ['black', 'Black'],
  ['event', 'Event'],
]

/** A pair of fields for a range. */
type RangeField = {
  name: 'elo' | 'years' | 'eco'
  /** the field of GameFilter */
  condition: 'elo' | 'date' | 'eco'
  label: string
  examples: readonly [string, string]
  /** used for an incomplete end */
  ends: readonly [string, string] | readonly [number, number]
  /** reads the first end (`at` 0) or the last end (1); returns undefined for an incomplete text */
  read: (text: string, at: number) => string | number | undefined
}

export const RANGE_FIELDS: readonly RangeField[] = [
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

/** @returns empty: all games meet them */
export function conditionsOf({ words, results, ...fields }: Criteria): Conditions {
  const all: GameFilter = {}
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

/** @returns the number of fields in use, except for words and results */
export const usedFields = (criteria: Criteria): number =>
  [
    ...NAME_FIELDS.map(([name]) => criteria[name]),
    ...RANGE_FIELDS.map(({ name }) => criteria[name].join('')),
    criteria.material,
  ].filter(text => text.trim() !== '').length

export const hasPattern = ({ pattern }: Pick<Criteria, 'pattern'>): boolean => Object.keys(pattern).length > 0

/** @returns whether there is any condition */
export const isNarrow = (criteria: Criteria): boolean =>
  usedFields(criteria) > 0 ||
  criteria.words.trim() !== '' ||
  criteria.results.length > 0 ||
  criteria.fen !== '' ||
  hasPattern(criteria)

/** @returns whether a material condition is complete */
export const isMaterial = (text: string): boolean => /^k[qrbnp]*[v-]k[qrbnp]*$/i.test(text.trim())

/** @returns the query that a position of the main line matches; null for none */
export function queryOf({ fen, pattern, bothColours, material }: Criteria): GameQuery | null {
  const all: GameQuery[] = []
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

/** @returns the `board` of a query */
const boardOf = (squares: [string, string][]): Record<string, string | null> =>
  Object.fromEntries(squares.map(([square, letter]) => [square, letter === EMPTY_SQUARE ? null : letter]))

/** @returns the square mirrored to the other side of the board */
const opposite = (square: string): string => `${square[0]}${9 - Number(square[1])}`

/** @returns the same piece of the other colour */
const swapCase = (letter: string): string => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())

/** @returns a filter's pattern for names that begin with it */
const beginning = (name: string): string => (name.trim().endsWith('*') ? name.trim() : `${name.trim()}*`)

/** @returns alternatives */
function conditionsOfWord(word: string): GameFilter[] {
  const result = resultIn(word)
  if (result) return [{ result }]
  if (/^[A-Ea-e]\d\d$/.test(word)) return [{ eco: [word.toUpperCase(), word.toUpperCase()] }, { text: word }]
  if (/^(1[4-9]|20)\d\d$/.test(word)) return [{ date: [word, word] }, { text: word }]
  return [{ text: word }]
}

/** @returns undefined if it is not a result */
const resultIn = (text: string): GameFilter['result'] =>
  oneOf(RESULTS, text.replace('½–½', '1/2-1/2').replace('½-½', '1/2-1/2').replace('–', '-'))
