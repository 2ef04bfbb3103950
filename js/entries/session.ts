// SPDX-License-Identifier: Apache-2.0
// `binbo/session`: games that people play against each other, in browsers and Node.

export * from '../session/public.js'

// Last: code that stands before and behind so long a text compresses less well.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
