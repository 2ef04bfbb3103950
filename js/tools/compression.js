// SPDX-License-Identifier: Apache-2.0
// Files compressed for the wire, each once: texts and WebAssembly, with Brotli or gzip.

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const SQUEEZABLE = /^(text\/|application\/(wasm|json|manifest\+json|vnd\.chess-pgn)|image\/svg)/
const LEAST = 256
const MOST = 16 << 20
/** More would keep the first visitor waiting, above all for the engine. */
const BROTLI_QUALITY = { small: 10, large: 5 }
const LARGE = 256 << 10
const MOST_KEPT = 200

/** @typedef {'br' | 'gzip'} Encoding */

/** @type {Map<string, Promise<Buffer>>} */
const kept = new Map()

/**
 * @param {string} type
 * @param {number} size
 * @param {string} [accepted] the request's Accept-Encoding
 * @returns {Encoding | null} null: as it is
 */
export function encodingFor(type, size, accepted = '') {
  if (!SQUEEZABLE.test(type) || size < LEAST || size > MOST) return null
  const words = accepted.split(/\s*,\s*/).filter(word => !/;\s*q=0(\.0*)?$/.test(word))
  const names = words.map(word => word.split(';')[0])
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

/**
 * @param {string} path
 * @param {string} version another one is another file
 * @param {Encoding} encoding
 * @returns {Promise<Buffer>} borrowed
 */
export function compressFile(path, version, encoding) {
  const key = `${path} ${version} ${encoding}`
  let compressed = kept.get(key)
  if (!compressed) {
    compressed = readFile(path).then(bytes => compress(bytes, encoding))
    compressed.catch(() => kept.delete(key))
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, compressed)
  }
  return compressed
}

/**
 * @param {Buffer} bytes
 * @param {Encoding} encoding
 * @returns {Promise<Buffer>}
 */
export function compress(bytes, encoding) {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[bytes.length < LARGE ? 'small' : 'large'],
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
