// SPDX-License-Identifier: Apache-2.0
// The files of the built-in engine, relative to the page. The build copies them from the npm package stockfish.

/** Needs memory shared between threads: a cross-origin isolated page. */
export const WITH_THREADS = 'engine/stockfish-19-lite.js'
export const SINGLE = 'engine/stockfish-19-lite-single.js'

/** @param {string} script @returns {string[]} with its WebAssembly, which it loads by this name */
export const filesOf = script => [script, script.replace(/\.js$/, '.wasm')]

export const ENGINE_FILES = [SINGLE, WITH_THREADS].flatMap(filesOf)
