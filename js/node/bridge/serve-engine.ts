// SPDX-License-Identifier: Apache-2.0
// Serves a native engine to clients that cannot start one: browsers, other machines, other languages. The types of this file
// do not use Node's types, which users may not have installed.

import { loadWebSocketServer } from '../../net/socket-server.js'
import { BridgeServer } from './bridge-server.js'
import type { ServeEngineOptions } from './serve-options.js'
import { readServeOptions } from './serve-options.js'

/** A server that listens. It keeps the process running until close(). */
export type RunningServer = {
  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  url: string
  /** The host in the options. */
  host: string
  /** The port at which it listens. */
  port: number
  /** The number of clients; each counts until its engine has ended. */
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
 * files is refused. The engine is started once before the server listens, to check that it speaks UCI. GET /health reports
 * the state of the server. Needs the package `ws`.
 * @returns the listening server
 * @throws {ChessError} ERR_ARGUMENT, also without `ws` and for a program that is not a UCI engine; errors of the system if it
 *   cannot listen at the address
 */
export async function serveEngine(options: ServeEngineOptions): Promise<EngineServer> {
  const settings = readServeOptions(options)
  const server = new BridgeServer(settings, await loadWebSocketServer('serveEngine'))
  await server.listen()
  return server
}
