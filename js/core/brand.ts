// SPDX-License-Identifier: Apache-2.0
// Finds the class of a built-in object of any realm. Frames, Jest and edge runtimes mix realms, and `instanceof` knows only
// the classes of its own realm.

import { argumentError } from './errors.js'

type Brands = {
  AbortSignal: AbortSignal
  ArrayBuffer: ArrayBuffer
  Blob: Blob
  File: Blob
  Map: Map<string, never>
  Response: Response
  Uint8Array: Uint8Array<ArrayBuffer>
  URL: URL
  'WebAssembly.Module': WebAssembly.Module
}

/** @param name the name of a class */
export const isA = <Name extends keyof Brands>(value: unknown, name: Name): value is Brands[Name] =>
  Object.prototype.toString.call(value) === `[object ${name}]`

/**
 * Returns the memory of bytes. A subclass may have wrong properties, so DataView checks them against the memory.
 * @param hint the message for other values
 * @returns the same memory, without methods of users
 * @throws {ChessError} ERR_ARGUMENT, also if the memory is detached or does not match the properties
 */
export function bytesIn(value: unknown, hint: string): Uint8Array<ArrayBuffer> {
  try {
    const { buffer, byteOffset, byteLength } = (isA(value, 'Uint8Array') && value) as Uint8Array<ArrayBuffer>
    return new Uint8Array(new DataView(buffer, byteOffset, byteLength).buffer, byteOffset, byteLength)
  } catch {
    throw argumentError(hint, value)
  }
}

/**
 * @returns the same memory as a buffer or any view of one; undefined for other values
 * @throws {ChessError} ERR_ARGUMENT
 */
export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!ArrayBuffer.isView(value) && !isA(value, 'ArrayBuffer')) return undefined
  try {
    const {
      buffer = value as ArrayBuffer,
      byteOffset,
      byteLength,
    }: Partial<ArrayBufferView<ArrayBuffer>> = value as ArrayBufferView<ArrayBuffer>
    return new Uint8Array(new DataView(buffer, byteOffset, byteLength).buffer, byteOffset, byteLength)
  } catch {
    throw argumentError('The bytes are detached')
  }
}
