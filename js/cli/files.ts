// SPDX-License-Identifier: Apache-2.0
// Opens the files that a command reads and writes, and words their errors.

import type { BigIntStats, Dirent } from 'node:fs'
import fs, { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from '../core/caught.js'
import { isObject } from '../core/objects.js'
import { compressionOf, SIGNATURE_SIZE } from '../node/decompress.js'
import { PgnFileSource } from '../node/pgn-file-source.js'
import type { Io } from './main.js'
import { failureText } from './text.js'
import { UsageError } from './usage-error.js'

/**
 * @param names on the command line
 * @param output the file that is written
 * @returns the names; ['-'], standard input, if there are none
 * @throws {UsageError} if standard input is named twice, or the output is an input
 */
export function inputFiles(names: string[], output?: string): string[] {
  if (names.filter(name => name === '-').length > 1)
    throw new UsageError('standard input can be read only once')
  if (output !== undefined && names.some(name => isSame(name, output)))
    throw new UsageError(`the output ${output} is also an input`)
  return names.length > 0 ? names : ['-']
}

/** Files of a folder that are added. */
const PGN_FILE = /\.pgn(\.(gz|zst))?$/i

/**
 * @param names of files and folders
 * @returns the files; for a folder the PGN files in it and in its folders, in the order of their names. Links to folders are not
 *   followed.
 * @throws {UsageError} for a folder without such files, or that cannot be read
 */
export function filesOf(names: string[]): string[] {
  return names.flatMap(name => {
    if (name === '-' || !statSync(name, { throwIfNoEntry: false })?.isDirectory()) return [name]
    const files = pgnFilesIn(name)
    if (files.length === 0) throw new UsageError(`${name}: no PGN files (.pgn) are in this folder`)
    return files
  })
}

/** @throws {UsageError} */
function pgnFilesIn(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw new UsageError(fileFailure(folder, error))
  }
  const byName = entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return byName.flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return pgnFilesIn(path)
    const isFile = entry.isFile() || (entry.isSymbolicLink() && isFileAt(path))
    return isFile && PGN_FILE.test(entry.name) ? [path] : []
  })
}

const isFileAt = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** @param file '-' is standard input; on a terminal a hint says how to end it */
export function openInput(file: string, { stdin, stderr, signal }: Io, quiet: boolean): PgnFileSource {
  if (file !== '-') return new PgnFileSource(file, signal, true)
  if (stdin.isTTY && !quiet) stderr.write('reading standard input; Ctrl-D ends it\n')
  return new PgnFileSource(stdin, signal)
}

/** Several threads are faster from this size on, in bytes. */
const LARGE = 50_000_000
const MOST_WORKERS = 8

/**
 * @param file '-' is standard input
 * @returns the file for several threads, and their number; undefined if one thread is as fast, or the file is compressed
 * @throws {ChessError} ERR_ARGUMENT for an archive; errors of the file system
 */
export async function openLarge(file: string): Promise<{ blob: Blob; workers: number } | undefined> {
  const workers = Math.min(availableParallelism(), MOST_WORKERS)
  const stats = file === '-' ? undefined : statSync(file, { throwIfNoEntry: false })
  if (workers < 2 || !stats?.isFile() || stats.size < LARGE || !('openAsBlob' in fs)) return undefined
  const blob = await fs.openAsBlob(file)
  const head = new Uint8Array(await blob.slice(0, SIGNATURE_SIZE).arrayBuffer())
  return compressionOf(head, file) === undefined ? { blob, workers } : undefined
}

/** @returns such as 'games.pgn: no such file or directory (ENOENT)' */
export function fileFailure(file: string, error: unknown): string {
  const message = reasonOf(error)
  const input = isObject(error) ? error.input : undefined
  return typeof input === 'string' && message.startsWith(input) ? message : `${file}: ${failureText(error)}`
}

export const cannotWrite = (file: string, error: unknown): UsageError =>
  new UsageError(`cannot write ${fileFailure(file, error)}`)

/** @returns whether both are one file, or one folder; false for pipes and devices */
export function isSame(path: string, other: string): boolean {
  const [one, two] = [statsOf(path), statsOf(other)]
  if (one === undefined || two === undefined || !(one.isFile() || one.isDirectory())) return false
  return one.dev === two.dev && one.ino === two.ino
}

/** @returns undefined if the file is missing or cannot be reached */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}
