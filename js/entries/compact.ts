// SPDX-License-Identifier: Apache-2.0
// `binbo/compact`: games in few bytes, with a wasm module of its own.

export * from '../compact/public.js'

import { carriedCompact } from '../compact/carried-wasm.js'
import { compactWasm } from '../compact/packer.js'
// Last: a bundle compresses better if no code follows the long text of the wasm.
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'

provideWasm(carriedWasm)
compactWasm.provide(carriedCompact)
