// SPDX-License-Identifier: Apache-2.0
// The one wasm instance of this realm. It is made synchronously on first use where an entry has
// provided the bytes, and by init() where none has.

import { argumentError, ChessError, chessError } from './errors.js'
import { ABI_VERSION } from './generated/bindings.js'
import { fetchSource } from './wasm-source.js'

/** @typedef {import('./generated/bindings.js').Exports} Exports */
/** @typedef {import('./wasm-source.js').WasmSource} WasmSource */

/**
 * The exports of the core; undefined before ready() or init().
 * @type {Exports}
 */
export let wasm = /** @type {any} */ (undefined)

/** @type {(() => WebAssembly.Module | BufferSource) | undefined} */
let provider

/** @type {Promise<void> | undefined} */
let pending

/**
 * Says where the module comes from on first use. Costs nothing until then.
 * @param {() => WebAssembly.Module | BufferSource} source
 */
export function provideWasm(source) {
  provider ??= source
}

/**
 * Makes sure that `wasm` is there.
 * @throws {ChessError} ERR_INIT without a provider or init(), ERR_WASM where nothing can be compiled
 */
export function ready() {
  if (wasm !== undefined) return
  if (provider === undefined) throw chessError('ERR_INIT')
  const source = provider
  start(() => {
    const given = source()
    return given instanceof WebAssembly.Module ? given : new WebAssembly.Module(given)
  })
}

/**
 * Compiles and starts the core. Once it runs, further calls do nothing; calls at the same time share
 * one attempt; after a failed one it may be called again.
 * @param {WasmSource} source `binbo/core.wasm`, compiled, as bytes, as a Response, or its URL
 * @returns {Promise<void>}
 * @throws {ChessError} ERR_ARGUMENT for another kind of source, ERR_INIT when it cannot be fetched,
 *   ERR_WASM when it cannot be compiled or is not this version's
 */
export async function init(source) {
  if (wasm !== undefined) return
  pending ??= initFrom(source).finally(() => {
    pending = undefined
  })
  return pending
}

/** @param {WasmSource} source */
async function initFrom(source) {
  if (typeof WebAssembly === 'undefined') throw chessError('ERR_WASM', 'there is no WebAssembly')
  if (source instanceof WebAssembly.Module) return start(() => source)
  const bytes = await fetchSource(source)
  if (bytes === undefined)
    throw argumentError('init() takes a WebAssembly.Module, bytes, a Response or a URL')
  const module = await WebAssembly.compile(bytes).catch(cannotCompile)
  if (wasm === undefined) start(() => module)
}

/** @param {() => WebAssembly.Module} compile */
function start(compile) {
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
 */
function cannotCompile(cause) {
  if (cause instanceof ChessError) throw cause
  throw chessError('ERR_WASM', cause instanceof Error ? cause.message : String(cause), { cause })
}
