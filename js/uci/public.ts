// SPDX-License-Identifier: Apache-2.0
// The exports of binbo/uci.

export type { WebSocketLike } from '../core/web-socket.js'
export type {
  ChessError,
  Color,
  Game,
  GameJson,
  GameOptions,
  Move,
  MoveSquares,
  Position,
  PositionSource,
  Status,
  VariantName,
} from '../game/public.js'
export type { PgnGame } from '../pgn/public.js'
export type { EngineEvent } from './engine/engine.js'
export { Engine } from './engine/engine.js'
export type { StartOptions } from './engine/engine-life.js'
export type { OptionValue } from './engine/option-table.js'
export type { Restart, RestartOptions } from './engine/restart-plan.js'
export type { PlainScore } from './engine/score.js'
export { Score } from './engine/score.js'
export type { Answer, BestMove, Info, Search, SearchLine } from './engine/search.js'
export type { PositionWords, SearchOptions } from './engine/search-request.js'
export type { LineHandler } from './engine-link.js'
export type { EnginePoolOptions, MapOptions } from './pool/engine-pool.js'
export { EnginePool } from './pool/engine-pool.js'
export type { MapProgress, OrderedMap } from './pool/ordered-map.js'
export type { Limits } from './text/commands.js'
export type { OptionType, UciOption } from './text/options.js'
export type { InfoFields, RawScore } from './text/parse-line.js'
export type { EmscriptenModule, EmscriptenTransportOptions } from './transports/emscripten-transport.js'
export { emscriptenTransport } from './transports/emscripten-transport.js'
export type { CloseReason, LineTransport, Transport } from './transports/line-transport.js'
export type { EngineSocket, WebSocketTransportOptions } from './transports/web-socket-transport.js'
export { webSocketTransport } from './transports/web-socket-transport.js'
export type {
  WebWorker,
  WebWorkerOptions,
  WorkerFault,
  WorkerMessage,
  WorkerTransportOptions,
} from './transports/worker-transport.js'
export { workerTransport } from './transports/worker-transport.js'
export type { EngineOptions, PlayResult, UciGameOptions } from './uci-game.js'
export { UciGame } from './uci-game.js'
