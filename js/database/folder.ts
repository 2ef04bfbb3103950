// SPDX-License-Identifier: Apache-2.0
// The folder of a database's files: a folder in Node, Bun and Deno, the origin private file system in browsers.

import { contentError } from '../core/content-error.js'
import { argumentError } from '../core/errors.js'
import { openDiskFolder, readDiskFolder } from './disk-folder.js'
import { openOriginFolder, readOriginFolder } from './origin-folder.js'
import type { Pieces } from './pieces.js'

/** A file that is read in parts. */
export type OpenFile = {
  /** in bytes */
  size: number
  /** the time of its last change, in milliseconds since 1970 */
  changed?: number | undefined
  /** returns all bytes of the range, or fails */
  read: (from: number, to: number) => Promise<Uint8Array>
  close: () => Promise<void>
}

/** Files that another program may replace. */
export type ReadFolder = Pick<Folder, 'list' | 'open'>

/**
 * Files under one lock. Writes are atomic: even after a crash during a write, a file has either all new bytes or all old ones.
 */
export type Folder = {
  /** names of the files */
  list: () => Promise<string[]>
  open: (name: string) => Promise<OpenFile>
  write: (name: string, pieces: Pieces) => Promise<void>
  remove: (name: string) => Promise<void>
  /** releases the lock */
  close: () => Promise<void>
}

/**
 * @param storage the option of openDatabase()
 * @param name the name of the database
 * @returns undefined for memory
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_BUSY, ERR_DATABASE_STORAGE
 */
export async function openFolder(storage: unknown, name: string): Promise<Folder | undefined> {
  if (storage === 'memory') return undefined
  return storage === 'opfs' ? openOriginFolder(name) : openDiskFolder(pathOf(storage))
}

/**
 * Finds the files of a database, without its lock.
 * @param storage the option of openDatabase()
 * @param name the name of the database
 * @throws {ChessError} ERR_ARGUMENT, ERR_DATABASE_STORAGE
 */
export async function readFolder(storage: unknown, name: string): Promise<ReadFolder> {
  if (storage === 'memory') throw argumentError("mode: 'read' takes storage: 'opfs' or { folder: path }")
  return storage === 'opfs' ? readOriginFolder(name) : readDiskFolder(pathOf(storage))
}

/** @throws {ChessError} ERR_ARGUMENT */
function pathOf(storage: unknown): string {
  const { folder }: { folder?: unknown } = Object(storage)
  if (typeof folder !== 'string' || folder === '' || Object.keys(Object(storage)).length !== 1)
    throw contentError("storage is 'memory', 'opfs' or { folder: path }", storage)
  return folder
}
