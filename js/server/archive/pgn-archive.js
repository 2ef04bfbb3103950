// SPDX-License-Identifier: Apache-2.0
// The archive for servers without a database. This file's types need none of Node's.

import { resolve } from 'node:path'
import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import { checkUserId } from '../../session/forget.js'
import { ArchiveFile } from './file.js'

/** @import { ForgettingArchive, GameRecord } from './archive.js' */

/**
 * An archive in a PGN file, which grows at its end. One process may write to a file.
 *
 * `forget(userId)` finds games by their tags WhiteId and BlackId, writes the file anew beside itself as PATH.new, and puts that in its place.
 * @param {string | URL} path of the file; it is made if it is missing
 * @returns {ForgettingArchive} each game is on the disk when its promise resolves
 * @throws {ChessError} ERR_ARGUMENT
 */
export function pgnArchive(path) {
  if (isA(path, 'URL') ? path.protocol !== 'file:' : typeof path !== 'string' || path === '')
    throw argumentError('pgnArchive() needs a path, or a URL of a file', String(path))
  const file = new ArchiveFile(isA(path, 'URL') ? path : resolve(path))
  return Object.assign((/** @type {GameRecord} */ record) => file.keep(record), {
    async forget(/** @type {string} */ userId) {
      checkUserId(userId)
      return file.forget(userId)
    },
  })
}
