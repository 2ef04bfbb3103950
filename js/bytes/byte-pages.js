// SPDX-License-Identifier: Apache-2.0
// Pages of an opened source, of which those used last are kept: what is read again is there, and what is read at the
// same time is asked for once.

/** @import { ByteSource } from './byte-source.js' */

/** @typedef {Uint8Array | Promise<Uint8Array>} Page */

/**
 * @template T, U
 * @param {T | Promise<T>} value
 * @param {(value: T) => U} next
 * @returns {U | Promise<U>} at once where the value is there
 */
const then = (value, next) => (value instanceof Promise ? value.then(next) : next(value))

/** A window on a source. */
export class BytePages {
  #source
  #pageSize
  #most
  /** @type {Map<number, Page>} By number; the one used last stands last. */
  #pages = new Map()

  /**
   * @param {ByteSource} source
   * @param {{ pageSize?: number, maxPages?: number }} [options] in bytes, default 4,096; default 256
   */
  constructor(source, { pageSize = 4096, maxPages = 256 } = {}) {
    this.#source = source
    this.#pageSize = pageSize
    this.#most = maxPages
    const { head, size } = source
    for (let at = 0; at < head.length && this.#pages.size < maxPages; at += pageSize) {
      const page = head.subarray(at, at + pageSize)
      if (page.length === Math.min(pageSize, size - at)) this.#pages.set(at / pageSize, page)
    }
  }

  /** How many bytes the source has. */
  get size() {
    return this.#source.size
  }

  /**
   * @param {number} offset
   * @param {number} length at least 1; the bytes are within the source
   * @returns {Uint8Array | Promise<Uint8Array>} borrowed; a promise only where bytes must come from elsewhere
   * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE
   */
  read(offset, length) {
    const first = Math.floor(offset / this.#pageSize)
    const last = Math.floor((offset + length - 1) / this.#pageSize)
    const begin = offset - first * this.#pageSize
    if (first === last) return then(this.#page(first), page => page.subarray(begin, begin + length))
    const pages = Array.from({ length: last - first + 1 }, (_, i) => this.#page(first + i))
    const join = (/** @type {Uint8Array[]} */ parts) => {
      const whole = new Uint8Array((last - first + 1) * this.#pageSize)
      parts.forEach((part, i) => {
        whole.set(part, i * this.#pageSize)
      })
      return whole.subarray(begin, begin + length)
    }
    return pages.some(page => page instanceof Promise)
      ? Promise.all(pages).then(join)
      : join(/** @type {Uint8Array[]} */ (pages))
  }

  /**
   * @param {number} number
   * @returns {Page}
   */
  #page(number) {
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
    if (this.#pages.size > this.#most)
      this.#pages.delete(/** @type {number} */ (this.#pages.keys().next().value))
    return page
  }
}
