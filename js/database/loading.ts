// SPDX-License-Identifier: Apache-2.0
// Reads the files of a database: its list, and its games into a store.

import { databaseError } from './errors.js'
import { warmUp } from './explore.js'
import type { ListedGames } from './file-list.js'
import { MOST_LIST } from './file-list.js'
import type { OpenFile, ReadFolder } from './folder.js'
import { DATABASE_DAMAGED, DATABASE_NO_MEMORY } from './generated/bindings.js'
import type { Store } from './store.js'

/** A file of games that could not be opened. It is not removed before compact(). */
export type DamagedFile = {
  /** Its name. */
  file: string
  reason: string
  /** The number of games in it. */
  games: number
}

/** How games are loaded. */
export type Loading = {
  /** without postings */
  isLite: boolean
  /** the most bytes of the store's memory */
  maxMemory: number
  /** throws to end the loading */
  check: () => void
}

/** Loaded games: `removed` has a bit for each removed one. */
export type LoadedGames = { store: Store; removed: Uint32Array; damaged: DamagedFile[] }

/** The name of the list of files. */
export const LIST = 'database.json'
/** Names of files that never exist without a list. */
const KEPT = /^(?:games|text)-\d+$/

/**
 * @param names the files of a folder
 * @returns whether it has a list of files
 * @throws {ChessError} ERR_DATABASE_DAMAGED if it is missing among other files
 */
export function hasList(names: string[]): boolean {
  const isThere = names.includes(LIST)
  const lost = isThere ? undefined : names.find(name => KEPT.test(name))
  if (lost !== undefined) throw databaseError('ERR_DATABASE_DAMAGED', `${LIST} is not there, but ${lost} is`)
  return isThere
}

/** @throws {ChessError} ERR_DATABASE_DAMAGED if it is too long; errors of the folder */
export async function readListFile(folder: ReadFolder): Promise<Uint8Array> {
  const file = await folder.open(LIST)
  try {
    if (file.size > MOST_LIST) throw databaseError('ERR_DATABASE_DAMAGED', `it has ${file.size} bytes`)
    return await file.read(0, file.size)
  } finally {
    await file.close()
  }
}

/**
 * Reads files of games. The next file is read while the caller loads the games of one.
 * @returns the bytes of each, or the reason why it cannot be read
 * @throws {ChessError} ERR_DATABASE_MEMORY for a file above maxMemory
 */
export async function* gamesFiles<Listed extends ListedGames>(
  folder: ReadFolder,
  files: readonly Listed[],
  maxMemory: number,
): AsyncGenerator<{ file: Listed; bytes: Uint8Array | string }, void> {
  if (files.some(({ bytes }) => bytes > maxMemory)) throw databaseError('ERR_DATABASE_MEMORY')
  let ahead = readGames(folder, files[0])
  try {
    for (const [place, file] of files.entries()) {
      const bytes = await ahead
      ahead = readGames(folder, files[place + 1])
      yield { file, bytes }
    }
  } finally {
    await ahead
  }
}

/** @returns its bytes, or the reason why it cannot be read */
async function readGames(folder: ReadFolder, listed: ListedGames | undefined): Promise<Uint8Array | string> {
  if (listed === undefined) return ''
  let file: OpenFile | undefined
  try {
    file = await folder.open(listed.file)
    const { size } = file
    return size === listed.bytes ? await file.read(0, size) : `it has ${size} bytes of ${listed.bytes}`
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : error}`
  } finally {
    await file?.close()
  }
}

/**
 * Adds the games of a file to a store.
 * @param bytes of the file
 * @param known how many of its first games the store has
 * @returns the fault of the file; undefined if there is none
 * @throws {ChessError} ERR_DATABASE_MEMORY
 */
export function loadGames(
  store: Store,
  { games }: ListedGames,
  bytes: Uint8Array,
  { isLite, maxMemory }: Loading,
  known = 0,
): string | undefined {
  const address = store.input(bytes.length)
  const views = store.views()
  views.bytes.set(bytes, address)
  if (known > 0) {
    const without = new Uint32Array(store.segmentGames / 32)
    without.fill(0xffffffff, 0, known >>> 5)
    if (known % 32 !== 0) without[known >>> 5] = 2 ** (known % 32) - 1
    views.words.set(without, (store.wasm.binbo_database_bits() >>> 0) / 4)
  }
  const read = store.wasm.binbo_database_load(bytes.length, isLite ? 1 : 0, known > 0 ? 1 : 0)
  if (read === DATABASE_NO_MEMORY || store.memory > maxMemory) throw databaseError('ERR_DATABASE_MEMORY')
  if (read === DATABASE_DAMAGED) return 'its checksum is wrong'
  // Compiling for speed takes its time beside the loading of the other files.
  warmUp(store)
  return read === games - known ? undefined : `it has ${read + known} games of ${games}`
}

/**
 * @param store the store of the games
 * @param ids removed games
 * @returns a bit for each game
 */
export function removedBits(store: Store, ids: Iterable<number>): Uint32Array {
  const bits = new Uint32Array(Math.ceil(store.games / 32))
  for (const id of ids) bits[id >>> 5] |= 1 << (id & 31)
  return bits
}
