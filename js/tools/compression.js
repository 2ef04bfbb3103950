// SPDX-License-Identifier: Apache-2.0
// Compresses texts and WebAssembly for transfer, each file once, with Brotli or gzip.

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /^(text\/|application\/(wasm|json|manifest\+json|vnd\.chess-pgn)|image\/svg)/
/** Bytes. */
const MIN_SIZE = 256
const MAX_SIZE = 16 << 20
/** Higher levels would make the first visitor wait, above all for the engine. */
const BROTLI_QUALITY = { small: 10, large: 5 }
const LARGE = 256 << 10
/** Files in the cache. */
const MAX_CACHED = 200

/** @typedef {'br' | 'gzip'} Encoding */

/** @type {Map<string, Promise<Buffer>>} */
const cache = new Map()

/**
 * @param {string} type
 * @param {number} size
 * @param {string} [accepted] the request's Accept-Encoding
 * @returns {Encoding | null} null: do not compress
 */
export function encodingFor(type, size, accepted = '') {
  if (!COMPRESSIBLE.test(type) || size < MIN_SIZE || size > MAX_SIZE) return null
  const words = accepted.split(/\s*,\s*/).filter(word => !/;\s*q=0(\.0*)?$/.test(word))
  const names = words.map(word => word.split(';')[0])
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

/**
 * @param {string} path
 * @param {string} version changes with the contents
 * @param {Encoding} encoding
 * @returns {Promise<Buffer>} borrowed
 */
export function compressFile(path, version, encoding) {
  const key = `${path} ${version} ${encoding}`
  let compressed = cache.get(key)
  if (!compressed) {
    compressed = readFile(path).then(bytes => compress(bytes, encoding))
    compressed.catch(() => cache.delete(key))
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(key, compressed)
  }
  return compressed
}

/**
 * @param {Buffer} bytes
 * @param {Encoding} encoding
 * @returns {Promise<Buffer>}
 */
function compress(bytes, encoding) {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[bytes.length < LARGE ? 'small' : 'large'],
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
