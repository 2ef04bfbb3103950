// SPDX-License-Identifier: Apache-2.0
// Gets the bytes of core.wasm from whatever init() was given.

import { argumentError, chessError } from './errors.js'

/** @typedef {WebAssembly.Module | BufferSource | Response | URL | string} WasmSource */

/**
 * @param {unknown} source
 * @returns {Promise<BufferSource | undefined>} undefined when it is no source
 */
export async function fetchSource(source) {
  if (isBytes(source)) return source
  if (typeof Response !== 'undefined' && source instanceof Response) return responseBytes(source)
  if (typeof source === 'string' || source instanceof URL) return urlBytes(String(source))
  return undefined
}

/**
 * @param {unknown} source
 * @returns {source is BufferSource}
 */
function isBytes(source) {
  return ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]'
}

/**
 * @param {string} url
 * @returns {Promise<BufferSource>}
 */
async function urlBytes(url) {
  if (url === '') throw argumentError('init() was given an empty URL')
  const readFile = url.startsWith('file:') ? nodeReadFile() : undefined
  if (readFile) return readFile(new URL(url)).catch(cannotFetch)
  return responseBytes(await fetch(url).catch(cannotFetch))
}

/**
 * Node's fetch() knows no file: URLs, its file system does.
 * @returns {((url: URL) => Promise<BufferSource>) | undefined}
 */
function nodeReadFile() {
  const { process } = /** @type {{ process?: { getBuiltinModule?: (name: string) => any } }} */ (globalThis)
  return process?.getBuiltinModule?.('node:fs/promises')?.readFile
}

/**
 * @param {Response} response
 * @returns {Promise<ArrayBuffer>}
 */
async function responseBytes(response) {
  if (!response.ok) throw chessError('ERR_INIT', `the answer for ${response.url} was HTTP ${response.status}`)
  return response.arrayBuffer().catch(cannotFetch)
}

/**
 * @param {unknown} cause
 * @returns {never}
 */
function cannotFetch(cause) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw chessError('ERR_INIT', `the source could not be read: ${reason}`, { cause })
}
