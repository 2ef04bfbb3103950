// SPDX-License-Identifier: Apache-2.0
// Databases on the command line: opened, and which of their games are meant.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { carriedDatabase } from '../database/carried-wasm.js'
import { openDatabase } from '../database/database.js'
import { FILTERS } from '../database/filter.js'
import { databaseWasm } from '../database/store.js'
import { complain, defineCommand, flag, option, QUIET } from './command.js'
import { printable } from './text.js'
import { UsageError } from './usage-error.js'

/** @import { CommandFacts, Option, Values } from './command.js' */
/** @import { Io } from './main.js' */
/** @import { Database } from '../database/database.js' */
/** @import { FilterRow } from '../database/filter.js' */
/** @import { GameSet } from '../database/game-set.js' */
/** @import { GameHead } from '../database/heads.js' */
/** @import { GameQuery } from '../database/query.js' */

const MEN = /^([PNBRQKpnbrqk-])([a-h][1-8])$/

const DATABASE = { db: option('--db DIR', 'the folder of the database') }
const COMMON = { json: flag('--json', 'one JSON value'), quiet: QUIET }

/** @param {FilterRow} row @returns {Option<unknown>} */
const filterOption = ({ name, ends, value = ends ? 'FROM-TO' : 'NAME', help }) =>
  option(`--${name} ${value}`, help, ends && (text => rangeOf(name, text, ends)))

/** For commands that ask for some games by their headers. Ranges come last. @type {Record<string, Option<unknown>>} */
export const FILTER = Object.fromEntries(
  [...FILTERS.filter(({ ends }) => !ends), ...FILTERS.filter(({ ends }) => ends)].map(row => [
    row.name,
    filterOption(row),
  ]),
)

/** For commands that ask for some games by a position or move of theirs. */
export const QUERY = {
  position: option('--position FEN', 'the game reaches this position'),
  board: option(
    '--board PIECES',
    "it has these pieces at one ply, at least: 'Nf5 kg8 -e4', White's in capitals, - for empty",
    boardOf,
  ),
  material: option('--material MATERIAL', 'it has exactly this material, of either color: KRPvKR'),
  move: option(
    '--move SAN',
    `this move is played
    of several of these all hold at one ply`,
  ),
}

/**
 * @template {Record<string, Option<any>>} Options
 * @typedef {Omit<CommandFacts<any>, 'options' | 'run'> & {
 *   options: Options,
 *   isMade?: boolean,
 *   run: (db: Database, values: Values<typeof DATABASE & Options & typeof COMMON>, words: string[], io: Io) => Promise<number>,
 * }} DatabaseCommandFacts `isMade`: the folder need not be there
 */

/**
 * A command that opens a database, and closes it again.
 * @template {Record<string, Option<any>>} Options
 * @param {DatabaseCommandFacts<Options>} facts
 */
export const databaseCommand = ({ options, isMade = false, run, ...facts }) =>
  defineCommand({
    ...facts,
    options: { ...DATABASE, ...options, ...COMMON },
    async run(values, words, io) {
      if (!values.db) throw new UsageError('--db DIR names the folder of the database')
      if (!isMade && !existsSync(join(values.db, 'database.json')))
        throw new UsageError(`${values.db}: there is no database`)
      databaseWasm.provide(carriedDatabase)
      const db = await openDatabase({ storage: { folder: values.db }, signal: io.signal })
      try {
        for (const { file, reason } of db.damaged)
          complain(io, `${file} is damaged, what it has is left out: ${reason}`)
        return await run(db, /** @type {any} */ (values), words, io)
      } finally {
        await db.close()
      }
    },
  })

/**
 * @param {string} name
 * @param {string} text
 * @param {NonNullable<FilterRow['ends']>} ends
 * @returns {(string | number)[]}
 * @throws {UsageError}
 */
function rangeOf(name, text, ends) {
  const parts = text.split('-')
  if (parts.length > 2 || text === '' || text === '-') throw new UsageError(`--${name} is a range, FROM-TO`)
  const [from, to = from] = parts
  const given = [from || ends[0], to || ends[1]]
  return typeof ends[0] === 'number' ? given.map(Number) : given
}

/**
 * @param {Values<typeof QUERY>} values
 * @returns {GameQuery | undefined} undefined if nothing is asked for
 */
export function queryOf({ position, board, material, move }) {
  /** @type {GameQuery[]} */
  const all = []
  if (position !== undefined) all.push({ position })
  if (board !== undefined) all.push({ board })
  if (material !== undefined) all.push({ material })
  if (move !== undefined) all.push({ move: { san: move } })
  return all.length > 1 ? { all } : all[0]
}

/** @param {string} text @returns {Record<string, string | null>} */
function boardOf(text) {
  const men = text.split(/\s+/).filter(Boolean)
  return Object.fromEntries(
    men.map(man => {
      const [, piece, square] = MEN.exec(man) ?? []
      if (square === undefined)
        throw new UsageError(`--board has pieces on squares such as Nf5, not '${man}'`)
      return [square, piece === '-' ? null : piece]
    }),
  )
}

/**
 * @param {Record<string, any>} values
 * @returns {boolean} whether the command line says which games
 */
export const saysWhich = values =>
  Object.keys({ ...FILTER, ...QUERY }).some(name => values[name] !== undefined)

/**
 * @param {Database} db
 * @param {Record<string, any>} values
 * @returns {Promise<GameSet>} the games whose headers are asked for
 */
export const filteredGames = (db, values) =>
  db.filter(Object.fromEntries(Object.keys(FILTER).map(name => [name, values[name]])))

/**
 * @param {Database} db
 * @param {Record<string, any>} values
 * @param {AbortSignal} signal
 * @returns {Promise<GameSet>} all that is asked for
 */
export async function askedGames(db, values, signal) {
  const set = await filteredGames(db, values)
  const query = queryOf(/** @type {Values<typeof QUERY>} */ (values))
  return query === undefined ? set : db.search(query, { in: set, signal }).set
}

/** @param {GameHead} head @returns {string} printable, such as 'Anna - Ben 1-0, 2026.11.27' */
export function headText({ id, white, black, whiteElo, blackElo, result, date, event }) {
  const player = (/** @type {string} */ name, /** @type {number | undefined} */ elo) =>
    `${name || '?'}${elo === undefined ? '' : ` (${elo})`}`
  const where = [date, event].filter(Boolean).join(', ')
  return printable(
    `${String(id).padStart(7)}  ${player(white, whiteElo)} - ${player(black, blackElo)}  ${result}  ${where}`,
  ).trimEnd()
}
