// SPDX-License-Identifier: Apache-2.0
// The built-in engine's files, relative to the page. The build copies them from the npm package stockfish.

/** Needs a page that may share memory between threads. */
export const WITH_THREADS = 'engine/stockfish-19-lite.js'
export const SINGLE = 'engine/stockfish-19-lite-single.js'

/** @param {string} script @returns {string[]} with the WebAssembly beside it, which it loads by that name */
export const filesOf = script => [script, script.replace(/\.js$/, '.wasm')]

export const ENGINE_FILES = [SINGLE, WITH_THREADS].flatMap(filesOf)
