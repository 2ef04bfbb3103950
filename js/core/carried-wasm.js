// SPDX-License-Identifier: Apache-2.0
// The wasm that an entry carries.

import { bytesOfText } from './decode-wasm.js'
import { decoderText, wasmText } from './generated/wasm-text.js'

/** @returns {WebAssembly.Module | BufferSource} a provider for provideWasm() */
export const carriedWasm = () => bytesOfText(wasmText, decoderText)
