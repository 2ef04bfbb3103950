// SPDX-License-Identifier: Apache-2.0
// `binbo`: the wasm is in it, as text, and is compiled on first use.

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)

export * from '../game/public.js'
