// SPDX-License-Identifier: Apache-2.0
// The one wasm instance of this realm. It is made synchronously on first use if the entry provides the bytes, else by
// init() of init.js.

import { isA } from './brand.js'
import { ChessError, chessError } from './errors.js'
import { ABI_VERSION } from './generated/bindings.js'

/** @import { Exports } from './generated/bindings.js' */

/**
 * The exports of the core; undefined before ready() or init().
 * @type {Exports}
 */
export let wasm = /** @type {any} */ (undefined)

/**
 * Classes that are loaded, for modules that cannot import them: those are small, and the classes are large.
 * @type {{ Game?: typeof import('../game/game.js').Game }}
 */
export const classes = {}

/** @type {(() => WebAssembly.Module | BufferSource) | undefined} */
let provider

/**
 * Sets the source of the module, which is read on first use.
 * @param {() => WebAssembly.Module | BufferSource} source
 */
export function provideWasm(source) {
  provider ??= source
}

/**
 * Makes `wasm`, if it has not been made.
 * @throws {ChessError} ERR_INIT without a provider or init(), ERR_WASM if the module cannot be compiled
 */
export function ready() {
  if (wasm !== undefined) return
  if (provider === undefined) throw chessError('ERR_INIT')
  const source = provider
  startWasm(() => {
    const given = source()
    return isA(given, 'WebAssembly.Module') ? given : new WebAssembly.Module(given)
  })
}

/**
 * @param {() => WebAssembly.Module} compile
 * @throws {ChessError} ERR_WASM
 */
export function startWasm(compile) {
  try {
    wasm = instantiate(compile())
  } catch (error) {
    cannotCompile(error)
  }
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Exports}
 */
function instantiate(module) {
  if (WebAssembly.Module.imports(module).length !== 0) throw chessError('ERR_WASM', 'the module has imports')
  const exports = /** @type {Exports & { _initialize?: () => void }} */ (
    /** @type {unknown} */ (new WebAssembly.Instance(module).exports)
  )
  exports._initialize?.()
  const version = exports.binbo_init?.()
  if (version !== ABI_VERSION) {
    throw chessError('ERR_WASM', 'the module is not core.wasm of this version of binbo')
  }
  return exports
}

/**
 * @param {unknown} cause
 * @returns {never}
 * @throws {ChessError} ERR_WASM, or the cause when it is a ChessError
 */
export function cannotCompile(cause) {
  if (cause instanceof ChessError) throw cause
  throw chessError('ERR_WASM', reasonOf(cause), { cause })
}

/** A module with a type of SIMD. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 123, 0)

/**
 * @param {unknown} cause
 * @returns {string} what the runtime lacks, or the message of the cause
 */
function reasonOf(cause) {
  const { document, HermesInternal, importScripts, navigator } = /** @type {any} */ (globalThis)
  if (typeof WebAssembly === 'undefined') {
    const isHermes = HermesInternal || navigator?.product === 'ReactNative'
    return `${isHermes ? 'Hermes, the engine of React Native,' : 'this runtime'} has no WebAssembly`
  }
  if (!WebAssembly.validate(SIMD)) return 'this runtime has no WebAssembly SIMD'
  const { message = String(cause) } = /** @type {Error} */ (cause ?? {})
  return (document || importScripts) && /policy|csp|eval|disallow/i.test(message)
    ? `the page's CSP needs script-src 'wasm-unsafe-eval': ${message}`
    : message
}
