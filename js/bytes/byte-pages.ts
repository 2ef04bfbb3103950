// SPDX-License-Identifier: Apache-2.0
// A cache of pages of an opened source. The last used pages are kept, and concurrent reads of a page share one request.

import type { ByteSource } from './byte-source.js'

type Page = Uint8Array | Promise<Uint8Array>

/** @returns the result; synchronously if the value is not a promise */
const then = <T, U>(value: T | Promise<T>, next: (value: T) => U): U | Promise<U> =>
  value instanceof Promise ? value.then(next) : next(value)

/** Reads a source in pages. */
export class BytePages {
  #source: ByteSource
  #pageSize: number
  #most: number
  /** Pages by number; the last used page is last. */
  #pages: Map<number, Page> = new Map()

  /** @param options `pageSize` in bytes, default 4,096; `maxPages`, default 256 */
  constructor(
    source: ByteSource,
    { pageSize = 4096, maxPages = 256 }: { pageSize?: number; maxPages?: number } = {},
  ) {
    this.#source = source
    this.#pageSize = pageSize
    this.#most = maxPages
    const { head, size } = source
    for (let at = 0; at < head.length && this.#pages.size < maxPages; at += pageSize) {
      const page = head.subarray(at, at + pageSize)
      if (page.length === Math.min(pageSize, size - at)) this.#pages.set(at / pageSize, page)
    }
  }

  /** The number of bytes of the source. */
  get size() {
    return this.#source.size
  }

  /**
   * @param length at least 1; all bytes must be within the source
   * @returns the bytes; borrowed; a promise only if bytes must be read
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array> {
    const first = Math.floor(offset / this.#pageSize)
    const last = Math.floor((offset + length - 1) / this.#pageSize)
    const begin = offset - first * this.#pageSize
    if (first === last) return then(this.#page(first), page => page.subarray(begin, begin + length))
    const pages = Array.from({ length: last - first + 1 }, (_, i) => this.#page(first + i))
    const join = (parts: Uint8Array[]) => {
      const whole = new Uint8Array((last - first + 1) * this.#pageSize)
      parts.forEach((part, i) => {
        whole.set(part, i * this.#pageSize)
      })
      return whole.subarray(begin, begin + length)
    }
    const areHere = pages.every((page): page is Uint8Array => !(page instanceof Promise))
    return areHere ? join(pages) : Promise.all(pages).then(join)
  }

  #page(number: number): Page {
    const known = this.#pages.get(number)
    if (known !== undefined) {
      this.#pages.delete(number)
      this.#pages.set(number, known)
      return known
    }
    const at = number * this.#pageSize
    const page = this.#source.read(at, Math.min(this.#pageSize, this.#source.size - at))
    this.#pages.set(number, page)
    if (page instanceof Promise)
      page.then(
        bytes => this.#pages.has(number) && this.#pages.set(number, bytes),
        () => this.#pages.delete(number),
      )
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > this.#most) this.#pages.delete(oldest)
    return page
  }
}
