// SPDX-License-Identifier: Apache-2.0
// `binbo`: it contains the wasm, as text, which is compiled on first use.

export * from '../game/public.js'

// Last: a bundle compresses better if no code follows the long text of the wasm.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
