// SPDX-License-Identifier: Apache-2.0
// Loads npm's ffish (the library of Fairy-Stockfish, GPL, for tests only).

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'

const FOLDER = fileURLToPath(new URL('../../../node_modules/ffish/', import.meta.url))

/**
 * Its script gets globals of its own: with Node's `fetch` it asks for its wasm by a path that is not a URL, and on Node's
 * `process` it installs handlers that end the tests.
 * @returns {Promise<any>} the class Board
 */
export const loadFfish = () =>
  new Promise(resolve => {
    const module = {
      wasmBinary: readFileSync(`${FOLDER}ffish.wasm`),
      print() {},
      printErr() {},
      onRuntimeInitialized: () => resolve(module.Board),
    }
    const process = { versions: { node: '20' }, argv: [], on() {} }
    const script = compileFunction(readFileSync(`${FOLDER}ffish.js`, 'utf8'), [
      'Module',
      'module',
      'process',
      'fetch',
      '__dirname',
    ])
    script(module, {}, process, undefined, FOLDER)
  })
