// SPDX-License-Identifier: Apache-2.0
// usage: main.js                           prints the report of program.js
//        main.js process|thread ENGINE     prints the move that mates, found by an engine, or the error

import { processTransport, workerThreadTransport } from 'binbo/node'
import { Engine } from 'binbo/uci'
import { play } from './program.js'

const [way, path] = process.argv.slice(-2)
const MATE_IN_1 = 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4'

async function search(transport) {
  const engine = await Engine.start(transport)
  const { move } = await engine.bestMove({ fen: MATE_IN_1 }, { depth: 6 })
  await engine.quit()
  return move
}

const print = error => console.log(`${error.code} ${error.message}`)
if (way === 'process') search(processTransport(path)).then(console.log, print)
else if (way === 'thread') search(workerThreadTransport(path)).then(console.log, print)
else console.log(JSON.stringify(play()))
