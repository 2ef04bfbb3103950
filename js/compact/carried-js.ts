// SPDX-License-Identifier: Apache-2.0
// Packed games in JS: the build puts it in the place of carried-wasm.ts.

import type { WasmGiven } from '../core/wasm.js'
import { inJs } from './generated/in-js.js'

/** @returns a provider for compactWasm, whose memory does not grow */
export const carriedCompact = (): WasmGiven => ({ exports: inJs(() => {}) })
