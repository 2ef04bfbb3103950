// SPDX-License-Identifier: Apache-2.0
// A PGN file, or an open stream, as the chunks that readPgn() and validatePgn() take.

import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isA } from '../core/brand.js'
import { ChessError, chessError } from '../core/errors.js'
import { decode } from '../core/utf8.js'
import { compressionOf, decompress, SIGNATURE_SIZE } from './decompress.js'

/** @import { Readable } from 'node:stream' */

/** Read at once, in bytes. */
const CHUNK = 1 << 18

/**
 * The text of a PGN file, decompressed if necessary. The file is opened when the first chunk is requested, and closed
 * when the iteration ends, in any way. It can be iterated once.
 * @implements {AsyncIterable<Uint8Array>}
 */
export class PgnFileSource {
  #from
  #signal
  #bytesRead = 0
  /** @type {number | undefined} */
  #totalBytes
  #isCompressed = false

  /**
   * @param {string | URL | Uint8Array | Readable} from a path, or an open stream, which is then owned
   * @param {AbortSignal} [signal] closes the file, also during a read
   */
  constructor(from, signal) {
    this.#from = from
    this.#signal = signal
  }

  /** The path of the file; undefined for a stream, and for a path of bytes. */
  get path() {
    const from = this.#from
    if (typeof from === 'string') return from
    return from instanceof URL ? fileURLToPath(from) : undefined
  }

  /** Whether the text is not that of the file, which is decompressed. It is known with the first chunk. */
  get isCompressed() {
    return this.#isCompressed
  }

  /** Bytes read so far, as they stand in the file, compressed or not. */
  get bytesRead() {
    return this.#bytesRead
  }

  /** The size of the file, in the same bytes; undefined before it is open, and for a stream. */
  get totalBytes() {
    return this.#totalBytes
  }

  /**
   * @returns {AsyncGenerator<Uint8Array, void>}
   * @throws {ChessError} ERR_ARGUMENT for no path, and for a file that cannot be decompressed here; errors of the file
   *   system and of zlib unchanged, with their `code` and the `path`
   */
  async *[Symbol.asyncIterator]() {
    const name = nameOf(this.#from)
    try {
      const stream = isStream(this.#from) ? this.#from : await this.#open(this.#from)
      if (this.#signal) addAbortSignal(this.#signal, stream)
      try {
        yield* this.#contents(this.#chunks(stream), name)
      } finally {
        await close(stream, this.#totalBytes !== undefined)
      }
    } catch (error) {
      throw withPath(error, name)
    }
  }

  /**
   * @param {AsyncGenerator<Uint8Array, void>} chunks
   * @param {string} name
   * @returns {AsyncGenerator<Uint8Array, void>} plain text
   */
  async *#contents(chunks, name) {
    let head = Buffer.alloc(0)
    while (head.length < SIGNATURE_SIZE) {
      const { done, value } = await chunks.next()
      if (done) break
      head = Buffer.concat([head, value])
    }
    const whole = withHead(head, chunks)
    const compression = compressionOf(head, name)
    this.#isCompressed = compression !== undefined
    yield* compression ? decompress(compression, whole, name) : whole
  }

  /**
   * @param {string | URL | Uint8Array} path
   * @returns {Promise<Readable>}
   */
  async #open(path) {
    const file = await open(/** @type {string} */ (path))
    try {
      const stats = await file.stat()
      if (stats.isFile() && stats.size > 0) this.#totalBytes = stats.size
      return file.createReadStream({ highWaterMark: CHUNK })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /**
   * @param {Readable} stream
   * @returns {AsyncGenerator<Uint8Array, void>}
   */
  async *#chunks(stream) {
    for await (const chunk of stream) {
      this.#bytesRead += chunk.length
      yield chunk
    }
  }
}

/**
 * @param {Readable} stream
 * @param {boolean} isFile whether to wait for the end; a pending read from a pipe cannot be cancelled, so not for pipes
 */
async function close(stream, isFile) {
  stream.destroy()
  if (isFile && !stream.closed) await once(stream, 'close')
}

/**
 * @param {Uint8Array} head
 * @param {AsyncGenerator<Uint8Array, void>} chunks
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
async function* withHead(head, chunks) {
  if (head.length > 0) yield head
  yield* chunks
}

/**
 * @param {string | URL | Uint8Array | Readable} from
 * @returns {from is Readable}
 */
function isStream(from) {
  return typeof from === 'object' && from !== null && 'readable' in from
}

/**
 * @param {string | URL | Uint8Array | Readable} from
 * @returns {string} for messages
 */
function nameOf(from) {
  if (isStream(from)) return 'standard input'
  return isA(from, 'Uint8Array') ? decode(from) : String(from)
}

/**
 * @param {unknown} error
 * @param {string} name
 * @returns {unknown} ERR_ARGUMENT for values that Node does not accept as a path; else the same error, with the path
 */
function withPath(error, name) {
  if (!(error instanceof Error) || error instanceof ChessError) return error
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error)
  if (code?.startsWith('ERR_INVALID_'))
    return chessError('ERR_ARGUMENT', error.message, { input: name, cause: error })
  return path === undefined ? Object.assign(error, { path: name }) : error
}
