// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/server.

/** @typedef {import('./archive.js').Archive} Archive */
/** @typedef {import('./archive.js').GameRecord} GameRecord */
/** @typedef {import('./game-host.js').AcceptedAnswer} AcceptedAnswer */
/** @typedef {import('./game-host.js').Answer} Answer */
/** @typedef {import('./game-host.js').GameHostOptions} GameHostOptions */
/** @typedef {import('./game-host.js').GameNews} GameNews */
/** @typedef {import('./game-host.js').HostLimits} HostLimits */
/** @typedef {import('./game-host.js').RefusedAnswer} RefusedAnswer */
/** @typedef {import('./game-host.js').User} User */
/** @typedef {import('./create-game-server.js').GameServer} GameServer */
/** @typedef {import('./game-server-options.js').GameServerLimits} GameServerLimits */
/** @typedef {import('./game-server-options.js').GameServerLogEntry} GameServerLogEntry */
/** @typedef {import('./game-server-options.js').GameServerOptions} GameServerOptions */
/** @typedef {import('./postgres-archive.js').PostgresArchive} PostgresArchive */
/** @typedef {import('./postgres-archive.js').PostgresArchiveOptions} PostgresArchiveOptions */
/** @typedef {import('./postgres-archive.js').PostgresPool} PostgresPool */
/** @typedef {import('./redis-options.js').RedisStoreOptions} RedisStoreOptions */
/** @typedef {import('./session-store.js').Appended} Appended */
/** @typedef {import('./session-store.js').Outage} Outage */
/** @typedef {import('./session-store.js').SessionStore} SessionStore */

export { createGameServer } from './create-game-server.js'
export { GameHost } from './game-host.js'
export { MemoryStore } from './memory-store.js'
export { pgnArchive } from './pgn-archive.js'
export { postgresArchive } from './postgres-archive.js'
export { RedisStore } from './redis-store.js'
