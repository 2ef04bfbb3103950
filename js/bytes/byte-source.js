// SPDX-License-Identifier: Apache-2.0
// Bytes that are read in parts, wherever they are.

import { bytesOf, isA } from '../core/brand.js'
import { argumentError } from '../core/errors.js'
import { bytesAway, bytesError } from './errors.js'
import { openUrl } from './url-source.js'

/** @import { ChessError } from '../core/errors.js' */

/**
 * Bytes of which parts can be read, such as those of a file.
 * @typedef {object} ByteReader
 * @property {number} size how many there are
 * @property {(offset: number, length: number) => Uint8Array | Promise<Uint8Array>} read exactly these bytes
 */

/**
 * Bytes in memory or elsewhere. A URL is read by ranges of bytes; a server that does not know them is an error, unless
 * the whole has at most 4 MB.
 * @typedef {Uint8Array | ArrayBuffer | Blob | URL | ByteReader} Bytes
 */

/**
 * Bytes that have been opened: `read` keeps within the size, and what it returns has the length that was asked for.
 * @typedef {object} ByteSource
 * @property {number} size
 * @property {Uint8Array} head the bytes from 0 on that came with the opening, often none
 * @property {(offset: number, length: number) => Uint8Array | Promise<Uint8Array>} read borrowed; throws or rejects with
 *   ERR_BYTES_AWAY, ERR_BYTES_RANGE
 */

/**
 * How bytes are opened.
 * @typedef {object} OpenBytesOptions
 * @property {number} [ahead] how many bytes of a URL are read at once when it is opened; default 16,384
 */

const AHEAD = 1 << 14
const NO_BYTES = new Uint8Array(0)

/**
 * Opens bytes: at once, but for a URL.
 * @param {Bytes} bytes
 * @param {OpenBytesOptions} [options]
 * @returns {ByteSource | Promise<ByteSource | null>} null for a URL with nothing there (404, 410)
 * @throws {ChessError} ERR_ARGUMENT; a URL rejects with ERR_BYTES_AWAY, ERR_BYTES_RANGE
 */
export function openBytes(bytes, { ahead = AHEAD } = {}) {
  const memory = bytesOf(bytes)
  if (memory) return readerSource({ size: memory.length, read: memoryReader(memory) })
  if (isA(bytes, 'Blob') || isA(bytes, 'File'))
    return readerSource({ size: bytes.size, read: blobReader(/** @type {Blob} */ (bytes)) })
  if (isA(bytes, 'URL')) return openUrl(bytes, ahead)
  const { size, read } = /** @type {Partial<ByteReader>} */ (Object(bytes))
  if (typeof read !== 'function' || !Number.isSafeInteger(size) || Number(size) < 0)
    throw argumentError('Bytes are a Uint8Array, an ArrayBuffer, a Blob, a URL or { size, read }', bytes)
  return readerSource(/** @type {ByteReader} */ (bytes))
}

/**
 * @param {ByteReader} reader
 * @returns {ByteSource}
 */
function readerSource(reader) {
  const { size } = reader
  const read = (/** @type {number} */ offset, /** @type {number} */ length) => {
    if (length === 0) return NO_BYTES
    const exact = (/** @type {Uint8Array} */ part) => exactly(part, length)
    try {
      const part = reader.read(offset, length)
      if (typeof (/** @type {any} */ (part)?.then) !== 'function')
        return exact(/** @type {Uint8Array} */ (part))
      return Promise.resolve(part).then(exact, error => {
        throw bytesAway(error)
      })
    } catch (error) {
      throw bytesAway(error)
    }
  }
  return { size, head: NO_BYTES, read }
}

/**
 * @param {unknown} part
 * @param {number} length
 * @returns {Uint8Array}
 */
function exactly(part, length) {
  const bytes = bytesOf(part)
  if (bytes?.length === length) return bytes
  throw bytesError('ERR_BYTES_RANGE', `${bytes ? bytes.length : 'no'} bytes came for ${length}`)
}

/** @param {Uint8Array} memory @returns {ByteReader['read']} */
const memoryReader = memory => (offset, length) => memory.subarray(offset, offset + length)

/** @param {Blob} blob @returns {ByteReader['read']} */
const blobReader = blob => async (offset, length) =>
  new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer())
