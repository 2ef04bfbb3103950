// SPDX-License-Identifier: Apache-2.0
// binbo server --archive postgres://…: finished games in PostgreSQL, with its own pool of connections.

import { codeOf, reasonOf } from '../core/caught.js'
import { ChessError } from '../core/errors.js'
import { packageFailure } from '../core/optional-package.js'
import { deadline } from '../core/waiting.js'
import type { Archive, GameRecord } from '../server/archive/archive.js'
import { postgresArchive } from '../server/archive/postgres-archive.js'
import { detailsOf, UsageError } from './usage-error.js'

const URL_OF_DATABASE = /^postgres(ql)?:\/\//i
/** The deadline of queries and of connecting, in milliseconds; a server must stop within ten seconds. */
const DEADLINE = 3000
/** Milliseconds after which open connections are abandoned at shutdown. */
const CLOSE_TIME = 500

/** @param archive the option */
export const isPostgresUrl = (archive: string) => URL_OF_DATABASE.test(archive)

/**
 * Creates the table if it is missing. If the database does not answer, the first archived game creates it.
 * @throws {UsageError} if there is no such package or the database refuses
 */
export async function openPostgresArchive(
  url: string,
  log: ((entry: object) => void) | undefined,
): Promise<{ archive: Archive; close: () => Promise<unknown> }> {
  const { default: pg } = await loadPackage()
  const settings = {
    connectionString: url,
    application_name: 'binbo',
    connectionTimeoutMillis: DEADLINE,
    query_timeout: DEADLINE,
    keepAlive: true,
  }
  try {
    // The pool would check the URL only with the first query.
    new pg.Client(settings)
  } catch {
    // Its message may contain the password.
    throw new UsageError('--archive is not a URL of PostgreSQL')
  }
  const pool = new pg.Pool(settings)
  const archive = postgresArchive({ pool, deadline: DEADLINE })
  const close = () => deadline(pool.end(), CLOSE_TIME)
  try {
    await archive.createTable()
  } catch (error) {
    if (codeOf(error) !== 'ERR_ARCHIVE_AWAY') {
      await close()
      throw new UsageError(`--archive: ${detailsOf(error)}`)
    }
    log?.({ time: new Date().toISOString(), event: 'warning', reason: reasonOf(error) })
  }
  const keep = async (record: GameRecord) => {
    try {
      await archive(record)
    } catch (error) {
      if (!(error instanceof ChessError) || error.code !== 'ERR_ARCHIVE_TABLE') throw error
      await archive.createTable()
      await archive(record)
    }
  }
  return { close, archive: Object.assign(keep, { forget: archive.forget }) }
}

async function loadPackage() {
  try {
    return await import('pg')
  } catch (error) {
    throw new UsageError(`--archive in a database ${packageFailure(error, 'pg')}`)
  }
}
