// SPDX-License-Identifier: Apache-2.0
// `binbo/uci`: engines, in a Worker, behind a WebSocket or whatever else carries UCI lines.

import { decodeWasm, wasmText } from './core/generated/wasm-text.js'
import { provideWasm } from './core/wasm.js'

provideWasm(() => decodeWasm(wasmText))

export * from './uci/public.js'
