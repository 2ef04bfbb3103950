// SPDX-License-Identifier: Apache-2.0
// Wasm modules besides the core; each belongs to one entry.

import { isA } from './brand.js'
import { chessError } from './errors.js'
import { cannotCompile } from './wasm.js'

type WasmProvider = () => WebAssembly.Module | BufferSource

/** A module that is compiled on first use. */
export class SecondWasm<Exports extends object> {
  #provider: WasmProvider | undefined
  #module: WebAssembly.Module | undefined

  /** Sets the source of the module; the first one counts. */
  provide(source: WasmProvider) {
    this.#provider ??= source
  }

  /**
   * @returns the module, for instances of other threads
   * @throws {ChessError} ERR_INIT without a source
   */
  source(): WebAssembly.Module | BufferSource {
    if (this.#provider === undefined) throw chessError('ERR_INIT')
    return this.#provider()
  }

  /**
   * @param start prepares the instance; returns false if it is of another version
   * @returns the exports of a new instance
   * @throws {ChessError} ERR_INIT without a source, ERR_WASM if the module cannot be compiled or is of another version
   */
  instance(start: (exports: Exports) => boolean): Exports {
    const provider = this.#provider
    if (provider === undefined) throw chessError('ERR_INIT')
    try {
      this.#module ??= compiled(provider())
      const exports = new WebAssembly.Instance(this.#module).exports as Exports & {
        _initialize?: () => void
      }
      exports._initialize?.()
      if (!start(exports)) throw chessError('ERR_WASM', 'the module is of another version of binbo')
      return exports
    } catch (error) {
      return cannotCompile(error)
    }
  }
}

const compiled = (given: WebAssembly.Module | BufferSource) =>
  isA(given, 'WebAssembly.Module') ? given : new WebAssembly.Module(given)
