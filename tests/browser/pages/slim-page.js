// SPDX-License-Identifier: Apache-2.0
// Starts the slim entry from the source that ?source= names, and reports the results of a game.

const slimUrl = '/binbo/slim.js'
const { ChessError, Game, init, perft } = /** @type {typeof import('binbo/slim')} */ (await import(slimUrl))
const wasm = new URL('/binbo/core.wasm', location.href)
const bytes = async (/** @type {Response} */ response) => (await response).arrayBuffer()

const sources = /** @type {Record<string, () => any>} */ ({
  url: () => wasm,
  string: () => wasm.href,
  path: () => '/binbo/core.wasm',
  response: () => fetch(wasm),
  missing: () => fetch('/no-such-file.wasm'),
  buffer: async () => bytes(await fetch(wasm)),
  view: async () => new Uint8Array(await bytes(await fetch(wasm))),
  module: async () => WebAssembly.compile(await bytes(await fetch(wasm))),
  html: () => fetch('/index.html'),
})

/** @param {() => unknown} action */
const outcome = async action => {
  try {
    return await action()
  } catch (error) {
    return error instanceof ChessError ? error.code : String(error)
  }
}

const source = new URLSearchParams(location.search).get('source') ?? 'url'
const before = await outcome(() => new Game().fen)
const started = await outcome(async () => init(await sources[source]()))
const twice = await outcome(async () => init(await sources[source]()))
const game = await outcome(() => {
  const played = new Game()
  played.playMoves(['f2f3', 'e5', 'g4', 'd8h4'])
  return {
    status: played.status,
    fen: played.fen,
    perft: perft(played.fen, 1) + perft('8/P7/8/8/8/8/8/K1k5 w - -', 3),
  }
})
const result = /** @type {HTMLElement} */ (document.getElementById('result'))
result.textContent = JSON.stringify({ before, started: started ?? null, twice: twice ?? null, game })
result.dataset.done = 'yes'
