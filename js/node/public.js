// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/node.

/** @typedef {import('../bytes/byte-source.js').ByteReader} ByteReader */
/** @typedef {import('./bridge/serve-engine.js').EngineServer} EngineServer */
/** @typedef {import('./bridge/serve-options.js').EngineServerLogEntry} EngineServerLogEntry */
/** @typedef {import('./bridge/serve-options.js').ServeEngineOptions} ServeEngineOptions */

export { serveEngine } from './bridge/serve-engine.js'
export { fileBytes, tablebaseFolder } from './file-bytes.js'
export { loadPgnFile, readPgnFile } from './read-pgn-file.js'
export { processTransport } from './transports/process-transport.js'
export { tcpTransport } from './transports/tcp-transport.js'
export { workerThreadTransport } from './transports/worker-thread-transport.js'
