// SPDX-License-Identifier: Apache-2.0
// The code that is simulated: js/ as Node runs it, or a copy of that with a fault.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const WASM = new URL('../../dist/core.wasm', import.meta.url)

/** @param {string} [folder] a copy of build/stripped/js/ */
export async function loadModules(folder) {
  const root =
    folder === undefined ? new URL('../../build/stripped/js/', import.meta.url) : pathToFileURL(`${folder}/`)
  const load = (/** @type {string} */ path) => import(new URL(path, root).href)
  const { provideWasm, ready } = await load('core/wasm.js')
  provideWasm(() => readFileSync(WASM))
  ready()
  const { chessError } = await load('core/errors.js')
  const { Game } = await load('game/game.js')
  const { foldSession } = await load('session/reducer.js')
  const { encodeEvent, decodeEvent } = await load('session/codec.js')
  const { GameHost } = await load('server/host/game-host.js')
  return { chessError, Game, foldSession, encodeEvent, decodeEvent, GameHost }
}
