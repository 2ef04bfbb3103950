// SPDX-License-Identifier: Apache-2.0
// Compressed files: what they are, by their first bytes or their name, and what is in them.

import * as zlib from 'node:zlib'
import { ChessError } from '../core/errors.js'

/** @typedef {'gzip' | 'zstd'} Compression */
/** @typedef {import('node:stream').Transform} Transform */

/** How many bytes compressionOf() wants to see, where there are so many. */
export const SIGNATURE_SIZE = 6

/** How much a decoder gives at once, in bytes. Node's default, 16 KiB, is slower. */
const CHUNK = 1 << 18

/** What people have, and no PGN begins with. */
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
 * @throws {ChessError} ERR_ARGUMENT for what cannot be read here
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
 * A frame, or one of the skippable frames that pzstd puts first (RFC 8878, 3.1).
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
 * All members; what stands behind the last one is padding, or an error of zlib's.
 * @param {AsyncGenerator<Uint8Array, void>} input
 */
async function* gunzip(input) {
  const decoder = zlib.createGunzip({ chunkSize: CHUNK })
  feed(decoder, input)
  yield* decoder
}

/**
 * All frames. Node's decoder ends, without a word, where a frame ends inside a chunk (nodejs/node#64741),
 * so that the bytes behind it go to another one.
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
 * Gives a decoder its input, which an error of the input destroys. Never rejects, and stays pending when
 * the decoder is destroyed by its reader.
 * @param {Transform} decoder
 * @param {AsyncGenerator<Uint8Array, void>} input
 * @param {Uint8Array} [first] goes before the input
 * @returns {Promise<Uint8Array | undefined>} the bytes that the decoder left when it ended before its input
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
