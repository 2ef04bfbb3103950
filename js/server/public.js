// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/server.

/** @typedef {import('./archive/archive.js').Archive} Archive */
/** @typedef {import('./archive/archive.js').ForgettingArchive} ForgettingArchive */
/** @typedef {import('./archive/archive.js').GameRecord} GameRecord */
/** @typedef {import('./host/adjudicator.js').Adjudicate} Adjudicate */
/** @typedef {import('./host/adjudicator.js').Adjudication} Adjudication */
/** @typedef {import('./host/answers.js').AcceptedAnswer} AcceptedAnswer */
/** @typedef {import('./host/answers.js').Answer} Answer */
/** @typedef {import('./host/game-host-options.js').GameHostOptions} GameHostOptions */
/** @typedef {import('./host/answers.js').GameNews} GameNews */
/** @typedef {import('./host/game-host-options.js').HostLimits} HostLimits */
/** @typedef {import('./host/answers.js').RefusedAnswer} RefusedAnswer */
/** @typedef {import('./host/answers.js').User} User */
/** @typedef {import('./host/gate.js').Before} Before */
/** @typedef {import('./host/gate.js').Verdict} Verdict */
/** @typedef {import('./sockets/create-game-server.js').GameServer} GameServer */
/** @typedef {import('./sockets/game-server-options.js').GameServerLimits} GameServerLimits */
/** @typedef {import('./sockets/game-server-options.js').GameServerLogEntry} GameServerLogEntry */
/** @typedef {import('./sockets/game-server-options.js').GameServerOptions} GameServerOptions */
/** @typedef {import('./archive/postgres-archive.js').PostgresArchive} PostgresArchive */
/** @typedef {import('./archive/postgres-archive.js').PostgresArchiveOptions} PostgresArchiveOptions */
/** @typedef {import('./archive/postgres-archive.js').PostgresPool} PostgresPool */
/** @typedef {import('./stores/redis/options.js').RedisStoreOptions} RedisStoreOptions */
/** @typedef {import('./stores/session-store.js').Appended} Appended */
/** @typedef {import('./stores/session-store.js').Outage} Outage */
/** @typedef {import('./stores/session-store.js').SessionStore} SessionStore */

export { pgnArchive } from './archive/pgn-archive.js'
export { postgresArchive } from './archive/postgres-archive.js'
export { GameHost } from './host/game-host.js'
export { createGameServer } from './sockets/create-game-server.js'
export { MemoryStore } from './stores/memory-store.js'
export { RedisStore } from './stores/redis-store.js'
