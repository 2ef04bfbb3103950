// SPDX-License-Identifier: Apache-2.0
// The wasm that an entry carries as text. js/tools/inline-wasm.js states the encoding.

import { wasmText } from './generated/wasm-text.js'

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOfText(text) {
  const bytes = new Uint8Array(text.length)
  let size = 0
  let high = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 124) high = (code - 124) * 89
    else {
      bytes[size++] = code - (code > 92 ? 36 : 35) + high
      high = 0
    }
  }
  return bytes.subarray(0, size)
}

/** @returns {WebAssembly.Module | BufferSource} a provider for provideWasm() */
export const carriedWasm = () => bytesOfText(wasmText)
