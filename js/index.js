// SPDX-License-Identifier: Apache-2.0
// `binbo`: the wasm is in it, as text, and is compiled on first use.

import { decodeWasm, wasmText } from './core/generated/wasm-text.js'
import { provideWasm } from './core/wasm.js'

provideWasm(() => decodeWasm(wasmText))

export * from './public.js'
