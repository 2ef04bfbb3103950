// SPDX-License-Identifier: Apache-2.0
// Sources of PGN that come in pieces: Blobs, streams and iterables.

import { bytesOf } from '../core/brand.js'
import { argumentError } from '../core/errors.js'
import { Pause } from '../core/pause.js'
import { orAbort } from '../core/waiting.js'
import type { Chunk, Waiting } from './source.js'
import {
  CHUNK_SIZE,
  isBlob,
  isWhole,
  refuseCompressed,
  stringChunks,
  utf16Decoder,
  wholeChunks,
} from './source.js'
/**
 * Iterates like `for await`, but an abort closes a source that hangs without waiting for it. The event loop turns also after
 * empty pieces.
 * @param source a PgnSource
 * @param waiting takes each piece that the source has promised, and returns it when the caller is ready
 * @returns chunks; the end of the iteration closes the source
 * @throws {ChessError} ERR_ARGUMENT for another value; the signal's reason
 */
export async function* chunksOf(
  source: unknown,
  signal: AbortSignal | undefined,
  waiting: Waiting = next => next,
): AsyncGenerator<Chunk, void> {
  if (isWhole(source)) {
    yield* wholeChunks(source)
    return
  }
  const iterator = iteratorOf(source)
  const text = new StreamText()
  const pause = new Pause()
  let isWaiting = true
  let done = false
  try {
    while (!done) {
      isWaiting = true
      const next = Promise.resolve(iterator.next()).catch(error => {
        done = true
        throw error
      })
      const result = await orAbort(waiting(next), signal)
      done = result.done === true
      isWaiting = false
      if (pause.isDue()) {
        await pause.take()
        signal?.throwIfAborted()
      }
      yield* done ? text.end() : text.chunks(result.value)
    }
  } finally {
    if (!done && !isWaiting) await iterator.return?.()
    else if (!done) abandon(source, iterator)
  }
}

/** Converts the data of a stream to chunks. Strings may split surrogate pairs, and pieces may split UTF-16 anywhere. */
class StreamText {
  /** The first half of a surrogate pair. */
  #half = ''
  #isFirst = true
  /** The first bytes, shorter than a byte order mark. */
  #begin = new Uint8Array(0)
  #utf16: ((bytes: Uint8Array) => string) | undefined;

  /**
   * @param given a string or bytes
   * @throws {ChessError} ERR_ARGUMENT
   */
  *chunks(given: unknown): Generator<Chunk, void> {
    let bytes = typeof given === 'string' ? undefined : bytesOf(given)
    if (typeof given !== 'string' && !bytes) throw argumentError('A stream gives strings or bytes')
    if (bytes && this.#isFirst) {
      if (this.#begin.length > 0) {
        const [all, begin] = [new Uint8Array(bytes.length + 1), this.#begin]
        all.set(begin)
        all.set(bytes, 1)
        bytes = all
      }
      this.#begin = bytes.slice(0, bytes.length < 2 ? 1 : 0)
      if (bytes.length < 2) return
      refuseCompressed(bytes)
      this.#utf16 = utf16Decoder(bytes)
    } else if (this.#isFirst) yield* this.end()
    this.#isFirst = false
    if (bytes && !this.#utf16) {
      yield* this.end()
      yield* wholeChunks(bytes, false)
      return
    }
    const text = this.#half + (bytes ? this.#utf16?.(bytes) : given)
    this.#half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : ''
    yield* stringChunks(this.#half === '' ? text : text.slice(0, -1))
  }

  /** @returns the remaining chunks */
  *end(): Generator<Chunk, void> {
    yield* wholeChunks(this.#begin, false)
    this.#begin = new Uint8Array(0)
    yield* stringChunks(this.#half)
    this.#half = ''
  }
}

/** @param iterator an iterator whose next() is running */
function abandon(source: unknown, iterator: ChunkIterator) {
  const { destroy }: { destroy?: unknown } = Object(source)
  // The iterator of a Node stream ends only when the stream ends.
  if (typeof destroy === 'function') destroy.call(source)
  else Promise.resolve(iterator.return?.()).catch(() => {})
}

type ChunkIterator = {
  next: () => Promise<IteratorResult<unknown>> | IteratorResult<unknown>
  return?: () => unknown
}

/** The properties by which sources are recognized. */
type GivenSource = ReadableStream & {
  readableEnded?: unknown
  [Symbol.asyncIterator]: () => ChunkIterator
  [Symbol.iterator]: () => ChunkIterator
}

/** @throws {ChessError} ERR_ARGUMENT */
function iteratorOf(source: unknown): ChunkIterator {
  const given = source as GivenSource | null | undefined
  if (isBlob(given)) return blobIterator(given)
  // Some browsers cannot iterate over streams.
  if (typeof given?.getReader === 'function') return streamIterator(given)
  if (given?.readableEnded === true) throw argumentError('This stream was already read to its end')
  // A Uint8Array without memory: a Proxy of one, or its prototype.
  if (given instanceof Uint8Array) throw argumentError('These bytes have no memory')
  if (typeof given?.[Symbol.asyncIterator] === 'function') return given[Symbol.asyncIterator]()
  if (typeof given?.[Symbol.iterator] === 'function') return given[Symbol.iterator]()
  throw argumentError('A source is a string, bytes, a Blob, a stream or an iterable of them')
}

/** Reads a piece ahead: the next piece loads while the current one is read as PGN. A slice takes longer than reading a small file. */
function blobIterator(blob: Blob): ChunkIterator {
  let at = 0
  const read = () => {
    const piece = blob.size <= CHUNK_SIZE ? blob : blob.slice(at, at + CHUNK_SIZE)
    at += CHUNK_SIZE
    const bytes = piece.arrayBuffer()
    // next() reports it.
    bytes.catch(() => {})
    return bytes
  }
  let ahead = read()
  return {
    next: async () => {
      const value = new Uint8Array(await ahead)
      if (at < blob.size) ahead = read()
      else ahead = Promise.resolve(new ArrayBuffer(0))
      return { done: value.length === 0, value }
    },
  }
}

function streamIterator(stream: ReadableStream<unknown>): ChunkIterator {
  const reader = stream.getReader()
  return {
    next: async () => {
      const result = await reader.read()
      if (result.done) reader.releaseLock()
      return result
    },
    return: () => reader.cancel(),
  }
}
