// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/node.

export type { ByteReader } from '../bytes/byte-source.js'
export type { Game } from '../game/public.js'
export type { PgnGame, ReadPgnOptions } from '../pgn/public.js'
export type { LineTransport } from '../uci/public.js'
export type { EngineServer, RunningServer } from './bridge/serve-engine.js'
export { serveEngine } from './bridge/serve-engine.js'
export type { EngineServerLimits, EngineServerLogEntry, ServeEngineOptions } from './bridge/serve-options.js'
export { fileBytes, tablebaseFolder } from './file-bytes.js'
export { loadPgnFile, readPgnFile } from './read-pgn-file.js'
export type { ProcessTransportOptions } from './transports/process-transport.js'
export { processTransport } from './transports/process-transport.js'
export type { TcpTransportOptions } from './transports/tcp-transport.js'
export { tcpTransport } from './transports/tcp-transport.js'
export type { WorkerThreadTransportOptions } from './transports/worker-thread-transport.js'
export { workerThreadTransport } from './transports/worker-thread-transport.js'
