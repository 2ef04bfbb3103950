// SPDX-License-Identifier: Apache-2.0
// Sources of PGN, and those in memory as chunks of bytes; stream-source.ts has those that come in pieces.

import { bytesOf, isA } from '../core/brand.js'
import { argumentError } from '../core/errors.js'
import { encode } from '../core/utf8.js'
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
export const CHUNK_SIZE = 1 << 18

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
export function refuseCompressed([first, second, third, fourth]: Uint8Array) {
  const isZstd = first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd
  if (isZstd || (first === 0x1f && second === 0x8b)) {
    const ways = isZstd ? '' : "new DecompressionStream('gzip'), or "
    const [name, tool] = isZstd ? ['Zstandard', 'ZstdDecompress'] : ['gzip', 'Gunzip']
    throw argumentError(
      `These bytes are compressed with ${name}: pass them through ${ways}create${tool}() of node:zlib`,
    )
  }
}

/** @param lasts whether the bytes do not change */
export function* wholeChunks(source: string | Uint8Array, lasts = true): Generator<Chunk, void> {
  if (typeof source === 'string') yield* stringChunks(source)
  else
    for (let at = 0; at < source.length; at += CHUNK_SIZE)
      yield { bytes: source.subarray(at, at + CHUNK_SIZE), wide: false, lasts }
}

/**
 * @param bytes the first bytes of a text
 * @returns a decoder for UTF-16 in pieces, beginning with `bytes`, if they begin with its byte order mark, as Windows writes it
 */
export function utf16Decoder(bytes: Uint8Array): ((bytes: Uint8Array) => string) | undefined {
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

export function* stringChunks(text: string): Generator<Chunk, void> {
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

export const isBlob = (source: unknown): source is Blob => isA(source, 'Blob') || isA(source, 'File')
