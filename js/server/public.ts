// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/server.

export type { Color, Position, Variant } from '../game/public.js'
export type {
  Challenge,
  ClockSetup,
  EndReason,
  GameSetup,
  GameSummary,
  GameTags,
  PlayerCommand,
  PlayingOptions,
  RefusalDetails,
  RunningGame,
  Seat,
  SessionEvent,
  SessionRefusal,
  SessionState,
  SessionView,
} from '../session/public.js'
export type { Archive, ArchiveExtras, ForgettingArchive, GameRecord } from './archive/archive.js'
export { pgnArchive } from './archive/pgn-archive.js'
export type { PostgresArchive, PostgresArchiveOptions, PostgresPool } from './archive/postgres-archive.js'
export { postgresArchive } from './archive/postgres-archive.js'
export type { Adjudicate, Adjudication } from './host/adjudicator.js'
export type { AcceptedAnswer, Answer, GameNews, Gone, RefusedAnswer, User } from './host/answers.js'
export { GameHost } from './host/game-host.js'
export type { GameHostOptions, HostLimits } from './host/game-host-options.js'
export type { Before, CheckedCommand, CheckedCreate, Verdict } from './host/gate.js'
export type { Machine, Meter } from './host/machine.js'
export type { GameServer, HttpResponse, RunningGameServer } from './sockets/create-game-server.js'
export { createGameServer } from './sockets/create-game-server.js'
export type {
  ConnectRequest,
  GameServerLimits,
  GameServerLogEntry,
  GameServerOptions,
  RevokeOptions,
} from './sockets/game-server-options.js'
export { MemoryStore } from './stores/memory-store.js'
export type {
  MessageListener,
  RedisClientLike,
  RedisClusterClient,
  RedisConnectionLike,
  RedisSender,
  RedisServerClient,
} from './stores/redis/client.js'
export type { RedisSettings } from './stores/redis/connection.js'
export type { RedisStoreOptions, StoreLogEntry } from './stores/redis/options.js'
export type { SentinelNode, SentinelOptions } from './stores/redis/sentinels.js'
export { RedisStore } from './stores/redis-store.js'
export type { Appended, DueListener, HintListener, Outage, SessionStore } from './stores/session-store.js'
