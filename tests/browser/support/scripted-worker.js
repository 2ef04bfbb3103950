// SPDX-License-Identifier: Apache-2.0
// The Worker of the scripted engine, in place of Stockfish's.

import { createScriptedEngine } from './scripted-engine.js'

const engine = createScriptedEngine(line => postMessage(line))

addEventListener('message', ({ data }) => {
  engine.send(data)
  if (data === 'quit') close()
})
