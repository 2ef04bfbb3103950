// SPDX-License-Identifier: Apache-2.0
// Wasm modules besides the core; each belongs to one entry.

import { chessError } from './errors.js'
import { cannotCompile, compiled, exportsOf, type WasmGiven } from './wasm.js'

type WasmProvider = () => WasmGiven

/** A module that is compiled on first use. */
export class SecondWasm<Exports extends object> {
  #provider: WasmProvider | undefined
  #module: ReturnType<typeof compiled> | undefined

  /** Sets the source of the module; the first one counts. */
  provide(source: WasmProvider) {
    this.#provider ??= source
  }

  /**
   * @returns the module, for instances of other threads
   * @throws {ChessError} ERR_INIT without a source
   */
  source(): WasmGiven {
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
      const exports = exportsOf(this.#module) as Exports & { _initialize?: () => void }
      exports._initialize?.()
      if (!start(exports)) throw chessError('ERR_WASM', 'the module is of another version of binbo')
      return exports
    } catch (error) {
      return cannotCompile(error)
    }
  }
}
