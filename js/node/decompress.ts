// SPDX-License-Identifier: Apache-2.0
// Finds the format of compressed files, by their first bytes or their name, and decompresses them.

import * as zlib from 'node:zlib'
import { ChessError } from '../core/errors.js'

type Compression = 'gzip' | 'zstd'

/** Older versions of Node cannot read Zstandard. */
type ZstdModule = { createGunzip: typeof zlib.createGunzip; createZstdDecompress?: typeof zlib.createGunzip }

/** The number of bytes that compressionOf() needs, if the file has so many. */
export const SIGNATURE_SIZE = 6

/** The size of a decoder's chunks, in bytes. Node's default, 16 KiB, is slower. */
const CHUNK = 1 << 18

/** Formats that are not supported, by their first bytes; no PGN begins with these. */
const ARCHIVES = [
  ['a ZIP archive', 'PK\x03\x04'],
  ['a 7z archive', '7z\xbc\xaf\x27\x1c'],
  ['a RAR archive', 'Rar!\x1a\x07'],
  ['compressed with xz', '\xfd7zXZ\0'],
  ['compressed with bzip2', 'BZh'],
]

/**
 * @param head the first bytes of a file
 * @param name the file's name
 * @returns undefined for plain text
 * @throws {ChessError} ERR_ARGUMENT for a format that is not supported
 */
export function compressionOf(head: Uint8Array, name: string): Compression | undefined {
  const signature = Buffer.from(head.subarray(0, SIGNATURE_SIZE)).toString('latin1')
  for (const [kind, start] of ARCHIVES) {
    if (signature.startsWith(start))
      throw new ChessError('ERR_ARGUMENT', `${name} is ${kind}: unpack it first`, { input: name })
  }
  if (signature.startsWith('\x1f\x8b')) return 'gzip'
  if (isZstd(signature)) return 'zstd'
  return /\.gz$/i.test(name) ? 'gzip' : /\.zst$/i.test(name) ? 'zstd' : undefined
}

/** A frame, or a skippable frame, which pzstd writes first (RFC 8878, 3.1). */
function isZstd(signature: string) {
  return (
    signature.startsWith('\x28\xb5\x2f\xfd') ||
    (signature.startsWith('\x2a\x4d\x18', 1) && signature.charCodeAt(0) >> 4 === 5)
  )
}

/**
 * @param input borrowed: the caller ends it
 * @param name the file's name, for errors
 * @throws {ChessError} ERR_ARGUMENT if this Node has no Zstandard
 */
export function decompress(
  kind: Compression,
  input: AsyncGenerator<Uint8Array, void>,
  name: string,
): AsyncGenerator<Uint8Array, void> {
  return kind === 'gzip' ? gunzip(input) : unzstd(input, zstdDecoder(name))
}

function zstdDecoder(name: string): () => zlib.Gunzip {
  const { createZstdDecompress }: ZstdModule = zlib
  if (createZstdDecompress) return () => createZstdDecompress({ chunkSize: CHUNK })
  const lack = `${name} is compressed with Zstandard, which Node ${process.versions.node} cannot read`
  throw new ChessError('ERR_ARGUMENT', `${lack}: use Node 22.15 or newer, or unpack it first`, {
    input: name,
  })
}

/** Decompresses all members. After the last one, zlib accepts only padding. */
async function* gunzip(input: AsyncGenerator<Uint8Array, void>) {
  const decoder = zlib.createGunzip({ chunkSize: CHUNK })
  feed(decoder, input)
  yield* decoder
}

/**
 * Decompresses all frames. Node's decoder ends silently if a frame ends inside a chunk (nodejs/node#64741), so the remaining
 * bytes go to another decoder.
 */
async function* unzstd(input: AsyncGenerator<Uint8Array, void>, createDecoder: () => zlib.Gunzip) {
  let rest: Uint8Array | undefined
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
 * @param first precedes the input
 * @returns the bytes left over when the decoder ended before its input
 */
async function feed(
  decoder: zlib.Gunzip,
  input: AsyncGenerator<Uint8Array, void>,
  first?: Uint8Array,
): Promise<Uint8Array | undefined> {
  let given = 0
  try {
    for (let chunk = first ?? (await next(input)); chunk; chunk = await next(input)) {
      await write(decoder, chunk)
      given += chunk.length
      const left = given - decoder.bytesWritten
      if (left > 0) return chunk.subarray(chunk.length - left)
    }
    decoder.end()
  } catch (error) {
    decoder.destroy(error as Error)
  }
  return undefined
}

/** @returns undefined at its end */
async function next(input: AsyncGenerator<Uint8Array, void>): Promise<Uint8Array | undefined> {
  const { value } = await input.next()
  return value ?? undefined
}

/** @returns resolves when the decoder has taken the chunk or has ended */
function write(decoder: zlib.Gunzip, chunk: Uint8Array): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      decoder.off('end', done)
      resolve()
    }
    decoder.once('end', done)
    decoder.write(chunk, done)
  })
}
