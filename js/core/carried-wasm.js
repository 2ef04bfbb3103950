// SPDX-License-Identifier: Apache-2.0
// The wasm that an entry carries as text. js/tools/inline-wasm.js states the encoding.

import { wasmText } from './generated/wasm-text.js'

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOfText(text) {
  // Decoded in place: text never becomes longer. This loop runs once, mostly interpreted, so every step counts.
  const bytes = new TextEncoder().encode(text)
  const { length } = bytes
  let size = 0
  for (let i = 0; i < length; ) {
    let code = bytes[i++]
    let high = 0
    if (code > 124) {
      high = (code - 124) * 89
      code = bytes[i++]
    }
    bytes[size++] = code - (code > 92 ? 36 : 35) + high
  }
  return bytes.subarray(0, size)
}

/** @returns {WebAssembly.Module | BufferSource} a provider for provideWasm() */
export const carriedWasm = () => bytesOfText(wasmText)
