// SPDX-License-Identifier: Apache-2.0
// Reads the text in which an entry contains the wasm. src/tools/decode.c defines the encoding, and decodes it.

import { encodeInto } from './utf8.js'

/** The exports of src/tools/decode.c. */
type Decoder = {
  memory: WebAssembly.Memory
  /** address of the text, and then of the bytes */
  text: WebAssembly.Global
  /** returns the number of bytes */
  decode: (length: number) => number
}

/** @param text two digits for each byte */
const bytesOfHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], digits => Number(`0x${digits}`))

/** @param decoder a module, as two hexadecimal digits for each byte */
export function bytesOfText(encoded: string, decoder: string): Uint8Array<ArrayBuffer> {
  const module = new WebAssembly.Module(bytesOfHex(decoder))
  const { memory, text, decode } = new WebAssembly.Instance(module).exports as Decoder
  const buffer: ArrayBuffer = memory.buffer
  const { written } = encodeInto(encoded, new Uint8Array(buffer, text.value))
  return new Uint8Array(buffer, text.value, decode(written))
}
