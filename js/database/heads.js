// SPDX-License-Identifier: Apache-2.0
// What lists show of a game, and a game as PGN.

import { RESULTS } from '../core/pgn-text.js'
import { writePgn } from '../game/pgn-writer.js'
import { startFenOf, VARIANTS } from '../game/variants.js'
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

/** @import { Variant } from '../core/generated/bindings.js' */
/** @import { PgnFacts } from '../game/pgn-writer.js' */
/** @import { ArrowField } from './arrow-ipc.js' */
/** @import { Store } from './store.js' */

/**
 * A line of a list of games. What is not known is ''; a rating is undefined then.
 * @typedef {object} GameHead
 * @property {number} id the game's number in its database, from 0
 * @property {string} white
 * @property {string} black
 * @property {number | undefined} whiteElo
 * @property {number | undefined} blackElo
 * @property {'1-0' | '0-1' | '1/2-1/2' | '*'} result
 * @property {string} date as in PGN: '2026.11.27', '2026.11.??'
 * @property {string} event
 * @property {string} site
 * @property {string} eco three characters
 * @property {number} plies
 * @property {Variant} variant
 */

/**
 * The columns of a table of heads.
 * @type {readonly ArrowField[]}
 */
export const HEAD_COLUMNS = [
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

/**
 * @param {Store} store
 * @param {number} id of a game that there is
 * @returns {GameHead}
 */
export function headOf(store, id) {
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
 * A row of a sorted list takes its rating or date, then its number: 23 bits of a date and 29 of a number are a whole number
 * of floating point, and sort without a function.
 */
const ID_SIZE = 2 ** 29
const MOST_KEY = 2 ** 23 - 1

/**
 * The games of a store in an order, while it has as many.
 * @type {WeakMap<Store, { games: number, date?: Uint32Array, elo?: Uint32Array }>}
 */
const orders = new WeakMap()

/**
 * @param {Store} store
 * @param {'date' | 'elo'} sort
 * @returns {Uint32Array} all games: newest or highest first, equal ones by number; borrowed
 */
export function orderOf(store, sort) {
  const { games } = store
  let known = orders.get(store)
  if (known?.games !== games) orders.set(store, (known = { games }))
  return (known[sort] ??= sortedGames(store, games, sort))
}

/**
 * @param {Store} store
 * @param {number} games
 * @param {'date' | 'elo'} sort
 * @returns {Uint32Array}
 */
function sortedGames(store, games, sort) {
  const { words, halves } = store.views()
  const places = new Float64Array(games)
  for (let segment = 0, id = 0; id < games; segment++) {
    let row = store.rows(segment)
    for (const end = Math.min(games, id + store.segmentGames); id < end; id++, row += ROW_BYTES) {
      const key =
        sort === 'date'
          ? words[row / 4 + ROW_DATE]
          : ratingOf(halves[row / 2 + ROW_WHITE_ELO], halves[row / 2 + ROW_BLACK_ELO])
      places[id] = (MOST_KEY - key) * ID_SIZE + id
    }
  }
  places.sort()
  return Uint32Array.from(places, place => place % ID_SIZE)
}

/**
 * @param {number} white 0: not known
 * @param {number} black
 * @returns {number} the sum of the players' ratings, twice that of one where only one is known
 */
export const ratingOf = (white, black) => (white && black ? white + black : 2 * (white || black))

/** @param {number} number C's PgnResult */
const resultOf = number => /** @type {GameHead['result']} */ (RESULTS[number] || '*')

/** @param {number} date of a row */
function dateText(date) {
  if (date === 0) return ''
  const [month, day] = [(date >> 5) & 15, date & 31].map(part =>
    part === 0 ? '??' : String(part).padStart(2, '0'),
  )
  return `${String(date >> 9).padStart(4, '0')}.${month}.${day}`
}

/** @param {number} eco of a row */
function ecoText(eco) {
  if (eco === 0) return ''
  return 'ABCDE'[Math.floor((eco - 1) / 100)] + String((eco - 1) % 100).padStart(2, '0')
}

/**
 * @param {Store} store
 * @param {number} id of a game that there is
 * @returns {string} the game in the export format
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export function pgnOf(store, id) {
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
  const status = /** @type {PgnFacts['status']} */ (/** @type {unknown} */ ({ over: false }))
  const startFen = start || startFenOf(head.variant)
  return writePgn({ headers, startFen, variant: head.variant, words: wordsOf(store, id), status }, undefined)
}

/**
 * @param {Store} store
 * @param {number} id
 * @returns {Int32Array} its move words; owned by the caller
 */
function wordsOf(store, id) {
  const { segmentGames, wasm } = store
  const count = wasm.binbo_database_words(Math.floor(id / segmentGames), id % segmentGames)
  if (count < 0) throw databaseError('ERR_DATABASE_MEMORY')
  const at = store.input(0)
  return new Int32Array(wasm.memory.buffer.slice(at, at + 4 * count))
}
