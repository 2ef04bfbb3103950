// SPDX-License-Identifier: Apache-2.0
// `binbo/slim`: all of `binbo` and `binbo/pgn`, no bytes inside; `await init(source)` comes before anything else.

/** @typedef {import('./core/init.js').WasmSource} WasmSource */

export { init } from './core/init.js'
export * from './pgn/public.js'
export * from './public.js'
