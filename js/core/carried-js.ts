// SPDX-License-Identifier: Apache-2.0
// The core in JS, which entries for engines without WebAssembly contain: the build puts it in the place of carried-wasm.ts.

import { forgetViews } from './buffer.js'
import { inJs } from './generated/in-js.js'
import { forgetFacts } from './pgn-text.js'
import type { WasmGiven } from './wasm.js'

/** @returns a provider for provideWasm() */
export const carriedWasm = (): WasmGiven => ({ exports: inJs(forgetAll) })

function forgetAll() {
  forgetViews()
  forgetFacts()
}
