// SPDX-License-Identifier: Apache-2.0
// The wasm module comes packed, as text, and beside it the module that unpacks it: src/tools/unpack.c,
// where the format is drawn. What packs is js/tools/packer/pack.js.

/**
 * What src/tools/unpack.c exports.
 * @typedef {object} Unpacker
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Global} input address of the text
 * @property {WebAssembly.Global} output address of the bytes
 * @property {() => number} unpack returns how many bytes there are
 */

/**
 * @param {string} unpacker the module's bytes, '#' for 0 to '|' for 89; behind '}' 90 more, behind '~' 180
 * @param {string} packed
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpack(unpacker, packed) {
  const encoder = new TextEncoder()
  const bytes = encoder.encode(unpacker)
  let size = 0
  let more = 0
  for (const code of bytes) {
    if (code > 124) more = (code - 124) * 90
    else {
      bytes[size++] = code - 35 + more
      more = 0
    }
  }
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes.subarray(0, size)))
  const { memory, input, output, unpack } = /** @type {Unpacker} */ (
    /** @type {unknown} */ (instance.exports)
  )
  const buffer = /** @type {ArrayBuffer} */ (memory.buffer)
  encoder.encodeInto(packed, new Uint8Array(buffer, input.value))
  return new Uint8Array(buffer, output.value, unpack())
}
