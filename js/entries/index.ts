// SPDX-License-Identifier: Apache-2.0
// `binbo`: the wasm is in it, as text, and is compiled on first use.

export * from '../game/public.js'

// Last: code that stands before and behind so long a text compresses less well.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
