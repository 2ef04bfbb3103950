// SPDX-License-Identifier: Apache-2.0
// Files whose bytes are read in parts.

import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ByteReader } from '../bytes/byte-source.js'
import { argumentError, ChessError } from '../core/errors.js'

/**
 * The bytes of a file for readers of parts of it, such as books and tablebases. It is read on demand,
 * synchronously, and is not held open.
 * @throws {ChessError} ERR_ARGUMENT for no path, and for a folder; errors of the file system unchanged
 */
export function fileBytes(path: string | URL): ByteReader {
  const name = pathOf(path)
  const stats = statSync(name)
  if (stats.isDirectory()) throw argumentError('The path is a folder, not a file')
  return {
    size: stats.size,
    read(offset, length) {
      const bytes = new Uint8Array(length)
      const file = openSync(name, 'r')
      try {
        let count = 0
        for (let more = 1; more > 0 && count < length; count += more)
          more = readSync(file, bytes, count, length - count, offset + count)
        return bytes.subarray(0, count)
      } finally {
        closeSync(file)
      }
    },
  }
}

/**
 * The Syzygy tables in folders, for Tablebase.open(), which then searches the folders.
 * @param path a folder, or several
 * @throws {ChessError} ERR_ARGUMENT for no path; list(), and so Tablebase.open(), for a folder that cannot be read, with the
 *   error of the file system as `cause`
 */
export function tablebaseFolder(path: string | URL | (string | URL)[]): {
  list: () => string[]
  bytes: (name: string) => ByteReader
} {
  const folders = (Array.isArray(path) ? path : [path]).map(pathOf)
  /** By file name. */
  const files: Map<string, string> = new Map()
  return {
    list() {
      for (const folder of folders)
        for (const name of namesIn(folder))
          if (/\.rtb[wz]$/.test(name) && !files.has(name)) files.set(name, join(folder, name))
      return [...files.keys()]
    },
    bytes: name => fileBytes(files.get(name) ?? join(folders[0], name)),
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why =
      code === 'ENOENT' ? 'there is no such folder' : code === 'ENOTDIR' ? 'it is not a folder' : String(code)
    throw new ChessError('ERR_ARGUMENT', `The folder of tables '${folder}' cannot be read: ${why}`, {
      input: folder,
      cause,
    })
  }
}

function pathOf(path: unknown) {
  if (path instanceof URL) return fileURLToPath(path)
  if (typeof path === 'string' && path !== '') return path
  throw argumentError('The path is a string or a file: URL', path)
}
