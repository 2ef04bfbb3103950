// SPDX-License-Identifier: Apache-2.0
// `binbo/uci`: engines in a Worker, behind a WebSocket or any other transport of UCI lines.

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)

export * from '../analysis/public.js'
export * from '../uci/public.js'
