// SPDX-License-Identifier: Apache-2.0
// `binbo/tablebase`: Syzygy tables, in a wasm module of their own.

export * from '../tablebase/public.js'

// Last: code that stands before and behind so long a text compresses less well.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { carriedTablebase } from '../tablebase/carried-wasm.js'
import { tablebaseWasm } from '../tablebase/prober.js'

provideWasm(carriedWasm)
tablebaseWasm.provide(carriedTablebase)
