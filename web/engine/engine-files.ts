// SPDX-License-Identifier: Apache-2.0
// The files of the built-in engines, relative to the page. The build copies them from npm packages.

/** Stockfish with threads, from the package stockfish. It needs shared memory, hence a cross-origin isolated page. */
export const WITH_THREADS = 'engine/stockfish-19-lite.js'
/** Stockfish without threads. */
export const SINGLE = 'engine/stockfish-19-lite-single.js'

/** @returns the script, and the WebAssembly that it loads by this name */
export const filesOf = (script: string): string[] => [script, script.replace(/\.js$/, '.wasm')]

export const ENGINE_FILES = [SINGLE, WITH_THREADS].flatMap(filesOf)

/** Fairy-Stockfish, from the package fairy-stockfish-nnue.wasm, for variants; it always has threads. */
export const VARIANTS_FOLDER = 'engine/fairy/'
export const VARIANTS_SCRIPT = `${VARIANTS_FOLDER}stockfish.js`
export const VARIANTS_WASM = `${VARIANTS_FOLDER}stockfish.wasm`
export const VARIANTS_FILES = [VARIANTS_SCRIPT, VARIANTS_WASM, `${VARIANTS_FOLDER}stockfish.worker.js`]
