// SPDX-License-Identifier: Apache-2.0
// Copies a store without the games that were removed, and its texts without the texts of these games.

import { Pause } from '../core/pause.js'
import { databaseError } from './errors.js'
import { DATABASE_NO_MEMORY } from './generated/bindings.js'
import type { KeptTexts } from './kept-texts.js'
import { placeOf, placesOf, setPlace } from './places.js'
import type { Sources } from './sources.js'
import { KEPT } from './sources.js'
import { Store } from './store.js'

/**
 * @param removed a bit for each removed game
 * @param check throws if the database is closed
 * @throws {ChessError} ERR_DATABASE_MEMORY, ERR_DATABASE_CLOSED
 */
export async function compacted(
  store: Store,
  removed: Uint32Array,
  { isLite, maxMemory }: { isLite: boolean; maxMemory: number },
  check: () => void,
): Promise<Store> {
  const fresh = new Store(store.segmentGames, store.isFull)
  const pause = new Pause()
  const words = store.segmentGames / 32
  for (let segment = 0; segment < store.segments; segment++) {
    const { size, copy } = store.save(segment, 0)
    const address = fresh.input(size)
    copy(fresh.views().bytes.subarray(address, address + size), 0)
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

/**
 * @param store a compacted store; the places of its games' texts are changed
 * @param write writes texts that are not yet in files, if they are large
 * @returns the sources of its games
 * @throws errors of write()
 */
export async function compactedSources(
  sources: Sources,
  store: Store,
  write: (texts: KeptTexts) => Promise<void>,
): Promise<Sources> {
  const { size, damaged } = sources.texts
  const used: Set<number> = new Set()
  let bytes = 0
  for (let id = 0; id < store.games; id++) {
    const place = placeOf(store, id)
    if (place === undefined) continue
    const { source, length } = place
    // If places overlap, in a forged file, at most the size of the texts is copied.
    if (source === KEPT && bytes + length <= size) bytes += length
    else if (source !== KEPT && sources.has(source)) used.add(source)
    else setPlace(store, id, undefined)
  }
  if (bytes === size && damaged.length === 0) return sources.only(sources.texts, used)
  const texts = sources.texts.emptied()
  try {
    for (const { ids, places } of placesOf(store, Array(store.games).keys())) {
      const kept = places.map(place => (place?.source === KEPT ? place : undefined))
      if (!kept.some(Boolean)) continue
      const read = await sources.read(kept)
      let offset = texts.size
      for (const [i, text] of read.entries()) {
        const place = kept[i]
        if (place === undefined) continue
        setPlace(store, ids[i], text && { ...place, offset })
        offset += text?.length ?? 0
      }
      texts.append(read.filter(text => text !== undefined))
      await write(texts)
    }
  } catch (error) {
    await texts.leave(texts.files.map(({ file }) => file))
    throw error
  }
  return sources.only(texts, used)
}
