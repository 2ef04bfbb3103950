// SPDX-License-Identifier: Apache-2.0
// Checks the servers and the keys of a database before games are stored in it.

import { reasonOf } from '../../../core/caught.js'
import { argumentError } from '../../../core/errors.js'
import type { RedisConnection } from './connection.js'
import { MOST_SHARDS } from './shards.js'

const LEAST_VERSION = 7
/** The format of the keys that scripts.ts describes. */
const FORMAT = 1
const DEFAULT_SHARDS = 64

/** @throws {ChessError} ERR_ARGUMENT if no retry can help; other errors may be temporary */
export async function checkServer(
  connection: RedisConnection,
  { prefix, shards }: { prefix: string; shards?: number | undefined },
): Promise<{ shards: number; warnings: string[] }> {
  const warnings: Set<string> = new Set()
  for (const send of await connection.nodes()) {
    const info = String(await send<string>(['INFO']))
    const version = field(info, 'redis_version')
    if (Number.parseInt(version ?? '', 10) < LEAST_VERSION)
      throw argumentError(`Redis ${LEAST_VERSION}.0 or later is needed, not ${version}`)
    const policy = field(info, 'maxmemory_policy')
    if (policy !== undefined && policy !== 'noeviction')
      warnings.add(`maxmemory-policy is '${policy}': with anything but 'noeviction' Redis may delete games`)
  }
  return { shards: await keepShards(connection, prefix, shards), warnings: [...warnings] }
}

/**
 * Reads the number of shards of a database, or writes it into a new database.
 * @param shards the expected number; undefined: any, and a new database gets the default
 * @throws {ChessError} ERR_ARGUMENT if no retry can help; other errors may be temporary
 */
export async function keepShards(
  connection: RedisConnection,
  prefix: string,
  shards?: number,
): Promise<number> {
  const key = `${prefix}meta`
  let kept = await textAt(connection, key)
  if (kept === undefined) {
    // Another node may write it first.
    await connection.send(key, ['SET', key, `${FORMAT} ${shards ?? DEFAULT_SHARDS}`, 'NX'])
    kept = await textAt(connection, key)
  }
  const [, format, count] = /^(\d{1,9}) (\d{1,9})$/.exec(kept ?? '')?.map(Number) ?? []
  if (format === undefined || count < 1 || count > MOST_SHARDS)
    throw argumentError(`The key '${key}' belongs to something else: choose another prefix`)
  if (format !== FORMAT)
    throw argumentError(`The games in this database have the format ${format}, not ${FORMAT}`)
  if (shards !== undefined && count !== shards)
    throw argumentError(`This database has ${count} shards, not ${shards}`)
  return count
}

async function textAt(connection: RedisConnection, key: string): Promise<string | undefined> {
  try {
    return (await connection.send<string | null>(key, ['GET', key]))?.toString()
  } catch (error) {
    if (!reasonOf(error).startsWith('WRONGTYPE')) throw error
    throw argumentError(`The key '${key}' belongs to something else: choose another prefix`)
  }
}

function field(info: string, name: string) {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
}
