// SPDX-License-Identifier: Apache-2.0
// The wasm of databases that an entry carries.

import { bytesOfText } from '../core/decode-wasm.js'
import { decoderText } from '../core/generated/wasm-text.js'
import { wasmText } from './generated/wasm-text.js'

/** @returns a provider for databaseWasm */
export const carriedDatabase = (): WebAssembly.Module | BufferSource => bytesOfText(wasmText, decoderText)
