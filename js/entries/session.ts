// SPDX-License-Identifier: Apache-2.0
// `binbo/session`: games that people play against each other, in browsers and Node.

export * from '../session/public.js'

// Last: a bundle compresses better if no code follows the long text of the wasm.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
