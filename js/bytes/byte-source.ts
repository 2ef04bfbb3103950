// SPDX-License-Identifier: Apache-2.0
// Reads parts of bytes that are in memory, in a Blob, at a URL, or behind a reader of the caller.

import { bytesOf, isA } from '../core/brand.js'
import { argumentError } from '../core/errors.js'
import { isThenable } from '../core/waiting.js'
import { bytesAway, bytesError } from './errors.js'
import { openUrl } from './url-source.js'

/** Bytes that can be read in parts, such as a file. */
export type ByteReader = {
  /** The number of bytes. */
  size: number
  /** Returns exactly these bytes. */
  read: (offset: number, length: number) => Uint8Array | Promise<Uint8Array>
}

/**
 * Bytes in memory or elsewhere. A URL is read with range requests; a server that does not support them is an error, unless the
 * file has at most 4 MB.
 */
export type Bytes = Uint8Array | ArrayBuffer | Blob | URL | ByteReader

/** Opened bytes. `read` must stay within the size, and returns exactly the requested length. */
export type ByteSource = {
  size: number
  /** the first bytes, as far as they were read while opening; often none */
  head: Uint8Array
  /** returns borrowed bytes; throws or rejects with ERR_BYTES_AWAY, ERR_BYTES_RANGE */
  read: (offset: number, length: number) => Uint8Array | Promise<Uint8Array>
}

/** How bytes are opened. */
type OpenBytesOptions = {
  /** how many bytes of a URL are read at once when it is opened; default 16,384 */
  ahead?: number
}

const AHEAD = 1 << 14
const NO_BYTES = new Uint8Array(0)

/**
 * Opens bytes: synchronously, except for a URL.
 * @returns null for a URL that does not exist (404, 410)
 * @throws {ChessError} ERR_ARGUMENT; a URL rejects with ERR_BYTES_AWAY, ERR_BYTES_RANGE
 */
export function openBytes(bytes: Uint8Array): ByteSource
export function openBytes(bytes: Bytes, options?: OpenBytesOptions): ByteSource | Promise<ByteSource | null>
export function openBytes(
  bytes: Bytes,
  { ahead = AHEAD }: OpenBytesOptions = {},
): ByteSource | Promise<ByteSource | null> {
  const memory = bytesOf(bytes)
  if (memory) return readerSource({ size: memory.length, read: memoryReader(memory) })
  if (isA(bytes, 'Blob') || isA(bytes, 'File'))
    return readerSource({ size: bytes.size, read: blobReader(bytes) })
  if (isA(bytes, 'URL')) return openUrl(bytes, ahead)
  if (!isReader(bytes))
    throw argumentError('Bytes are a Uint8Array, an ArrayBuffer, a Blob, a URL or { size, read }', bytes)
  return readerSource(bytes)
}

function isReader(value: unknown): value is ByteReader {
  const { size, read }: Partial<ByteReader> = Object(value)
  return typeof read === 'function' && Number.isSafeInteger(size) && Number(size) >= 0
}

function readerSource(reader: ByteReader): ByteSource {
  const { size } = reader
  const read = (offset: number, length: number) => {
    if (length === 0) return NO_BYTES
    const exact = (part: Uint8Array) => exactly(part, length)
    try {
      const part = reader.read(offset, length)
      if (!isThenable(part)) return exact(part)
      return Promise.resolve(part).then(exact, error => {
        throw bytesAway(error)
      })
    } catch (error) {
      throw bytesAway(error)
    }
  }
  return { size, head: NO_BYTES, read }
}

function exactly(part: unknown, length: number): Uint8Array {
  const bytes = bytesOf(part)
  if (bytes?.length === length) return bytes
  throw bytesError('ERR_BYTES_RANGE', `${bytes ? bytes.length : 'no'} bytes came for ${length}`)
}

const memoryReader =
  (memory: Uint8Array): ByteReader['read'] =>
  (offset, length) =>
    memory.subarray(offset, offset + length)

const blobReader =
  (blob: Blob): ByteReader['read'] =>
  async (offset, length) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer())
