// SPDX-License-Identifier: Apache-2.0
// `binbo/uci` under the condition `workerd`, whose runtime gives core.wasm as a compiled module.

import { provideWasm } from './core/wasm.js'
// @ts-expect-error a WebAssembly.Module there, nothing that tsc knows
import module from './core.wasm'

provideWasm(() => module)

export * from './uci/public.js'
