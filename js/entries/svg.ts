// SPDX-License-Identifier: Apache-2.0
// `binbo/svg`: pictures of positions.

export * from '../svg/public.js'

// Last: code that stands before and behind so long a text compresses less well.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
