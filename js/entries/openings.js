// SPDX-License-Identifier: Apache-2.0
// `binbo/openings`: names of openings.

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)

export * from '../openings/public.js'
