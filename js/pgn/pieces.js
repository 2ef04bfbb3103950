// SPDX-License-Identifier: Apache-2.0
// Pieces of a source as contiguous bytes, as long as they are needed.

const NOTHING = new Uint8Array(0)
const FIRST_CAPACITY = 1 << 16
/** A larger store is dropped when there is nothing in it. */
const KEPT_CAPACITY = 1 << 20

export class Pieces {
  /** @type {Uint8Array} What is kept, followed by the piece added last. */
  bytes = NOTHING

  /** What reaches over the end of its piece stands here. */
  #store = NOTHING

  /** @param {Uint8Array} piece borrowed until the next keepFrom() */
  add(piece) {
    const kept = this.bytes.length
    if (kept === 0) {
      this.bytes = piece
      return
    }
    const length = kept + piece.length
    this.#reserve(length)
    this.#store.set(piece, kept)
    this.bytes = this.#store.subarray(0, length)
  }

  /** @param {number} start what is before it is no longer needed */
  keepFrom(start) {
    const rest = this.bytes.subarray(start)
    if (rest.length === 0) {
      this.bytes = NOTHING
      if (this.#store.length > KEPT_CAPACITY) this.#store = NOTHING
      return
    }
    if (rest.buffer !== this.#store.buffer || start > 0) {
      this.#reserve(rest.length)
      this.#store.set(rest)
    }
    this.bytes = this.#store.subarray(0, rest.length)
  }

  /** @param {number} length in bytes; what the store holds stays */
  #reserve(length) {
    if (length <= this.#store.length) return
    const larger = new Uint8Array(Math.max(length, 2 * this.#store.length, FIRST_CAPACITY))
    larger.set(this.#store)
    this.#store = larger
  }
}
