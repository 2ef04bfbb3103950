// SPDX-License-Identifier: Apache-2.0
// The folder of a database's files: a folder in Node, Bun and Deno, the origin private file system in browsers.

import { argumentError } from '../core/errors.js'
import { openDiskFolder } from './disk-folder.js'
import { openOriginFolder } from './origin-folder.js'
import type { Pieces } from './pieces.js'

/** A file that is read in parts. */
export type OpenFile = {
  /** in bytes */
  size: number
  /** when it was, in milliseconds since 1970 */
  changed?: number | undefined
  /** all bytes of that range, or it fails */
  read: (from: number, to: number) => Promise<Uint8Array>
  close: () => Promise<void>
}

/**
 * Files under one lock. A write is whole: after it, and after a death in the middle of it, the file has all of the new
 * bytes or all of the old ones.
 */
export type Folder = {
  /** names of the files */
  list: () => Promise<string[]>
  open: (name: string) => Promise<OpenFile>
  write: (name: string, pieces: Pieces) => Promise<void>
  remove: (name: string) => Promise<void>
  /** gives the lock back */
  close: () => Promise<void>
}

/**
 * @param storage of DatabaseOptions
 * @param name of the database
 * @returns undefined for memory
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_BUSY, ERR_DATABASE_STORAGE
 */
export async function openFolder(storage: unknown, name: string): Promise<Folder | undefined> {
  if (storage === 'memory') return undefined
  if (storage === 'opfs') return openOriginFolder(name)
  const { folder }: { folder?: unknown } = Object(storage)
  if (typeof folder !== 'string' || folder === '' || Object.keys(Object(storage)).length !== 1)
    throw argumentError("storage is 'memory', 'opfs' or { folder: path }", storage)
  return openDiskFolder(folder)
}
