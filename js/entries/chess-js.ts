// SPDX-License-Identifier: Apache-2.0
// `binbo/chess.js`: the API of chess.js.

export * from '../compat/chess-js/public.js'

// Last: code that stands before and behind so long a text compresses less well.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
