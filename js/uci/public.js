// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/uci.

/** @typedef {import('./engine/engine.js').EngineEvent} EngineEvent */
/** @typedef {import('./engine/search-request.js').PositionWords} PositionWords */
/** @typedef {import('./engine/restart-plan.js').Restart} Restart */
/** @typedef {import('./engine/restart-plan.js').RestartOptions} RestartOptions */
/** @typedef {import('./engine/search.js').BestMove} BestMove */
/** @typedef {import('./engine/search.js').Info} Info */
/** @typedef {import('./engine/search.js').SearchLine} SearchLine */
/** @typedef {import('./engine/search.js').Search} Search */
/** @typedef {import('./engine/search-request.js').SearchOptions} SearchOptions */
/** @typedef {import('./engine/engine-life.js').StartOptions} StartOptions */
/** @typedef {import('./pool/engine-pool.js').EnginePoolOptions} EnginePoolOptions */
/** @typedef {import('./pool/engine-pool.js').MapOptions} MapOptions */
/** @typedef {import('./pool/ordered-map.js').MapProgress} MapProgress */
/** @typedef {import('./text/commands.js').Limits} Limits */
/** @typedef {import('./text/options.js').UciOption} UciOption */
/** @typedef {import('./transports/emscripten-transport.js').EmscriptenTransportOptions} EmscriptenTransportOptions */
/** @typedef {import('./transports/line-transport.js').CloseReason} CloseReason */
/** @typedef {import('./transports/line-transport.js').Transport} Transport */
/** @typedef {import('./transports/web-socket-transport.js').WebSocketTransportOptions} WebSocketTransportOptions */
/** @typedef {import('./transports/worker-transport.js').WorkerTransportOptions} WorkerTransportOptions */

export { Engine } from './engine/engine.js'
export { Score } from './engine/score.js'
export { EnginePool } from './pool/engine-pool.js'
export { emscriptenTransport } from './transports/emscripten-transport.js'
export { webSocketTransport } from './transports/web-socket-transport.js'
export { workerTransport } from './transports/worker-transport.js'
export { UciGame } from './uci-game.js'
