// SPDX-License-Identifier: Apache-2.0
// The text of a source that is still needed, as contiguous bytes, with its places in C and in the source.

import { PGN_LINE } from '../core/generated/bindings.js'
import { claimPgnText, ownsPgnText, pgnFacts, releasePgnText } from '../core/pgn-text.js'
import { wasm } from '../core/wasm.js'
import type { Chunk } from './source.js'
import type { TextPlace } from './text-places.js'
import { TextPlaces } from './text-places.js'

const NOT_GIVEN = -1
const NOTHING = new Uint8Array(0)
const FIRST_CAPACITY = 1 << 12
/** A larger store is dropped when it is empty. */
const KEPT_CAPACITY = 1 << 20

export class KeptText {
  /** The kept text, and then the chunk that was added last. */
  bytes: Uint8Array = NOTHING
  /** The index in `bytes` of the text that C has after give(). */
  base = NOT_GIVEN
  /** The offset of `bytes` in the source, in bytes of its chunks. */
  start = 0
  /** Whether these bytes differ from those of the source, because it has strings or UTF-16. */
  isEncoded = false

  /** A copy of text that crosses the end of its chunk. */
  #store = NOTHING
  #lasts = false
  /** The place of the byte at `#placed`. */
  #places = this.#placesFrom(undefined)
  #placed = 0

  /** Begins again at another place of a source of bytes. */
  restart(place: TextPlace) {
    this.bytes = NOTHING
    this.base = NOT_GIVEN
    this.start = place.offset
    this.#placed = 0
    this.#places = this.#placesFrom(place)
  }

  /**
   * @param chunk borrowed until the next keepFrom(), or until the end if it lasts: in memory, it then follows the kept text
   */
  add({ bytes, wide, lasts = false, encoded = false }: Chunk) {
    const kept = this.bytes.length
    this.isEncoded ||= encoded
    const length = kept + bytes.length
    this.#places.wide ||= wide
    this.base = NOT_GIVEN
    this.#lasts = lasts
    if (kept === 0 || lasts) {
      this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset - kept, length)
      return
    }
    this.#reserve(length)
    this.#store.set(bytes, kept)
    this.bytes = this.#store.subarray(0, length)
  }

  /** @param start the text before it is no longer needed; indexes count from there */
  keepFrom(start: number) {
    this.placeAt(start)
    this.#placed = 0
    this.base = NOT_GIVEN
    this.start += start
    const rest = this.bytes.subarray(start)
    if (rest.length === 0) {
      this.bytes = NOTHING
      if (this.#store.length > KEPT_CAPACITY) this.#store = NOTHING
      return
    }
    if (this.#lasts) {
      this.bytes = rest
      return
    }
    if (rest.buffer !== this.#store.buffer || start > 0) {
      this.#reserve(rest.length)
      this.#store.set(rest)
    }
    this.bytes = this.#store.subarray(0, rest.length)
  }

  /** @returns `base`; the text is passed to C again if another one has replaced it */
  give(): number {
    if (this.base === NOT_GIVEN || !ownsPgnText(this)) {
      const text = this.bytes.subarray(this.#placed)
      claimPgnText(this, text.length).set(text)
      this.base = this.#placed
    }
    return this.base
  }

  /** @returns the place of the first token from `at` on; the end of the text if it has not arrived */
  firstToken(at: number): number {
    const base = this.give()
    return base + wasm.binbo_pgn_skip(at - base, this.bytes.length - base)
  }

  /** @returns whether places count UTF-16 units, and some characters are longer than a byte */
  get wide(): boolean {
    return this.#places.wide
  }

  /** Counts the lines up to a byte; later calls of this method and the next two must pass later bytes. */
  placeAt(at: number) {
    this.#places.advance(this.bytes, this.#placed, at)
    this.#placed = at
  }

  /** @returns the place in the source */
  placeOf(at: number): TextPlace {
    return this.#places.at(this.bytes, this.#placed, at)
  }

  /** @returns only the offset, without counting lines */
  offsetOf(at: number): number {
    return this.#places.offset(this.bytes, this.#placed, at)
  }

  /** Releases large memory. */
  release() {
    if (ownsPgnText(this)) releasePgnText()
  }

  #placesFrom(place: TextPlace | undefined): TextPlaces {
    const findLines = (from: number, to: number) => {
      const base = this.give()
      const lines = wasm.binbo_pgn_lines(from - base, to - base)
      return { lines, start: pgnFacts()[PGN_LINE] + base }
    }
    return new TextPlaces(findLines, place)
  }

  /** @param length in bytes; the contents of the store stay */
  #reserve(length: number) {
    if (length <= this.#store.length) return
    const larger = new Uint8Array(Math.max(length, 2 * this.#store.length, FIRST_CAPACITY))
    larger.set(this.#store)
    this.#store = larger
  }
}
