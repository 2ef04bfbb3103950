// SPDX-License-Identifier: Apache-2.0
// A native engine for clients that cannot start one: browsers, other machines, other languages. This file's types
// need none of Node's, so that users of the types need not have them.

import { loadWebSocketServer } from '../../net/socket-server.js'
import { BridgeServer } from './bridge-server.js'
import type { ServeEngineOptions } from './serve-options.js'
import { readServeOptions } from './serve-options.js'

/** A server that listens. It keeps the process running until close(). */
export type RunningServer = {
  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  url: string
  /** That it was configured with. */
  host: string
  /** That it listens at. */
  port: number
  /** Their number now; each counts until its engine has ended. */
  clients: number
  /**
   * Disconnects all clients and ends their engines; resolves when nothing is left, and never rejects. Also as
   * [Symbol.asyncDispose].
   */
  close: () => Promise<void>
}

/** A running server of engines; serveEngine() starts it. */
export type EngineServer = Readonly<RunningServer> & AsyncDisposable

/**
 * Serves a UCI engine over WebSocket, with one process for each client and one line for each message, for
 * `webSocketTransport()` and other clients that do the same. Clients can only play and analyse: everything that opens
 * files is refused. The engine is started once before the server listens, to see that it speaks UCI. GET /health reports
 * its state. Needs the package `ws`.
 * @returns listening
 * @throws {ChessError} ERR_ARGUMENT, also without `ws` and for a program that is no UCI engine; errors of the system if it cannot listen at the address
 */
export async function serveEngine(options: ServeEngineOptions): Promise<EngineServer> {
  const settings = readServeOptions(options)
  const server = new BridgeServer(settings, await loadWebSocketServer('serveEngine'))
  await server.listen()
  return server
}
