// SPDX-License-Identifier: Apache-2.0
// `binbo/node`: what needs Node's own modules.

import { decodeWasm, wasmText } from './core/generated/wasm-text.js'
import { provideWasm } from './core/wasm.js'

provideWasm(() => decodeWasm(wasmText))

export * from './node/public.js'
