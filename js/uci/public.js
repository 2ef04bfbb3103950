// SPDX-License-Identifier: Apache-2.0
// What binbo/uci offers.

/** @typedef {import('./engine.js').EngineEvent} EngineEvent */
/** @typedef {import('./position.js').PositionWords} PositionWords */
/** @typedef {import('./search.js').BestMove} BestMove */
/** @typedef {import('./search.js').Info} Info */
/** @typedef {import('./search.js').Search} Search */
/** @typedef {import('./search-request.js').SearchOptions} SearchOptions */
/** @typedef {import('./start-options.js').StartOptions} StartOptions */
/** @typedef {import('./text/limits.js').Limits} Limits */
/** @typedef {import('./text/option.js').UciOption} UciOption */
/** @typedef {import('./transports/line-transport.js').CloseReason} CloseReason */
/** @typedef {import('./transports/line-transport.js').Transport} Transport */
/** @typedef {import('./transports/web-socket-transport.js').WebSocketTransportOptions} WebSocketTransportOptions */
/** @typedef {import('./transports/worker-transport.js').WorkerTransportOptions} WorkerTransportOptions */

export { Engine } from './engine.js'
export { Score } from './score.js'
export { webSocketTransport } from './transports/web-socket-transport.js'
export { workerTransport } from './transports/worker-transport.js'
export { UciGame } from './uci-game.js'
