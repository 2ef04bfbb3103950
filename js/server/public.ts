// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/server.

export type { Archive, ForgettingArchive, GameRecord } from './archive/archive.js'
export { pgnArchive } from './archive/pgn-archive.js'
export type { PostgresArchive, PostgresArchiveOptions, PostgresPool } from './archive/postgres-archive.js'
export { postgresArchive } from './archive/postgres-archive.js'
export type { Adjudicate, Adjudication } from './host/adjudicator.js'
export type { AcceptedAnswer, Answer, GameNews, RefusedAnswer, User } from './host/answers.js'
export { GameHost } from './host/game-host.js'
export type { GameHostOptions, HostLimits } from './host/game-host-options.js'
export type { Before, Verdict } from './host/gate.js'
export type { GameServer } from './sockets/create-game-server.js'
export { createGameServer } from './sockets/create-game-server.js'
export type {
  GameServerLimits,
  GameServerLogEntry,
  GameServerOptions,
} from './sockets/game-server-options.js'
export { MemoryStore } from './stores/memory-store.js'
export type { RedisStoreOptions } from './stores/redis/options.js'
export { RedisStore } from './stores/redis-store.js'
export type { Appended, Outage, SessionStore } from './stores/session-store.js'
