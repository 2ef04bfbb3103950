// SPDX-License-Identifier: Apache-2.0
// Starts the core from a source that the user names. Only entries without bytes load this file.

import { argumentError, chessError } from './errors.js'
import { cannotCompile, startWasm, wasm } from './wasm.js'

/** @typedef {WebAssembly.Module | BufferSource | Response | URL | string} WasmSource */

/** @type {Promise<void> | undefined} */
let pending

/**
 * Compiles and starts the core. Once it runs, further calls do nothing; calls at the same time share
 * one attempt; after a failed one it may be called again.
 * @param {WasmSource} source `binbo/core.wasm`, compiled, as bytes, as a Response, or its URL
 * @returns {Promise<void>}
 * @throws {ChessError} ERR_ARGUMENT for another kind of source, ERR_INIT when it cannot be fetched,
 *   ERR_WASM when it cannot be compiled or is not this version's
 */
export async function init(source) {
  // One at a time: when an earlier one fails, this one has its own source to try.
  while (wasm === undefined && pending !== undefined) await pending.catch(() => {})
  if (wasm !== undefined) return
  pending = initFrom(source).finally(() => {
    pending = undefined
  })
  return pending
}

/** @param {WasmSource} source */
async function initFrom(source) {
  if (typeof WebAssembly === 'undefined') throw chessError('ERR_WASM', 'there is no WebAssembly')
  if (source instanceof WebAssembly.Module) return startWasm(() => source)
  const bytes = await fetchSource(source)
  if (bytes === undefined)
    throw argumentError('init() takes a WebAssembly.Module, bytes, a Response or a URL')
  const module = await WebAssembly.compile(bytes).catch(cannotCompile)
  if (wasm === undefined) startWasm(() => module)
}

/**
 * @param {unknown} source
 * @returns {Promise<BufferSource | undefined>} undefined when it is no source
 */
async function fetchSource(source) {
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
