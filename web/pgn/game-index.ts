// SPDX-License-Identifier: Apache-2.0
// An index of a file's games without their moves: for each game a row of text, its place in the file, and its errors. It is
// compact, since a million games must fit into memory.

import type { ChessError } from 'binbo'
import type { GameFilter } from 'binbo/database'
import type { PgnGame } from 'binbo/pgn'
import { fold } from '../../js/database/names.js'
import type { Words } from '../page/error-words.js'
import { say } from '../page/texts.js'
import { gameWords } from '../study/game-words.js'
import { known, knownDate } from '../study/headers.js'
import { sortGames } from './game-order.js'
import type { Part } from './input.js'

/** A row of the list of games. */
export type Row = {
  /** number in the file, from 1 */
  number: number
  white: string
  black: string
  result: string
  date: string
  event: string
  eco: string
  /** number of halfmoves in the main line */
  plies: number
  whiteElo: string
  blackElo: string
  /** place of its first byte in the file */
  from: number
  to: number
  /** number of errors */
  errors: number
  /** the texts of the first errors */
  errorTexts: Words[]
  /** texts about parts that were read in another way than written */
  warningTexts: Words[]
}

/** `id`: the number in the file. `elo`: the mean of the known ratings. `opening`: the ECO code. */
export type Column = 'id' | 'white' | 'black' | 'elo' | 'result' | 'date' | 'event' | 'opening' | 'plies'
/** A game meets one of `any`; `isNot`: none of them. */
export type Condition = { any: GameFilter[]; isNot?: boolean }
/**
 * The listed games. `text`: words; a row must contain all of them. `side`: the name of this side's player must contain
 * them. `results`: in PGN; empty: all. `conditions`: a row must meet all; they ask for players, event, ECO, dates and ratings.
 */
export type Filter = {
  text: string
  side: '' | 'white' | 'black'
  results: readonly string[]
  errorsOnly: boolean
  conditions: readonly Condition[]
}
/** `down`: in descending order. */
export type Sorting = { column: Column; down: boolean }

export type Near = {
  /** the game's place in the list, or -1 */
  place: number
  previous: Row | null
  next: Row | null
}

const HEADERS = ['White', 'Black', 'Result', 'Date', 'Event', 'WhiteElo', 'BlackElo', 'ECO']
/** The fields of a line, in order. */
const FIELDS = ['white', 'black', 'result', 'date', 'event', 'whiteElo', 'blackElo', 'opening', 'plies']
/** The order of the file. */
export const UNSORTED: Sorting = { column: 'id', down: false }
const NUMBERS: readonly Column[] = ['id', 'elo', 'plies']
export const EVERYTHING: Filter = { text: '', side: '', results: [], errorsOnly: false, conditions: [] }
const MAX_VALUE_LENGTH = 80
const SEPARATOR = '\t'
/** The largest number of saved texts of errors and warnings, for a game and for the file. */
const MAX_TEXTS_PER_GAME = 8
const MAX_TEXTS = 50_000
/** Games searched between two checks of the time. */
const STRIDE = 1000

export class GameIndex {
  /** Number of games with errors. */
  faulty = 0
  /** Number of games with readable moves or headers. */
  readable = 0
  /** Place of the first readable game, or -1. */
  firstReadable = -1
  /** The first error of all games. */
  firstError: Words | null = null
  #lines: string[] = []
  #ranges = new Float64Array(2048)
  #faults: Map<number, Pick<Row, 'errors' | 'errorTexts' | 'warningTexts'>> = new Map()
  #texts = 0
  #filter = EVERYTHING
  /** The words of the filter, in lower case. */
  #words: string[] = []
  #sorting = UNSORTED
  /** The running sort; null when it is done. */
  #sort: Generator<void, Uint32Array> | null = null
  /** Indexes of the games present when sorting began, in sorted order; null: file order. */
  #order: Uint32Array | null = null
  #found: number[] = []
  #searched = 0

  get games(): number {
    return this.#lines.length
  }

  /** @returns the number of games found so far */
  get found(): number {
    return this.#isFiltered ? this.#found.length : this.games
  }

  get #isFiltered() {
    const { errorsOnly, results, conditions } = this.#filter
    return errorsOnly || results.length + conditions.length + this.#words.length > 0
  }

  /**
   * @param game from readPgn()
   * @param part of the file that contains it
   * @param isGame false: it has neither moves nor headers
   * @param range of its text in the part
   */
  add(game: PgnGame, { name, from }: Part, isGame = true, range: PgnGame['range'] = game.range) {
    const { headers, errors } = game
    if (!range) throw new Error('the game was not read from a file')
    const index = this.games
    const values = HEADERS.map(name => shortValue(headers.get(name)))
    this.#lines.push([...values, pliesOf(game) || ''].join(SEPARATOR))
    this.#reserve(2 * index + 2)
    this.#ranges[2 * index] = from + range.from
    this.#ranges[2 * index + 1] = from + range.to
    if (errors.length > 0) this.#addFaults(index, game, name)
    if ((isGame && !this.#hasErrors(index)) || hasContents(game)) this.#addReadable(index)
  }

  /** Sets the filter and the order, which search() applies. */
  filter(filter: Partial<Filter>, sorting: Sorting = UNSORTED) {
    this.#filter = { ...EVERYTHING, ...filter }
    this.#words = this.#filter.text.toLowerCase().split(/\s+/).filter(Boolean)
    this.#found = []
    this.#searched = 0
    const { column, down } = sorting
    const isSame = column === this.#sorting.column && down === this.#sorting.down
    if (isSame && (this.#sort || !this.#order || this.#order.length === this.games)) return
    this.#sorting = sorting
    this.#order = null
    this.#sort = column === 'id' && !down ? null : this.#sortBy(column, down)
  }

  /** @returns whether games were added after the last sort: they come last */
  get isOutOfOrder(): boolean {
    return this.#order !== null && this.#order.length < this.games
  }

  /** Applies the filter and the order to all current games. */
  refresh() {
    this.filter(this.#filter, this.#sorting)
  }

  /**
   * Continues sorting and the search, including games that were added since it began.
   * @param milliseconds the time that it may take, approximately
   * @returns whether games are left to search
   */
  search(milliseconds: number): boolean {
    const end = performance.now() + milliseconds
    while (this.#sort) {
      const { done, value } = this.#sort.next()
      if (done) [this.#sort, this.#order] = [null, value]
      if (performance.now() > end) return true
    }
    if (!this.#isFiltered) return false
    const from = this.#searched
    while (this.#searched < this.games) {
      const isPause = this.#searched % STRIDE === 0 && this.#searched > from
      if (isPause && performance.now() > end) return true
      const index = this.#sorted(this.#searched)
      if (this.#isWanted(index)) this.#found.push(index)
      this.#searched++
    }
    return false
  }

  /**
   * @param from place among the games found
   * @param to exclusive
   * @returns the existing rows
   */
  rows(from: number, to: number): Row[] {
    const first = Math.max(0, from)
    const places = Array.from({ length: Math.min(to, this.found) - first }, (_, place) => first + place)
    return places.map(place => this.row(this.#isFiltered ? this.#found[place] : this.#sorted(place)))
  }

  /**
   * @param number of a game in the file
   * @returns its neighbours among the games found; if it is not among them, the nearest ones in file order
   */
  near(number: number): Near {
    const place = this.#order ? this.#placeSorted(number - 1) : this.#placeOf(number - 1)
    const [row] = this.rows(place, place + 1)
    const isFound = row?.number === number
    const [next = null] = isFound ? this.rows(place + 1, place + 2) : row ? [row] : []
    const [previous = null] = this.rows(place - 1, place)
    return { place: isFound ? place : -1, previous, next }
  }

  /** @param place in the order @returns the game's index in the file */
  #sorted(place: number): number {
    return this.#order && place < this.#order.length ? this.#order[place] : place
  }

  /** @returns its place among the sorted games found; 0 if it is not one of them */
  #placeSorted(index: number): number {
    const order = this.#order
    if (this.#isFiltered || !order) return Math.max(0, this.#found.indexOf(index))
    return index < order.length ? Math.max(0, order.indexOf(index)) : index
  }

  #sortBy(column: Column, down: boolean): Generator<void, Uint32Array> {
    const field = FIELDS.indexOf(column)
    const textOf = (index: number) =>
      column === 'id'
        ? String(index)
        : column === 'elo'
          ? eloOf(this.row(index))
          : this.#lines[index].split(SEPARATOR, field + 1)[field]
    return sortGames(this.games, textOf, { isNumber: NUMBERS.includes(column), down })
  }

  /** @returns place of the first game found at or after it */
  #placeOf(index: number): number {
    if (!this.#isFiltered) return Math.min(index, this.games)
    let [low, high] = [0, this.found]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#found[middle] < index) low = middle + 1
      else high = middle
    }
    return low
  }

  /** @param index in the file */
  row(index: number): Row {
    const [white, black, result, date, event, whiteElo, blackElo, eco, plies] =
      this.#lines[index].split(SEPARATOR)
    const { errors = 0, errorTexts = [], warningTexts = [] } = this.#faults.get(index) ?? {}
    return {
      number: index + 1,
      ...{ white, black, result, date, event, whiteElo, blackElo, eco, plies: Number(plies) },
      from: this.#ranges[2 * index],
      to: this.#ranges[2 * index + 1],
      ...{ errors, errorTexts, warningTexts },
    }
  }

  #isWanted(index: number) {
    const { errorsOnly, results, side, conditions } = this.#filter
    if (errorsOnly && !this.#hasErrors(index)) return false
    const line = this.#lines[index]
    const [white, black, result] = line.split(SEPARATOR, 3)
    if (results.length > 0 && !results.includes(result)) return false
    const text = { '': line, white, black }[side].toLowerCase()
    if (!this.#words.every(word => text.includes(word))) return false
    const row = conditions.length > 0 ? this.row(index) : null
    return (
      row === null || conditions.every(({ any, isNot = false }) => isNot !== any.some(one => meets(row, one)))
    )
  }

  /** @returns whether it has errors; warnings do not count */
  #hasErrors(index: number): boolean {
    return (this.#faults.get(index)?.errors ?? 0) > 0
  }

  /** @param file the game's file, if there are several */
  #addFaults(index: number, game: PgnGame, file: string) {
    const { errors: all } = game
    const textsOf = (some: ChessError[]) => {
      const texts = some
        .slice(0, Math.min(MAX_TEXTS_PER_GAME, MAX_TEXTS - this.#texts))
        .map(error => gameWords(error, game, file))
      this.#texts += texts.length
      return texts
    }
    const errors = all.filter(({ warning }) => !warning)
    const errorTexts = textsOf(errors)
    const warningTexts = textsOf(all.filter(({ warning }) => warning))
    if (errors.length > 0) this.faulty++
    this.firstError ??= errorTexts[0] ?? null
    this.#faults.set(index, { errors: errors.length, errorTexts, warningTexts })
  }

  #addReadable(index: number) {
    if (this.readable === 0) this.firstReadable = index
    this.readable++
  }

  #reserve(length: number) {
    if (length <= this.#ranges.length) return
    const larger = new Float64Array(2 * this.#ranges.length)
    larger.set(this.#ranges)
    this.#ranges = larger
  }
}

/** @returns whether a game meets a filter, as a database does; filters by moves and times are not for files */
function meets(row: Row, { player, opponent, playerResult, ...own }: GameFilter): boolean {
  if (player !== undefined) {
    const [won, lost] = playerResult === 'lost' ? (['0-1', '1-0'] as const) : (['1-0', '0-1'] as const)
    const as = (result: Row['result']) =>
      playerResult === undefined || row.result === (playerResult === 'drawn' ? '1/2-1/2' : result)
    return (
      (as(won) && meets(row, { ...own, white: player, black: opponent })) ||
      (as(lost) && meets(row, { ...own, white: opponent, black: player }))
    )
  }
  const { white, black, event, result, eco, date, elo } = own
  return (
    fitsName(white, row.white) &&
    fitsName(black, row.black) &&
    fitsName(event, row.event) &&
    (result ?? row.result) === row.result &&
    isWithin(typeof eco === 'string' ? [eco, eco] : eco, row.eco) &&
    isWithin(date, row.date) &&
    [row.whiteElo, row.blackElo].every(text => !elo || (text !== '' && +text >= elo[0] && +text <= elo[1]))
  )
}

/** @param pattern of a filter: a name, or its beginning with '*' */
export function fitsName(pattern: string | undefined, name: string): boolean {
  if (pattern === undefined) return true
  return pattern.endsWith('*')
    ? fold(name).startsWith(fold(pattern.slice(0, -1)))
    : fold(name) === fold(pattern)
}

/** @returns whether a code or a date is in a range, as far as both say */
function isWithin(range: readonly [string, string] | undefined, text: string): boolean {
  if (!range) return true
  const [from, to, value] = [...range, knownDate(text)].map(part => part.toUpperCase())
  return value !== '' && value >= from.slice(0, value.length) && value.slice(0, to.length) <= to
}

/** @returns the number of halfmoves of its main line */
function pliesOf(game: PgnGame): number {
  let plies = 0
  for (const _ of game.mainline()) plies++
  return plies
}

/** @returns the mean of the known ratings; '' without both */
function eloOf({ whiteElo, blackElo }: Row): string {
  const known = [whiteElo, blackElo].map(Number).filter(elo => elo > 0)
  return known.length === 0 ? '' : String((known[0] + known[known.length - 1]) / 2)
}

/** @returns whether it has moves, or headers that say something */
export const hasContents = ({ root, headers }: PgnGame): boolean =>
  root.children.length > 0 || isInformative(headers)

/** @returns whether a PGN without moves has a header; comments may have anything */
export const hasHeaders = (pgn: string): boolean => /\[\s*\w/.test(pgn.replace(/\{[^}]*\}?|;.*|^%.*/gm, ''))

/** @param headers of a game without moves; a result alone does not count */
const isInformative = (headers: Map<string, string>) =>
  Array.from(headers).some(([name, value]) => name !== 'Result' && known(value) !== '')

/**
 * @param value of a header
 * @returns the value on one line, shortened; '' if unknown
 */
const shortValue = (value: string | undefined): string => {
  const short = known(value).slice(0, MAX_VALUE_LENGTH).replaceAll(SEPARATOR, ' ')
  return /^https?:\/\/./.test(short) ? hostOf(short) : short
}

/** @returns the website of an address, such as 'lichess.org'; other texts unchanged */
function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '')
  } catch {
    return address
  }
}

const COUNTS: Record<string, (count: number) => string> = {
  game: count => (count === 1 ? say`1 game` : say`${count} games`),
  move: count => (count === 1 ? say`1 move` : say`${count} moves`),
  player: count => (count === 1 ? say`1 player` : say`${count} players`),
  opening: count => (count === 1 ? say`1 opening` : say`${count} openings`),
  year: count => (count === 1 ? say`1 year` : say`${count} years`),
  note: count => (count === 1 ? say`1 note` : say`${count} notes`),
  error: count => (count === 1 ? say`1 error` : say`${count} errors`),
  'more error': count => (count === 1 ? say`1 more error` : say`${count} more errors`),
}

/** @param thing a key of COUNTS @returns such as '2 games' */
export const countText = (count: number, thing: string): string => COUNTS[thing](count)
