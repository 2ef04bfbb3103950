// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/node.

export type { ByteReader } from '../bytes/byte-source.js'
export type { EngineServer } from './bridge/serve-engine.js'
export { serveEngine } from './bridge/serve-engine.js'
export type { EngineServerLogEntry, ServeEngineOptions } from './bridge/serve-options.js'
export { fileBytes, tablebaseFolder } from './file-bytes.js'
export { loadPgnFile, readPgnFile } from './read-pgn-file.js'
export { processTransport } from './transports/process-transport.js'
export { tcpTransport } from './transports/tcp-transport.js'
export { workerThreadTransport } from './transports/worker-thread-transport.js'
