// SPDX-License-Identifier: Apache-2.0
// `binbo/pgn`: files of many games, with all that is in them.

import { decodeWasm, wasmText } from './core/generated/wasm-text.js'
import { provideWasm } from './core/wasm.js'

provideWasm(() => decodeWasm(wasmText))

export * from './pgn/public.js'
