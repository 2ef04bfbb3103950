// SPDX-License-Identifier: Apache-2.0
// The Worker around Fairy-Stockfish, which is a module with its own threads: passes UCI lines in both directions.

import { VARIANTS_FOLDER, VARIANTS_SCRIPT } from './engine-files.js'

type Module = {
  postMessage: (line: string) => void
  addMessageListener: (listener: (line: string) => void) => void
}

/** Of Workers. */
declare const importScripts: (url: string) => void
/** Of the script that is imported. */
declare const Stockfish: (options: object) => Promise<Module>

const addressOf = (path: string) => new URL(path, location.href).href

/** Lines received before the module is ready. */
const early: string[] = []
let send: (line: string) => void = line => early.push(line)
addEventListener('message', ({ data }) => send(data))

importScripts(addressOf(VARIANTS_SCRIPT))
Stockfish({
  locateFile: (name: string) => addressOf(`${VARIANTS_FOLDER}${name}`),
  // The threads also load the script.
  mainScriptUrlOrBlob: addressOf(VARIANTS_SCRIPT),
})
  .then(module => {
    module.addMessageListener(line => postMessage(line))
    send = line => module.postMessage(line)
    for (const line of early) send(line)
  })
  .catch(error =>
    // Thrown outside the promise it becomes an error event of the Worker, which the page receives.
    setTimeout(() => {
      throw error
    }),
  )
