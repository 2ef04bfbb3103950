// SPDX-License-Identifier: Apache-2.0
// `binbo/uci` under the condition `edge-light`, whose bundlers give core.wasm?module as a compiled module.

import { provideWasm } from './core/wasm.js'
// @ts-expect-error a WebAssembly.Module there, nothing that tsc knows
import module from './core.wasm?module'

provideWasm(() => module)

export * from './uci/public.js'
