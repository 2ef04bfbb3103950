// SPDX-License-Identifier: Apache-2.0
// The archive for servers without a database. This file's types need none of Node's.

import { resolve } from 'node:path'
import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import { ArchiveFile } from './file.js'

/** @import { Archive } from './archive.js' */

/**
 * An archive in a PGN file, which grows at its end. One process may write to a file.
 * @param {string | URL} path of the file; it is made if it is missing
 * @returns {Archive} each game is on the disk when its promise resolves
 * @throws {ChessError} ERR_ARGUMENT
 */
export function pgnArchive(path) {
  if (isA(path, 'URL') ? path.protocol !== 'file:' : typeof path !== 'string' || path === '')
    throw argumentError('pgnArchive() needs a path, or a URL of a file', String(path))
  const file = new ArchiveFile(isA(path, 'URL') ? path : resolve(path))
  return record => file.keep(record)
}
