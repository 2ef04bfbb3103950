// SPDX-License-Identifier: Apache-2.0
// The Worker around Fairy-Stockfish, which is a module with threads of its own: lines in, lines out.

import { VARIANTS_FOLDER, VARIANTS_SCRIPT } from './engine-files.js'

/** @typedef {{ postMessage: (line: string) => void, addMessageListener: (take: (line: string) => void) => void }} Module */

const scope =
  /** @type {{ importScripts: (url: string) => void, Stockfish: (options: object) => Promise<Module> }} */ (
    /** @type {unknown} */ (globalThis)
  )
const addressOf = (/** @type {string} */ path) => new URL(path, location.href).href

/** @type {string[]} received before the module was ready */
const early = []
/** @type {(line: string) => void} */
let send = line => early.push(line)
addEventListener('message', ({ data }) => send(data))

scope.importScripts(addressOf(VARIANTS_SCRIPT))
scope
  .Stockfish({
    locateFile: (/** @type {string} */ name) => addressOf(`${VARIANTS_FOLDER}${name}`),
    // Its threads load it, too.
    mainScriptUrlOrBlob: addressOf(VARIANTS_SCRIPT),
  })
  .then(module => {
    module.addMessageListener(line => postMessage(line))
    send = line => module.postMessage(line)
    for (const line of early) send(line)
  })
  .catch(error =>
    // As an error of the Worker, which its page hears of.
    setTimeout(() => {
      throw error
    }),
  )
