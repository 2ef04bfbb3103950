// SPDX-License-Identifier: Apache-2.0
// The class of a built-in object of any realm. Frames, Jest and edge runtimes mix realms, and `instanceof` knows only the
// classes of its own.

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
 * @param {unknown} value
 * @returns {Uint8Array<ArrayBuffer> | undefined} the same memory, if it is a buffer or a view of one
 */
export function bytesOf(value) {
  if (isA(value, 'Uint8Array')) return value
  if (ArrayBuffer.isView(value))
    return new Uint8Array(/** @type {ArrayBuffer} */ (value.buffer), value.byteOffset, value.byteLength)
  return isA(value, 'ArrayBuffer') ? new Uint8Array(value) : undefined
}
