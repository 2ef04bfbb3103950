// SPDX-License-Identifier: Apache-2.0
// Reads the text in which an entry carries the wasm. src/tools/decode.c states the encoding, and decodes it.

import { encodeInto } from './utf8.js'

/**
 * What src/tools/decode.c exports.
 * @typedef {object} Decoder
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Global} text address of the text, and then of the bytes
 * @property {(length: number) => number} decode returns how many bytes there are
 */

/** @param {string} text two digits a byte */
const bytesOfHex = text => Uint8Array.from(text.match(/../g) ?? [], digits => Number(`0x${digits}`))

/**
 * @param {string} encoded
 * @param {string} decoder a module, two hexadecimal digits a byte
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOfText(encoded, decoder) {
  const module = new WebAssembly.Module(bytesOfHex(decoder))
  const { memory, text, decode } = /** @type {Decoder} */ (
    /** @type {unknown} */ (new WebAssembly.Instance(module).exports)
  )
  const buffer = /** @type {ArrayBuffer} */ (memory.buffer)
  const { written } = encodeInto(encoded, new Uint8Array(buffer, text.value))
  return new Uint8Array(buffer, text.value, decode(written))
}
