// SPDX-License-Identifier: Apache-2.0
// Where the files of a kept database are: a folder in Node, Bun and Deno, the origin private file system in browsers.

import { argumentError } from '../core/errors.js'
import { openDiskFolder } from './disk-folder.js'
import { openOriginFolder } from './origin-folder.js'

/** @import { ChessError } from '../core/errors.js' */
/** @import { Pieces } from './pieces.js' */

/**
 * A file that is read in parts.
 * @typedef {object} OpenFile
 * @property {number} size in bytes
 * @property {number | undefined} [changed] when it was, in milliseconds since 1970
 * @property {(from: number, to: number) => Promise<Uint8Array>} read all bytes of that range, or it fails
 * @property {() => Promise<void>} close
 */

/**
 * Files under one lock. A write is whole: after it, and after a death in the middle of it, the file has all of the new
 * bytes or all of the old ones.
 * @typedef {object} Folder
 * @property {() => Promise<string[]>} list names of the files
 * @property {(name: string) => Promise<OpenFile>} open
 * @property {(name: string, pieces: Pieces) => Promise<void>} write
 * @property {(name: string) => Promise<void>} remove
 * @property {() => Promise<void>} close gives the lock back
 */

/**
 * @param {unknown} storage of DatabaseOptions
 * @param {string} name of the database
 * @returns {Promise<Folder | undefined>} undefined for memory
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_BUSY, ERR_DATABASE_STORAGE
 */
export async function openFolder(storage, name) {
  if (storage === 'memory') return undefined
  if (storage === 'opfs') return openOriginFolder(name)
  const { folder } = /** @type {{ folder?: unknown }} */ (Object(storage))
  if (typeof folder !== 'string' || folder === '' || Object.keys(Object(storage)).length !== 1)
    throw argumentError("storage is 'memory', 'opfs' or { folder: path }", storage)
  return openDiskFolder(folder)
}
