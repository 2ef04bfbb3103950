// SPDX-License-Identifier: Apache-2.0
// What a database must be like before games are kept in it.

import { argumentError } from '../core/errors.js'

/** @typedef {import('./redis-connection.js').RedisConnection} RedisConnection */

const LEAST_VERSION = 7
/** Of the keys that redis-scripts.js describes. */
const FORMAT = 1
const DEFAULT_SHARDS = 64

/**
 * @param {RedisConnection} connection
 * @param {{ prefix: string, shards?: number | undefined }} settings
 * @returns {Promise<{ shards: number, warnings: string[] }>}
 * @throws {ChessError} ERR_ARGUMENT if it can never work; anything else may be over soon
 */
export async function checkServer(connection, { prefix, shards }) {
  const warnings = new Set()
  for (const send of await connection.nodes()) {
    const info = String(await send(['INFO']))
    const version = field(info, 'redis_version')
    if (Number.parseInt(version ?? '', 10) < LEAST_VERSION)
      throw argumentError(`Redis ${LEAST_VERSION}.0 or later is needed, and this is ${version}`)
    const policy = field(info, 'maxmemory_policy')
    if (policy !== undefined && policy !== 'noeviction')
      warnings.add(`maxmemory-policy is '${policy}': with anything but 'noeviction' Redis may delete games`)
  }
  const key = `${prefix}meta`
  await connection.send(key, ['SET', key, `${FORMAT} ${shards ?? DEFAULT_SHARDS}`, 'NX'])
  const [format, kept] = String(await connection.send(key, ['GET', key]))
    .split(' ')
    .map(Number)
  if (format !== FORMAT)
    throw argumentError(`the games in this database have the format ${format}, not ${FORMAT}`)
  if (shards !== undefined && kept !== shards)
    throw argumentError(`this database has ${kept} shards, and the option says ${shards}`)
  return { shards: kept, warnings: [...warnings] }
}

/**
 * @param {string} info
 * @param {string} name
 */
function field(info, name) {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
}
