// SPDX-License-Identifier: Apache-2.0
// The only wasm instance of this realm. It is made synchronously on first use if the entry provides the bytes, otherwise by
// init() of init.ts.

import { isA } from './brand.js'
import { ChessError, chessError } from './errors.js'
import type { Exports } from './generated/bindings.js'
import { ABI_VERSION } from './generated/bindings.js'

/** The exports of the core; undefined before ready() or init(). */
export let wasm: Exports

/** Classes that are loaded, for small modules that should not import these large classes. */
export const classes: Record<string, typeof import('../game/game.js').Game> = {}

/** What an entry provides: a module, its bytes, or the exports of an instance, as the core in JS has them. */
export type WasmGiven = WebAssembly.Module | BufferSource | { exports: object }

let provider: (() => WasmGiven) | undefined

/** Sets the source of the module, which is read on first use. */
export function provideWasm(source: () => WasmGiven) {
  provider ??= source
}

/** @returns the source of the module, for other threads; undefined if the entry provides none */
export const wasmSource = (): WasmGiven | undefined => provider?.()

/** @returns the module, for other threads; undefined if the entry provides none, or one in JS */
export function wasmModule(): WebAssembly.Module | undefined {
  const given = wasmSource()
  const module = given && compiled(given)
  return module && !('exports' in module) ? module : undefined
}

/**
 * Makes `wasm`, unless that is done.
 * @throws {ChessError} ERR_INIT without a provider or init(), ERR_WASM if the module cannot be compiled
 */
export function ready() {
  if (wasm !== undefined) return
  if (provider === undefined) throw chessError('ERR_INIT')
  startWasm(provider)
}

/** @throws {ChessError} ERR_WASM */
export function startWasm(source: () => WasmGiven) {
  try {
    wasm = started(exportsOf(compiled(source())))
  } catch (error) {
    cannotCompile(error)
  }
}

export const compiled = (given: WasmGiven): WebAssembly.Module | { exports: object } =>
  'exports' in given || isA(given, 'WebAssembly.Module') ? given : new WebAssembly.Module(given)

/** @returns the exports, of a new instance if the module is given */
export const exportsOf = (given: WebAssembly.Module | { exports: object }): object =>
  'exports' in given ? given.exports : new WebAssembly.Instance(given).exports

function started(given: object): Exports {
  const exports = given as Exports & { _initialize?: () => void }
  exports._initialize?.()
  const version = exports.binbo_init?.()
  if (version !== ABI_VERSION) {
    throw chessError('ERR_WASM', 'the module is not core.wasm of this version of binbo')
  }
  return exports
}

/** @throws {ChessError} ERR_WASM, or the cause if it is a ChessError */
export function cannotCompile(cause: unknown): never {
  if (cause instanceof ChessError) throw cause
  throw chessError('ERR_WASM', reasonOf(cause), { cause })
}

/** A module with a SIMD type. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 123, 0)

/** The globals by which runtimes are distinguished. */
type HostGlobals = {
  document?: unknown
  HermesInternal?: unknown
  importScripts?: unknown
  navigator?: { product?: string }
}

/** @returns the feature that the runtime does not support, or the message of the cause */
function reasonOf(cause: unknown): string {
  const { document, HermesInternal, importScripts, navigator }: HostGlobals = globalThis
  if (typeof WebAssembly === 'undefined') {
    const isHermes = HermesInternal || navigator?.product === 'ReactNative'
    return `${isHermes ? 'Hermes, the engine of React Native,' : 'this runtime'} has no WebAssembly: use binbo/js`
  }
  if (!WebAssembly.validate(SIMD)) return 'this runtime has no WebAssembly SIMD: use binbo/js'
  const { message = String(cause) }: Partial<Error> = cause ?? {}
  return (document || importScripts) && /policy|csp|eval|disallowed by/i.test(message)
    ? `the page's CSP needs script-src 'wasm-unsafe-eval' (an extension's: content_security_policy.extension_pages), or binbo/js: ${message}`
    : message
}
