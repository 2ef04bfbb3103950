// SPDX-License-Identifier: Apache-2.0
// What users look for, as typed, and as conditions of a database. Fields that are not complete yet narrow nothing.

import type { GameFilter, GameQuery } from 'binbo/database'

/** What stands on squares, by letters of a FEN, or EMPTY_SQUARE. */
export type Pattern = Readonly<Record<string, string>>

/** As typed; '' for nothing. */
export type Criteria = {
  /** each one stands in a name of a player, the event or the place, or is a year, an ECO code or a result */
  words: string
  /** beginning of the name */
  white: string
  black: string
  event: string
  /** of both players, from and to */
  elo: readonly [string, string]
  years: readonly [string, string]
  /** codes, or beginnings of them */
  eco: readonly [string, string]
  /** as PGN has them; none: all */
  results: readonly string[]
  /** of a position that the main line has */
  fen: string
  /** that holds at some place of the main line, together with the next two */
  pattern: Pattern
  /** whether the pattern with swapped colours is meant, too */
  bothColours: boolean
  /** such as 'KRPvKR', of either colour */
  material: string
}

/** Of a pattern: nothing stands there. */
export const EMPTY_SQUARE = '.'

/** Conditions, all of which hold; of each inner list one does. */
type Conditions = GameFilter[][]

export const EVERYTHING: Criteria = Object.freeze({
  ...{ words: '', white: '', black: '', event: '' },
  ...{ elo: ['', ''] as const, years: ['', ''] as const },
  ...{ eco: ['', ''] as const, results: [], fen: '' },
  ...{ pattern: Object.freeze({}), bothColours: false, material: '' },
})

/** Fields for beginnings of names, and conditions of the same name. */
export const NAME_FIELDS: ['white' | 'black' | 'event', label: string][] = [
  ['white', 'White'],
  ['black', 'Black'],
  ['event', 'Event'],
]

/** Fields for a range. */
type RangeField = {
  name: 'elo' | 'years' | 'eco'
  /** of a filter */
  condition: 'elo' | 'date' | 'eco'
  label: string
  examples: readonly [string, string]
  /** used where an end is not complete */
  ends: readonly [string, string] | readonly [number, number]
  /** of the first end (`at` 0) or the last one (1); returns undefined for an incomplete text */
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

/** @returns none: all games */
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

/** @returns fields that narrow something, those of the results and the words left out */
export const usedFields = (criteria: Criteria): number =>
  [
    ...NAME_FIELDS.map(([name]) => criteria[name]),
    ...RANGE_FIELDS.map(({ name }) => criteria[name].join('')),
    criteria.material,
  ].filter(text => text.trim() !== '').length

/** @returns whether something stands on it */
export const hasPattern = ({ pattern }: Pick<Criteria, 'pattern'>): boolean => Object.keys(pattern).length > 0

/** @returns whether anything is looked for */
export const isNarrow = (criteria: Criteria): boolean =>
  usedFields(criteria) > 0 ||
  criteria.words.trim() !== '' ||
  criteria.results.length > 0 ||
  criteria.fen !== '' ||
  hasPattern(criteria)

/** @returns whether it is complete */
export const isMaterial = (text: string): boolean => /^k[qrbnp]*[v-]k[qrbnp]*$/i.test(text.trim())

/** @returns what holds at some place of the main line; null for nothing */
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

/** @returns for a query */
const boardOf = (squares: [string, string][]): Record<string, string | null> =>
  Object.fromEntries(squares.map(([square, letter]) => [square, letter === EMPTY_SQUARE ? null : letter]))

/** @returns where the other side has it */
const opposite = (square: string): string => `${square[0]}${9 - Number(square[1])}`

/** @returns the piece of the other side */
const swapCase = (letter: string): string => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())

/** @returns for a filter */
const beginning = (name: string): string => (name.trim().endsWith('*') ? name.trim() : `${name.trim()}*`)

/** @returns one of them holds */
function conditionsOfWord(word: string): GameFilter[] {
  const result = resultIn(word)
  if (result) return [{ result }]
  if (/^[A-Ea-e]\d\d$/.test(word)) return [{ eco: [word.toUpperCase(), word.toUpperCase()] }, { text: word }]
  if (/^(1[4-9]|20)\d\d$/.test(word)) return [{ date: [word, word] }, { text: word }]
  return [{ text: word }]
}

/** @returns undefined where it is none */
function resultIn(text: string): GameFilter['result'] {
  const plain = text.replace('½–½', '1/2-1/2').replace('½-½', '1/2-1/2').replace('–', '-')
  return ['1-0', '0-1', '1/2-1/2', '*'].includes(plain) ? (plain as GameFilter['result']) : undefined
}
