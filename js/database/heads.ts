// SPDX-License-Identifier: Apache-2.0
// The facts of a game that lists show, and games as PGN.

import type { Variant } from '../core/generated/bindings.js'
import { RESULTS } from '../core/pgn-text.js'
import { startFenOf } from '../game/fen.js'
import type { PgnFacts } from '../game/pgn-writer.js'
import { writePgn } from '../game/pgn-writer.js'
import { VARIANTS } from '../game/variants.js'
import { databaseError } from './errors.js'
import {
  FACTS_OPENING,
  FACTS_SPEED,
  PLAYERS_BLACK,
  PLAYERS_WHITE,
  ROW_BLACK_ELO,
  ROW_DATE,
  ROW_ECO,
  ROW_EVENT,
  ROW_PLIES,
  ROW_RESULT,
  ROW_SITE,
  ROW_START,
  ROW_VARIANT,
  ROW_WHITE_ELO,
} from './generated/bindings.js'
import type { GameOpening } from './openings.js'
import { openingOfNumber } from './openings.js'
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
  /** By the moves, whatever the headers say; null if no position of the game has a name. */
  opening: GameOpening | null
  /** The header TimeControl, such as '300+3'. */
  timeControl: string
  /** By the time control: the seconds that a player has for 40 moves. */
  speed: GameSpeed | ''
}

/** Less than 3, 8 or 25 minutes for 40 moves, more, or a day a move. */
export type GameSpeed = 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence'

/** By C's Speed. */
export const SPEEDS: readonly (GameSpeed | '')[] = [
  '',
  'bullet',
  'blitz',
  'rapid',
  'classical',
  'correspondence',
]

/** @param id the number of an existing game */
export function headOf(store: Store, id: number): GameHead {
  const timeControl = store.tag(id, 'TimeControl') ?? ''
  const row = store.row(id)
  const { players, facts } = store.columns(id)
  const { words, halves, bytes } = store.views()
  const word = row / 4
  const half = row / 2
  return {
    id,
    white: store.name(words[players / 4 + PLAYERS_WHITE]),
    black: store.name(words[players / 4 + PLAYERS_BLACK]),
    whiteElo: halves[half + ROW_WHITE_ELO] || undefined,
    blackElo: halves[half + ROW_BLACK_ELO] || undefined,
    result: resultOf(bytes[row + ROW_RESULT]),
    date: dateText(words[word + ROW_DATE]),
    event: store.name(words[word + ROW_EVENT]),
    site: store.name(words[word + ROW_SITE]),
    eco: ecoText(halves[half + ROW_ECO]),
    plies: words[word + ROW_PLIES],
    variant: VARIANTS[bytes[row + ROW_VARIANT]],
    opening: openingOfNumber(halves[facts / 2 + FACTS_OPENING]),
    timeControl: timeControl === '?' ? '' : timeControl,
    speed: SPEEDS[bytes[facts + FACTS_SPEED]],
  }
}

/**
 * @param white 0: not known
 * @returns the sum of the players' ratings, twice the known one if only one is known
 */
export const ratingOf = (white: number, black: number): number =>
  white && black ? white + black : 2 * (white || black)

/** @param number C's PgnResult */
export const resultOf = (number: number) => RESULTS[number] || '*'

/** @param date the number of a date in a row */
function dateText(date: number) {
  if (date === 0) return ''
  const [month, day] = [(date >> 5) & 15, date & 31].map(part =>
    part === 0 ? '??' : String(part).padStart(2, '0'),
  )
  return `${String(date >> 9).padStart(4, '0')}.${month}.${day}`
}

/** @param eco of a row */
export function ecoText(eco: number) {
  if (eco === 0) return ''
  return 'ABCDE'[Math.floor((eco - 1) / 100)] + String((eco - 1) % 100).padStart(2, '0')
}

/** The headers that the export format always has; Result is among them, too. */
const ROSTER: readonly [string, string][] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
]

/**
 * @param id the number of an existing game
 * @returns the game in the export format
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export function pgnOf(store: Store, id: number): string {
  const head = headOf(store, id)
  const start = store.name(store.views().words[store.row(id) / 4 + ROW_START])
  const headers = new Map([...ROSTER, ...store.tags(id), ['Result', head.result]])
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
