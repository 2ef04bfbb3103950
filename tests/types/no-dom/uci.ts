// SPDX-License-Identifier: Apache-2.0
// What TypeScript users of binbo/uci and binbo/node may write in Node, where no type is of the DOM.

import { Game } from 'binbo'
import { type EngineServer, processTransport, serveEngine } from 'binbo/node'
import { Engine, type Transport, UciGame, webSocketTransport, workerTransport } from 'binbo/uci'

export async function play(): Promise<string | null> {
  const server: EngineServer = await serveEngine({ command: 'stockfish', token: 'x' })
  const remote: Transport = webSocketTransport(server.url, { token: 'x' })
  const local: Transport = processTransport('stockfish')
  const engine = await Engine.start(local, { signal: AbortSignal.timeout(1000) })
  const { move } = await engine.bestMove(new Game(), { depth: 3 })
  const game = await UciGame.create({ engine: remote })
  await game.play({ depth: 1 }, 'e4')
  await server.close()
  return move
}

export const inPages: Transport = workerTransport(new URL('https://example.org/engine.js'), {
  worker: { type: 'module', name: 'engine', credentials: 'omit' },
})
