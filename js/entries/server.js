// SPDX-License-Identifier: Apache-2.0
// `binbo/server`: game servers on Node.

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)

export * from '../server/public.js'
