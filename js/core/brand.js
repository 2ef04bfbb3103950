// SPDX-License-Identifier: Apache-2.0
// The class of a built-in object of any realm. Frames, Jest and edge runtimes mix realms, and `instanceof` knows only the
// classes of its own.

import { argumentError } from './errors.js'

/** @import { ChessError } from './errors.js' */

/**
 * @typedef {{
 *   AbortSignal: AbortSignal, ArrayBuffer: ArrayBuffer, Blob: Blob, File: Blob, Map: Map<any, any>, Response: Response,
 *   Uint8Array: Uint8Array<ArrayBuffer>, URL: URL, 'WebAssembly.Module': WebAssembly.Module
 * }} Brands
 */

/**
 * @template {keyof Brands} Name
 * @param {unknown} value
 * @param {Name} name of a class
 * @returns {value is Brands[Name]}
 */
export const isA = (value, name) => Object.prototype.toString.call(value) === `[object ${name}]`

/**
 * The memory of bytes. A class of users may say anything of itself: only DataView asks the memory.
 * @param {any} value
 * @param {string} hint for what is none
 * @returns {Uint8Array<ArrayBuffer>} the same memory, without methods of users
 * @throws {ChessError} ERR_ARGUMENT, also where the memory is gone, or another than it says
 */
export function bytesIn(value, hint) {
  try {
    const { buffer, byteOffset, byteLength } = /** @type {any} */ (isA(value, 'Uint8Array') && value)
    return new Uint8Array(new DataView(buffer, byteOffset, byteLength).buffer, byteOffset, byteLength)
  } catch {
    throw argumentError(hint, value)
  }
}

/**
 * @param {unknown} value
 * @returns {Uint8Array<ArrayBuffer> | undefined} the same of a buffer or any view of one
 * @throws {ChessError} ERR_ARGUMENT
 */
export function bytesOf(value) {
  if (!ArrayBuffer.isView(value) && !isA(value, 'ArrayBuffer')) return undefined
  try {
    const { buffer = value, byteOffset, byteLength } = /** @type {any} */ (value)
    return new Uint8Array(new DataView(buffer, byteOffset, byteLength).buffer, byteOffset, byteLength)
  } catch {
    throw argumentError('The bytes are detached')
  }
}
