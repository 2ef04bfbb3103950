// SPDX-License-Identifier: Apache-2.0
// `binbo/node`: what needs Node's own modules.

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)

export * from '../node/public.js'
