// SPDX-License-Identifier: Apache-2.0
// `binbo/uci`: engines in a Worker, behind a WebSocket or any other transport of UCI lines.

export * from '../analysis/public.js'
export * from '../uci/public.js'

// Last: code that stands before and behind so long a text compresses less well.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
