// SPDX-License-Identifier: Apache-2.0
// A store without the games that were removed.

import { Pause } from '../pgn/reader.js'
import { databaseError } from './errors.js'
import { DATABASE_NO_MEMORY } from './generated/bindings.js'
import { Store } from './store.js'

/**
 * @param {Store} store
 * @param {Uint32Array} removed a bit for each game that was
 * @param {{ isLite: boolean, maxMemory: number }} options
 * @param {() => void} check throws where the database is closed
 * @returns {Promise<Store>}
 * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_CLOSED
 */
export async function compacted(store, removed, { isLite, maxMemory }, check) {
  const fresh = new Store(store.segmentGames)
  const pause = new Pause()
  const words = store.segmentGames / 32
  for (let segment = 0; segment < store.segments; segment++) {
    const size = store.wasm.binbo_database_save(segment, 0) >>> 0
    if (size === 0) throw databaseError('ERR_DATABASE_MEMORY')
    const address = fresh.input(size)
    const from = store.input(0)
    fresh.views().bytes.set(store.views().bytes.subarray(from, from + size), address)
    store.wasm.binbo_database_release()
    const gone = new Uint32Array(words)
    gone.set(removed.subarray(segment * words, (segment + 1) * words))
    const isChosen = gone.some(word => word !== 0)
    if (isChosen) fresh.views().words.set(gone, (fresh.wasm.binbo_database_bits() >>> 0) / 4)
    const read = fresh.wasm.binbo_database_load(size, isLite ? 1 : 0, isChosen ? 1 : 0)
    if (read >= DATABASE_NO_MEMORY || fresh.memory > maxMemory) throw databaseError('ERR_DATABASE_MEMORY')
    if (pause.isDue()) await pause.take()
    check()
  }
  fresh.wasm.binbo_database_release()
  return fresh
}
