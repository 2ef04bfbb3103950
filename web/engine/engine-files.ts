// SPDX-License-Identifier: Apache-2.0
// The files of the built-in engines, relative to the page. The build copies them from npm packages.

/** From the package stockfish. Needs memory shared between threads: a cross-origin isolated page. */
export const WITH_THREADS = 'engine/stockfish-19-lite.js'
export const SINGLE = 'engine/stockfish-19-lite-single.js'

/** @returns with its WebAssembly, which it loads by this name */
export const filesOf = (script: string): string[] => [script, script.replace(/\.js$/, '.wasm')]

/** Stockfish's. */
export const ENGINE_FILES = [SINGLE, WITH_THREADS].flatMap(filesOf)

/** From the package fairy-stockfish-nnue.wasm, for what Stockfish does not play; it always has threads. */
export const VARIANTS_FOLDER = 'engine/fairy/'
export const VARIANTS_SCRIPT = `${VARIANTS_FOLDER}stockfish.js`
export const VARIANTS_WASM = `${VARIANTS_FOLDER}stockfish.wasm`
export const VARIANTS_FILES = [VARIANTS_SCRIPT, VARIANTS_WASM, `${VARIANTS_FOLDER}stockfish.worker.js`]
