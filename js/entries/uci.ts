// SPDX-License-Identifier: Apache-2.0
// `binbo/uci`: engines in a Worker, behind a WebSocket or any other transport of UCI lines; perft, with which they are tested.

export * from '../analysis/public.js'
export * from '../perft/public.js'
export * from '../uci/public.js'

// Last: a bundle compresses better if no code follows the long text of the wasm.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
