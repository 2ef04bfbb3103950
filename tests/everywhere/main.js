// SPDX-License-Identifier: Apache-2.0
// usage: main.js                           prints the report of program.js
//        main.js process|thread ENGINE FEN     prints the engine's move, or the error

import { processTransport, workerThreadTransport } from 'binbo/node'
import { Engine } from 'binbo/uci'
import { play } from './program.js'

const [way, path, fen] = process.argv.slice(-3)

async function search(transport) {
  const engine = await Engine.start(transport)
  const { move } = await engine.bestMove({ fen }, { depth: 6 })
  await engine.quit()
  return move
}

const print = error => console.log(`${error.code} ${error.message}`)
if (way === 'process') search(processTransport(path)).then(console.log, print)
else if (way === 'thread') search(workerThreadTransport(path)).then(console.log, print)
else console.log(JSON.stringify(play()))
