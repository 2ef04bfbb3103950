// SPDX-License-Identifier: Apache-2.0
// createGameServer(), and the types of its result. They do not use Node's types, which callers may not have installed.

import { loadWebSocketServer } from '../../net/socket-server.js'
import { GameServerNode } from './game-server.js'
import type { ConnectRequest, GameServerOptions, RevokeOptions } from './game-server-options.js'
import { readGameServerOptions } from './game-server-options.js'

// For TypeScript users whose settings lack Symbol.asyncDispose.
/// <reference lib="esnext.disposable" preserve="true" />

/** The used part of Node's ServerResponse. */
export type HttpResponse = {
  writeHead(status: number, headers?: Record<string, string | number>): unknown
  end(text?: string): unknown
}

/** A server that listens. It keeps the process running until close(). */
export type RunningGameServer = {
  /** The address for clients on this machine, such as 'ws://127.0.0.1:8080'. */
  url: string
  /** The address in the options. */
  host: string
  /** The port at which it listens. */
  port: number
  /** The number of connected clients. */
  clients: number
  /** The number of games that these clients watch. */
  games: number
  /**
   * Answers an HTTP request for /health, /ready or /metrics; needed with a shared `server`. Returns false for any other
   * request, which it does not answer.
   */
  answer(request: ConnectRequest, response: HttpResponse): boolean
  /**
   * Refuses a user on all nodes: closes the user's connections, and refuses the user's tokens for 180 days, or for the
   * milliseconds of `for`. The latest call counts. Rejects with errors of the store.
   */
  revoke: (userId: string, options?: RevokeOptions) => Promise<void>
  /** Ends revoke(): the user's tokens are accepted again, on all nodes. Rejects with errors of the store. */
  restore: (userId: string) => Promise<void>
  /**
   * Removes the id and the names of a user from all games of the store, including running ones, from the lists, and from the
   * archive if it has `forget`; resolves to the number of games and records that were changed. If it rejects, call it again.
   * Rejects with ERR_ARGUMENT, also if the store cannot forget; errors of the store; errors of the archive.
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
 * Serves games over WebSocket: identities, seats, commands, views and presence, for connectGames() and for any other
 * program that speaks the protocol. It answers GET /health, /ready (503 while it stops or the store is away) and /metrics;
 * on a shared server, call answer() for them. Needs the package `ws`.
 * @returns the listening server
 * @throws {ChessError} ERR_ARGUMENT, also without `ws`; errors of the system if it cannot listen at the address
 */
export async function createGameServer(options?: GameServerOptions): Promise<GameServer> {
  const settings = readGameServerOptions(options)
  const server = new GameServerNode(settings, await loadWebSocketServer('createGameServer'))
  await server.listen()
  return server
}
