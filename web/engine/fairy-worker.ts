// SPDX-License-Identifier: Apache-2.0
// The Worker around Fairy-Stockfish, which is a module with threads of its own: lines in, lines out.

import { VARIANTS_FOLDER, VARIANTS_SCRIPT } from './engine-files.js'

type Module = {
  postMessage: (line: string) => void
  addMessageListener: (take: (line: string) => void) => void
}

const scope = globalThis as unknown as {
  importScripts: (url: string) => void
  Stockfish: (options: object) => Promise<Module>
}
const addressOf = (path: string) => new URL(path, location.href).href

/** received before the module was ready */
const early: string[] = []
let send: (line: string) => void = line => early.push(line)
addEventListener('message', ({ data }) => send(data))

scope.importScripts(addressOf(VARIANTS_SCRIPT))
scope
  .Stockfish({
    locateFile: (name: string) => addressOf(`${VARIANTS_FOLDER}${name}`),
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
