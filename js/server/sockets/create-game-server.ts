// SPDX-License-Identifier: Apache-2.0
// Game servers for users. This file's types need none of Node's, so that users of the types need not have them.

import { loadWebSocketServer } from '../../net/socket-server.js'
import { GameServerNode } from './game-server.js'
import type { ConnectRequest, GameServerOptions } from './game-server-options.js'
import { readGameServerOptions } from './game-server-options.js'

/** What answer() gets to answer with: Node's ServerResponse. */
export type HttpResponse = {
  writeHead(status: number, headers?: Record<string, string | number>): unknown
  end(text?: string): unknown
}

/** A server that listens. It keeps the process running until close(). */
export type RunningGameServer = {
  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  url: string
  /** That it was configured with. */
  host: string
  /** That it listens at. */
  port: number
  /** Their number now. */
  clients: number
  /** That they watch. */
  games: number
  /**
   * Answers an HTTP request for /health, /ready or /metrics, for a shared `server`, which does not do so by itself;
   * false for any other, which is left alone.
   */
  answer(request: ConnectRequest, response: HttpResponse): boolean
  /**
   * Refuses a user on all nodes from now on: connections are closed, and tokens are refused, for 180 days; rejects with
   * errors of the store.
   */
  revoke: (userId: string) => Promise<void>
  /**
   * Takes the id and the names of a user out of all games of the store, running ones too, of the lists, and of the
   * archive if that has `forget`; resolves to the number of games and records that were changed. Call it again if it
   * rejects: ERR_ARGUMENT, also for a store that cannot; of the store; of the archive.
   */
  forget: (userId: string) => Promise<number>
  /**
   * Drains the server: commands in progress are finished, and clients are asked to connect elsewhere; it never rejects.
   * Also as [Symbol.asyncDispose].
   */
  close: () => Promise<void>
}

/** A running game server; createGameServer() starts it. */
export type GameServer = Readonly<RunningGameServer> & AsyncDisposable

/**
 * Serves games over WebSocket: identities, seats, commands, views and presence, for connectGames() and for every
 * program that speaks the protocol. GET /health, /ready (503 while it stops or the store is away) and /metrics are
 * answered, on a shared server through answer(). Needs the package `ws`.
 * @returns listening
 * @throws {ChessError} ERR_ARGUMENT, also without `ws`; errors of the system if it cannot listen at the address
 */
export async function createGameServer(options?: GameServerOptions): Promise<GameServer> {
  const settings = readGameServerOptions(options)
  const server = new GameServerNode(settings, await loadWebSocketServer('createGameServer'))
  await server.listen()
  return server
}
