// SPDX-License-Identifier: Apache-2.0
// `binbo/tablebase`: Syzygy tables, with a wasm module of its own.

export * from '../tablebase/public.js'

// Last: a bundle compresses better if no code follows the long text of the wasm.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { carriedTablebase } from '../tablebase/carried-wasm.js'
import { tablebaseWasm } from '../tablebase/prober.js'

provideWasm(carriedWasm)
tablebaseWasm.provide(carriedTablebase)
