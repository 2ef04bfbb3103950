// SPDX-License-Identifier: Apache-2.0
// The wasm that an entry contains.

import { bytesOfText } from './decode-wasm.js'
import { decoderText, wasmText } from './generated/wasm-text.js'

/** @returns a provider for provideWasm() */
export const carriedWasm = (): WebAssembly.Module | BufferSource => bytesOfText(wasmText, decoderText)
