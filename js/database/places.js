// SPDX-License-Identifier: Apache-2.0
// Where the texts of games stand: the columns beside their rows (Place of src/database/store.h).

import { PLACE_BYTES } from './generated/bindings.js'

/** @import { Store } from './store.js' */

/**
 * Where the text of a game stands.
 * @typedef {object} Place
 * @property {number} source its number, from 1
 * @property {number} offset in bytes
 * @property {number} length in bytes
 */

/** The numbers of sources end before it. */
export const MOST_SOURCES = 2 ** 24
/** Offsets end before it. */
export const MOST_OFFSET = 2 ** 40
const HALF = 2 ** 32
/** Games whose texts are read at a time, and the bytes after which no more are. */
const BATCH_GAMES = 256
const BATCH_BYTES = 1 << 22

/**
 * @param {Store} store
 * @param {number} id of a game
 * @returns {number} where its place stands, in numbers of 32 bits; 0 where no game of its segment has one
 */
function wordOf(store, id) {
  const { segmentGames } = store
  const places = store.wasm.binbo_database_places(Math.floor(id / segmentGames)) >>> 0
  return places === 0 ? 0 : (places + (id % segmentGames) * PLACE_BYTES) / Uint32Array.BYTES_PER_ELEMENT
}

/**
 * @param {Store} store
 * @param {number} id of a game
 * @returns {Place | undefined} undefined where its text is not kept
 */
export function placeOf(store, id) {
  const word = wordOf(store, id)
  const { words } = store.views()
  const source = word === 0 ? 0 : words[word + 1] >>> 8
  if (source === 0) return undefined
  return { source, offset: words[word] + (words[word + 1] & 255) * HALF, length: words[word + 2] }
}

/**
 * @param {Store} store
 * @param {number} id of a game that has a place
 * @param {Place | undefined} place undefined: its text is not kept any more
 */
export function setPlace(store, id, place) {
  const { source, offset, length } = place ?? { source: 0, offset: 0, length: 0 }
  const high = source * 256 + Math.floor(offset / HALF)
  store.views().words.set([offset % HALF, high, length], wordOf(store, id))
}

/**
 * @param {Store} store
 * @param {Iterable<number>} ids
 * @returns {Generator<{ ids: number[], places: (Place | undefined)[] }, void>} so many games that their texts are read at a time
 */
export function* placesOf(store, ids) {
  let batch = { ids: /** @type {number[]} */ ([]), places: /** @type {(Place | undefined)[]} */ ([]) }
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
