// SPDX-License-Identifier: Apache-2.0
// A PGN file, or an open stream, as the chunks that readPgn() and validatePgn() take.

import { readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { addAbortSignal } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isA } from '../core/brand.js'
import { ChessError, chessError } from '../core/errors.js'
import { decode } from '../core/utf8.js'
import { compressionOf, decompress, SIGNATURE_SIZE } from './decompress.js'

/** The size of a read, in bytes; files of this size or less are small. */
const CHUNK = 1 << 18

/**
 * The text of a PGN file, decompressed if necessary. The file is opened when the first chunk is requested, and closed
 * when the iteration ends in any way. It can be iterated once.
 */
export class PgnFileSource implements AsyncIterable<Uint8Array> {
  #from: string | Uint8Array<ArrayBufferLike> | Readable | URL
  #signal: AbortSignal | undefined
  #blocks: boolean
  #bytesRead = 0
  #totalBytes: number | undefined
  #isCompressed = false

  /**
   * @param from a path, or an open stream, which is then owned
   * @param signal closes the file, also during a read
   * @param blocks whether small files are read while the program waits, in a tenth of the time: not for servers
   */
  constructor(from: string | URL | Uint8Array | Readable, signal?: AbortSignal, blocks = false) {
    this.#from = from
    this.#signal = signal
    this.#blocks = blocks
  }

  /** The path of the file; undefined for a stream, and for a path of bytes. */
  get path() {
    const from = this.#from
    if (typeof from === 'string') return from
    return from instanceof URL ? fileURLToPath(from) : undefined
  }

  /** Whether the file is decompressed, so that its bytes are not the text. It is known with the first chunk. */
  get isCompressed() {
    return this.#isCompressed
  }

  /** Bytes of the file read so far, compressed or not. */
  get bytesRead() {
    return this.#bytesRead
  }

  /** The size of the file, in the same bytes; undefined before it is open, and for a stream. */
  get totalBytes() {
    return this.#totalBytes
  }

  /**
   * @throws {ChessError} ERR_ARGUMENT for no path, and for a file that cannot be decompressed here; errors of the file
   *   system and of zlib unchanged, with their `code` and the `path`
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    const name = nameOf(this.#from)
    try {
      const small = this.#blocks && this.path !== undefined ? smallFile(this.path) : undefined
      if (small !== undefined) {
        this.#totalBytes = this.#bytesRead = small.length
        yield* this.#contents(pieces(small), name)
        return
      }
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

  /** @returns plain text */
  async *#contents(chunks: AsyncGenerator<Uint8Array, void>, name: string): AsyncGenerator<Uint8Array, void> {
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

  async #open(path: string | URL | Uint8Array): Promise<Readable> {
    const file = await open(path as string)
    try {
      const stats = await file.stat()
      if (stats.isFile() && stats.size > 0) this.#totalBytes = stats.size
      return file.createReadStream({ highWaterMark: CHUNK })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async *#chunks(stream: Readable): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of stream) {
      this.#bytesRead += chunk.length
      yield chunk
    }
  }
}

/**
 * Errors of the stream are reported by its iterator. After `break` there is another one, an AbortError, which is none.
 * @param isFile whether to wait for the end: not for pipes, whose pending reads cannot be cancelled
 */
async function close(stream: Readable, isFile: boolean) {
  stream.destroy()
  if (isFile && !stream.closed) await new Promise(resolve => stream.once('close', resolve))
}

/** @returns the bytes; undefined for a file that is not small, and one that cannot be read */
function smallFile(path: string): Uint8Array | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size > 0 && stats.size <= CHUNK ? readFileSync(path) : undefined
  } catch {
    return undefined
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

async function* withHead(
  head: Uint8Array,
  chunks: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  if (head.length > 0) yield head
  yield* chunks
}

function isStream(from: string | URL | Uint8Array | Readable): from is Readable {
  return typeof from === 'object' && from !== null && 'readable' in from
}

/** @returns the name of the source, for messages */
function nameOf(from: string | URL | Uint8Array | Readable): string {
  if (isStream(from)) return 'standard input'
  return isA(from, 'Uint8Array') ? decode(from) : String(from)
}

/** @returns ERR_ARGUMENT for values that Node does not accept as a path; otherwise the same error, with the path */
function withPath(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || error instanceof ChessError) return error
  const { code, path }: NodeJS.ErrnoException = error
  if (code?.startsWith('ERR_INVALID_'))
    return chessError('ERR_ARGUMENT', error.message, { input: name, cause: error })
  return path === undefined ? Object.assign(error, { path: name }) : error
}
