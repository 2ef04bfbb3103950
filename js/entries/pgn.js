// SPDX-License-Identifier: Apache-2.0
// `binbo/pgn`: files of many games, with all that is in them.

import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)

export * from '../pgn/public.js'
