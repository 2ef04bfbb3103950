// SPDX-License-Identifier: Apache-2.0
// What binbo/node offers.

/** @typedef {import('./bridge/serve-engine.js').EngineServer} EngineServer */
/** @typedef {import('./bridge/serve-options.js').EngineServerLogEntry} EngineServerLogEntry */
/** @typedef {import('./bridge/serve-options.js').ServeEngineOptions} ServeEngineOptions */

export { serveEngine } from './bridge/serve-engine.js'
export { loadPgnFile } from './load-pgn-file.js'
export { processTransport } from './process-transport.js'
export { readPgnFile } from './read-pgn-file.js'
export { tcpTransport } from './tcp-transport.js'
export { workerThreadTransport } from './worker-thread-transport.js'
