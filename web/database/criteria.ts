// SPDX-License-Identifier: Apache-2.0
// The search criteria as typed by users, as sentences, and as conditions of a database. A criterion that cannot be read has a
// problem, in words, and nothing is searched until it can.

import type { GameFilter, GameQuery, GameSpeed } from 'binbo/database'
import { fold } from '../../js/database/names.js'
import { language, say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import type { Condition } from '../pgn/game-index.js'

/** By square: the piece as a letter of a FEN, or EMPTY_SQUARE. */
export type Pattern = Readonly<Record<string, string>>

/** As typed; '' for no condition. A name in quotes is whole, another one a beginning. */
export type Criteria = {
  /** each word is part of a player's name, the event, the site or the opening, or a year, an ECO code or a result */
  words: string
  player: string
  /** the player's; without effect if there is no player, as the next two */
  colour: '' | 'white' | 'black'
  outcome: '' | 'won' | 'drawn' | 'lost'
  opponent: string
  /** a name or a code by the moves; '?': none */
  opening: string
  /** of the header: a code, its beginning, or a range */
  eco: string
  /** empty for all */
  speeds: readonly GameSpeed[]
  /** a first date '?': no date */
  dates: readonly [string, string]
  /** range of both players' ratings */
  elo: readonly [string, string]
  event: string
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
/** For openings and dates: there is none. */
const UNKNOWN = '?'
/** Of openings by their moves, and of dates. */
const ANY_OPENING: GameFilter = { opening: ['A00', 'E99'] }
const ANY_DATE: GameFilter = { date: ['0001', '9999'] }

export const RESULTS = {
  '1-0': say`White won`,
  '1/2-1/2': say`Draw`,
  '0-1': say`Black won`,
  '*': say`Unfinished`,
} as const
export const SPEEDS: Readonly<Record<GameSpeed, string>> = {
  ...{ bullet: say`Bullet`, blitz: say`Blitz`, rapid: say`Rapid`, classical: say`Classical` },
  correspondence: say`Correspondence`,
}
export const OUTCOMES = { won: say`who won`, drawn: say`who drew`, lost: say`who lost` } as const
export const COLOURS = { white: say`with White`, black: say`with Black` } as const

export const EVERYTHING: Criteria = Object.freeze({
  ...{ words: '', player: '', colour: '', outcome: '', opponent: '', opening: '', eco: '', speeds: [] },
  ...{ dates: ['', ''] as const, elo: ['', ''] as const, event: '', results: [], fen: '' },
  ...{ pattern: Object.freeze({}), bothColours: false, material: '' },
})

/** A criterion that is shown as a chip. */
export type FilterName =
  | 'player'
  | 'outcome'
  | 'colour'
  | 'opponent'
  | 'opening'
  | 'eco'
  | 'speeds'
  | 'dates'
  | 'elo'
  | 'event'
  | 'results'
  | 'fen'
  | 'pattern'
  | 'material'

type Filter = {
  name: FilterName
  label: string
  /** returns what the chip says after the label; '' if the criterion is not used */
  text: (criteria: Criteria) => string
  /** the filter in whose fields it is changed; default: its own */
  within?: FilterName
  /** returns why it cannot be read, as a sentence; '' if it can */
  problem?: (criteria: Criteria) => string
  /** what removes it, besides its own field */
  clears?: Partial<Criteria>
  /** whether it is offered only with all filters */
  isRare?: boolean
}

/** In the order of the sentence that the chips make. */
export const FILTERS: readonly Filter[] = [
  {
    ...{ name: 'player', label: say`Player`, text: ({ player }) => shownName(player) },
    clears: { colour: '', outcome: '', opponent: '' },
  },
  {
    ...{ name: 'outcome', label: '', within: 'player' },
    text: ({ player, outcome }) => (player && outcome ? OUTCOMES[outcome] : ''),
  },
  {
    ...{ name: 'colour', label: '', within: 'player' },
    text: ({ player, colour }) => (player && colour ? COLOURS[colour] : ''),
  },
  {
    ...{ name: 'opponent', label: say`against`, within: 'player' },
    text: ({ player, opponent }) => (player ? shownName(opponent) : ''),
  },
  {
    ...{ name: 'opening', label: say`Opening` },
    text: ({ opening }) => (opening.trim() === UNKNOWN ? say`unknown` : shownName(opening)),
  },
  {
    ...{ name: 'speeds', label: say`Time control` },
    text: ({ speeds }) => listed(speeds.map(speed => inSentence(SPEEDS[speed]))),
  },
  {
    ...{ name: 'dates', label: say`Date` },
    text: ({ dates }) => (dates[0].trim() === UNKNOWN ? say`unknown` : rangeText(dates)),
    problem: ({ dates: [from, to] }) =>
      from.trim() === UNKNOWN
        ? ''
        : rangeProblem([from, to], dateIn, {
            unread: text => say`“${text}” is not a date, such as 1990 or 1990.05.24.`,
            turned: say`The first date is above the last one.`,
          }),
  },
  {
    ...{ name: 'elo', label: say`Rating`, text: ({ elo }) => rangeText(elo) },
    problem: ({ elo }) =>
      rangeProblem(elo, eloIn, {
        unread: text => say`“${text}” is not a rating, such as 2400.`,
        turned: say`The first rating is above the last one.`,
      }),
  },
  {
    ...{ name: 'results', label: say`Result` },
    text: ({ results }) =>
      listed(
        Object.entries(RESULTS).flatMap(([result, text]) =>
          results.includes(result) ? [inSentence(text)] : [],
        ),
      ),
  },
  { name: 'fen', label: say`Position`, text: ({ fen }) => (fen ? say`of the board` : '') },
  { name: 'event', label: say`Event`, text: ({ event }) => shownName(event), isRare: true },
  {
    ...{ name: 'eco', label: 'ECO', text: ({ eco }) => eco.trim().toUpperCase(), isRare: true },
    problem: ({ eco }) =>
      eco.trim() === '' || codesIn(eco)
        ? ''
        : say`“${eco.trim()}” is not an ECO code, such as B90, B or B20-B99.`,
  },
  {
    ...{ name: 'pattern', label: say`Pattern`, isRare: true, clears: { bothColours: false } },
    text: ({ pattern }) => {
      const count = Object.keys(pattern).length
      return count === 0 ? '' : count === 1 ? say`1 square` : say`${count} squares`
    },
  },
  {
    ...{ name: 'material', label: say`Material`, text: ({ material }) => material.trim(), isRare: true },
    problem: ({ material }) =>
      material.trim() === '' || isMaterial(material)
        ? ''
        : say`“${material.trim()}” is not the material of both sides, such as KRPvKR.`,
  },
]

/** @returns the filters in use */
export const usedFilters = (criteria: Criteria): Filter[] =>
  FILTERS.filter(({ text }) => text(criteria) !== '')

/** @returns the criteria without a filter */
export const without = (criteria: Criteria, { name, clears }: Filter): Criteria => ({
  ...criteria,
  ...clears,
  [name]: EVERYTHING[name],
})

/** @returns why criteria cannot be read; empty if all can */
export const problemsIn = (criteria: Criteria): { name: FilterName; text: string }[] =>
  FILTERS.flatMap(({ name, problem }) => {
    const text = problem?.(criteria) ?? ''
    return text ? [{ name, text }] : []
  })

/** @returns the player that is searched, for a filter; '' if there is none */
export const playerPattern = ({ player }: Criteria): string => (player.trim() ? patternOf(player) : '')

/** @returns the family of an opening, such as 'Sicilian Defense' */
export const familyOf = (opening: string): string => opening.split(':')[0]

/** @returns whether there is any condition */
export const isNarrow = (criteria: Criteria): boolean =>
  criteria.words.trim() !== '' || usedFilters(criteria).length > 0

export const hasPattern = ({ pattern }: Pick<Criteria, 'pattern'>): boolean => Object.keys(pattern).length > 0

/**
 * @param criteria without problems
 * @param openings the names of openings that the games have
 * @returns empty: all games meet them
 */
export function conditionsOf(criteria: Criteria, openings: readonly string[]): Condition[] {
  const { words, player, opening, eco, speeds, dates, elo, event, results } = criteria
  const all: GameFilter = {}
  if (event.trim()) all.event = patternOf(event)
  if (speeds.length > 0) all.speed = speeds
  const codes = codesIn(eco)
  if (codes) all.eco = codes
  if (isRange(elo)) all.elo = [eloIn(elo[0]) ?? 0, eloIn(elo[1]) ?? 9999]
  const isUndated = dates[0].trim() === UNKNOWN
  if (isRange(dates) && !isUndated) all.date = [dateIn(dates[0]) ?? '0001', dateIn(dates[1]) ?? '9999']
  const conditions = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word): Condition => ({ any: conditionsOfWord(word, openings) }))
  if (Object.keys(all).length > 0) conditions.push({ any: [all] })
  if (isUndated) conditions.push({ any: [ANY_DATE], isNot: true })
  if (player.trim()) conditions.push({ any: [conditionOfPlayer(criteria)] })
  if (opening.trim() === UNKNOWN) conditions.push({ any: [ANY_OPENING], isNot: true })
  else if (opening.trim()) conditions.push({ any: conditionsOfOpening(opening.trim(), openings) })
  if (results.length > 0) conditions.push({ any: results.map(result => ({ result: resultIn(result) })) })
  return conditions
}

function conditionOfPlayer({ player, colour, outcome, opponent }: Criteria): GameFilter {
  const [name, other] = [patternOf(player), opponent.trim() ? patternOf(opponent) : undefined]
  if (colour === '') return { player: name, opponent: other, playerResult: outcome || undefined }
  const isWhite = colour === 'white'
  const result =
    outcome && (outcome === 'drawn' ? '1/2-1/2' : (outcome === 'won') === isWhite ? '1-0' : '0-1')
  return { [colour]: name, [isWhite ? 'black' : 'white']: other, result: result || undefined }
}

/** @returns alternatives */
function conditionsOfOpening(text: string, openings: readonly string[]): GameFilter[] {
  const codes = codesIn(text)
  if (codes) return [{ opening: codes }]
  const whole = wholeName(text)
  // A family of openings has its variations, too.
  if (whole) return [{ opening: whole }, { opening: `${whole}:*` }]
  const sought = fold(text.replace(/\*$/, ''))
  if (openings.some(name => fold(name).startsWith(sought))) return [{ opening: `${sought}*` }]
  return openingsWith(sought, openings)
}

/** @param sought folded @returns the openings with it anywhere in their names */
function openingsWith(sought: string, openings: readonly string[]): GameFilter[] {
  const found: Set<string> = new Set()
  for (const name of openings) {
    const family = familyOf(name)
    // All variations of the family have it.
    if (fold(family).includes(sought)) found.add(`${family}*`)
    else if (fold(name).includes(sought)) found.add(name)
  }
  return Array.from(found, opening => ({ opening }))
}

/** @returns alternatives */
function conditionsOfWord(word: string, openings: readonly string[]): GameFilter[] {
  const result = resultIn(word)
  if (result) return [{ result }]
  const any: GameFilter[] = [{ text: word }]
  if (/^[A-E]\d\d$/i.test(word)) any.push({ eco: word }, { opening: word })
  if (/^(1[4-9]|20)\d\d$/.test(word)) any.push({ date: [word, word] })
  return [...any, ...openingsWith(fold(word), openings)]
}

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

/** @returns whether a material condition is complete */
const isMaterial = (text: string): boolean => /^k[qrbnp]*[v-]k[qrbnp]*$/i.test(text.trim())

/** @returns the `board` of a query */
const boardOf = (squares: [string, string][]): Record<string, string | null> =>
  Object.fromEntries(squares.map(([square, letter]) => [square, letter === EMPTY_SQUARE ? null : letter]))

/** @returns the square mirrored to the other side of the board */
const opposite = (square: string): string => `${square[0]}${9 - Number(square[1])}`

/** @returns the same piece of the other colour */
const swapCase = (letter: string): string => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())

/** @returns the name as a whole one, for a criterion */
export const quotedName = (name: string): string => `"${name}"`

/** @returns the name in quotes; '' if there are none */
const wholeName = (text: string): string => /^["“](.+)["”]$/.exec(text.trim())?.[1].trim() ?? ''

/** @returns a filter's pattern */
const patternOf = (name: string): string => wholeName(name) || `${name.trim().replace(/\*$/, '')}*`

const shownName = (name: string): string => wholeName(name) || name.trim()

/** @returns such as 'a, b or c' */
const listed = (texts: string[]): string =>
  texts.length < 2 ? texts.join('') : say`${texts.slice(0, -1).join(', ')} or ${texts.slice(-1).join('')}`

/** @returns in English in lower case, but for names of sides */
const inSentence = (text: string): string =>
  language !== 'en' || /^(White|Black)/.test(text) ? text : text.toLowerCase()

type Range = readonly [string, string]

const isRange = (range: Range): boolean => range.some(text => text.trim() !== '')

function rangeText(range: Range): string {
  const [from, to] = range.map(text => text.trim())
  if (from && to) return from === to ? from : say`${from} to ${to}`
  return from ? say`from ${from}` : to ? say`up to ${to}` : ''
}

function rangeProblem(
  range: Range,
  read: (text: string) => string | number | undefined,
  words: { unread: (text: string) => string; turned: string },
): string {
  const wrong = range.find(text => text.trim() !== '' && read(text) === undefined)
  if (wrong !== undefined) return words.unread(wrong.trim())
  const [from, to] = range.map(read)
  const isTurned = from !== undefined && to !== undefined && from > to && !String(from).startsWith(String(to))
  return isTurned ? words.turned : ''
}

const eloIn = (text: string): number | undefined =>
  /^\d{3,4}$/.test(text.trim()) ? Number(text.trim()) : undefined

/** @returns as in a filter */
const dateIn = (text: string): string | undefined => {
  const date = text.trim().replaceAll('-', '.')
  return /^\d{4}(\.(0[1-9]|1[0-2])(\.(0[1-9]|[12]\d|3[01]))?)?$/.test(date) ? date : undefined
}

/** @returns a range of ECO codes; undefined if it is none */
function codesIn(text: string): [string, string] | undefined {
  const [, from, to = from] = /^([a-e]\d{0,2})(?:\s*[-–]\s*([a-e]\d{0,2}))?$/i.exec(text.trim()) ?? []
  return from === undefined ? undefined : [from, to]
}

/** @returns undefined if it is not a result */
const resultIn = (text: string): GameFilter['result'] =>
  oneOf(
    ['1-0', '0-1', '1/2-1/2', '*'],
    text.replace('½–½', '1/2-1/2').replace('½-½', '1/2-1/2').replace('–', '-'),
  )
