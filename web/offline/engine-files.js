// SPDX-License-Identifier: Apache-2.0
// The built-in engine's files, for one thread and for several, relative to the page. Another version of the engine
// has other names.

export const ENGINE_FILES = [
  'engine/stockfish-19-lite-single.js',
  'engine/stockfish-19-lite-single.wasm',
  'engine/stockfish-19-lite.js',
  'engine/stockfish-19-lite.wasm',
]
