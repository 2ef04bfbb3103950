// SPDX-License-Identifier: Apache-2.0
// Databases on the command line: opened, and which of their games are meant.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { carriedDatabase } from '../database/carried-wasm.js'
import { openDatabase } from '../database/database.js'
import { databaseWasm } from '../database/store.js'
import { printable } from './text.js'
import { detailsOf, UsageError, usageError } from './usage-error.js'

/** @import { Database } from '../database/database.js' */
/** @import { GameFilter } from '../database/filter.js' */
/** @import { GameSet } from '../database/game-set.js' */
/** @import { GameHead } from '../database/heads.js' */
/** @import { GameQuery } from '../database/query.js' */
/** @import { Io } from './main.js' */

export const SUCCESS = 0
export const NOTHING_FOUND = 1
export const FAILURE = 2
export const INTERRUPTED = 130

/** Of parseArgs(), for every command. */
export const DATABASE_OPTIONS = /** @type {const} */ ({
  db: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

export const DATABASE_HELP = `  --db DIR              the folder of the database`

export const COMMON_HELP = `  --json                one JSON value
  -q, --quiet           errors only: no progress, no summary
  -h, --help            this text`

/** Of parseArgs(), for commands that ask for some games. */
export const FILTER_OPTIONS = /** @type {const} */ ({
  player: { type: 'string' },
  opponent: { type: 'string' },
  white: { type: 'string' },
  black: { type: 'string' },
  event: { type: 'string' },
  site: { type: 'string' },
  text: { type: 'string' },
  result: { type: 'string' },
  variant: { type: 'string' },
  elo: { type: 'string' },
  eco: { type: 'string' },
  date: { type: 'string' },
  plies: { type: 'string' },
})

export const FILTER_HELP = `  --player NAME, --opponent NAME, --white NAME, --black NAME, --event NAME, --site NAME
                        names, whole or a beginning with * behind it; case and accents do not matter
  --text TEXT           stands somewhere in the names, the event, the site or the round
  --result RESULT       1-0, 0-1, 1/2-1/2 or *
  --variant NAME        such as chess960
  --elo FROM-TO         both players' ratings; one end may be left out, as in 2400-
  --eco FROM-TO         such as B90-B99
  --date FROM-TO        years, months or days, such as 2010-2012.05
  --plies FROM-TO       how long the games are`

/** Of parseArgs(), for what holds at some ply of a game. */
export const QUERY_OPTIONS = /** @type {const} */ ({
  position: { type: 'string' },
  board: { type: 'string' },
  material: { type: 'string' },
  move: { type: 'string' },
})

export const QUERY_HELP = `  --position FEN        the game reaches this position
  --board PIECES        it has these pieces at one ply, at least: 'Nf5 kg8 -e4', White's in capitals, - for empty
  --material MATERIAL   it has exactly this material, of either color: KRPvKR
  --move SAN            this move is played
                        of several of these all hold at one ply`

/** What is taken for an end of a range that is left out. @type {Record<string, [string, string]>} */
const ENDS = { elo: ['1', '9999'], eco: ['A00', 'E99'], date: ['0001', '9999'], plies: ['0', '9999999'] }
const NUMBERS = ['elo', 'plies']
const MEN = /^([PNBRQKpnbrqk-])([a-h][1-8])$/

/**
 * Reads the command line, opens the database, and closes it again.
 * @template {Record<string, { type: 'string' | 'boolean', short?: string, default?: boolean | string }>} Options
 * @param {{ command: string, help: string, options: Options, isMade?: boolean, takesWords?: boolean }} facts `isMade`: the folder need
 *   not be there; `takesWords`: there are arguments beside options
 * @param {string[]} args
 * @param {Io} io
 * @param {(db: Database, values: any, positionals: string[]) => Promise<number>} work
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function withDatabase({ command, help, options, isMade, takesWords }, args, io, work) {
  provideWasm(carriedWasm)
  databaseWasm.provide(carriedDatabase)
  const { signal, stderr } = io
  /** @type {Database | undefined} */
  let db
  try {
    const all = { ...DATABASE_OPTIONS, ...options }
    const { values, positionals } = /** @type {{ values: any, positionals: string[] }} */ (
      readArguments(args, all, command)
    )
    if (values.help) {
      io.stdout.write(help)
      return SUCCESS
    }
    if (!takesWords && positionals.length > 0)
      throw new UsageError(`there is no argument '${positionals[0]}'`, command)
    if (!values.db) throw new UsageError('--db DIR names the folder of the database', command)
    if (!isMade && !existsSync(join(values.db, 'database.json')))
      throw new UsageError(`${values.db}: there is no database`, command)
    db = await openDatabase({ storage: { folder: values.db }, signal })
    for (const { file, reason } of db.damaged)
      stderr.write(`binbo: ${printable(`${file} is damaged, what it has is left out: ${reason}`)}\n`)
    return await work(db, values, positionals)
  } catch (error) {
    if (signal.aborted) return signal.reason === 'SIGINT' ? INTERRUPTED : FAILURE
    const { code = '', message } = /** @type {Error & { code?: string }} */ (error)
    if (error instanceof UsageError) throw new UsageError(error.message, command)
    if (code === 'ERR_ARGUMENT') throw new UsageError(detailsOf(/** @type {Error} */ (error)), command)
    if (/^ERR_(FEN|MOVE)_/.test(code)) throw new UsageError(message, command)
    if (!code.startsWith('ERR_DATABASE_')) throw error
    stderr.write(`binbo: ${printable(message)}\n`)
    return FAILURE
  } finally {
    await db?.close()
  }
}

/**
 * @param {string[]} args
 * @param {any} options
 * @param {string} command
 */
function readArguments(args, options, command) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw usageError(error, command)
  }
}

/**
 * @param {Record<string, string | undefined>} values of FILTER_OPTIONS
 * @returns {GameFilter}
 * @throws {UsageError}
 */
function filterOf(values) {
  const filter = Object.keys(FILTER_OPTIONS)
    .filter(name => values[name] !== undefined)
    .map(name => [name, name in ENDS ? rangeOf(name, /** @type {string} */ (values[name])) : values[name]])
  return Object.fromEntries(filter)
}

/** @param {string} name @param {string} text @returns {(string | number)[]} */
function rangeOf(name, text) {
  const parts = text.split('-')
  if (parts.length > 2 || text === '' || text === '-') throw new UsageError(`--${name} is a range, FROM-TO`)
  const [from, to = from] = parts
  const ends = [from || ENDS[name][0], to || ENDS[name][1]]
  return NUMBERS.includes(name) ? ends.map(Number) : ends
}

/**
 * @param {Record<string, string | undefined>} values of QUERY_OPTIONS
 * @returns {GameQuery | undefined} undefined where nothing is asked for
 * @throws {UsageError}
 */
export function queryOf({ position, board, material, move }) {
  /** @type {GameQuery[]} */
  const all = []
  if (position !== undefined) all.push({ position })
  if (board !== undefined) all.push({ board: boardOf(board) })
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
  [...Object.keys(FILTER_OPTIONS), ...Object.keys(QUERY_OPTIONS)].some(name => values[name] !== undefined)

/**
 * @param {Database} db
 * @param {Record<string, any>} values
 * @returns {Promise<GameSet>} the games whose headers are asked for
 */
export const filteredGames = (db, values) => db.filter(filterOf(values))

/**
 * @param {Database} db
 * @param {Record<string, any>} values
 * @param {AbortSignal} signal
 * @returns {Promise<GameSet>} all that is asked for
 */
export async function askedGames(db, values, signal) {
  const set = await filteredGames(db, values)
  const query = queryOf(values)
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
