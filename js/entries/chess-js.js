// SPDX-License-Identifier: Apache-2.0
// `binbo/chess.js`: the API of chess.js.

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)

export * from '../compat/chess-js/public.js'
