// SPDX-License-Identifier: Apache-2.0
// A native engine for those who cannot start one: browsers, other machines, other languages.

import { chessError } from '../../core/errors.js'
import { BridgeServer } from './bridge-server.js'
import { readServeOptions } from './serve-options.js'

// For users of the types whose own settings do not know Symbol.asyncDispose yet.
/// <reference lib="esnext.disposable" preserve="true" />

/** @typedef {import('./serve-options.js').ServeEngineOptions} ServeEngineOptions */

/**
 * A server that listens. It keeps the process running until close().
 * @typedef {object} RunningServer
 * @property {string} url what clients on this machine connect to, such as 'ws://127.0.0.1:8080'
 * @property {string} host that it was asked to listen at
 * @property {number} port that it listens at
 * @property {number} clients how many there are now; one counts until its engine has ended
 * @property {() => Promise<void>} close sends all clients away and ends their engines; resolves when nothing is
 *   left, and never rejects. Also as [Symbol.asyncDispose]
 */

/** @typedef {Readonly<RunningServer> & AsyncDisposable} EngineServer */

/**
 * Serves a UCI engine over WebSocket, one process a client and one line a message, for `webSocketTransport()` and
 * everything else that speaks so. Clients can do no more than play and analyse: whatever opens files
 * is refused. GET /health tells how it is. Needs the package `ws`.
 * @param {ServeEngineOptions} options
 * @returns {Promise<EngineServer>} listening
 * @throws {ChessError} ERR_ARGUMENT, also without `ws`; errors of the system when the address cannot be had
 */
export async function serveEngine(options) {
  const settings = readServeOptions(options)
  const server = new BridgeServer(settings, await loadServer())
  await server.listen()
  return server
}

async function loadServer() {
  try {
    return (await import('ws')).WebSocketServer
  } catch (cause) {
    throw chessError('ERR_ARGUMENT', 'serveEngine() needs the package ws: npm install ws', { cause })
  }
}
