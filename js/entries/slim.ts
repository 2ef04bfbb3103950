// SPDX-License-Identifier: Apache-2.0
// `binbo/slim`: all of `binbo`, `binbo/pgn` and `binbo/uci`, without the wasm; call `await init(source)` before anything else.

export * from '../analysis/public.js'
export type { WasmSource } from '../core/init.js'
export { init } from '../core/init.js'
export * from '../game/public.js'
export * from '../perft/public.js'
export * from '../pgn/public.js'
export * from '../uci/public.js'
