// SPDX-License-Identifier: Apache-2.0
// The facts of a game that lists show, and games as PGN.

import type { Variant } from '../core/generated/bindings.js'
import { RESULTS } from '../core/pgn-text.js'
import type { PgnFacts } from '../game/pgn-writer.js'
import { writePgn } from '../game/pgn-writer.js'
import { startFenOf, VARIANTS } from '../game/variants.js'
import type { ArrowField } from './arrow-ipc.js'
import { databaseError } from './errors.js'
import {
  ROW_BLACK,
  ROW_BLACK_ELO,
  ROW_BYTES,
  ROW_DATE,
  ROW_ECO,
  ROW_EVENT,
  ROW_PLIES,
  ROW_RESULT,
  ROW_ROUND,
  ROW_SITE,
  ROW_START,
  ROW_VARIANT,
  ROW_WHITE,
  ROW_WHITE_ELO,
} from './generated/bindings.js'
import type { Store } from './store.js'

/** A row of a list of games. Unknown texts are '', unknown ratings undefined. */
export type GameHead = {
  /** The game's number in its database, from 0. */
  id: number
  white: string
  black: string
  whiteElo: number | undefined
  blackElo: number | undefined
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  /** The date as in PGN, such as '2026.11.27' or '2026.11.??'. */
  date: string
  event: string
  site: string
  /** The ECO code, three characters. */
  eco: string
  plies: number
  variant: Variant
}

export type HeadColumn = ArrowField & { name: keyof GameHead }

/** The columns of a table of heads. */
export const HEAD_COLUMNS: readonly HeadColumn[] = [
  { name: 'id', type: 'uint32', nullable: false },
  { name: 'white', type: 'utf8', nullable: false },
  { name: 'black', type: 'utf8', nullable: false },
  { name: 'whiteElo', type: 'uint16', nullable: true },
  { name: 'blackElo', type: 'uint16', nullable: true },
  { name: 'result', type: 'utf8', nullable: false },
  { name: 'date', type: 'utf8', nullable: false },
  { name: 'event', type: 'utf8', nullable: false },
  { name: 'site', type: 'utf8', nullable: false },
  { name: 'eco', type: 'utf8', nullable: false },
  { name: 'plies', type: 'uint32', nullable: false },
  { name: 'variant', type: 'utf8', nullable: false },
]

/** @param id the number of an existing game */
export function headOf(store: Store, id: number): GameHead {
  const row = store.row(id)
  const { words, halves, bytes } = store.views()
  const word = row / 4
  const half = row / 2
  return {
    id,
    white: store.name(words[word + ROW_WHITE]),
    black: store.name(words[word + ROW_BLACK]),
    whiteElo: halves[half + ROW_WHITE_ELO] || undefined,
    blackElo: halves[half + ROW_BLACK_ELO] || undefined,
    result: resultOf(bytes[row + ROW_RESULT]),
    date: dateText(words[word + ROW_DATE]),
    event: store.name(words[word + ROW_EVENT]),
    site: store.name(words[word + ROW_SITE]),
    eco: ecoText(halves[half + ROW_ECO]),
    plies: words[word + ROW_PLIES],
    variant: VARIANTS[bytes[row + ROW_VARIANT]],
  }
}

/**
 * The key of a row in a sorted list is its rating or date, and then its number: the 23 bits of a date and 29 of a number fit
 * into an exact floating-point number, so keys are sorted without a function.
 */
const ID_SIZE = 2 ** 29
const MOST_KEY = 2 ** 23 - 1

/** The games of a store in an order, valid while the number of games is the same. */
const orders: WeakMap<Store, { games: number; date?: Uint32Array; elo?: Uint32Array }> = new WeakMap()

/** @returns all games, newest or highest rating first, equal ones by number; borrowed */
export function orderOf(store: Store, sort: 'date' | 'elo'): Uint32Array {
  const { games } = store
  let known = orders.get(store)
  if (known?.games !== games) orders.set(store, (known = { games }))
  return (known[sort] ??= sortedGames(store, games, sort))
}

function sortedGames(store: Store, games: number, sort: 'date' | 'elo'): Uint32Array {
  const { words, halves } = store.views()
  const sortKeys = new Float64Array(games)
  for (let segment = 0, id = 0; id < games; segment++) {
    let row = store.rows(segment)
    for (const end = Math.min(games, id + store.segmentGames); id < end; id++, row += ROW_BYTES) {
      const key =
        sort === 'date'
          ? words[row / 4 + ROW_DATE]
          : ratingOf(halves[row / 2 + ROW_WHITE_ELO], halves[row / 2 + ROW_BLACK_ELO])
      sortKeys[id] = (MOST_KEY - key) * ID_SIZE + id
    }
  }
  sortKeys.sort()
  return Uint32Array.from(sortKeys, sortKey => sortKey % ID_SIZE)
}

/**
 * @param white 0: not known
 * @returns the sum of the players' ratings, twice the known one if only one is known
 */
export const ratingOf = (white: number, black: number): number =>
  white && black ? white + black : 2 * (white || black)

/** @param number C's PgnResult */
const resultOf = (number: number) => RESULTS[number] || '*'

/** @param date the number of a date in a row */
function dateText(date: number) {
  if (date === 0) return ''
  const [month, day] = [(date >> 5) & 15, date & 31].map(part =>
    part === 0 ? '??' : String(part).padStart(2, '0'),
  )
  return `${String(date >> 9).padStart(4, '0')}.${month}.${day}`
}

/** @param eco the number of an ECO code in a row */
function ecoText(eco: number) {
  if (eco === 0) return ''
  return 'ABCDE'[Math.floor((eco - 1) / 100)] + String((eco - 1) % 100).padStart(2, '0')
}

/**
 * @param id the number of an existing game
 * @returns the game in the export format
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export function pgnOf(store: Store, id: number): string {
  const head = headOf(store, id)
  const row = store.row(id) / 4
  const start = store.name(store.views().words[row + ROW_START])
  const round = store.name(store.views().words[row + ROW_ROUND])
  const headers = new Map([
    ['Event', head.event || '?'],
    ['Site', head.site || '?'],
    ['Date', head.date || '????.??.??'],
    ['Round', round || '?'],
    ['White', head.white || '?'],
    ['Black', head.black || '?'],
    ['Result', head.result],
  ])
  if (head.whiteElo !== undefined) headers.set('WhiteElo', String(head.whiteElo))
  if (head.blackElo !== undefined) headers.set('BlackElo', String(head.blackElo))
  if (head.eco !== '') headers.set('ECO', head.eco)
  const status: PgnFacts['status'] = { over: false, type: 'continue' }
  const startFen = start || startFenOf(head.variant)
  return writePgn({ headers, startFen, variant: head.variant, words: wordsOf(store, id), status }, undefined)
}

/** @returns its move words; owned by the caller */
export function wordsOf(store: Store, id: number): Int32Array {
  const { segmentGames, wasm } = store
  const count = wasm.binbo_database_words(Math.floor(id / segmentGames), id % segmentGames)
  if (count < 0) throw databaseError('ERR_DATABASE_MEMORY')
  const at = store.input(0)
  return new Int32Array(wasm.memory.buffer.slice(at, at + 4 * count))
}
