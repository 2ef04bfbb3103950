// SPDX-License-Identifier: Apache-2.0
// Archives in databases as users of TypeScript write them; npm pg need not be there. The pool has the form of pg's.

import { type Archive, type GameRecord, GameHost, MemoryStore, type PostgresArchive, postgresArchive, type PostgresPool } from 'binbo/server'

interface QueryConfig {
  name?: string | undefined
  text: string
  values?: unknown[] | undefined
  query_timeout?: number | undefined
}
interface QueryResult<R> {
  rows: R[]
  rowCount: number | null
}
declare class Pool {
  query<R extends { [column: string]: any } = any>(text: string | QueryConfig, values?: unknown[]): Promise<QueryResult<R>>
  query<R extends { [column: string]: any } = any>(text: string, callback: (error: Error, result: QueryResult<R>) => void): void
  on(event: 'connect', listener: (client: object) => void): this
  on<K extends 'error' | 'remove'>(event: K, listener: K extends 'error' ? (error: Error, client: object) => void : (client: object) => void): this
}

const archive: PostgresArchive = postgresArchive({ pool: new Pool(), table: 'games', deadline: 1000 })
const made: Promise<void> = archive.createTable()
const plain: Archive = archive
const own: PostgresPool = { query: async ({ text, values }) => ({ rows: [text, values.length] }) }
const host = new GameHost({ store: new MemoryStore(), archive: postgresArchive({ pool: own }) })
const kept = async (record: GameRecord): Promise<void> => plain(record)
console.log(made, host, kept)
// @ts-expect-error a pool is needed
postgresArchive({})
// @ts-expect-error no pool
postgresArchive({ pool: { connect() {} } })
// @ts-expect-error the answer is awaited
postgresArchive({ pool: { query: () => 7 } })
