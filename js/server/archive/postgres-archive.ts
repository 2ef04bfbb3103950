// SPDX-License-Identifier: Apache-2.0
// Finished games in a table of PostgreSQL, through a pool of npm `pg` that stays the caller's; no package is imported.
// Games that come while a query runs share the next one. Each query has a deadline, and a game that may or may not have
// been kept comes again: its id is the table's key.

import { codeOf, reasonOf } from '../../core/caught.js'
import type { ChessError } from '../../core/errors.js'
import { argumentError, typeName } from '../../core/errors.js'
import { isObject } from '../../core/objects.js'
import { checkOptions } from '../../core/options.js'
import { alarm, attempt } from '../../core/waiting.js'
import type { SessionEvent } from '../../session/commands.js'
import { checkUserId, withoutUser } from '../../session/forget.js'
import { soundText } from '../../session/setup.js'
import type { ForgettingArchive, GameRecord } from './archive.js'
import { recordOf } from './archive.js'
import { archiveError } from './errors.js'

/** The part of a Pool of npm `pg` that is used. The pool stays yours: it is not closed here. */
export type PostgresPool = {
  query: (query: { text: string; values: unknown[]; query_timeout: number }) => Promise<{ rows: unknown[] }>
  on?: (event: 'error', listener: (error: Error) => void) => unknown
}

/** The options of postgresArchive(). */
export type PostgresArchiveOptions = {
  /** New Pool() of npm `pg` */
  pool: PostgresPool
  /** Its name, exactly as written, or 'schema.name'; default 'binbo_games'. */
  table?: string | undefined
  /** Longest time that a query may take, in milliseconds; default 5,000. */
  deadline?: number | undefined
}

/**
 * `createTable` makes the table and its indexes if the table is missing, and else checks it; any number of programs may
 * call it at once. It rejects like the archive. `forget` changes rows by their columns white_id and black_id, 64 in a
 * statement; it needs the right to update.
 */
export type PostgresArchive = ForgettingArchive & { createTable: () => Promise<void> }

/** What forget() reads of a row: this archive has written it. */
type SelectedRow = { id: string; events: SessionEvent[]; seen: string }

const NAMES = ['pool', 'table', 'deadline']
const TABLE = 'binbo_games'
/** Room for the names of the indexes within 63 bytes. */
const TABLE_NAME = /^(?:[A-Za-z_]\w{0,62}\.)?[A-Za-z_]\w{0,55}$/
const DEADLINE = 5000
const LEAST_DEADLINE = 50
const LONGEST_DEADLINE = 60_000
/** Games of one query. */
const MOST_AT_ONCE = 64
/** Tries to change rows that others change at the same time. */
const MOST_CONFLICTS = 100
/** No more queries are given to a pool that has not answered so many within their time. */
const MOST_UNANSWERED = 4

/** The columns, with what a missing table gets. */
const COLUMNS = [
  ['id', 'text', 'primary key'],
  ['white_id', 'text', ''],
  ['white_name', 'text', ''],
  ['black_id', 'text', ''],
  ['black_name', 'text', ''],
  ['result', 'text', 'not null'],
  ['winner', 'text', ''],
  ['reason', 'text', 'not null'],
  ['variant', 'text', 'not null'],
  ['clock', 'jsonb', ''],
  ['started', 'timestamptz', 'not null'],
  ['ended', 'timestamptz', 'not null'],
  ['moves', 'text', 'not null'],
  ['pgn', 'text', 'not null'],
  ['events', 'jsonb', 'not null'],
]
/** Those that name players, or may do so. */
const NAMING = new Set(['white_id', 'white_name', 'black_id', 'black_name', 'pgn', 'events'])
const WINNERS = new Map([
  ['1-0', 'white'],
  ['0-1', 'black'],
])

/**
 * An archive in a table of PostgreSQL, each game once. Listens to the pool's 'error', so that the end of an idle
 * connection does not end the process.
 * @returns each game is committed when its promise resolves. It rejects with ERR_ARCHIVE_AWAY while the database does
 *   not answer or the pool is closed, ERR_ARCHIVE_TABLE, ERR_ARCHIVE_REFUSED, ERR_ARGUMENT for no record
 * @throws {ChessError} ERR_ARGUMENT
 */
export function postgresArchive(options: PostgresArchiveOptions): PostgresArchive {
  const { pool, table = TABLE, deadline = DEADLINE } = checkOptions(options, NAMES)
  if (!isPool(pool)) throw argumentError(`'pool' is a Pool of npm pg, not ${typeName(pool)}`)
  if (typeof table !== 'string' || !TABLE_NAME.test(table))
    throw argumentError(
      "'table' is a name of at most 56 letters, digits and _, perhaps with a schema: 'chess.games'",
      table,
    )
  if (!Number.isInteger(deadline) || Number(deadline) < LEAST_DEADLINE || Number(deadline) > LONGEST_DEADLINE)
    throw argumentError(
      `'deadline' is an integer from ${LEAST_DEADLINE} to ${LONGEST_DEADLINE}`,
      String(deadline),
    )
  const games = new GameTable(pool, table, Number(deadline))
  return Object.assign((record: GameRecord) => games.keep(record), {
    createTable: () => games.create(),
    async forget(userId: string) {
      checkUserId(userId)
      return games.forget(userId)
    },
  })
}

const isPool = (value: unknown): value is PostgresPool => isObject(value) && typeof value.query === 'function'

const isSelected = (row: unknown): row is SelectedRow =>
  isObject(row) && typeof row.id === 'string' && Array.isArray(row.events) && typeof row.seen === 'string'

class GameTable {
  #pool: PostgresPool
  #table: string
  #deadline: number
  #insertion: string
  #selection: string
  #change: string
  #waiting: { row: object; resolve: () => void; reject: (error: unknown) => void }[] = []
  #isWriting = false
  /** Queries that were given up and are still running. */
  #unanswered = 0

  constructor(pool: PostgresPool, table: string, deadline: number) {
    this.#pool = pool
    this.#table = table
    this.#deadline = deadline
    const names = COLUMNS.map(([name]) => name).join(', ')
    const types = COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')
    this.#insertion = `insert into ${quoted(table)} (${names})
select ${names} from jsonb_to_recordset($1::jsonb) as game (${types})
on conflict (id) do nothing`
    this.#selection = `select id, events, md5(events::text) as seen from ${quoted(table)}
where white_id = $1 or black_id = $1 limit ${MOST_AT_ONCE}`
    const changed = COLUMNS.flatMap(([name]) => (NAMING.has(name) ? `${name} = game.${name}` : [])).join(', ')
    this.#change = `update ${quoted(table)} as kept set ${changed}
from jsonb_to_recordset($1::jsonb) as game (${types}, seen text)
where kept.id = game.id and md5(kept.events::text) = game.seen returning kept.id`
    pool.on?.('error', () => {})
  }

  async keep(record: GameRecord): Promise<void> {
    const row = rowOf(record)
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject })
      if (!this.#isWriting) this.#writeAll()
    })
  }

  /** Makes the table if it is missing, and checks whether games can be written. */
  async create() {
    // A role that may write to a table may lack the right to create one.
    const problem = await this.#insert([]).catch(error => error)
    if (problem?.cause?.code === UNDEFINED_TABLE) {
      await this.#query(creationOf(this.#table), [])
      await this.#insert([])
    } else if (problem) throw problem
  }

  /**
   * Takes a user out of all rows.
   * @param user an id
   * @returns of rows that were changed
   */
  async forget(user: string): Promise<number> {
    let count = 0
    // A row that another program has changed meanwhile, such as for the opponent, is read again.
    for (let conflicts = 0; conflicts < MOST_CONFLICTS; ) {
      const { rows } = await this.#query(this.#selection, [user])
      if (rows.length === 0) return count
      const changes = rows.map(row => rowWithout(row, user))
      const changed = (await this.#query(this.#change, [jsonOf(changes)])).rows.length
      if (changed === 0) conflicts++
      count += changed
    }
    throw archiveError('ERR_ARCHIVE_REFUSED', `rows of ${this.#table} do not change`)
  }

  /** Writes what waits, as long as something does. */
  async #writeAll() {
    this.#isWriting = true
    /** How many of the first ones are written one by one. */
    let alone = 0
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, alone > 0 ? 1 : MOST_AT_ONCE)
      if (alone > 0) alone--
      try {
        await this.#insert(batch.map(({ row }) => row))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        const code = codeOf(error)
        if (code === 'ERR_ARCHIVE_REFUSED' && batch.length > 1) {
          // It may be the fault of a single game.
          this.#waiting.unshift(...batch)
          alone = batch.length
          continue
        }
        for (const { reject } of batch) reject(error)
        // The others would wait for the same.
        if (code === 'ERR_ARCHIVE_AWAY') for (const { reject } of this.#waiting.splice(0)) reject(error)
      }
    }
    this.#isWriting = false
  }

  async #insert(rows: object[]) {
    await this.#query(this.#insertion, [jsonOf(rows)])
  }

  /** @throws {ChessError} */
  async #query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    if (this.#unanswered >= MOST_UNANSWERED)
      throw archiveError('ERR_ARCHIVE_AWAY', `${this.#unanswered} queries were not answered`)
    const query = attempt(() => this.#pool.query({ text, values, query_timeout: this.#deadline }))
    const result = await this.#within(query)
    // Nothing else shows that the game is kept.
    if (!Array.isArray(result?.rows))
      throw argumentError("The pool's query() does not answer as that of npm pg")
    return result
  }

  /**
   * @returns what it fulfils with, within the deadline
   * @throws {ChessError}
   */
  #within<Result>(query: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false
      const settle = () => {
        cancel()
        if (isLate) this.#unanswered--
      }
      const cancel = alarm(this.#deadline, () => {
        isLate = true
        this.#unanswered++
        reject(archiveError('ERR_ARCHIVE_AWAY', `no answer within ${this.#deadline} ms`))
      })
      Promise.resolve(query).then(
        result => {
          settle()
          resolve(result)
        },
        error => {
          settle()
          reject(errorOf(error))
        },
      )
    })
  }
}

const UNDEFINED_TABLE = '42P01'
/** SQLSTATE of a table that is missing or another: no table, schema, column, fitting type, unique key. */
const NO_TABLE = /^(42P01|3F000|42703|42804|42P10)$/
/** SQLSTATE of what passes: connection, resources, operator, transaction, lock, a standby. */
const PASSING = /^(08|53|57|40)|^(55P03|25006)$/
/** Unlike the system's codes, such as EPIPE, each has a digit. */
const SQLSTATE = /^(?=.*\d)[\dA-Z]{5}$/

/** @param error of the pool */
function errorOf(error: unknown): ChessError {
  const { message, code }: Record<string, unknown> = isObject(error) ? error : {}
  const state = SQLSTATE.test(String(code)) ? String(code) : ''
  // Several addresses that were tried in vain give an error without a message.
  const details = String(message || code || error)
  if (state === '' || PASSING.test(state)) return archiveError('ERR_ARCHIVE_AWAY', details, error)
  return archiveError(NO_TABLE.test(state) ? 'ERR_ARCHIVE_TABLE' : 'ERR_ARCHIVE_REFUSED', details, error)
}

/** @throws {ChessError} ERR_ARGUMENT */
function rowOf(record: GameRecord) {
  try {
    const { white, black, started, ended, ...game } = record
    if (typeof game.id !== 'string') throw new TypeError('it has no id')
    return {
      ...game,
      white_id: white?.id,
      white_name: white?.name,
      black_id: black?.id,
      black_name: black?.name,
      winner: WINNERS.get(game.result),
      started: new Date(started).toISOString(),
      ended: new Date(ended).toISOString(),
    }
  } catch (error) {
    throw argumentError(`No record of a game: ${reasonOf(error)}`)
  }
}

/** @returns what PostgreSQL takes: logs of earlier versions may have text that it refuses */
const jsonOf = (rows: object[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'string' ? soundText(value) : value))

/**
 * @param user an id
 * @returns the row without the user
 * @throws {ChessError} ERR_ARGUMENT for a row that is no game's; ERR_SESSION_FORMAT for a log of a newer version
 */
function rowWithout(row: unknown, user: string): object {
  if (!isSelected(row)) throw argumentError("a row of the table is not a game's")
  const { id, events, seen } = row
  const { log } = withoutUser(events, user, events.at(-1)?.at ?? 0) ?? {}
  if (log === undefined) throw argumentError(`the log of the row '${id}' lacks the player of its columns`)
  return { ...rowOf(recordOf(log)), id, seen }
}

/**
 * @returns one statement, so that it is done whole or not at all. The lock is for programs that do the same at the
 *   same time: `if not exists` alone can fail then
 */
function creationOf(table: string): string {
  const name = table.slice(table.indexOf('.') + 1)
  const columns = COLUMNS.map(column => column.join(' ').trim()).join(', ')
  const indexes = [
    ['white', 'white_id, ended'],
    ['black', 'black_id, ended'],
    ['ended', 'ended'],
  ].map(([end, on]) => `create index if not exists "${name}_${end}" on ${quoted(table)} (${on});`)
  return `do $$ begin
  perform pg_advisory_xact_lock(hashtext('${table}'));
  create table if not exists ${quoted(table)} (${columns});
  ${indexes.join('\n  ')}
end $$`
}

/** @param table a name that is checked */
const quoted = (table: string) =>
  table
    .split('.')
    .map(part => `"${part}"`)
    .join('.')
