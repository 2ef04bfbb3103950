// SPDX-License-Identifier: Apache-2.0
// Wasm modules beside the core, each of one entry.

import { isA } from './brand.js'
import { chessError } from './errors.js'
import { cannotCompile } from './wasm.js'

/** @typedef {() => WebAssembly.Module | BufferSource} WasmProvider */

/**
 * A module that is compiled on first use.
 * @template {object} Exports
 */
export class SecondWasm {
  /** @type {WasmProvider | undefined} */
  #provider
  /** @type {WebAssembly.Module | undefined} */
  #module

  /**
   * Sets the source of the module; the first one counts.
   * @param {WasmProvider} source
   */
  provide(source) {
    this.#provider ??= source
  }

  /**
   * @returns {WebAssembly.Module | BufferSource} what other threads make instances of
   * @throws {ChessError} ERR_INIT without a source
   */
  source() {
    if (this.#provider === undefined) throw chessError('ERR_INIT')
    return this.#provider()
  }

  /**
   * @param {(exports: Exports) => boolean} start prepares the instance; false if it is not of this version
   * @returns {Exports} of a new instance
   * @throws {ChessError} ERR_INIT without a source, ERR_WASM if the module cannot be compiled or is of another version
   */
  instance(start) {
    const provider = this.#provider
    if (provider === undefined) throw chessError('ERR_INIT')
    try {
      this.#module ??= compiled(provider())
      const exports = /** @type {Exports & { _initialize?: () => void }} */ (
        /** @type {unknown} */ (new WebAssembly.Instance(this.#module).exports)
      )
      exports._initialize?.()
      if (!start(exports)) throw chessError('ERR_WASM', 'the module is of another version of binbo')
      return exports
    } catch (error) {
      return cannotCompile(error)
    }
  }
}

/** @param {WebAssembly.Module | BufferSource} given */
const compiled = given => (isA(given, 'WebAssembly.Module') ? given : new WebAssembly.Module(given))
