// SPDX-License-Identifier: Apache-2.0
// The places of the texts of games: columns beside their rows (Place of src/database/store.h).

import { PLACE_BYTES } from './generated/bindings.js'
import type { Store } from './store.js'

/** The place of a game's text. */
export type Place = {
  /** the number of the source, from 1 */
  source: number
  /** in bytes */
  offset: number
  /** in bytes */
  length: number
}

/** The numbers of sources are below it. */
export const MOST_SOURCES = 2 ** 24
/** Offsets are below it. */
export const MOST_OFFSET = 2 ** 40
const HALF = 2 ** 32
/** The limits of a batch of texts that are read together, in games and in bytes. */
const BATCH_GAMES = 256
const BATCH_BYTES = 1 << 22

/**
 * @param id the number of a game
 * @returns the index of its place, in numbers of 32 bits; 0 if no game of its segment has one
 */
function wordOf(store: Store, id: number): number {
  const { segmentGames } = store
  const places = store.wasm.binbo_database_places(Math.floor(id / segmentGames)) >>> 0
  return places === 0 ? 0 : (places + (id % segmentGames) * PLACE_BYTES) / Uint32Array.BYTES_PER_ELEMENT
}

/**
 * @param id the number of a game
 * @returns undefined if its text is not kept
 */
export function placeOf(store: Store, id: number): Place | undefined {
  const word = wordOf(store, id)
  const { words } = store.views()
  const source = word === 0 ? 0 : words[word + 1] >>> 8
  if (source === 0) return undefined
  return { source, offset: words[word] + (words[word + 1] & 255) * HALF, length: words[word + 2] }
}

/**
 * @param id the number of a game that has a place
 * @param place undefined: its text is no longer kept
 */
export function setPlace(store: Store, id: number, place: Place | undefined) {
  const { source, offset, length } = place ?? { source: 0, offset: 0, length: 0 }
  const high = source * 256 + Math.floor(offset / HALF)
  store.views().words.set([offset % HALF, high, length], wordOf(store, id))
}

/** @returns batches of games whose texts are read together */
export function* placesOf(
  store: Store,
  ids: Iterable<number>,
): Generator<{ ids: number[]; places: (Place | undefined)[] }, void> {
  let batch: { ids: number[]; places: (Place | undefined)[] } = { ids: [], places: [] }
  let bytes = 0
  for (const id of ids) {
    const place = placeOf(store, id)
    batch.ids.push(id)
    batch.places.push(place)
    bytes += place?.length ?? 0
    if (batch.ids.length < BATCH_GAMES && bytes < BATCH_BYTES) continue
    yield batch
    batch = { ids: [], places: [] }
    bytes = 0
  }
  if (batch.ids.length > 0) yield batch
}
