// SPDX-License-Identifier: Apache-2.0
// `binbo/session`: games that people play against each other, in browsers and Node.

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)

export * from '../session/public.js'
