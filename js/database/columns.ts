// SPDX-License-Identifier: Apache-2.0
// The columns of games that lists are sorted by: a code for each game, and the order of the codes.

import { argumentError } from '../core/errors.js'
import { hasKey, keysOf } from '../core/options.js'
import { VARIANTS } from '../game/variants.js'
import {
  FACTS_BYTES,
  FACTS_OPENING,
  FACTS_SPEED,
  PLAYERS_BLACK,
  PLAYERS_BYTES,
  PLAYERS_WHITE,
  ROW_BLACK_ELO,
  ROW_BYTES,
  ROW_DATE,
  ROW_ECO,
  ROW_EVENT,
  ROW_PLIES,
  ROW_RESULT,
  ROW_SITE,
  ROW_VARIANT,
  ROW_WHITE_ELO,
  TAG_MISSING,
  TAG_TEXT,
} from './generated/bindings.js'
import type { GameHead } from './heads.js'
import { ecoText, ratingOf, resultOf, SPEEDS } from './heads.js'
import { compareTexts, fold } from './names.js'
import { openingOfNumber } from './openings.js'
import type { Store } from './store.js'

/** A column of lists: of a GameHead, or 'elo', the mean of the known ratings. */
export type SortColumn = keyof GameHead | 'elo'
/**
 * The order of a list: a column, with the highest number or the newest date first, texts from the lowest on, ids ascending; or a
 * column and a direction. Games without a value come last, equal ones by id, in either direction.
 */
export type Sort = SortColumn | readonly [SortColumn, 'asc' | 'desc']

/** The memory of a store, and where the columns of a game are: addresses in bytes. */
export type Place = ReturnType<Store['views']> & { row: number; players: number; facts: number }

/**
 * Calls `visit` for the games of a segment in their order.
 * @param visit gets the id, and the game's place, which changes afterwards
 */
export function eachPlace(store: Store, segment: number, visit: (id: number, place: Place) => void) {
  const { segmentGames } = store
  const place: Place = {
    ...store.views(),
    row: store.rows(segment),
    players: store.players(segment),
    facts: store.facts(segment),
  }
  const end = Math.min(store.games, (segment + 1) * segmentGames)
  for (let id = segment * segmentGames; id < end; id++) {
    visit(id, place)
    place.row += ROW_BYTES
    place.players += PLAYERS_BYTES
    place.facts += FACTS_BYTES
  }
}

/** Where a game is: its white player, and so on. */
export const whiteOf = ({ words, players }: Place): number => words[players / 4 + PLAYERS_WHITE]
export const blackOf = ({ words, players }: Place): number => words[players / 4 + PLAYERS_BLACK]
export const whiteEloOf = ({ halves, row }: Place): number => halves[row / 2 + ROW_WHITE_ELO]
export const blackEloOf = ({ halves, row }: Place): number => halves[row / 2 + ROW_BLACK_ELO]
export const dateOf = ({ words, row }: Place): number => words[row / 4 + ROW_DATE]
export const eventOf = ({ words, row }: Place): number => words[row / 4 + ROW_EVENT]
export const ecoOf = ({ halves, row }: Place): number => halves[row / 2 + ROW_ECO]
export const resultNumber = ({ bytes, row }: Place): number => bytes[row + ROW_RESULT]
export const openingNumber = ({ halves, facts }: Place): number => halves[facts / 2 + FACTS_OPENING]
export const speedOf = ({ bytes, facts }: Place): number => bytes[facts + FACTS_SPEED]

/** `code`: 0 where it is missing. `text`: of a code; codes of columns without it are ordered as they are. */
type Column = { code: (place: Place) => number; text?: (code: number, store: Store) => string }

const nameText = (name: number, store: Store) => store.name(name)

const COLUMNS: Record<Exclude<SortColumn, 'id' | 'timeControl'>, Column> = {
  white: { code: whiteOf, text: nameText },
  black: { code: blackOf, text: nameText },
  whiteElo: { code: whiteEloOf },
  blackElo: { code: blackEloOf },
  result: { code: at => 1 + resultNumber(at), text: code => resultOf(code - 1) },
  date: { code: dateOf },
  event: { code: eventOf, text: nameText },
  site: { code: ({ words, row }) => words[row / 4 + ROW_SITE], text: nameText },
  eco: { code: ecoOf, text: ecoText },
  plies: { code: ({ words, row }) => 1 + words[row / 4 + ROW_PLIES] },
  variant: { code: ({ bytes, row }) => 1 + bytes[row + ROW_VARIANT], text: code => VARIANTS[code - 1] },
  opening: { code: openingNumber, text: openingText },
  speed: { code: speedOf, text: code => SPEEDS[code] },
  elo: { code: at => ratingOf(whiteEloOf(at), blackEloOf(at)) },
}

/** @returns by code, then by name */
function openingText(number: number): string {
  const opening = openingOfNumber(number)
  return opening === null ? '' : `${opening.eco} ${opening.name}`
}

export const SORT_COLUMNS: readonly SortColumn[] = ['id', 'timeControl', ...keysOf(COLUMNS)]

/**
 * @returns undefined for the order of ids
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkSort(sort: unknown): { column: SortColumn; isAscending: boolean } | undefined {
  const [column = 'id', direction] = Array.isArray(sort) && sort.length === 2 ? sort : [sort]
  if (!isSortColumn(column))
    throw argumentError(`sort is one of '${SORT_COLUMNS.join("', '")}', or [column, 'asc' or 'desc']`, sort)
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc')
    throw argumentError("The direction of sort is 'asc' or 'desc'", direction)
  const isText = column === 'timeControl' || (hasKey(COLUMNS, column) && COLUMNS[column].text !== undefined)
  const isAscending = direction === undefined ? column === 'id' || isText : direction === 'asc'
  return column === 'id' && isAscending ? undefined : { column, isAscending }
}

const isSortColumn = (column: unknown): column is SortColumn => SORT_COLUMNS.some(known => known === column)

/** The last orders of a store, while it has as many games. */
const orders: WeakMap<Store, { games: number; known: Map<string, Uint32Array> }> = new WeakMap()
const MOST_ORDERS = 3

/**
 * @returns all games in this order; borrowed
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export function orderOf(
  store: Store,
  { column, isAscending }: { column: SortColumn; isAscending: boolean },
): Uint32Array {
  const { games } = store
  let last = orders.get(store)
  if (last?.games !== games) orders.set(store, (last = { games, known: new Map() }))
  const { known } = last
  const key = `${column} ${isAscending}`
  const order = known.get(key) ?? sortedGames(store, column, isAscending)
  known.delete(key)
  known.set(key, order)
  for (const oldest of known.keys()) if (known.size > MOST_ORDERS) known.delete(oldest)
  return order
}

function sortedGames(store: Store, column: SortColumn, isAscending: boolean): Uint32Array {
  const { games } = store
  if (column === 'id') return Uint32Array.from({ length: games }, (_, id) => games - 1 - id)
  const codes = codesOf(store, column)
  const text = column === 'timeControl' ? timeControlText : COLUMNS[column].text
  if (text !== undefined) replaceByRanks(codes, code => text(code, store))
  // A code that is missing becomes the highest key.
  for (let id = 0; id < games; id++) codes[id] = isAscending ? codes[id] - 1 : ~codes[id]
  return orderByKeys(codes)
}

/** @returns the indexes of the keys, lowest key first, equal ones by index: a radix sort of two passes */
function orderByKeys(keys: Uint32Array): Uint32Array {
  const { length } = keys
  let order = new Uint32Array(length)
  for (let i = 0; i < length; i++) order[i] = i
  for (const shift of [0, 16]) {
    const places = new Uint32Array(2 ** 16 + 1)
    for (let i = 0; i < length; i++) places[((keys[i] >>> shift) & 0xffff) + 1]++
    for (let digit = 0; digit < 2 ** 16; digit++) places[digit + 1] += places[digit]
    const sorted = new Uint32Array(length)
    for (let i = 0; i < length; i++) sorted[places[(keys[order[i]] >>> shift) & 0xffff]++] = order[i]
    order = sorted
  }
  return order
}

/** @returns of each game */
function codesOf(store: Store, column: Exclude<SortColumn, 'id'>): Uint32Array {
  const codes = new Uint32Array(store.games)
  for (let segment = 0; segment < store.segments; segment++) {
    if (column === 'timeControl') {
      const values = store.tagValues(segment, 'TimeControl')
      const known = values.map(name => (name === TAG_MISSING || name === TAG_TEXT ? 0 : name))
      codes.set(known, segment * store.segmentGames)
    } else {
      const { code } = COLUMNS[column]
      eachPlace(store, segment, (id, place) => {
        codes[id] = code(place)
      })
    }
  }
  return codes
}

/**
 * Replaces each code by the rank of its text, from 1 on; equal texts have the same rank, missing ones 0.
 * @param codes small numbers, 0 for a missing text
 */
function replaceByRanks(codes: Uint32Array, textOf: (code: number) => string) {
  let most = 0
  for (let id = 0; id < codes.length; id++) most = Math.max(most, codes[id])
  const ranks = new Uint32Array(most + 1)
  for (let id = 0; id < codes.length; id++) ranks[codes[id]] = 1
  const texts: { code: number; text: string }[] = []
  for (const [code, isUsed] of ranks.entries())
    if (isUsed && code > 0) texts.push({ code, text: fold(textOf(code)) })
  texts.sort((a, b) => compareTexts(a.text, b.text))
  ranks[0] = 0
  let rank = 0
  let before = ''
  for (const { code, text } of texts) {
    if (text !== before) rank++
    before = text
    ranks[code] = rank
  }
  for (let id = 0; id < codes.length; id++) codes[id] = ranks[codes[id]]
}

const timeControlText = (name: number, store: Store): string => knownText(store.name(name))

/** @returns '' for '?' */
export const knownText = (text: string): string => (text === '?' ? '' : text)
