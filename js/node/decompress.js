// SPDX-License-Identifier: Apache-2.0
// Compressed files: their format, by their first bytes or their name, and their contents.

import * as zlib from 'node:zlib'
import { ChessError } from '../core/errors.js'

/** @typedef {'gzip' | 'zstd'} Compression */
/** @import { Transform } from 'node:stream' */

/** Bytes that compressionOf() needs, if the file has as many. */
export const SIGNATURE_SIZE = 6

/** Size of a decoder's chunks, in bytes. Node's default, 16 KiB, is slower. */
const CHUNK = 1 << 18

/** Formats that users have and that are not supported; no PGN begins like them. */
const ARCHIVES = [
  ['a ZIP archive', 'PK\x03\x04'],
  ['a 7z archive', '7z\xbc\xaf\x27\x1c'],
  ['a RAR archive', 'Rar!\x1a\x07'],
  ['compressed with xz', '\xfd7zXZ\0'],
  ['compressed with bzip2', 'BZh'],
]

/**
 * @param {Uint8Array} head the first bytes of a file
 * @param {string} name the file's name
 * @returns {Compression | undefined} undefined for plain text
 * @throws {ChessError} ERR_ARGUMENT for a format that is not supported
 */
export function compressionOf(head, name) {
  const signature = Buffer.from(head.subarray(0, SIGNATURE_SIZE)).toString('latin1')
  for (const [kind, start] of ARCHIVES) {
    if (signature.startsWith(start))
      throw new ChessError('ERR_ARGUMENT', `${name} is ${kind}: unpack it first`, { input: name })
  }
  if (signature.startsWith('\x1f\x8b')) return 'gzip'
  if (isZstd(signature)) return 'zstd'
  return /\.gz$/i.test(name) ? 'gzip' : /\.zst$/i.test(name) ? 'zstd' : undefined
}

/**
 * A frame, or a skippable frame, which pzstd writes first (RFC 8878, 3.1).
 * @param {string} signature
 */
function isZstd(signature) {
  return (
    signature.startsWith('\x28\xb5\x2f\xfd') ||
    (signature.startsWith('\x2a\x4d\x18', 1) && signature.charCodeAt(0) >> 4 === 5)
  )
}

/**
 * @param {Compression} kind
 * @param {AsyncGenerator<Uint8Array, void>} input borrowed: the caller ends it
 * @param {string} name the file's name, for errors
 * @returns {AsyncGenerator<Uint8Array, void>}
 * @throws {ChessError} ERR_ARGUMENT where this Node has no Zstandard
 */
export function decompress(kind, input, name) {
  return kind === 'gzip' ? gunzip(input) : unzstd(input, zstdDecoder(name))
}

/**
 * @param {string} name
 * @returns {() => Transform}
 */
function zstdDecoder(name) {
  const { createZstdDecompress } = /** @type {any} */ (zlib)
  if (createZstdDecompress) return () => createZstdDecompress({ chunkSize: CHUNK })
  const lack = `${name} is compressed with Zstandard, which Node ${process.versions.node} cannot read`
  throw new ChessError('ERR_ARGUMENT', `${lack}: use Node 22.15 or newer, or unpack it first`, {
    input: name,
  })
}

/**
 * All members; after the last one only padding is allowed, anything else is an error of zlib's.
 * @param {AsyncGenerator<Uint8Array, void>} input
 */
async function* gunzip(input) {
  const decoder = zlib.createGunzip({ chunkSize: CHUNK })
  feed(decoder, input)
  yield* decoder
}

/**
 * All frames. Node's decoder ends silently where a frame ends inside a chunk (nodejs/node#64741), so the remaining
 * bytes go to another decoder.
 * @param {AsyncGenerator<Uint8Array, void>} input
 * @param {() => Transform} createDecoder
 */
async function* unzstd(input, createDecoder) {
  /** @type {Uint8Array | undefined} */
  let rest
  do {
    const decoder = createDecoder()
    const left = feed(decoder, input, rest)
    yield* decoder
    rest = await left
  } while (rest)
}

/**
 * Writes the input to a decoder, which an error of the input destroys. Never rejects, and stays pending when the
 * decoder's reader destroys it.
 * @param {Transform} decoder
 * @param {AsyncGenerator<Uint8Array, void>} input
 * @param {Uint8Array} [first] precedes the input
 * @returns {Promise<Uint8Array | undefined>} the bytes left over when the decoder ended before its input
 */
async function feed(decoder, input, first) {
  let given = 0
  try {
    for (let chunk = first ?? (await next(input)); chunk; chunk = await next(input)) {
      await write(decoder, chunk)
      given += chunk.length
      const left = given - /** @type {zlib.Gunzip} */ (decoder).bytesWritten
      if (left > 0) return chunk.subarray(chunk.length - left)
    }
    decoder.end()
  } catch (error) {
    decoder.destroy(/** @type {Error} */ (error))
  }
  return undefined
}

/**
 * @param {AsyncGenerator<Uint8Array, void>} input
 * @returns {Promise<Uint8Array | undefined>} undefined at its end
 */
async function next(input) {
  const { value } = await input.next()
  return value ?? undefined
}

/**
 * @param {Transform} decoder
 * @param {Uint8Array} chunk
 * @returns {Promise<void>} when the decoder has taken it, or has ended
 */
function write(decoder, chunk) {
  return new Promise(resolve => {
    const done = () => {
      decoder.off('end', done)
      resolve()
    }
    decoder.once('end', done)
    decoder.write(chunk, done)
  })
}
