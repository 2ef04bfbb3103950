// SPDX-License-Identifier: Apache-2.0
// The archive for servers without a database. The types of this file do not use Node's types.

import { resolve } from 'node:path'
import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'
import { checkUserId } from '../../session/forget.js'
import type { ForgettingArchive, GameRecord } from './archive.js'
import { ArchiveFile } from './file.js'

/**
 * An archive in a PGN file, to which games are appended. Only one process may write to a file.
 *
 * `forget(userId)` finds games by their tags WhiteId and BlackId, writes a new file PATH.new, and renames it to PATH.
 * @param path the path of the file, which is created if it is missing
 * @returns an archive; a game is on the disk when its promise resolves
 * @throws {ChessError} ERR_ARGUMENT
 */
export function pgnArchive(path: string | URL): ForgettingArchive {
  if (isA(path, 'URL') ? path.protocol !== 'file:' : typeof path !== 'string' || path === '')
    throw argumentError('pgnArchive() needs a path, or a URL of a file', String(path))
  const file = new ArchiveFile(isA(path, 'URL') ? path : resolve(path))
  return Object.assign((record: GameRecord) => file.keep(record), {
    async forget(userId: string) {
      checkUserId(userId)
      return file.forget(userId)
    },
  })
}
