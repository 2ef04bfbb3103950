// SPDX-License-Identifier: Apache-2.0
// Databases on the command line: opens them, and selects games by options.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { carriedDatabase } from '../database/carried-wasm.js'
import type { Sort } from '../database/columns.js'
import { SORT_COLUMNS } from '../database/columns.js'
import type { Database } from '../database/database.js'
import type { FilterRow } from '../database/filter.js'
import { FILTERS } from '../database/filter.js'
import type { GameSet } from '../database/game-set.js'
import type { GameHead } from '../database/heads.js'
import { SOURCE_PATHS } from '../database/hidden.js'
import { openDatabase } from '../database/open-database.js'
import type { GameQuery } from '../database/query.js'
import { compileQuery } from '../database/query.js'
import { databaseWasm } from '../database/store.js'
import type { CommandFacts, Option, Values } from './command.js'
import { complain, defineCommand, FAILURE, flag, notEmpty, option, QUIET } from './command.js'
import type { Io } from './main.js'
import { checkOutput } from './output-file.js'
import { counted, printable } from './text.js'
import { UsageError } from './usage-error.js'

const MEN = /^([PNBRQKpnbrqk-])([a-h][1-8])$/

const DATABASE = { db: option('--db DIR', 'the folder of the database') }
const COMMON = { json: flag('--json', 'one JSON value'), quiet: QUIET }

function filterOption(row: FilterRow): Option<unknown> {
  const { name, ends, option: given, value = ends ? 'FROM-TO' : 'NAME', help, join, parse = asText } = row
  const long = given ?? name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  const read = (text: string, option: string) => {
    const parsed = ends ? rangeOf(option, text, ends) : parse(notEmpty(text, option))
    row.numbers?.(parsed, name)
    join?.([text])
    return parsed
  }
  return { ...option(`--${long} ${value}`, help, read), repeats: join !== undefined }
}

const asText = (text: string): unknown => text

/** Options that select games by headers; ranges come last. */
export const FILTER: Record<string, Option<unknown>> = Object.fromEntries(
  [...FILTERS.filter(({ ends }) => !ends), ...FILTERS.filter(({ ends }) => ends)].map(row => [
    row.name,
    filterOption(row),
  ]),
)

/** Options that select games by a position or a move. */
export const QUERY = {
  position: option(
    '--position FEN',
    'the game reaches this position',
    checked(position => ({ position })),
  ),
  board: option(
    '--board PIECES',
    "it has these pieces at one ply, at least: 'Nf5 kg8 -e4', White's in capitals, - for empty",
    boardOf,
  ),
  material: option(
    '--material MATERIAL',
    'it has exactly this material, of either color: KRPvKR',
    checked(material => ({ material })),
  ),
  move: option(
    '--move SAN',
    `this move is played, also as a capture, check or mate; Nxf5 only as a capture, Nf5+ only as a
    check without mate, Nf5# only as mate
    of several of these all hold at one ply`,
    checked(san => ({ move: { san } })),
  ),
}

/** The option for the order of games. */
export const SORT: Option<Sort | undefined> = option(
  '--sort COLUMN',
  `the order: id (default), white, black, whiteElo, blackElo, elo (their mean), result, date,
  event, site, eco, opening, plies, variant, timeControl or speed; --sort=-date: the newest first`,
  sortOf,
)

/** @throws {UsageError} */
function sortOf(text: string, name: string): Sort {
  const column = SORT_COLUMNS.find(column => column === text.replace(/^-/, ''))
  if (column !== undefined) return [column, text.startsWith('-') ? 'desc' : 'asc']
  throw new UsageError(`${name} is one of ${SORT_COLUMNS.join(', ')}, not '${text}'`)
}

/**
 * `isChanged`: it changes the database, always or with the option of this name; others read it, also beside one that changes
 * it. `isMade`: creates the folder if it is missing. `begin`: called before the database is opened; false: the command fails, and
 * has said why; throws UsageError.
 */
type DatabaseCommandFacts<Options extends Record<string, Option<unknown>>> = Omit<
  CommandFacts<Options>,
  'options' | 'run'
> & {
  options: Options
  isChanged?: boolean | (keyof Options & string)
  isMade?: boolean
  begin?: (
    values: Values<typeof DATABASE & Options & typeof COMMON>,
    words: string[],
    io: Io,
    isThere: boolean,
  ) => boolean
  run: (
    db: Database,
    values: Values<typeof DATABASE & Options & typeof COMMON>,
    words: string[],
    io: Io,
  ) => Promise<number>
}

/** Defines a command that opens a database and closes it again. An option `output` is a file that is written. */
export const databaseCommand = <Options extends Record<string, Option<unknown>>>({
  options,
  isChanged = false,
  isMade = false,
  begin = () => true,
  run,
  ...facts
}: DatabaseCommandFacts<Options>) =>
  defineCommand({
    ...facts,
    options: { ...DATABASE, ...options, ...COMMON },
    async run(values, words, io) {
      const folder: unknown = values.db
      if (typeof folder !== 'string' || folder === '')
        throw new UsageError('--db DIR names the folder of the database')
      const isThere = existsSync(join(folder, 'database.json'))
      if (!isMade && !isThere) throw new UsageError(`${folder}: there is no database`)
      if (!begin(values, words, io, isThere)) return FAILURE
      const changes = typeof isChanged === 'string' ? values[isChanged] === true : isChanged
      databaseWasm.provide(carriedDatabase)
      const db = await openDatabase({
        storage: { folder },
        mode: changes ? 'readwrite' : 'read',
        signal: io.signal,
      })
      try {
        for (const { file, reason } of db.damaged)
          complain(io, `${file} is damaged, what it has is left out: ${reason}`)
        const output: unknown = values.output
        if (typeof output === 'string' && output !== '-') checkOutput(output, folder, db[SOURCE_PATHS])
        return await run(db, values, words, io)
      } finally {
        await db.close()
      }
    },
  })

/** @throws {UsageError} */
function rangeOf(name: string, text: string, ends: NonNullable<FilterRow['ends']>): (string | number)[] {
  const parts = text.split('-')
  const isOfNumbers = typeof ends[0] === 'number'
  const isRange = parts.length < 3 && parts.some(Boolean)
  if (!isRange || (isOfNumbers && !parts.every(part => /^\d*$/.test(part))))
    throw new UsageError(`${name} is a range${isOfNumbers ? ' of numbers' : ''}, FROM-TO, not '${text}'`)
  const [from, to = from] = parts
  const given = [from || ends[0], to || ends[1]]
  return isOfNumbers ? given.map(Number) : given
}

/** @returns undefined if no option selects games by a position or a move */
export function queryOf({ position, board, material, move }: Values<typeof QUERY>): GameQuery | undefined {
  const all: GameQuery[] = []
  if (position !== undefined) all.push({ position })
  if (board !== undefined) all.push({ board })
  if (material !== undefined) all.push({ material })
  if (move !== undefined) all.push({ move: { san: move } })
  return all.length > 1 ? { all } : all[0]
}

/** @returns a reader of a part of a query; it throws ERR_ARGUMENT, ERR_FEN_* */
function checked(queryOf: (text: string) => GameQuery): (text: string) => string {
  return text => {
    compileQuery(queryOf(text))
    return text
  }
}

function boardOf(text: string): Record<string, string | null> {
  const men = text.split(/\s+/)
  return Object.fromEntries(
    men.map(man => {
      const [, piece, square] = MEN.exec(man) ?? []
      if (square === undefined)
        throw new UsageError(`--board has pieces on squares such as Nf5, not '${man}'`)
      return [square, piece === '-' ? null : piece]
    }),
  )
}

/** @returns whether options select games */
export const saysWhich = (values: Record<string, unknown>): boolean =>
  Object.keys({ ...FILTER, ...QUERY }).some(name => values[name] !== undefined)

/** @returns the games that the options for headers select */
export const filteredGames = (db: Database, values: Record<string, unknown>): Promise<GameSet> =>
  db.filter(
    Object.fromEntries(
      FILTERS.map(({ name, join }) => {
        const given: unknown = values[name]
        return [name, join && Array.isArray(given) ? join(given.map(String)) : given]
      }),
    ),
  )

/** @returns the games that all options select */
export async function askedGames(
  db: Database,
  values: Record<string, unknown> & Values<typeof QUERY>,
  signal: AbortSignal,
): Promise<GameSet> {
  const set = await filteredGames(db, values)
  const query = queryOf(values)
  return query === undefined ? set : db.search(query, { in: set, signal }).set
}

/**
 * Reads numbers of games, and ranges such as '12-20'. It says which of them have no game.
 * @returns the numbers, in the order of the words
 * @throws {UsageError}
 */
export async function numberedGames(
  db: Database,
  words: string[],
  io: Io,
): Promise<{ ids: number[]; isComplete: boolean }> {
  const games = await db.filter()
  const last = games.ids({ from: Math.max(0, games.count - 1) })[0] ?? -1
  const ids = new Set<number>()
  let isComplete = true
  for (const word of words) {
    const [, from, to = from] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(word) ?? []
    if (from === undefined) throw new UsageError(`a game is a number or a range such as 12-20, not '${word}'`)
    let isAny = false
    for (let id = Number(from); id <= Math.min(Number(to), last); id++) {
      if (!games.has(id)) continue
      isAny = true
      ids.add(id)
    }
    if (!isAny) complain(io, `there is no game ${word}`)
    isComplete &&= isAny
  }
  return { ids: [...ids], isComplete }
}

/** @returns printable, such as 'Anna - Ben 1-0, 2026.11.27' */
export function headText({ id, white, black, whiteElo, blackElo, result, date, event }: GameHead): string {
  const player = (name: string, elo: number | undefined) =>
    `${name || '?'}${elo === undefined ? '' : ` (${elo})`}`
  const where = [date, event].filter(Boolean).join(', ')
  return printable(
    `${String(id).padStart(7)}  ${player(white, whiteElo)} - ${player(black, blackElo)}  ${result}  ${where}`,
  ).trimEnd()
}

/** @returns what db export and db stat say of a file; printable */
export const lostText = (file: string, games: number): string =>
  printable(
    `${counted(games, 'game')} without ${games === 1 ? 'its' : 'their'} notes: ${file} has changed or is not there`,
  )
