// SPDX-License-Identifier: Apache-2.0
// Reads sources of PGN as chunks of bytes: strings, bytes, Blobs, and streams of these.

import { bytesOf, isA } from '../core/brand.js'
import { argumentError } from '../core/errors.js'
import { Pause } from '../core/pause.js'
import { encode } from '../core/utf8.js'
import { orAbort } from '../core/waiting.js'
import { refuseMistakes } from '../game/load-pgn.js'

/** A source of PGN text: a string, bytes, a Blob, a stream, or an iterable of strings or bytes. */
export type PgnSource =
  | string
  | Uint8Array
  | Blob
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

export type Chunk = {
  bytes: Uint8Array
  /** whether the bytes come from a string that is not only ASCII */
  wide: boolean
  /** whether the bytes do not change until the source ends; the next chunk then follows them in memory */
  lasts?: boolean
  /** whether the bytes were made from strings or UTF-16 */
  encoded?: boolean
}

/** Waits for what a source has promised; it may do something meanwhile. */
export type Waiting = <T>(next: Promise<T>) => Promise<T>

/** The size of a chunk, in bytes, or in UTF-16 units of a string. */
const CHUNK_SIZE = 1 << 18

/**
 * @param source the result of checkSource()
 * @returns whether the whole source is in memory
 */
export const isWhole = (source: unknown): source is string | Uint8Array =>
  typeof source === 'string' || (ArrayBuffer.isView(source) && source instanceof Uint8Array)

/**
 * @param source the source of the user
 * @returns the same source; bytes as a Uint8Array, a Response as its stream
 * @throws {ChessError} ERR_ARGUMENT for a path, a FEN or compressed bytes
 */
export function checkSource(source: unknown): unknown {
  if (typeof source === 'string') refuseMistakes(source)
  const bytes = isA(source, 'Uint8Array') || isA(source, 'ArrayBuffer') ? bytesOf(source) : undefined
  if (bytes) {
    refuseCompressed(bytes)
    return utf16Decoder(bytes)?.(bytes) ?? bytes
  }
  const { body }: { body?: unknown } = source ?? {}
  return isA(source, 'Response') && body ? body : source
}

/**
 * @param bytes the first bytes of a source; no PGN begins with these (RFC 1952, RFC 8878)
 * @throws {ChessError} ERR_ARGUMENT
 */
function refuseCompressed([first, second, third, fourth]: Uint8Array) {
  if (first === 0x1f && second === 0x8b)
    throw argumentError(
      "These bytes are compressed with gzip: pass them through new DecompressionStream('gzip'), or createGunzip() of node:zlib",
    )
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd)
    throw argumentError(
      'These bytes are compressed with Zstandard: pass them through createZstdDecompress() of node:zlib',
    )
}

/** @param lasts whether the bytes do not change */
export function* wholeChunks(source: string | Uint8Array, lasts = true): Generator<Chunk, void> {
  if (typeof source === 'string') yield* stringChunks(source)
  else
    for (let at = 0; at < source.length; at += CHUNK_SIZE)
      yield { bytes: source.subarray(at, at + CHUNK_SIZE), wide: false, lasts }
}

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

/**
 * @param bytes the first bytes of a text
 * @returns a decoder for UTF-16 in pieces, beginning with `bytes`, if they begin with its byte order mark, as Windows writes it
 */
function utf16Decoder(bytes: Uint8Array): ((bytes: Uint8Array) => string) | undefined {
  const mark = bytes.length < 2 ? 0 : (bytes[0] << 8) | bytes[1]
  if (mark !== 0xfffe && mark !== 0xfeff) return undefined
  /** The first byte of a unit. */
  let first: number | undefined
  let isStart = true
  return piece => {
    let text = ''
    for (const byte of piece) {
      if (first === undefined) first = byte
      else {
        text += String.fromCharCode(mark === 0xfffe ? first | (byte << 8) : (first << 8) | byte)
        first = undefined
      }
    }
    const from = isStart ? 1 : 0
    isStart = false
    return text.slice(from)
  }
}

function* stringChunks(text: string): Generator<Chunk, void> {
  for (let at = 0; at < text.length; ) {
    const end = chunkEnd(text, at + CHUNK_SIZE)
    const bytes = encode(text.slice(at, end))
    yield { bytes, wide: bytes.length !== end - at, encoded: true }
    at = end
  }
}

/** @returns the same place, or one less, so that no surrogate pair is split */
function chunkEnd(text: string, end: number): number {
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end
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

export const isBlob = (source: unknown): source is Blob => isA(source, 'Blob') || isA(source, 'File')

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

/** Reads a piece ahead: the next piece loads while the current one is read as PGN. */
function blobIterator(blob: Blob): ChunkIterator {
  let at = 0
  const read = () => {
    const bytes = blob.slice(at, (at += CHUNK_SIZE)).arrayBuffer()
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
