// SPDX-License-Identifier: Apache-2.0
// Opens databases: in memory, in files, or beside the program that changes them.

import { argumentError } from '../core/errors.js'
import { checkSignal, checkWorkers, choice } from '../core/options.js'
import { ready } from '../core/wasm.js'
import { Database } from './database.js'
import { DatabaseFiles } from './files.js'
import { openFolder, readFolder } from './folder.js'
import { KEY, readOptions } from './game-set.js'
import { ReadFiles } from './read-files.js'
import { Store } from './store.js'
import { Workers } from './workers.js'

/** How a database is opened. */
export type DatabaseOptions = {
  /** The name, for users with several databases; default ''. */
  name?: string | undefined
  /**
   * Where the games are kept: only in memory (default); in the origin private file system of a browser, under this name; or in
   * a folder of Node, Bun or Deno.
   */
  storage?: 'memory' | 'opfs' | { folder: string } | undefined
  /**
   * 'readwrite' (default), or 'read': opens files beside the page or process that changes them, as of its last commit. Calls that
   * change the database then fail with ERR_DATABASE_READONLY.
   */
  mode?: 'readwrite' | 'read' | undefined
  /**
   * 1 (default): the calling thread does everything. 2 to 64: so many threads search the games, each of them some segments of
   * 65,536 games. All games are then in memory a second time, without their indexes: about 270 bytes per game.
   */
  workers?: number | undefined
  /**
   * 'lite' saves about 120 bytes per game, but finds opening positions more slowly. 'full' takes about 4 bytes more per ply,
   * and also finds late positions faster.
   */
  index?: 'lite' | 'default' | 'full' | undefined
  /** The most bytes of WebAssembly memory of all threads; default: 2^32, the most of one thread. */
  maxMemory?: number | undefined
  /** Aborts the opening with its reason. */
  signal?: AbortSignal | undefined
}

const OPTION_NAMES = ['name', 'storage', 'mode', 'workers', 'index', 'maxMemory', 'signal']
const MODES = ['readwrite', 'read'] as const
const INDEXES = ['default', 'lite', 'full'] as const
const SEGMENT_GAMES = 1 << 16
/** For tests: games in a segment, a power of two from 64 on. */
const SEGMENT_GAMES_OPTION = Symbol.for('binbo.database.segmentGames')

/**
 * Opens a database: an empty one in memory, or one in files.
 * @throws {ChessError} ERR_ARGUMENT, ERR_INIT, ERR_WASM, ERR_DATABASE_BUSY if another page or process has it open, ERR_DATABASE_FULL,
 *   ERR_DATABASE_DAMAGED, ERR_DATABASE_MEMORY, ERR_DATABASE_STORAGE, with mode: 'read' also if there is no database,
 *   ERR_DATABASE_WORKER if `workers` cannot be started; the signal's reason
 */
export async function openDatabase(options?: DatabaseOptions): Promise<Database> {
  const given = readOptions(options, OPTION_NAMES)
  const { name = '', storage = 'memory', mode, index, maxMemory = Number.POSITIVE_INFINITY, signal } = given
  if (typeof name !== 'string') throw argumentError('name is a text', name)
  const workers = checkWorkers(given.workers)
  if (typeof maxMemory !== 'number' || !(maxMemory > 0))
    throw argumentError('maxMemory is a number of bytes', maxMemory)
  const level = INDEXES[choice('index', index, INDEXES)]
  const isLite = level === 'lite'
  const isReader = MODES[choice('mode', mode, MODES)] === 'read'
  const abort = checkSignal(signal)
  abort?.throwIfAborted()
  ready()
  const { [SEGMENT_GAMES_OPTION]: size = SEGMENT_GAMES }: { [SEGMENT_GAMES_OPTION]?: number } = given
  const folder = isReader ? undefined : await openFolder(storage, name)
  const files = folder && new DatabaseFiles(folder)
  const reader = isReader ? new ReadFiles(await readFolder(storage, name)) : undefined
  const kept = files ?? reader
  let threads: Workers | undefined
  try {
    abort?.throwIfAborted()
    const empty = new Store(kept ? await kept.open(size) : size, level === 'full')
    const check = () => abort?.throwIfAborted()
    const loaded = (await kept?.load(empty, { isLite, maxMemory, check })) ?? { store: empty }
    const { store } = loaded
    if (workers > 1) threads = await Workers.start(workers, store)
    const database = new Database(
      KEY,
      store,
      { name, isLite, maxMemory },
      { files, reader, threads, ...loaded },
    )
    await threads?.take(store, isLite)
    return database
  } catch (error) {
    threads?.close()
    await files?.close()
    throw error
  }
}
