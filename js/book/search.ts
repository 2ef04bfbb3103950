// SPDX-License-Identifier: Apache-2.0
// Finds the entries of a key. Keys are distributed like random numbers, so their place can be estimated. In a book of 48 MB
// the estimate and its correction read one or two pages; bisection reads six.

import { BytePages } from '../bytes/byte-pages.js'
import type { ByteSource } from '../bytes/byte-source.js'
import { ENTRY_SIZE, viewOf } from './entries.js'

/** The size of a page, in bytes and in entries. */
const PAGE_SIZE = 1 << 14
const ENTRIES = PAGE_SIZE / ENTRY_SIZE
const MOST_PAGES = 64
/** After so many estimates, bisection is used: the keys may have been chosen to mislead. */
const MOST_GUESSES = 4
const ALL_KEYS = 2 ** 64

/** The entries of a book, read in pages. */
export class EntrySearch {
  #pages: BytePages
  #length: number

  /** @param source the bytes of whole entries, sorted by key */
  constructor(source: ByteSource) {
    this.#pages = new BytePages(source, { pageSize: PAGE_SIZE, maxPages: MOST_PAGES })
    this.#length = source.size / ENTRY_SIZE
  }

  /**
   * @returns a view of each entry of this key, in the order of the file; borrowed
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  async find(key: bigint): Promise<DataView[]> {
    let at = await this.#firstOf(key)
    const found: DataView[] = []
    while (at < this.#length) {
      const number = Math.floor(at / ENTRIES)
      const page = await this.#page(number)
      for (let i = at - number * ENTRIES; i < page.byteLength / ENTRY_SIZE; i++, at++) {
        if (page.getBigUint64(i * ENTRY_SIZE) !== key) return found
        found.push(new DataView(page.buffer, page.byteOffset + i * ENTRY_SIZE, ENTRY_SIZE))
      }
    }
    return found
  }

  /** @returns the place of the key's first entry, or where it would be */
  async #firstOf(key: bigint): Promise<number> {
    // The first entry that is not below the key is in low … high; the keys around are lowKey and highKey.
    let low = 0
    let high = this.#length
    let lowKey = 0
    let highKey = ALL_KEYS
    const wanted = Number(key)
    for (let guesses = 0; low < high; guesses++) {
      const share = guesses < MOST_GUESSES && highKey > lowKey ? (wanted - lowKey) / (highKey - lowKey) : 0.5
      const guess = Math.min(high - 1, low + Math.floor(Math.min(Math.max(share, 0), 1) * (high - low)))
      const number = Math.floor(guess / ENTRIES)
      const page = await this.#page(number)
      const start = number * ENTRIES
      const [from, to] = [
        Math.max(low, start) - start,
        Math.min(high, start + page.byteLength / ENTRY_SIZE) - start,
      ]
      const keyAt = (i: number) => page.getBigUint64(i * ENTRY_SIZE)
      if (keyAt(to - 1) < key) {
        low = start + to
        lowKey = Number(keyAt(to - 1))
      } else if (keyAt(from) >= key) {
        high = start + from
        highKey = Number(keyAt(from))
      } else return start + firstFrom(keyAt, from, to, key)
    }
    return low
  }

  /** @returns borrowed */
  async #page(number: number): Promise<DataView> {
    const offset = number * PAGE_SIZE
    const length = Math.min(PAGE_SIZE, this.#pages.size - offset)
    return viewOf(await this.#pages.read(offset, length))
  }
}

/**
 * @param low an entry below the key
 * @returns the first entry that is not below the key
 */
function firstFrom(keyAt: (i: number) => bigint, low: number, high: number, key: bigint): number {
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (keyAt(middle) < key) low = middle
    else high = middle
  }
  return high
}
