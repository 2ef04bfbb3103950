// SPDX-License-Identifier: Apache-2.0
// The wasm that an entry carries as text. src/tools/decode.c states the encoding, and decodes it.

import { decoderText, wasmText } from './generated/wasm-text.js'

/**
 * What src/tools/decode.c exports.
 * @typedef {object} Decoder
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Global} text address of the text, and then of the bytes
 * @property {(length: number) => number} decode returns how many bytes there are
 */

/**
 * @param {string} encoded
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOfText(encoded) {
  const module = new WebAssembly.Module(Uint8Array.from(atob(decoderText), byte => byte.charCodeAt(0)))
  const { memory, text, decode } = /** @type {Decoder} */ (
    /** @type {unknown} */ (new WebAssembly.Instance(module).exports)
  )
  const buffer = /** @type {ArrayBuffer} */ (memory.buffer)
  const { written } = new TextEncoder().encodeInto(encoded, new Uint8Array(buffer, text.value))
  return new Uint8Array(buffer, text.value, decode(written))
}

/** @returns {WebAssembly.Module | BufferSource} a provider for provideWasm() */
export const carriedWasm = () => bytesOfText(wasmText)
