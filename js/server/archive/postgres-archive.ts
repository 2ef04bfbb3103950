// SPDX-License-Identifier: Apache-2.0
// Finished games in a table of PostgreSQL, through a pool of npm `pg` that belongs to the caller; no package is imported.
// Games that arrive during a query share the next one. Each query has a deadline, and a game that may or may not be stored
// is sent again: its id is the key of the table.

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

/** The used part of a Pool of npm `pg`. The pool is yours: the archive does not close it. */
export type PostgresPool = {
  query: (query: { text: string; values: unknown[]; query_timeout: number }) => Promise<{ rows: unknown[] }>
  on?: (event: 'error', listener: (error: Error) => void) => unknown
}

/** The options of postgresArchive(). */
export type PostgresArchiveOptions = {
  /** A Pool of npm `pg`. */
  pool: PostgresPool
  /** The exact name of the table, or 'schema.name'; default 'binbo_games'. */
  table?: string | undefined
  /** The deadline of a query, in milliseconds; default 5,000. */
  deadline?: number | undefined
}

/**
 * `createTable` creates the table and its indexes if the table is missing, and otherwise checks it; any number of programs
 * may call it at once. It rejects like the archive. `forget` changes rows by their columns white_id and black_id, 64 per
 * statement; it needs the right to update.
 */
export type PostgresArchive = ForgettingArchive & { createTable: () => Promise<void> }

/** The columns of a row that forget() reads; this archive has written them. */
type SelectedRow = { id: string; events: SessionEvent[]; seen: string }

const NAMES = ['pool', 'table', 'deadline']
const TABLE = 'binbo_games'
/** Names that leave room for the names of indexes within 63 bytes. */
const TABLE_NAME = /^(?:[A-Za-z_]\w{0,62}\.)?[A-Za-z_]\w{0,55}$/
const DEADLINE = 5000
const LEAST_DEADLINE = 50
const LONGEST_DEADLINE = 60_000
/** The most games of one query. */
const MOST_AT_ONCE = 64
/** The most attempts to change rows that other programs change at the same time. */
const MOST_CONFLICTS = 100
/** With so many unanswered queries, a pool gets no further ones. */
const MOST_UNANSWERED = 4

/** The columns: name, type and constraint in a new table. */
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
/** The columns that may name players. */
const NAMING = new Set(['white_id', 'white_name', 'black_id', 'black_name', 'pgn', 'events'])
const WINNERS = new Map([
  ['1-0', 'white'],
  ['0-1', 'black'],
])

/**
 * An archive in a table of PostgreSQL, each game once. Listens to the pool's 'error', so that the end of an idle
 * connection does not end the process.
 * @returns an archive; a game is committed when its promise resolves. It rejects with ERR_ARCHIVE_AWAY while the database
 *   does not answer or the pool is closed, ERR_ARCHIVE_TABLE, ERR_ARCHIVE_REFUSED, ERR_ARGUMENT for a malformed record
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
  /** The number of queries that were given up and still run. */
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

  /** Creates the table if it is missing, and checks whether games can be written. */
  async create() {
    // A role that may write to a table may lack the right to create one.
    const problem = await this.#insert([]).catch(error => error)
    if (problem?.cause?.code === UNDEFINED_TABLE) {
      await this.#query(creationOf(this.#table), [])
      await this.#insert([])
    } else if (problem) throw problem
  }

  /**
   * Removes a user from all rows.
   * @param user an id
   * @returns the number of rows that were changed
   */
  async forget(user: string): Promise<number> {
    let count = 0
    // A row that another program has changed in between, such as for the opponent, is read again.
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

  /** Writes waiting games until none is left. */
  async #writeAll() {
    this.#isWriting = true
    /** How many of the first games are written one by one. */
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
          // A single game may have caused it.
          this.#waiting.unshift(...batch)
          alone = batch.length
          continue
        }
        for (const { reject } of batch) reject(error)
        // The others would fail in the same way.
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
    // Only an answer with rows shows that the game is stored.
    if (!Array.isArray(result?.rows))
      throw argumentError("The pool's query() does not answer as that of npm pg")
    return result
  }

  /**
   * @returns the result, within the deadline
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
/** SQLSTATE of a missing or wrong table: no table, schema, column, fitting type, unique key. */
const NO_TABLE = /^(42P01|3F000|42703|42804|42P10)$/
/** SQLSTATE of temporary errors: connection, resources, operator, transaction, lock, a standby. */
const PASSING = /^(08|53|57|40)|^(55P03|25006)$/
/** An SQLSTATE has a digit, unlike codes of the system such as EPIPE. */
const SQLSTATE = /^(?=.*\d)[\dA-Z]{5}$/

/** @param error an error of the pool */
function errorOf(error: unknown): ChessError {
  const { message, code }: Record<string, unknown> = isObject(error) ? error : {}
  const state = SQLSTATE.test(String(code)) ? String(code) : ''
  // If several addresses failed, the error has no message.
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
    throw argumentError(`Not the record of a game: ${reasonOf(error)}`)
  }
}

/** @returns JSON for PostgreSQL, which refuses some text of old logs */
const jsonOf = (rows: object[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'string' ? soundText(value) : value))

/**
 * @param user an id
 * @returns the row without the user
 * @throws {ChessError} ERR_ARGUMENT for a row without a game; ERR_SESSION_FORMAT for a log of a newer version
 */
function rowWithout(row: unknown, user: string): object {
  if (!isSelected(row)) throw argumentError("a row of the table is not a game's")
  const { id, events, seen } = row
  const { log } = withoutUser(events, user, events.at(-1)?.at ?? 0) ?? {}
  if (log === undefined) throw argumentError(`the log of the row '${id}' lacks the player of its columns`)
  return { ...rowOf(recordOf(log)), id, seen }
}

/**
 * @returns one statement, which is atomic. If several programs run it at the same time, `if not exists` could fail without the
 *   lock
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

/** @param table a checked name */
const quoted = (table: string) =>
  table
    .split('.')
    .map(part => `"${part}"`)
    .join('.')
