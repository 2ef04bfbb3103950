// SPDX-License-Identifier: Apache-2.0
// `binbo/slim`: no bytes inside; `await init(source)` comes before anything else.

export { init } from './core/wasm.js'
export * from './public.js'
