// SPDX-License-Identifier: Apache-2.0
// The origin private file system of browsers, in pages and in Workers. A file is replaced when its stream is closed.
// https://fs.spec.whatwg.org/

import { openBlob } from './blob-file.js'
import { databaseError, storageError } from './errors.js'
import type { Folder, ReadFolder } from './folder.js'
import type { Pieces } from './pieces.js'
import { piecesOf, putPieces } from './pieces.js'

const ROOT = 'binbo-databases'
/** The number of bytes that the pipe of a stream takes at once. */
const PIPE = 1 << 15
/** The time in which a closed page releases the lock, in milliseconds: browsers end a busy Worker after two seconds. */
const LET_GO = 3000
/** An empty name, and characters that a directory cannot have. */
const folderName = (name: string) => `db-${encodeURIComponent(name).replace(/[*.]/g, '%$&')}`

/**
 * @param name the name of the database
 * @throws {ChessError} ERR_DATABASE_BUSY if another page has it open, ERR_DATABASE_STORAGE
 */
export async function openOriginFolder(name: string): Promise<Folder> {
  const root = rootOf()
  const unlock = await lock(`${ROOT}/${name}`)
  try {
    return folderOf(await directoryOf(root, name, true), unlock)
  } catch (error) {
    unlock()
    throw storageError(error)
  }
}

/**
 * Removes a database with its files; it may be missing.
 * @throws {ChessError} ERR_DATABASE_BUSY if another page has it open, ERR_DATABASE_STORAGE
 */
export async function removeOriginFolder(name: string): Promise<void> {
  const root = rootOf()
  const unlock = await lock(`${ROOT}/${name}`)
  try {
    const all = await (await root()).getDirectoryHandle(ROOT, { create: true })
    await all.removeEntry(folderName(name), { recursive: true })
  } catch (error) {
    if (Object(error).name !== 'NotFoundError') throw storageError(error)
  } finally {
    unlock()
  }
}

/** @throws {ChessError} ERR_DATABASE_STORAGE */
export async function readOriginFolder(name: string): Promise<ReadFolder> {
  const root = rootOf()
  try {
    return readerOf(await directoryOf(root, name, false))
  } catch (error) {
    throw storageError(error)
  }
}

/** @throws {ChessError} ERR_DATABASE_STORAGE */
function rootOf(): () => Promise<FileSystemDirectoryHandle> {
  const storage = globalThis.navigator?.storage
  if (typeof storage?.getDirectory !== 'function')
    throw databaseError('ERR_DATABASE_STORAGE', "there is no storage: 'opfs' here")
  return () => storage.getDirectory()
}

async function directoryOf(root: () => Promise<FileSystemDirectoryHandle>, name: string, create: boolean) {
  const all = await (await root()).getDirectoryHandle(ROOT, { create })
  return all.getDirectoryHandle(folderName(name), { create })
}

/**
 * A text that is kept beside the files of a database, and deleted with it.
 * @param name the name of the database
 * @param file unlike those of the database, such as 'sites.json'
 * @returns `read`: '' if there is none yet; both fail with a ChessError, ERR_DATABASE_STORAGE
 */
export function originText(
  name: string,
  file: string,
): { read: () => Promise<string>; write: (text: string) => Promise<void> } {
  const root = rootOf()
  return {
    async read() {
      try {
        const handle = await (await directoryOf(root, name, false)).getFileHandle(file)
        return await (await handle.getFile()).text()
      } catch (error) {
        if (Object(error).name === 'NotFoundError') return ''
        throw storageError(error)
      }
    },
    async write(text) {
      const folder = folderOf(await directoryOf(root, name, true), () => {})
      await folder.write(file, piecesOf(new TextEncoder().encode(text)))
    },
  }
}

const readerOf = (directory: FileSystemDirectoryHandle): ReadFolder => ({
  async list() {
    const names: string[] = []
    for await (const name of (
      directory as FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
    ).keys())
      names.push(name)
    return names
  },
  open: async name => openBlob(await (await directory.getFileHandle(name)).getFile()),
})

const folderOf = (directory: FileSystemDirectoryHandle, unlock: () => void): Folder => ({
  ...readerOf(directory),
  async write(name, pieces) {
    try {
      await write(directory, name, pieces).catch(error => {
        if (Object(error).name !== 'AbortError') throw error
        // In Chromium a write above the quota sometimes fails with the error of a closed pipe. A write that fits into the
        // pipe fails with its own error.
        return write(directory, name, pieces, PIPE)
      })
    } catch (error) {
      throw storageError(error)
    }
  },
  async remove(name) {
    await directory.removeEntry(name)
  },
  async close() {
    unlock()
  },
})

/** @param most the most bytes at once */
async function write(directory: FileSystemDirectoryHandle, name: string, pieces: Pieces, most?: number) {
  const handle = await directory.getFileHandle(name, { create: true })
  const stream = await handle.createWritable()
  try {
    await putPieces(pieces, bytes => stream.write(bytes), most)
  } catch (error) {
    await stream.abort().catch(() => {})
    throw error
  }
  await stream.close()
}

/**
 * @returns a function that releases the lock
 * @throws {ChessError} ERR_DATABASE_BUSY
 */
function lock(name: string): Promise<() => void> {
  const { locks } = navigator
  if (!locks) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    const held = () => new Promise(release => resolve(() => release(undefined)))
    locks
      .request(name, { signal: AbortSignal.timeout(LET_GO) }, held)
      .catch(error =>
        reject(
          error?.name === 'TimeoutError'
            ? databaseError('ERR_DATABASE_BUSY', 'another page has it open')
            : error,
        ),
      )
  })
}
